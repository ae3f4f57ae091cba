"""Draw the pictures of the README: run ``python docs/make_images.py``."""

from pathlib import Path

from matplotlib.figure import Figure

from cribstats import analyse_discard
from cribstats.plots import plot_net_distribution

IMAGES = Path(__file__).parent / "images"


def draw_net_distribution() -> None:
    """Draw a hand whose best keep, 4 5 5 6, goes with the second-best throw; that throw is the gamble of the two."""
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    plot_net_distribution(analyse_discard("4D 5D 5H 6D JD KC", "dealer"), figure.subplots())
    # Without the version of matplotlib the file changes only if the picture does.
    figure.savefig(IMAGES / "net_distribution.png", dpi=125, metadata={"Software": None})


if __name__ == "__main__":
    draw_net_distribution()
