"""Make the manifest of the shipped strategies: ``python -m cribstats.data.manifest``.

Every strategy is measured anew from its file, by two sweeps, and its hash noted; the package refuses a file that is not
the one of its manifest. The files themselves are made by ``cribstats solve discard --out cribstats/data/NAME.npz``.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from cribstats.discard.equilibrium import measure_pair
from cribstats.discard.pairs import SHIPPED, StrategyPair
from cribstats.files import written_whole

FOLDER = Path(__file__).parent
MANIFEST = FOLDER / "manifest.json"


def describe_file(path: Path) -> dict[str, Any]:
    """Return what the manifest says of a file of strategies."""
    pair = StrategyPair.load(path)
    return {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        **pair.metadata,
        **measure_pair(pair).to_dict(),
    }


def main() -> None:
    """Write the manifest."""
    told = {name: describe_file(FOLDER / f"{name}.npz") for name in SHIPPED}
    with written_whole(MANIFEST) as temporary:
        temporary.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
