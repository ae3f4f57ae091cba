"""Make the manifest of the shipped files: ``python -m cribstats.data.manifest``.

Every pair of strategies is measured anew from its file, by two sweeps; of all files the hash and what made them is
noted: the package refuses a file that is not the one of its manifest. CONTRIBUTING.md says which commands make them.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from cribstats.discard.equilibrium import measure_pair
from cribstats.discard.pairs import StrategyPair, is_pair
from cribstats.files import read_arrays, written_whole
from cribstats.variants import VARIANTS

FOLDER = Path(__file__).parent
MANIFEST = FOLDER / "manifest.json"


def describe_file(path: Path) -> dict[str, Any]:
    """Return what the manifest says of a file."""
    told: dict[str, Any] = {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    if is_pair(path):
        pair = StrategyPair.load(path)
        return told | pair.metadata | measure_pair(pair).to_dict()
    return told | read_arrays(path, "data")[1]


def main() -> None:
    """Write the manifest."""
    told: dict[str, dict[str, Any]] = {name: {} for name in VARIANTS if (FOLDER / name).is_dir()}
    for path in sorted(FOLDER.glob("*/*.npz")):
        told[path.parent.name][path.stem] = describe_file(path)
    with written_whole(MANIFEST) as temporary:
        temporary.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
