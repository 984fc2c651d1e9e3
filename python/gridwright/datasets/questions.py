"""A level as a question in words: the rules, the level, and the form of the answer."""

from __future__ import annotations

import functools
import json

from .. import games
from .._types import Game
from ..level import Level

TEMPLATE = """{title}. {rules}

The level, as JSON:
{level}

The same in characters:
{board}
Answer with one JSON object and nothing else, at most {most} characters long: {answer}
A best answer scores 1, one that is legal but not best {fraction} times best cost / its cost, and
anything else 0."""

MOST_CHARACTERS = 20_000
"""An answer that is longer is not read."""

FRACTION = 0.5
"""What a legal answer scores at most that is not best."""


def question_of(level: Level) -> str:
    """The question."""
    facts = facts_of(level.game)
    document = {key: value for key, value in level.document.items() if key != "meta"}
    return TEMPLATE.format(
        title=facts["title"],
        rules=level.rules,
        level=json.dumps(document),
        board=level.text(ascii=True),
        most=MOST_CHARACTERS,
        answer=facts["answer"],
        fraction=FRACTION,
    )


@functools.cache
def _all_facts() -> dict[str, Game]:
    return {facts["game"]: facts for facts in games()}


def facts_of(game: str) -> Game:
    """What there is to know about a game."""
    return _all_facts()[game]
