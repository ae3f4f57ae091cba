"""Figures of the play: artists hold the numbers of the frame, and frames that do not fit are refused."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from cribstats import answers_by_rank, leads_by_rank, pegging_values, shipped_values, trap_values
from cribstats.errors import ArgumentError, RoleError
from cribstats.plots import plot_answers, plot_leads, plot_pegging, plot_traps

mpl.use("Agg")

RANKS = "A23456789TJQK"
LABELS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@pytest.fixture
def ax():
    axes = Figure(figsize=(10, 9), layout="constrained").subplots()
    yield axes
    assert not plt.get_fignums()


@pytest.fixture(scope="module")
def keeps():
    return pegging_values(shipped_values())


@pytest.fixture(scope="module")
def leads():
    return leads_by_rank(shipped_values())


@pytest.fixture(scope="module")
def answers():
    return answers_by_rank(shipped_values())


@pytest.fixture(scope="module")
def traps():
    return trap_values(shipped_values())


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_the_best_keeps_stand_above_the_worst(ax, keeps, role):
    drawn = plot_pegging(keeps, ax, role=role, count=4, least_held=0.002)
    rows = keeps[(keeps["role"] == role) & (keeps["held"] >= 0.002)].sort_values("net", ascending=False)
    shown = pd.concat([rows.head(4), rows.tail(4)])
    assert [bar.get_width() for bar in drawn.own] == shown["own"].tolist()
    assert [bar.get_width() for bar in drawn.opponent] == (-shown["opponent"]).tolist()
    assert drawn.net.get_xdata().tolist() == shown["net"].tolist()
    assert drawn.net.get_ydata().tolist() == [0, 1, 2, 3, 5, 6, 7, 8]
    labels = [label.get_text().split("   ")[0] for label in ax.get_yticklabels()]
    assert labels == [keep.replace("T", "10") for keep in shown["keep"]]
    assert ax.yaxis_inverted()
    assert ax.get_title().splitlines() == [
        f"What the best and the worst keeps peg: {role}",
        "of the keeps held in 0.2 % of deals or more",
    ]
    legend = {text.get_text() for text in ax.get_legend().get_texts()}
    assert legend == {"dealer pegs", "pone pegs", "net"}


def test_keeps_of_both_roles_or_too_few_are_refused(refuses, ax, keeps):
    refuses(ArgumentError, "^the table is of both roles: 'dealer' or 'pone' expected$", plot_pegging, keeps, ax)
    refuses(RoleError, "'both'", plot_pegging, keeps, ax, role="both")
    refuses(ArgumentError, "no column 'own'", plot_pegging, keeps.drop(columns="own"), ax, role="pone")
    refuses(ArgumentError, "^0 best and worst of", plot_pegging, keeps, ax, role="pone", count=0)
    refuses(ArgumentError, "best and worst of 0 keeps", plot_pegging, keeps, ax, role="pone", least_held=0.5)
    assert not ax.has_data()


def test_leads_are_bars_within_what_is_held(ax, leads):
    drawn = plot_leads(leads, ax)
    assert [bar.get_height() for bar in drawn.held] == leads["held"].tolist()
    assert [bar.get_height() for bar in drawn.led] == leads["led"].tolist()
    assert [label.get_text() for label in ax.get_xticklabels()] == LABELS
    told = [float(text.get_text().replace("−", "-")) for text in drawn.numbers]
    assert told == pytest.approx(leads["value"].tolist(), abs=0.005001)
    assert "points" in ax.get_xlabel()
    refuses = leads.drop(columns="led")
    with pytest.raises(ArgumentError, match="no column 'led'"):
        plot_leads(refuses, ax)


@pytest.mark.parametrize("value", ["answered", "when_held"])
def test_answers_are_squares_by_lead_and_those_that_peg_are_framed(ax, answers, value):
    drawn = plot_answers(answers.sample(frac=1, random_state=1), ax, value=value)
    squares = np.asarray(drawn.squares.image.get_array())
    for row in answers.itertuples():
        assert squares[RANKS.index(row.lead), RANKS.index(row.answer)] == getattr(row, value)
    framed = {(round(frame.get_y() + 0.46), round(frame.get_x() + 0.46)) for frame in drawn.frames}
    assert framed == {(RANKS.index(row.lead), RANKS.index(row.answer)) for row in answers.itertuples() if row.pegs}
    assert all(frame.axes is ax for frame in drawn.frames)
    assert [label.get_text() for label in ax.get_yticklabels()] == LABELS
    assert "%" in ax.get_title()


def test_answers_of_something_else_are_refused(refuses, ax, answers):
    refuses(ArgumentError, "^'value' is not a frequency that can be drawn", plot_answers, answers, ax, value="value")
    refuses(ArgumentError, "no column 'pegs'", plot_answers, answers.drop(columns="pegs"), ax)
    refuses(ArgumentError, "^168 rows: one for each lead and answer, 169, expected", plot_answers, answers[1:], ax)
    assert not ax.has_data()


def test_traps_are_bars_of_what_they_gain(ax, traps):
    some = traps[::3]
    bars = plot_traps(some, ax)
    for role, drawn in bars.items():
        rows = some[some["role"] == role]
        assert [bar.get_width() for bar in drawn] == rows["gain"].tolist()
        lines = [round(bar.get_y() + bar.get_height() / 2) for bar in drawn]
        assert lines == np.flatnonzero(some["role"] == role).tolist()
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == [f"{row.trap}: {row.cards}".replace("T", "10") for row in some.itertuples()]
    for text, row in zip(ax.texts, some.itertuples(), strict=True):
        gain = float(text.get_text().split(";")[0].replace("−", "-"))
        assert gain == pytest.approx(row.gain, abs=0.005001)
        assert text.xy[0] == max(row.gain, 0)
    assert "points" in ax.get_xlabel()


def test_traps_of_one_role_or_without_a_column_are_refused(refuses, ax, traps):
    refuses(ArgumentError, "no rows of the pone", plot_traps, traps[traps["role"] == "dealer"], ax)
    refuses(ArgumentError, "no column 'gain'", plot_traps, traps.drop(columns="gain"), ax)
    assert not ax.has_data()


PLOTS = {plot_pegging: "keeps", plot_leads: "leads", plot_answers: "answers", plot_traps: "traps"}


def of_one_role(plot, table):
    return table[table["role"] == "pone"] if plot is plot_pegging else table


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_plots_draw_on_the_current_axes_if_none_are_given(request, plot):
    figure, axes = plt.subplots()
    try:
        plot(of_one_role(plot, request.getfixturevalue(PLOTS[plot])))
        assert axes.has_data()
        assert axes.get_title()
        assert figure.axes == [axes]
    finally:
        plt.close(figure)


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_nothing_written_overlaps_or_is_cut(request, ax, plot):
    plot(of_one_role(plot, request.getfixturevalue(PLOTS[plot])), ax)
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts if text.get_text()]
    labels = [label.get_window_extent() for label in (*ax.get_xticklabels(), *ax.get_yticklabels())]
    whole = ax.figure.bbox
    for box in (*boxes, ax.title.get_window_extent(), ax.xaxis.label.get_window_extent()):
        assert whole.x0 <= box.x0
        assert box.x1 <= whole.x1
        assert whole.y0 <= box.y0
        assert box.y1 <= whole.y1
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in (*boxes[:i], *labels))
    if legend := ax.get_legend():
        assert not any(box.overlaps(legend.get_window_extent()) for box in (*boxes, ax.xaxis.label.get_window_extent()))
