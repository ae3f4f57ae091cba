"""Figures of tables over all hands: artists hold the numbers of the frame, and frames that do not fit are refused."""

from __future__ import annotations

from itertools import combinations_with_replacement

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from cribstats import crib_averages, show_distribution
from cribstats.discard.survey import best_throws, keep_values, kept_ranks
from cribstats.errors import ArgumentError, RoleError
from cribstats.plots import (
    ROLE_LOOKS,
    plot_crib_averages,
    plot_crib_meanings,
    plot_keep_patterns,
    plot_kept_ranks,
    plot_margins,
    plot_mistake_costs,
    plot_points_distribution,
    plot_role_agreement,
    plot_role_difference,
    plot_throw_frequencies,
)
from cribstats.plots.rank_pairs import LUMINANCE

mpl.use("Agg")

RANKS = "A23456789TJQK"
LABELS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@pytest.fixture
def ax():
    axes = Figure(figsize=(9, 6), layout="constrained").subplots()
    yield axes
    assert not plt.get_fignums()


def both(make, **options):
    """Set the frames of both roles one below the other, as the catalogue does."""
    return pd.concat([make(role, **options).assign(role=role) for role in ("dealer", "pone")], ignore_index=True)


@pytest.fixture(scope="module")
def cribs():
    """Averages of both roles; random players are swept in no time, and their roles are told apart here."""
    table = both(crib_averages, opponent="random")
    points = ["realised", "two_card", "least", "most"]
    is_pone = table["role"] == "pone"
    # Numbers of the two roles that differ, in squares that can be told.
    table[points] += 0.01 * np.arange(len(table))[:, None]
    table["when_held"] *= np.where(is_pone, 0.5, 1 + 0.001 * np.arange(len(table)))
    return table


@pytest.fixture(scope="module")
def throws():
    return both(best_throws, opponent="random")


@pytest.fixture(scope="module")
def keeps():
    return both(keep_values, opponent="greedy")


@pytest.fixture(scope="module")
def cards():
    return both(kept_ranks, opponent="greedy")


@pytest.fixture(scope="module")
def mistakes():
    return pd.DataFrame(
        [
            ("dealer", "any two cards", 3.75, 0.9),
            ("dealer", "throws a five", 0.5, 0.3),
            ("dealer", "never breaks a pair", 0.0625, 0.05),
            ("pone", "any two cards", 4.0, 0.8),
            ("pone", "never breaks a pair", 1.5, 0.25),
        ],
        columns=["role", "rule", "loss", "wrong"],
    )


@pytest.fixture(scope="module")
def points():
    shares = np.zeros((5, 3))
    shares[[0, 2, 4], 0] = 0.5, 0.25, 0.25
    shares[[2, 3], 1] = 0.75, 0.25
    shares[[1, 4], 2] = 0.5
    return pd.DataFrame(shares, columns=["dealer_hand", "pone_hand", "crib"]).assign(points=np.arange(5))


def check_squares(artists, rows, values):
    """Check that each row's number stands above the diagonal if it is of two suits, and below it if of one."""
    drawn = np.ma.filled(artists.image.get_array(), np.nan)
    assert drawn.shape == (13, 13)
    assert len(rows) == 169
    for row, number in zip(rows.itertuples(), values, strict=True):
        low, high = RANKS.index(row.rank1), RANKS.index(row.rank2)
        assert drawn[(high, low) if row.suited else (low, high)] == pytest.approx(number, nan_ok=True)


def heights(steps):
    return steps.get_data()[0]


def rows_of(table, role):
    return table[table["role"] == role]


@pytest.mark.parametrize("value", ["realised", "two_card", "least", "most"])
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_the_map_of_cribs_has_two_suits_above_the_diagonal_and_one_below(ax, cribs, role, value):
    rows = rows_of(cribs, role)
    artists = plot_crib_averages(cribs, ax, role=role, value=value)
    check_squares(artists, rows, rows[value])
    assert [label.get_text() for label in ax.get_xticklabels()] == LABELS
    assert [label.get_text() for label in ax.get_yticklabels()] == LABELS
    fives = rows[(rows["rank1"] == "5") & (rows["rank2"] == "5")][value].iloc[0]
    assert artists.numbers[4 * 13 + 4].get_text() == f"{fives:.1f}"
    assert "points" in ax.get_title()
    assert f"the {role}'s throws" in ax.get_title()


