"""The tables of games of two players: dealer and pone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cribstats.catalogue.named import NamedTable, Request
from cribstats.deals import simulate_pegging
from cribstats.discard import survey
from cribstats.discard.opponents import DEFAULT_OPPONENT
from cribstats.discard.roles import ROLES
from cribstats.play import equilibrium
from cribstats.show import show_distribution

if TYPE_CHECKING:
    import pandas as pd

# What the table of simulated pegging is counted from: standard errors of some 0.1 points for keeps that are often held.
PEGGING_SAMPLE = {"n": 1_000_000, "seed": 1}


def _of_each_role(make: Callable[..., pd.DataFrame]) -> Callable[[Request], pd.DataFrame]:
    """Set the tables of both roles one below the other, the dealer's first, with a column ``role``."""

    def make_both(asked: Request) -> pd.DataFrame:
        import pandas as pd

        tables = []
        for done, role in enumerate(ROLES, start=1):
            table = make(role, opponent=asked.opponent, variant=asked.variant)
            table.insert(0, "role", role)
            tables.append(table)
            if asked.progress is not None:
                asked.progress(done, len(ROLES))
        return pd.concat(tables, ignore_index=True)

    return make_both


def _of_shipped_values(make: Callable[[equilibrium.KeepValues], pd.DataFrame]) -> Callable[[Request], pd.DataFrame]:
    """Make a table from the values of keeps that come with the package."""

    def make_it(asked: Request) -> pd.DataFrame:
        return make(equilibrium.shipped_values(asked.variant))

    return make_it


