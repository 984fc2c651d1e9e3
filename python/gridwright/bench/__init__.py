"""``gridwright-bench-1``: a frozen benchmark of levels with proved optima.

Every game has a ladder of rungs, harder from one to the next by board size and proved optimum, with
fifty levels each; each level comes with a solution and the certificate of its optimality (the solver,
its version, the nodes it searched). Nothing in it ever changes: a change would be another benchmark.

>>> from gridwright import bench
>>> report = bench.run(my_model, games=["lights-off"], levels=5)      # doctest: +SKIP
>>> print(report.table())                                             # doctest: +SKIP
"""

from __future__ import annotations

from .baselines import greedy, oracle, random_legal
from .frozen import NAME, Entry, entries, ladder
from .report import Report, RungResult
from .runner import Question, run

__all__ = [
    "NAME",
    "Entry",
    "Question",
    "Report",
    "RungResult",
    "entries",
    "greedy",
    "ladder",
    "oracle",
    "random_legal",
    "run",
]
