"""Asking somebody about the levels of the benchmark, and judging the answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self, TypeAlias

from ..datasets.judging import judge
from ..datasets.questions import question_of
from ..level import Level
from .frozen import Entry, entries, ladder
from .report import Report, RungResult


class Question(str):
    """The question in words; it also knows its level and its picture."""

    entry: Entry
    level: Level

    def __new__(cls, entry: Entry) -> Self:
        level = entry.level
        question = super().__new__(cls, question_of(level))
        question.entry, question.level = entry, level
        return question

    def png(self, scale: float = 2.0) -> bytes:
        """The picture of the level."""
        return self.level.png(scale=scale)


Answerer: TypeAlias = Callable[[Question], str]


def run(
    answer: Answerer,
    *,
    games: Sequence[str] | None = None,
    levels: int | None = None,
    name: str | None = None,
) -> Report:
    """Asks about every level, or the first so many of each rung.

    ``answer`` takes the question as text and gives the answer as text. One that raises an exception
    ends the run: an answer that is lost is not an answer that is wrong.
    """
    if levels is not None and levels < 1:
        raise ValueError("levels is a number from 1")
    report = Report(name or str(getattr(answer, "__name__", "answers")))
    for game in games if games is not None else ladder():
        for rung in ladder()[game]:
            found = [entry for entry in entries(game) if entry.rung == rung["rung"]][:levels]
            result = RungResult(game, rung["rung"])
            for entry in found:
                question = Question(entry)
                judged = judge(question.level, answer(question), entry.costs)
                result.add(judged, entry)
            report.rungs.append(result)
    return report
