"""Figures show the numbers they are given, on the axes they are given, and leave nothing behind."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from cribstats import analyse_discard, show_distribution
from cribstats.errors import ArgumentError
from cribstats.plots import STEPS, card_labels, plot_net_distribution, plot_show_distribution
from cribstats.variants import SIX_CARD

mpl.use("Agg")

HAND = "4D 5D 5H 6D JD TC"


@pytest.fixture(autouse=True)
def no_figures_left():
    """No test and no plot leaves a figure of pyplot's open."""
    assert not plt.get_fignums()
    yield
    assert not plt.get_fignums()


@pytest.fixture
def ax():
    return Figure(figsize=(8, 4.5)).subplots()


@pytest.fixture(scope="module")
def as_dealer():
    return analyse_discard(HAND, "dealer", opponent="random")


@pytest.fixture(scope="module")
def as_pone():
    return analyse_discard(HAND, "pone", opponent="random")


@pytest.fixture(scope="module")
def shows():
    return show_distribution()


def check_steps(steps, distribution):
    """Check that each number of points has a step of its own, one point wide, as high as it is probable."""
    heights, edges, baseline = steps.get_data()
    points = np.arange(min(distribution), max(distribution) + 1)
    assert baseline == 0
    assert edges.tolist() == [*(points - 0.5), points[-1] + 0.5]
    assert heights.tolist() == [distribution.get(number, 0) for number in points.tolist()]


