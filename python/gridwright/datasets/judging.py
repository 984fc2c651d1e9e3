"""Judging an answer: strict about its form, and by the referee about everything else."""

from __future__ import annotations

from dataclasses import dataclass

from .._errors import LevelError
from .._types import Costs
from ..level import Level
from .questions import FRACTION, MOST_CHARACTERS


@dataclass(frozen=True)
class Judgement:
    """A score from 0 to 1, and the broken rule where it is 0; moves may be legal and solve nothing."""

    score: float
    code: str
    reason: str
    legal: bool = False
    costs: Costs | None = None


def judge(level: Level, answer: object, best: Costs | None) -> Judgement:
    """Judges the text of an answer. ``best`` is what a best solution is proved to cost."""
    if not isinstance(answer, str) or not answer.strip():
        return Judgement(0.0, "answer.none", "There is no answer.")
    if len(answer) > MOST_CHARACTERS:
        return Judgement(0.0, "answer.too-long", f"It has more than {MOST_CHARACTERS} characters.")
    text = answer.strip()
    if not (text.startswith("{") and text.endswith("}")):
        return Judgement(0.0, "answer.not-json", "The answer is not one JSON object.")
    try:
        verdict = level.verify(text)
    except LevelError as error:
        return Judgement(0.0, error.faults[0]["code"], str(error))
    broken = verdict["broken"]
    if broken is not None:
        reason = f"Move {broken['move']}: {broken['message']}"
        return Judgement(0.0, broken["code"], reason, legal=_is_legal(level, text))
    costs = verdict["costs"] or {}
    return Judgement(_score(costs, best or {}), "", "", legal=True, costs=costs)


def _is_legal(level: Level, text: str) -> bool:
    """Whether the moves are legal, though they do not solve the level."""
    try:
        level.play(text)
    except LevelError:
        return False
    return True


def _score(costs: Costs, best: Costs) -> float:
    """1 for a best solution; else a fraction by the first metric, which matters most."""
    if all(costs.get(metric, 0) <= cost for metric, cost in best.items()):
        return 1.0
    metric, cost = next(iter(best.items()))
    return FRACTION * min(1.0, cost / max(costs.get(metric, cost), 1))