def test_the_role_is_taken_from_the_table_if_it_has_one_alone(cribs, ax):
    plot_crib_averages(rows_of(cribs, "pone"), ax)
    assert "the pone's throws" in ax.get_title()
    plot_crib_averages(rows_of(cribs, "pone").drop(columns="role"), ax)
    assert ax.get_title() == "Average crib, by the two cards thrown (points)\nover the hands that throw them"


@pytest.mark.parametrize("value", ["thrown", "when_held"])
def test_frequencies_are_those_of_the_table_and_written_in_percent(ax, cribs, value):
    rows = rows_of(cribs, "dealer")
    artists = plot_throw_frequencies(cribs, ax, role="dealer", value=value)
    check_squares(artists, rows, rows[value])
    aces = 100 * rows[(rows["rank1"] == "A") & (rows["rank2"] == "A")][value].iloc[0]
    assert float(artists.numbers[0].get_text()) == pytest.approx(aces, abs=0.05)
    assert ax.get_title().endswith("(%)")


def test_what_is_never_thrown_has_a_dash(ax, cribs):
    rows = rows_of(cribs, "dealer").copy()
    rows.loc[rows.index[0], "realised"] = np.nan
    artists = plot_crib_averages(rows, ax)
    assert artists.numbers[0].get_text() == "–"
    assert artists.numbers[1].get_text() != "–"
    check_squares(artists, rows, rows["realised"])


@pytest.mark.parametrize(("value", "unit"), [("realised", 1), ("two_card", 1), ("when_held", 100), ("thrown", 100)])
def test_the_difference_is_the_dealers_less_the_pones_with_zero_in_the_middle(ax, cribs, value, unit):
    rows = rows_of(cribs, "dealer")
    expected = unit * (rows[value].to_numpy() - rows_of(cribs, "pone")[value].to_numpy())
    artists = plot_role_difference(cribs, ax, value=value)
    check_squares(artists, rows, expected)
    assert artists.image.norm.vcenter == 0
    assert artists.image.norm.vmax == -artists.image.norm.vmin
    low = artists.numbers[0].get_text()
    first = float(np.asarray(artists.image.get_array())[0, 0])
    assert low.startswith("−" if first <= -0.05 else "+" if first >= 0.05 else "0")
    assert "points" in ax.get_title()


def test_numbers_stand_out_from_their_squares(ax, cribs):
    for artists in (plot_crib_averages(cribs, ax, role="pone"), plot_role_difference(cribs, ax, value="when_held")):
        squares = artists.image.to_rgba(artists.image.get_array())[..., :3].reshape(-1, 3) @ LUMINANCE
        texts = np.array([mpl.colors.to_rgb(text.get_color()) for text in artists.numbers]) @ LUMINANCE
        assert (np.abs(squares - texts) > 0.45).all()


def test_maps_refuse_what_is_no_column_of_theirs_or_is_of_both_roles(refuses, ax, cribs):
    refuses(ArgumentError, "^'thrown' is not an average", plot_crib_averages, cribs, ax, value="thrown")
    refuses(ArgumentError, "^'realised' is not a frequency", plot_throw_frequencies, cribs, ax, value="realised")
    refuses(ArgumentError, "^'suited' is not a column", plot_role_difference, cribs, ax, value="suited")
    refuses(ArgumentError, "^338 rows", plot_crib_averages, cribs, ax)
    refuses(ArgumentError, "^338 rows", plot_crib_meanings, cribs, ["5 5"], ax)
    refuses(RoleError, "'cutter'", plot_crib_averages, cribs, ax, role="cutter")
    refuses(ArgumentError, "no rows of the dealer", plot_role_difference, rows_of(cribs, "pone"), ax)
    lacking = cribs.drop(columns="rank2")
    refuses(ArgumentError, "no column 'rank2'", plot_crib_averages, lacking, ax, role="dealer")
    assert not ax.has_data()


