"""What came out of a run: solved, legal and optimality for every rung, as a table and as a plot."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from ..datasets.judging import Judgement

if TYPE_CHECKING:
    from .frozen import Entry


@dataclass
class RungResult:
    """The sums of one rung.

    ``legal`` counts answers whose moves are legal, ``solved`` those that solve the level, and
    ``optimality`` sums best cost / cost over the solved ones.
    """

    game: str
    rung: str
    asked: int = 0
    legal: int = 0
    solved: int = 0
    optimality: float = 0.0
    broken: dict[str, int] = field(default_factory=dict)

    def add(self, judged: Judgement, entry: Entry) -> None:
        """Counts one answer."""
        self.asked += 1
        self.legal += judged.legal
        if judged.code:
            self.broken[judged.code] = self.broken.get(judged.code, 0) + 1
            return
        self.solved += 1
        best = next(iter(entry.costs.values()), 1)
        cost = next(iter((judged.costs or {}).values()), 1)
        self.optimality += best / max(cost, 1)


@dataclass
class Report:
    """All rungs of a run."""

    name: str
    rungs: list[RungResult] = field(default_factory=list)

    def score(self, game: str | None = None) -> dict[str, float]:
        """Solved, legal and optimality over all rungs, or those of a game, as parts of all asked."""
        rungs = [rung for rung in self.rungs if game in (None, rung.game)]
        asked = max(sum(rung.asked for rung in rungs), 1)
        return {
            "solved": sum(rung.solved for rung in rungs) / asked,
            "legal": sum(rung.legal for rung in rungs) / asked,
            "optimality": sum(rung.optimality for rung in rungs) / asked,
        }

    def table(self) -> str:
        """Every rung, in Markdown."""
        lines = [
            "| game | rung | levels | solved | legal | optimality |",
            "|---|---|---|---|---|---|",
        ]
        for rung in self.rungs:
            asked = max(rung.asked, 1)
            shares = (rung.solved / asked, rung.legal / asked, rung.optimality / asked)
            told = " | ".join(f"{share:.2f}" for share in shares)
            lines.append(f"| {rung.game} | {rung.rung} | {rung.asked} | {told} |")
        return "\n".join(lines)

    def json(self) -> str:
        """The same for programs."""
        document: dict[str, Any] = {"name": self.name, "rungs": [asdict(r) for r in self.rungs]}
        return json.dumps(document)

    def plot(self, path: str | os.PathLike[str], *others: Report) -> None:
        """Solved levels along the ladders, of this report and others, as a picture."""
        from matplotlib.figure import Figure

        games = list(dict.fromkeys(rung.game for rung in self.rungs))
        figure = Figure(figsize=(3.2 * max(len(games), 1), 3), layout="constrained")
        axes = figure.subplots(1, max(len(games), 1), squeeze=False, sharey=True)[0]
        for axis, game in zip(axes, games, strict=False):
            for report in (self, *others):
                rungs = [rung for rung in report.rungs if rung.game == game]
                names = [rung.rung for rung in rungs]
                shares = [rung.solved / max(rung.asked, 1) for rung in rungs]
                axis.plot(names, shares, marker="o", label=report.name)
            axis.set_title(game)
            axis.set_ylim(-0.05, 1.05)
            axis.tick_params(axis="x", rotation=45)
        axes[0].set_ylabel("solved")
        axes[-1].legend()
        figure.savefig(path)
