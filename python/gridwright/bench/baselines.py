"""What needs no thinking: random legal play, greedy play, and the proved solutions themselves."""

from __future__ import annotations

import json
import zlib

from .runner import Question

STEPS = 100
"""So many steps are played before giving up."""


def random_legal(question: Question) -> str:
    """Legal steps, all of them alike, until the level is solved or nothing can be done."""
    return question.level._native.rollout(False, _seed(question), STEPS)


def greedy(question: Question) -> str:
    """Always a step after which least is missing, as far as that shows at once."""
    return question.level._native.rollout(True, _seed(question), STEPS)


def oracle(question: Question) -> str:
    """The proved solution."""
    return json.dumps(question.entry.solution)


def _seed(question: Question) -> int:
    return zlib.crc32(question.entry.code.encode())