def test_agreement_is_the_share_of_deals_in_which_the_ranks_thrown_are_the_same(ax):
    hands = pd.DataFrame({"hand": ["one", "other", "third", "last"], "ways": [4, 12, 24, 40]})
    table = pd.concat(
        [
            hands.assign(role="dealer", throw=["5C 5D", "2C 3C", "2H 3H", "2C 3D"]),
            hands.assign(role="pone", throw=["KC KD", "2D 3D", "QC KD", "2C 3D"]),
        ]
    )
    artists = plot_role_agreement(table, ax)
    drawn = np.ma.filled(artists.image.get_array(), np.nan)
    assert drawn[4, 4] == 0
    assert drawn[2, 1] == 12 / 36
    assert drawn[1, 2] == 1
    assert np.isnan(drawn).sum() == 13 * 13 - 3
    assert "in 65 % of deals" in ax.get_title()


def test_agreement_over_all_hands_is_what_their_throws_say(ax, throws):
    artists = plot_role_agreement(throws, ax)
    dealer, pone = (rows_of(throws, role) for role in ("dealer", "pone"))
    ways = dealer["ways"].to_numpy()
    ranks = [rows["throw"].str.replace("[cdhsCDHS ]", "", regex=True).to_numpy() for rows in (dealer, pone)]
    same = ways[ranks[0] == ranks[1]].sum() / ways.sum()
    assert f"in {100 * same:.0f} % of deals" in ax.get_title()
    is_fives = dealer["throw"].str.fullmatch("5. 5.").to_numpy()
    shown = ways[is_fives & (ranks[1] == "55")].sum() / ways[is_fives].sum()
    assert np.asarray(artists.image.get_array())[4, 4] == pytest.approx(shown)


def test_agreement_refuses_roles_of_different_hands_and_throws_of_other_sizes(refuses, ax, throws):
    few = pd.concat([rows[:3] for _, rows in throws.groupby("role")])
    refuses(ArgumentError, "no rows of the pone", plot_role_agreement, rows_of(few, "dealer"), ax)
    refuses(ArgumentError, "different hands", plot_role_agreement, few[:-1], ax)
    refuses(ArgumentError, "^'AC' is a throw", plot_role_agreement, few.assign(throw="AC"), ax)
    assert not ax.has_data()


def test_the_meanings_of_a_crib_are_drawn_for_the_pairs_asked_for(ax, cribs):
    pairs = ["5 5", "7 8", "T K"]
    drawn = plot_crib_meanings(cribs, pairs, ax, role="pone")
    rows = rows_of(cribs, "pone")
    for line, pair in enumerate(pairs):
        row = rows[(rows["rank1"] == pair[0]) & (rows["rank2"] == pair[2]) & ~rows["suited"]].iloc[0]
        (left, low), (right, high) = drawn.ranges.get_segments()[line]
        assert (left, right, low, high) == pytest.approx((row["least"], row["most"], line, line))
        assert drawn.realised.get_xydata()[line].tolist() == pytest.approx([row["realised"], line])
        assert drawn.two_card.get_xydata()[line].tolist() == pytest.approx([row["two_card"], line])
        assert drawn.numbers[line].get_text() == f"{row['least']:.2f}"
        assert drawn.numbers[line + 3].get_text() == f"{row['most']:.2f}"
    assert [label.get_text() for label in ax.get_yticklabels()] == ["5 5", "7 8", "10 K"]
    first, last = (ax.transData.transform((0, line))[1] for line in (0, 2))
    assert first > last


def test_pairs_that_are_none_are_refused(refuses, ax, cribs):
    refuses(ArgumentError, "^'8 7' is not a pair", plot_crib_meanings, cribs, ["5 5", "8 7"], ax, role="dealer")
    refuses(ArgumentError, "'5 J' expected", plot_crib_meanings, cribs, [], ax, role="dealer")
    assert not ax.has_data()


def test_margins_are_counted_as_often_as_their_hands_are_dealt(ax):
    table = pd.DataFrame(
        {
            "role": ["dealer"] * 4 + ["pone"] * 3,
            "ways": [4, 12, 24, 40, 24, 24, 12],
            "margin": [-1e-15, 0.05, 0.25, 7.0, 0.05, 1.05, 2.05],
        }
    )
    drawn = plot_margins(table, ax)
    shares, edges, _ = drawn.dealer.get_data()
    assert shares[0] == 16 / 80
    assert shares[2] == 24 / 80
    assert shares.sum() == pytest.approx(40 / 80)
    assert np.diff(edges) == pytest.approx(0.1)
    assert heights(drawn.pone)[[0, 10, 20]] == pytest.approx([24 / 60, 24 / 60, 12 / 60])
    assert drawn.words.get_text().splitlines() == [
        "under 0.1 points: 20 % of the dealer's deals, 40 % of the pone's",
        "over 5 points: 50 % of the dealer's deals, 0.0 % of the pone's",
    ]


