"""Draw the pictures of the README: run ``python docs/make_images.py``."""

from io import BytesIO
from pathlib import Path

from matplotlib.figure import Figure
from PIL import Image

from cribstats import FIVE_CARD, FOUR_HANDED, THREE_HANDED, analyse_discard
from cribstats.catalogue import make_table
from cribstats.plots import (
    plot_crib_averages,
    plot_game_difference,
    plot_mistake_costs,
    plot_net_distribution,
    plot_seat_cribs,
)

IMAGES = Path(__file__).parent / "images"


def draw_net_distribution() -> Figure:
    """Draw a hand whose best keep, 4 5 5 6, goes with the second-best throw; that throw is the gamble of the two."""
    figure = Figure(figsize=(8, 4.5), dpi=125, layout="constrained")
    plot_net_distribution(analyse_discard("4D 5D 5H 6D JD KC", "dealer", pegging="none"), figure.subplots())
    return figure


def draw_crib_averages() -> Figure:
    """Draw what each two cards bring to one's own crib and to the other player's."""
    figure = Figure(figsize=(9.8, 5.5), dpi=110, layout="constrained")
    table = make_table("crib")
    for ax, role in zip(figure.subplots(1, 2), ("dealer", "pone"), strict=True):
        plot_crib_averages(table, ax, role=role)
    return figure


def draw_mistake_costs() -> Figure:
    """Draw what rules of thumb lose."""
    figure = Figure(figsize=(9, 6.5), dpi=100, layout="constrained")
    plot_mistake_costs(make_table("mistake"), figure.subplots())
    return figure


def draw_five_card_cribs() -> Figure:
    """Draw how the crib of the five-card game differs from that of the six-card game, in both roles."""
    figure = Figure(figsize=(9.8, 5.5), dpi=110, layout="constrained")
    table = make_table("game", variant=FIVE_CARD)
    for ax, role in zip(figure.subplots(1, 2), ("dealer", "pone"), strict=True):
        plot_game_difference(table, ax, game="five-card", role=role)
    return figure


def draw_seat_cribs() -> Figure:
    """Draw what each rank brings to the crib from each seat, at tables of three and of four."""
    figure = Figure(figsize=(9.8, 4.4), dpi=110, layout="constrained")
    for ax, variant in zip(figure.subplots(1, 2, sharey=True), (THREE_HANDED, FOUR_HANDED), strict=True):
        plot_seat_cribs(make_table("crib", variant=variant), ax)
    return figure


PICTURES = {
    "net_distribution": draw_net_distribution,
    "crib_averages": draw_crib_averages,
    "mistake_costs": draw_mistake_costs,
    "five_card_cribs": draw_five_card_cribs,
    "seat_cribs": draw_seat_cribs,
}


def save(figure: Figure, path: Path) -> None:
    """Save a figure in 256 colours, a third of the size; without metadata the file changes only if the picture does."""
    painted = BytesIO()
    figure.savefig(painted, format="png")
    Image.open(painted).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        save(draw(), IMAGES / f"{name}.png")
