"""The equilibrium of the discard: both players throw what is best against the other, suits and removal exact.

Each player sees his own cards alone and moves once, so a strategy is a distribution over throws for each class of
hands, and a sweep against the opponent's strategy gives the exact value of every throw of every hand. Predictive regret
matching + takes turns: the dealer's regrets against the pone's strategy, the pone's against the dealer's new one. The
*averages* of the strategies, later rounds weighing more, converge; the strategies of single rounds need not, and plain
best responses to best responses can go round in circles. Every gain is therefore that of a best response to the
averages.

What is reported: the two gains, their sum, which is the exploitability in points a deal, and the value of the deal as
an interval: from what the dealer's average gets against the pone's best response to what the dealer's best response
gets against the pone's average.
"""

from cribstats.discard.equilibrium.measure import BestResponse, PairMeasure, best_response, measure_pair
from cribstats.discard.equilibrium.solver import Round, Solver, solve_discard

__all__ = ["BestResponse", "PairMeasure", "Round", "Solver", "best_response", "measure_pair", "solve_discard"]