def legend_texts(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_net_of_an_analysis_is_its_best_throw_and_the_runner_up(ax, as_dealer):
    drawn = plot_net_distribution(as_dealer, ax)
    assert len(drawn.steps) == len(drawn.means) == 2
    for steps, mean, throw in zip(drawn.steps, drawn.means, as_dealer.throws[:2], strict=True):
        check_steps(steps, throw.net_distribution)
        assert mean.get_xdata() == [throw.net, throw.net]
    assert drawn.odds == []


@pytest.mark.parametrize("count", [1, 2, 3])
def test_net_of_chosen_throws_is_drawn_in_their_order(ax, as_pone, count):
    throws = as_pone.throws[-count:]
    drawn = plot_net_distribution(throws, ax)
    assert len(drawn.steps) == count
    for steps, throw in zip(drawn.steps, throws, strict=True):
        check_steps(steps, throw.net_distribution)
    assert min(throws[-1].net_distribution) < 0


def test_net_says_in_words_what_is_seen(ax, as_dealer):
    plot_net_distribution(as_dealer, ax)
    best, second = as_dealer.throws[:2]
    assert ax.get_title() == "Best throws of 4♦ 5♦ 5♥ 6♦ 10♣ J♦ as dealer against random"
    assert ax.get_xlabel() == "net of a deal (points): hand + crib + heels"
    assert ax.get_ylabel() == "share of deals (%)"
    assert legend_texts(ax) == [
        f"throw {card_labels(best.throw)}",
        f"throw {card_labels(second.throw)}",
        f"mean {best.net:.2f}, sd {best.net_sd:.2f}",
        f"mean {second.net:.2f}, sd {second.net_sd:.2f}",
    ]


def test_net_of_the_pone_is_less_the_crib(ax, as_pone):
    plot_net_distribution(as_pone.throws[:1], ax)
    assert ax.get_title() == "Throws of 4♦ 5♦ 5♥ 6♦ 10♣ J♦ as pone"
    assert ax.get_xlabel() == "net of a deal (points): hand − crib − heels"


def test_net_tells_what_else_was_known(ax):
    plot_net_distribution(analyse_discard(HAND, "pone", opponent="random", starter="KH", dead="TD 9C"), ax)
    assert ax.get_title().splitlines()[1:] == ["starter K♥, dead 9♣ 10♦"]


def test_net_of_a_hand_of_unknown_suits_names_ranks(ax, as_dealer):
    # What an analysis of ranks alone returns, without the minute that some take.
    ranks = [
        replace(throw, throw=tuple(name[0] for name in throw.throw), keep=tuple(name[0] for name in throw.keep))
        for throw in as_dealer.throws[:2]
    ]
    plot_net_distribution(ranks, ax)
    assert ax.get_title() == "Throws of 4 5 5 6 10 J as dealer"
    assert legend_texts(ax)[0] == f"throw {card_labels(ranks[0].throw)}"


def test_net_refuses_no_throws_too_many_and_those_of_several_hands(refuses, ax, as_dealer, as_pone):
    refuses(ArgumentError, "^0 throws given: 1 to 3", plot_net_distribution, [], ax)
    refuses(ArgumentError, "^4 throws given: 1 to 3", plot_net_distribution, as_dealer.throws[:4], ax)
    both = [as_dealer.best, as_pone.best]
    refuses(ArgumentError, "^throws of several hands or roles", plot_net_distribution, both, ax)
    assert not ax.has_data()


def test_shows_are_drawn_by_both_rules(ax, shows):
    drawn = plot_show_distribution(shows, ax)
    for steps, mean, rule in zip(drawn.steps, drawn.means, ("hand", "crib"), strict=True):
        check_steps(steps, shows[f"{rule}_share"].to_dict())
        assert mean.get_xdata()[0] == pytest.approx((shows.index * shows[rule]).sum() / 12_994_800)
    assert drawn.means[0].get_xdata()[0] == pytest.approx(61_974_180 / 12_994_800)


def test_shows_tell_the_odds_of_rare_and_impossible_scores_in_words(ax, shows):
    drawn = plot_show_distribution(shows, ax)
    words = dict(text.get_text().split(": ") for text in drawn.odds)
    assert [points for points, odds in words.items() if odds == "never"] == ["19", "25", "26", "27"]
    assert words["29"] == "1 in 3,248,700"
    assert words["28"] == "1 in 170,984"
    assert words["24"] == "1 in 3,531"
    assert set(words) == {str(points) for points, share in shows["hand_share"].items() if share < 0.01}
    for text in drawn.odds:
        points = int(text.get_text().split(":")[0])
        assert text.xy == (points, shows["hand_share"][points])


def test_shows_tell_odds_below_the_share_asked_for(ax, shows):
    drawn = plot_show_distribution(shows, ax, words_below=1e-4)
    assert [text.get_text().split(":")[0] for text in drawn.odds] == ["19", "22", "23", "25", "26", "27", "28", "29"]


def test_shows_say_in_words_what_is_seen(ax, shows):
    plot_show_distribution(shows, ax)
    assert ax.get_title() == "How often each score comes in all 12,994,800 shows"
    assert ax.get_xlabel() == "points at the show (in words: the odds by hand rule)"
    assert ax.get_ylabel() == "share of all shows (%)"
    assert legend_texts(ax) == ["hand rule", "crib rule", "mean 4.769", "mean 4.735"]


def test_shows_of_another_game_are_drawn_too(ax):
    table = show_distribution(variant=replace(SIX_CARD, dealt=5, hand_flush=3))
    drawn = plot_show_distribution(table, ax)
    check_steps(drawn.steps[0], table["hand_share"].to_dict())
    assert "1,082,900" in ax.get_title()


@pytest.mark.parametrize("plot", ["net", "show"])
def test_plots_draw_on_the_axes_given_and_no_other(plot, as_dealer, shows):
    current, (given, other) = plt.figure(), Figure().subplots(1, 2)
    try:
        drawn = plot_net_distribution(as_dealer, given) if plot == "net" else plot_show_distribution(shows, given)
        assert all(artist.axes is given for artists in drawn for artist in artists)
        assert not other.has_data()
        assert not other.get_title()
        assert current.axes == []
        assert plt.gcf() is current
    finally:
        plt.close(current)


@pytest.mark.parametrize("plot", ["net", "show"])
def test_plots_draw_on_the_current_axes_if_none_are_given(plot, as_dealer, shows):
    figure, axes = plt.subplots()
    try:
        drawn = plot_net_distribution(as_dealer) if plot == "net" else plot_show_distribution(shows)
        assert drawn.steps[0].axes is axes
        assert figure.axes == [axes]
    finally:
        plt.close(figure)


@pytest.mark.parametrize("plot", ["net", "show"])
def test_plots_are_painted_whole(plot, ax, as_dealer, shows):
    # A symbol that the font lacks is a warning, so an error here.
    drawn = plot_net_distribution(as_dealer, ax) if plot == "net" else plot_show_distribution(shows, ax)
    ax.figure.draw_without_rendering()
    assert [tick.get_text() for tick in ax.get_yticklabels()] == [f"{100 * share:g}" for share in ax.get_yticks()]
    inside = ax.get_window_extent()
    boxes = [text.get_window_extent() for text in drawn.odds]
    assert all(inside.y0 <= box.y0 and box.y1 <= inside.y1 for box in boxes)
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in boxes[:i])
    legend = ax.get_legend().get_window_extent()
    tops = [(ax.transData.transform((0, max(steps.get_data().values))))[1] for steps in drawn.steps]
    assert max(tops) < legend.y0
    assert not any(box.overlaps(legend) for box in boxes)


def test_distributions_differ_in_grey_print():
    # The fill is light where the line on it is dark: relative luminance, as monitors and printers weigh colours.
    fill, line = (np.dot(mpl.colors.to_rgb(look["color"]), [0.299, 0.587, 0.114]) for look in STEPS[:2])
    assert fill - line > 0.25


def test_cards_are_written_with_the_symbols_of_their_suits():
    assert card_labels(["AC", "TD", "JH", "KS"]) == "A♣ 10♦ J♥ K♠"
    assert card_labels("5TQ") == "5 10 Q"


def test_cribstats_without_plots_does_not_load_matplotlib():
    code = "import cribstats, sys; sys.exit('matplotlib' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