TABLES: Mapping[str, NamedTable] = {
    "show": NamedTable(
        title="How often each score comes at the show",
        description=(
            "Every hand or crib with every starter, all equally likely: how many of them are worth so many points"
            " by the rule for hands and by the rule for cribs, and what share of all that is (probability)."
        ),
        kind="exact",
        has_roles=False,
        make=lambda asked: show_distribution(variant=asked.variant),
        default_opponents=(),
    ),
    "crib": NamedTable(
        title="The average crib by the two cards thrown",
        description=(
            "Both players throw as {players} does. realised: mean crib over the hands that throw the two cards,"
            " as often as they do; two_card: only the two cards are known; least, most: all cards dealt are known, with"
            " the worst and the best other cards (all in points). thrown: share of deals in which the pair is thrown;"
            " when_held: how often it is when it is held (probabilities). Exact for these throws."
        ),
        kind="exact",
        make=_of_each_role(survey.crib_averages),
        is_cached=True,
    ),
    "throw": NamedTable(
        title="The best throw of every hand",
        description=(
            "The other player throws as {players} does. A row for each hand that is not the same but for the names of"
            " suits, dealt in so many ways. hand_points, crib, heels, pegging (if it counts), net: means of the best"
            " throw; margin: how far behind the next different throw is (all in points). {exact}"
        ),
        kind="exact",
        counts_pegging=True,
        make=_of_each_role(survey.best_throws),
        dispensable=("heels", "keep"),
    ),
    "throw-by-rank": NamedTable(
        title="The best throw of every hand by its ranks",
        description=(
            "The other player throws as {players} does. Means over the suits that the hand may have, dealt in so many"
            " ways. net: of the throw, in its best version for the suits held; net_with_suits: of what is best for the"
            " suits held (points). best_share: in what share of its deals the throw is best (probability);"
            " suits_matter: not in all. {exact}"
        ),
        kind="exact",
        counts_pegging=True,
        make=_of_each_role(survey.best_throws_by_rank),
        is_cached=True,
    ),
    "keep": NamedTable(
        title="What each keep is worth and how often it is kept",
        description=(
            "Both players throw as {players} does. hand_points: mean over all deals that could keep these ranks;"
            " hand_points, crib and net when kept: means over the deals that do, heels left out; pegging: mine minus"
            " theirs, if it counts (points). held: share"
            " of deals that could keep them; kept: that do; when_held: their quotient (probabilities). {exact}"
        ),
        kind="exact",
        counts_pegging=True,
        make=_of_each_role(survey.keep_values),
        dispensable=("fifteens", "pattern"),
        is_cached=True,
    ),
    "card": NamedTable(
        title="How many cards of each rank are kept",
        description=(
            "Both players throw as {players} does. Mean number of cards of the rank that a player is dealt, keeps and"
            " throws in a deal; kept_share: share of those dealt that is kept. Exact for these throws."
        ),
        kind="exact",
        make=_of_each_role(survey.kept_ranks),
    ),
    "deal": NamedTable(
        title="What the deal is worth",
        description=(
            "Both players throw as {players} does. Mean points a deal: one's own hand; crib and heels, which"
            " are the dealer's; pegging, mine minus theirs, if it counts; mine minus theirs of all that, without"
            " heels and with them. gain: what the best answer to the other's throws would add. {exact}"
        ),
        kind="exact",
        counts_pegging=True,
        make=lambda asked: survey.deal_values(opponent=asked.opponent, variant=asked.variant),
    ),
    "points": NamedTable(
        title="How often hands and cribs come to each number of points",
        description=(
            "Both players throw as {players} does. Share of deals in which the dealer's hand, the pone's hand and the"
            " crib are worth so many points at the show (probabilities). Exact for these throws."
        ),
        kind="exact",
        has_roles=False,
        make=lambda asked: survey.points_distribution(
            opponent=asked.opponent, variant=asked.variant, progress=asked.progress
        ),
        is_cached=True,
    ),
    "pegging": NamedTable(
        title="What each keep pegs in the play",
        description=(
            "Both players throw and play by the equilibrium, solved on ranks to a gap of {gap:.2g} points a deal. held:"
            " share of deals with this keep (probability). own: mean points that the player with this keep pegs;"
            " opponent: that the other one does; net: mine minus theirs (points). off_path: never held; net is then"
            " what a best response makes of it. lead: what the pone leads most often; lead_chance: how likely"
            " (probability); lead_value: his net after it (points)."
        ),
        kind="solved",
        make=_of_shipped_values(equilibrium.pegging_values),
        solved_by=equilibrium.SHIPPED,
        default_opponents=(),
        dispensable=("lead_value", "off_path", "lead_chance"),
    ),
    "lead": NamedTable(
        title="What the pone leads from each keep, and what that is worth",
        description=(
            "Both players throw and play by the equilibrium, solved on ranks to a gap of {gap:.2g} points a deal. The"
            " usual lead of a keep first. held: share of deals with this keep; chance: how likely it leads the rank"
            " (probabilities). value: the pone's net points, mine minus theirs, after the lead; behind: how far behind"
            " the best lead (points). mixed: the keep leads two ranks or more, each in one deal of twenty or oftener."
            " Keeps that are never held are not listed."
        ),
        kind="solved",
        make=_of_shipped_values(equilibrium.lead_values),
        solved_by=equilibrium.SHIPPED,
        default_opponents=(),
        has_roles=False,
        dispensable=("mixed",),
    ),
    "lead-by-rank": NamedTable(
        title="How often the pone leads each rank",
        description=(
            "Both players throw and play by the equilibrium, solved on ranks to a gap of {gap:.2g} points a deal. held:"
            " share of deals in which the pone has kept the rank; led: in which he leads it; when_held: their quotient"
            " (probabilities). value: his mean net points, mine minus theirs, in deals that lead it. mixed: share of"
            " these in which his keep leads other ranks too, each in one deal of twenty or oftener."
        ),
        kind="solved",
        make=_of_shipped_values(equilibrium.leads_by_rank),
        solved_by=equilibrium.SHIPPED,
        default_opponents=(),
        has_roles=False,
    ),
    "answer": NamedTable(
        title="What the dealer answers to each lead from each keep, and what that is worth",
        description=(
            "Both players throw and play by the equilibrium, solved on ranks to a gap of {gap:.2g} points a deal. The"
            " usual answer first. met: share of deals in which this keep meets this lead (probability). pegs: what the"
            " answer pegs at once (points); chance: how likely it is (probability). value: the dealer's net points,"
            " mine minus theirs, from the answer on; behind: how far behind the best answer (points). Keeps that never"
            " meet the lead are not listed."
        ),
        kind="solved",
        make=_of_shipped_values(equilibrium.answer_values),
        solved_by=equilibrium.SHIPPED,
        default_opponents=(),
        has_roles=False,
    ),
    "answer-by-rank": NamedTable(
        title="How often the dealer answers each lead with each rank",
        description=(
            "Both players throw and play by the equilibrium, solved on ranks to a gap of {gap:.2g} points a deal. The"
            " most usual answer to a lead first. pegs: what the answer pegs at once (points). held: in what share of"
            " the deals with this lead the dealer has kept the rank of the answer; answered: in what share he plays it;"
            " when_held: their quotient (probabilities). value: his mean net points, mine minus theirs, from the answer"
            " on, in deals that answer so."
        ),
        kind="solved",
        make=_of_shipped_values(equilibrium.answers_by_rank),
        solved_by=equilibrium.SHIPPED,
        default_opponents=(),
        has_roles=False,
    ),
    "trap": NamedTable(
        title="How often traps pay",
        description=(
            "Both players throw and play by the equilibrium, solved on ranks to a gap of {gap:.2g} points a deal. held:"
            " share of deals with the choice to set the trap or to play another card; played: share of these in which"
            " it is set (probabilities). value: mean net points, mine minus theirs, of the best card that sets it;"
            " other: of the best other card; gain: the difference (points). pays, costs: share of the deals with the"
            " choice in which it gains, or loses, 0.01 points or more (probabilities)."
        ),
        kind="solved",
        make=_of_shipped_values(equilibrium.trap_values),
        solved_by=equilibrium.SHIPPED,
        default_opponents=(),
        dispensable=("meaning", "other", "value"),
    ),
    "pegging-sample": NamedTable(
        title="What each keep pegs in the play, by simulation",
        description=(
            f"A sample of {PEGGING_SAMPLE['n']:,} deals, seed {PEGGING_SAMPLE['seed']}. Both players throw as"
            " {players} does and play by the policy lookahead. own: mean points that the player with this keep pegs;"
            " opponent: that the other one does; net: the difference; each with its standard error (all in points). n:"
            " how many of the deals had the keep, of which few say little; keeps that none had are not listed."
        ),
        kind="sample",
        make=lambda asked: simulate_pegging(
            dealer_throws=asked.opponent,
            pone_throws=asked.opponent,
            deals=PEGGING_SAMPLE["n"],
            seed=PEGGING_SAMPLE["seed"],
            variant=asked.variant,
            progress=asked.progress,
        ).by_keep(),
        more=PEGGING_SAMPLE,
        is_cached=True,
    ),
    "opponent": NamedTable(
        title="How the answers to other opponents differ, and what that costs",
        description=(
            "The best throws against each player: net against him, mine minus theirs with heels (points a deal); in"
            f" what share of deals they differ from those against {DEFAULT_OPPONENT} (probability); what they lose"
            f" against {DEFAULT_OPPONENT} (points a deal). static table, where it stands: throws by mean hand"
            f" and the 91 mean cribs by ranks that the throws of {DEFAULT_OPPONENT} make. Pegging counts in the"
            " answers to those for whom it does. {exact}"
        ),
        kind="exact",
        counts_pegging=True,
        make=lambda asked: survey.compare_answers(asked.opponents, variant=asked.variant, progress=asked.progress),
        default_opponents=(),
        takes_several=True,
        is_cached=True,
    ),
    "pegging-change": NamedTable(
        title="Hands whose best throw the play changes",
        description=(
            "The other player throws as {players} does. Hands by ranks whose best throw is of other ranks if what the"
            " keep pegs, mine minus theirs, is counted. throw_at_show: the best at the show alone, throw: the best in"
            " all, and what their keeps peg; loss: how much less the first is worth (all in points). ways: in how many"
            " ways the hand is dealt with suits of which that is so; cost: what ignoring it costs over all deals"
            " (points a deal). {exact}"
        ),
        kind="exact",
        counts_pegging=True,
        make=_of_each_role(survey.pegging_changes),
        is_cached=True,
    ),
    "game": NamedTable(
        title="How the crib and the throws differ from those of the other game",
        description=(
            "In each game both players throw as {players} does. realised: mean crib over the hands that throw the two"
            " cards (points); when_held: how often they are thrown when they are held (probability); the same in the"
            " other game: realised_beside, when_held_beside; difference: the mean crib of this game less that of the"
            " other (points). Exact for these throws."
        ),
        kind="exact",
        make=_of_each_role(survey.compare_games),
        dispensable=("beside",),
        is_cached=True,
    ),
    "mistake": NamedTable(
        title="What rules of thumb lose",
        description=(
            "The other player throws as {players} does. loss: points a deal behind the best throws; wrong: share of"
            " deals in which the rule's throw is not the best (probability); loss_when_wrong: points lost in those."
            " Where a rule leaves a choice by 'never', 'always' or 'if he can', the best of what it leaves is thrown;"
            " ties are broken evenly. {exact}"
        ),
        kind="exact",
        counts_pegging=True,
        make=_of_each_role(survey.mistake_costs),
        is_cached=True,
    ),
}