def test_margins_of_all_hands_add_up_to_all_deals(ax, throws):
    drawn = plot_margins(throws, ax, close=0.25)
    for role, steps in (("dealer", drawn.dealer), ("pone", drawn.pone)):
        rows = rows_of(throws, role)
        shown = rows[rows["margin"] <= 5]["ways"].sum() / rows["ways"].sum()
        assert heights(steps).sum() == pytest.approx(shown)
        assert len(heights(steps)) == 20
        assert steps.get_label() == role
    assert "under 0.25 points" in drawn.words.get_text()


@pytest.mark.parametrize("close", [0, -0.1, 1.5, float("nan")])
def test_margins_that_are_not_close_are_refused(refuses, ax, throws, close):
    refuses(ArgumentError, "is not a margin that is close", plot_margins, throws, ax, close=close)
    assert not ax.has_data()


def test_keeps_are_drawn_by_pattern_as_often_as_they_are_kept(ax, keeps):
    drawn = plot_keep_patterns(keeps, ax)
    patterns = [label.get_text().splitlines()[0] for label in ax.get_yticklabels()]
    assert set(patterns) == set(keeps["pattern"])
    for role, artists in drawn.items():
        kept = rows_of(keeps, role)
        kept = kept[kept["kept"] > 0]
        for line, pattern in enumerate(patterns):
            rows = kept[kept["pattern"] == pattern]
            mean, place = artists.means.get_xydata()[line]
            assert mean == pytest.approx(np.average(rows["hand_points_when_kept"], weights=rows["kept"]))
            assert round(place) == line
            (low, _), (high, _) = artists.boxes.get_segments()[line]
            below, above = rows["hand_points_when_kept"] < low, rows["hand_points_when_kept"] > high
            assert max(rows["kept"][below].sum(), rows["kept"][above].sum()) <= 0.25 * rows["kept"].sum() + 1e-12
            (least, _), (most, _) = artists.spans.get_segments()[line]
            assert least <= low <= high <= most
    means = [sum(drawn[role].means.get_xdata()[line] for role in drawn) for line in range(len(patterns))]
    assert means == sorted(means)


def test_patterns_tell_how_often_they_are_kept(ax, keeps):
    plot_keep_patterns(keeps, ax)
    for label in ax.get_yticklabels():
        pattern, told = label.get_text().splitlines()
        shares = [float(share) for share in told.removesuffix(" %").split(" / ")]
        expected = [
            100 * rows["kept"][rows["pattern"] == pattern].sum()
            for rows in (rows_of(keeps, role) for role in ("dealer", "pone"))
        ]
        assert shares == pytest.approx(expected, rel=0.06, abs=0.05)


def test_kept_cards_are_bars_by_rank(ax, cards):
    bars = plot_kept_ranks(cards, ax)
    for role, drawn in zip(("dealer", "pone"), bars, strict=True):
        assert [bar.get_height() for bar in drawn] == rows_of(cards, role)["kept_share"].tolist()
        assert [round(bar.get_x() + bar.get_width() / 2) for bar in drawn] == list(range(13))
    assert [label.get_text() for label in ax.get_xticklabels()] == LABELS
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["dealer", "pone", "of all cards: 67 %"]
    ax.figure.draw_without_rendering()
    assert ax.get_yticklabels()[1].get_text() == "20"


def test_mistakes_are_bars_the_dearest_at_the_top(ax, mistakes):
    bars = plot_mistake_costs(mistakes, ax)
    rules = [label.get_text() for label in ax.get_yticklabels()]
    assert rules == ["throws a five", "never breaks a pair", "any two cards"]
    for role, drawn in zip(("dealer", "pone"), bars, strict=True):
        rows = rows_of(mistakes, role)
        assert [bar.get_width() for bar in drawn] == rows["loss"].tolist()
        middles = [bar.get_y() + bar.get_height() / 2 for bar in drawn]
        assert [rules[round(middle)] for middle in middles] == rows["rule"].tolist()
    five = bars.dealer[1]
    assert five.get_y() + five.get_height() / 2 == pytest.approx(rules.index("throws a five"))
    told = [text.get_text() for text in ax.texts]
    assert told == ["3.75, 90 %", "0.50, 30 %", "0.062, 5.0 %", "4.00, 80 %", "1.50, 25 %"]
    assert "points" in ax.get_xlabel()


