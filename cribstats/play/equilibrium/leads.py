"""What a solution leads and answers, and what that is worth: tables of the values of keeps."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT, RANK_NAMES, RANK_VALUES, rank_texts
from cribstats.play.equilibrium.values import KeepValues
from cribstats.play.game import seat_names
from cribstats.play.kernels import CARD_BITS, count_pegged, pegged, total_of
from cribstats.show.tables import rank_multisets

if TYPE_CHECKING:
    import pandas as pd

PONE, DEALER = 0, 1

# A lead is mixed if two ranks or more are led as often as this (probability): what is rarer may be what is left of the
# first rounds of a solve.
MIXED = 0.05


@cache
def rank_counts(kept: int) -> NDArray[np.int64]:
    """Count the cards of each rank in each keep: shape (keeps, ranks), keeps as in `rank_multisets`.

    >>> rank_counts(4)[0].tolist()
    [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    """
    counts = np.array([np.bincount(keep, minlength=RANK_COUNT) for keep in rank_multisets(kept)])
    counts.setflags(write=False)
    return counts


def pegging_values(values: KeepValues) -> pd.DataFrame:
    """Tabulate what each keep pegs, for the pone with his lead.

    Returns
    -------
    As :meth:`KeepValues.to_frame`, and for the pone's keeps that are held ``lead``, the rank that is led most often
    (the best, if there is one), how likely that is (``lead_chance``, probability), and his net points after it
    (``lead_value``).

    Examples
    --------
    >>> from cribstats import shipped_values
    >>> pone = pegging_values(shipped_values()).query("role == 'pone'").set_index("keep")
    >>> print(pone.loc["4 T J Q", "lead"])
    4
    """
    frame = values.to_frame()
    first = lead_values(values).drop_duplicates("keep").set_index("keep")
    rows = frame["role"] == seat_names(values.variant.players)[PONE]
    for name, column in (("lead", "lead"), ("lead_chance", "chance"), ("lead_value", "value")):
        frame[name] = frame["keep"].map(first[column]).where(rows)
    return frame


def lead_values(values: KeepValues) -> pd.DataFrame:
    """Tabulate what the pone leads from each keep that is held, the usual lead of a keep first.

    Returns
    -------
    Frame with ``keep``, how likely it is ``held`` (probability), the rank of the ``lead``, its ``chance``
    (probability), the pone's net points after it (``value``), how far that is ``behind`` the best lead (points), and
    whether the keep's lead is ``mixed``: two ranks or more led in one deal of twenty each.

    Notes
    -----
    Leads that are mixed are equally good; which of them is best is left of the gap. So they stand in the order of their
    chances, and those that are led more rarely follow in the order of what they lose.

    Examples
    --------
    >>> from cribstats import shipped_values
    >>> leads = lead_values(shipped_values())
    >>> leads[leads["keep"] == "5 T J Q"].iloc[-1]["lead"]  # the worst
    '5'
    """
    import pandas as pd

    counts, held = rank_counts(values.variant.kept), values.held[PONE]
    chances, worth = values.opening.lead_chances, values.opening.lead_values
    keeps, ranks = np.nonzero((counts > 0) & (held > 0)[:, None])
    best = np.max(worth, axis=1, initial=-np.inf, where=counts > 0)
    frame = pd.DataFrame(
        {
            "keep": np.array(_keep_names(values.variant.kept), dtype=object)[keeps],
            "held": held[keeps],
            "lead": _names(ranks),
            "chance": chances[keeps, ranks],
            "value": worth[keeps, ranks],
            "behind": best[keeps] - worth[keeps, ranks],
            "mixed": is_mixed(values)[keeps],
        }
    )
    return _sorted(frame, keeps)


def leads_by_rank(values: KeepValues) -> pd.DataFrame:
    """Tabulate how often the pone leads each rank.

    Returns
    -------
    Frame with ``lead``, the share of deals in which the pone's keep has the rank (``held``) and in which he leads it
    (``led``), their quotient (``when_held``), his mean net points in deals that lead it (``value``), and in what share
    of these the lead of his keep is ``mixed``, as :func:`lead_values` has it (probabilities).

    Examples
    --------
    >>> from cribstats import shipped_values
    >>> leads = leads_by_rank(shipped_values()).set_index("lead")
    >>> print(leads["led"].idxmin(), leads["led"].idxmax())
    5 4
    """
    import pandas as pd

    held = values.held[PONE]
    led = held[:, None] * values.opening.lead_chances
    worth = np.nan_to_num(values.opening.lead_values)
    total, has = led.sum(axis=0), held @ (rank_counts(values.variant.kept) > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return pd.DataFrame(
            {
                "lead": list(RANK_NAMES),
                "held": has,
                "led": total,
                "when_held": total / has,
                "value": (led * worth).sum(axis=0) / total,
                "mixed": led[is_mixed(values)].sum(axis=0) / total,
            }
        )


def answer_values(values: KeepValues) -> pd.DataFrame:
    """Tabulate what the dealer answers to each lead from each keep that meets it, the usual answer of a keep first.

    Returns
    -------
    Frame with the rank of the ``lead``, the dealer's ``keep``, how likely both are (``met``, probability), the rank of
    the ``answer``, what it ``pegs`` at once (points), its ``chance`` (probability), the dealer's net points from the
    answer on, these included (``value``), and how far that is ``behind`` the best answer (points); in the order that
    :func:`lead_values` has.

    Raises
    ------
    ArgumentError
        The values do not tell how often leads are met.

    Examples
    --------
    >>> from cribstats import shipped_values
    >>> answers = answer_values(shipped_values())
    >>> answers.query("lead == '8' and keep == '7 8 9 T'")["answer"].tolist()[:2]
    ['7', '8']
    """
    import pandas as pd

    counts, met = rank_counts(values.variant.kept), values.opening.met
    chances, worth = values.opening.answer_chances, values.opening.answer_values
    leads, keeps, answers = np.nonzero((counts > 0) & (met > 0)[:, :, None])
    best = np.max(worth, axis=2, initial=-np.inf, where=counts > 0)
    frame = pd.DataFrame(
        {
            "lead": _names(leads),
            "keep": np.array(_keep_names(values.variant.kept), dtype=object)[keeps],
            "met": met[leads, keeps],
            "answer": _names(answers),
            "pegs": answer_points()[leads, answers],
            "chance": chances[leads, keeps, answers].astype(np.float64),
            "value": worth[leads, keeps, answers].astype(np.float64),
            "behind": (best[leads, keeps] - worth[leads, keeps, answers]).astype(np.float64),
        }
    )
    return _sorted(frame, keeps, leads)


def answers_by_rank(values: KeepValues) -> pd.DataFrame:
    """Tabulate how often the dealer answers each lead with each rank, the most usual answer to a lead first.

    Returns
    -------
    Frame with ``lead``, ``answer``, what the answer ``pegs`` at once (points), in what share of the deals with this
    lead the dealer has the rank (``held``) and answers with it (``answered``), their quotient (``when_held``,
    probabilities), and his mean net points in deals that do (``value``).

    Raises
    ------
    ArgumentError
        The values do not tell how often leads are met.

    Examples
    --------
    Fifteen, if he can, is what a ten-card is answered with.

    >>> from cribstats import shipped_values
    >>> answers = answers_by_rank(shipped_values())
    >>> answers[answers["lead"] == "T"].iloc[0]["answer"]
    '5'
    """
    import pandas as pd

    met = values.opening.met
    worth = np.nan_to_num(values.opening.answer_values)
    chances = values.opening.answer_chances.astype(np.float64)
    led = met.sum(axis=1, keepdims=True)
    answered = np.einsum("lk,lka->la", met, chances)
    sums = np.einsum("lk,lka,lka->la", met, chances, worth)
    has = met @ (rank_counts(values.variant.kept) > 0)
    leads, answers = np.indices(answered.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        frame = pd.DataFrame(
            {
                "lead": _names(leads.ravel()),
                "answer": _names(answers.ravel()),
                "pegs": answer_points().ravel(),
                "held": (has / led).ravel(),
                "answered": (answered / led).ravel(),
                "when_held": (answered / has).ravel(),
                "value": (sums / answered).ravel(),
            }
        )
    return frame.iloc[np.lexsort((-frame["answered"], leads.ravel()))].reset_index(drop=True)


def is_mixed(values: KeepValues) -> NDArray[np.bool_]:
    """Whether the pone leads two ranks or more from each keep, each in one deal of twenty or more: shape (keeps,)."""
    often = np.count_nonzero(values.opening.lead_chances >= MIXED, axis=1)
    mixed: NDArray[np.bool_] = np.logical_and(often > 1, values.held[PONE] > 0)
    return mixed


def mixed_share(values: KeepValues) -> float:
    """Return in what share of deals the pone's lead is mixed, as :func:`lead_values` has it.

    >>> from cribstats import shipped_values
    >>> bool(0.5 < mixed_share(shipped_values()) < 0.7)
    True
    """
    return float(values.held[PONE][is_mixed(values)].sum())


@cache
def answer_points() -> NDArray[np.int64]:
    """Return what each answer to each lead pegs at once: shape (leads, answers).

    >>> answer_points()[[4, 4, 4], [9, 4, 3]].tolist()  # ten, five and four on a five
    [2, 2, 0]
    """
    points = np.zeros((RANK_COUNT, RANK_COUNT), dtype=np.int64)
    for lead, answer in product(range(RANK_COUNT), repeat=2):
        series = (lead + 1) << CARD_BITS | (answer + 1)
        points[lead, answer] = total_of(pegged(series) + count_pegged(RANK_VALUES[lead] + RANK_VALUES[answer]))
    points.setflags(write=False)
    return points


def _sorted(frame: pd.DataFrame, *order: NDArray[np.integer]) -> pd.DataFrame:
    """Set what is usual first, by its chance, then the rest, by what it loses; within `order`, its last key first."""
    usual = np.where(frame["chance"] >= MIXED, frame["chance"], 0)
    keys: list[NDArray[Any]] = [frame["behind"].to_numpy(), -usual, *order]
    return frame.iloc[np.lexsort(keys)].reset_index(drop=True)


def _names(ranks: NDArray[np.integer]) -> NDArray[np.object_]:
    return np.array([RANK_NAMES[rank] for rank in ranks], dtype=object)


def _keep_names(kept: int) -> list[str]:
    return rank_texts(np.array(rank_multisets(kept)))