def test_points_of_hands_stand_beside_all_shows(ax, points):
    shows = show_distribution()
    drawn = plot_points_distribution(points, shows, ax)
    assert len(drawn.steps) == 3
    assert heights(drawn.steps[0]).tolist() == shows["hand_share"].tolist()
    assert heights(drawn.steps[1]).tolist() == points["dealer_hand"].tolist()
    assert heights(drawn.steps[2]).tolist() == points["pone_hand"].tolist()
    assert [mean.get_xdata()[0] for mean in drawn.means] == pytest.approx([61_974_180 / 12_994_800, 1.5, 2.25])


def test_points_of_cribs_stand_beside_shows_by_crib_rule(ax, points):
    shows = show_distribution()
    drawn = plot_points_distribution(points, shows, ax, what="crib")
    assert heights(drawn.steps[0]).tolist() == shows["crib_share"].tolist()
    assert heights(drawn.steps[1]).tolist() == points["crib"].tolist()
    assert len(drawn.steps) == 2


def test_points_of_nothing_known_are_refused(refuses, ax, points):
    shows = show_distribution()
    refuses(ArgumentError, "^'net' is not drawn", plot_points_distribution, points, shows, ax, what="net")
    refuses(
        ArgumentError, "no column 'crib'", plot_points_distribution, points.drop(columns="crib"), shows, ax, what="crib"
    )
    refuses(ArgumentError, "no column 'hand_share'", plot_points_distribution, points, points, ax)
    assert not ax.has_data()


PLOTS = {
    plot_role_difference: ("cribs", "realised"),
    plot_margins: ("throws", "margin"),
    plot_keep_patterns: ("keeps", "pattern"),
    plot_kept_ranks: ("cards", "kept_share"),
    plot_mistake_costs: ("mistakes", "rule"),
    plot_role_agreement: ("throws", "hand"),
}


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_tables_of_one_role_or_without_a_column_are_refused(request, refuses, ax, plot):
    name, column = PLOTS[plot]
    table = request.getfixturevalue(name)
    refuses(ArgumentError, "no rows of the pone", plot, rows_of(table, "dealer"), ax)
    refuses(ArgumentError, "'role'", plot, table.drop(columns="role"), ax)
    refuses(ArgumentError, f"'{column}'", plot, table.drop(columns=column), ax)
    assert not ax.has_data()


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_plots_draw_on_the_current_axes_if_none_are_given(request, plot):
    table = request.getfixturevalue(PLOTS[plot][0])
    figure, axes = plt.subplots()
    try:
        plot(table)
        assert axes.has_data()
        assert axes.get_title()
        assert figure.axes == [axes]
    finally:
        plt.close(figure)


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_nothing_written_overlaps_or_is_cut(request, ax, plot):
    plot(request.getfixturevalue(PLOTS[plot][0]), ax)
    ax.figure.draw_without_rendering()
    texts = [text for text in ax.texts if text.get_text()]
    boxes = [text.get_window_extent() for text in texts]
    labels = [label.get_window_extent() for label in (*ax.get_xticklabels(), *ax.get_yticklabels())]
    whole = ax.figure.bbox
    for box in (*boxes, ax.title.get_window_extent(), ax.xaxis.label.get_window_extent()):
        assert whole.x0 <= box.x0
        assert box.x1 <= whole.x1
        assert whole.y0 <= box.y0
        assert box.y1 <= whole.y1
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in (*boxes[:i], *labels))
    if legend := ax.get_legend():
        assert not any(box.overlaps(legend.get_window_extent()) for box in boxes)


def test_roles_differ_in_grey_print():
    dealer, pone = (mpl.colors.to_rgb(ROLE_LOOKS[role]["color"]) @ LUMINANCE for role in ("dealer", "pone"))
    assert pone - dealer > 0.25


def test_every_pair_of_ranks_has_its_square(cribs):
    pairs = list(combinations_with_replacement(RANKS, 2))
    table = rows_of(cribs, "dealer")
    assert sorted(zip(table["rank1"], table["rank2"], strict=True)) == sorted(
        pair for pair in pairs for _ in range(1 + (pair[0] != pair[1]))
    )
