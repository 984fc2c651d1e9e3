"""What all tests share: the games, by their ids."""

from __future__ import annotations

import os

import gridwright
from hypothesis import HealthCheck, settings

GAMES = [facts["game"] for facts in gridwright.games()]
TIER = {facts["game"]: facts["tiers"][0]["name"] for facts in gridwright.games()}

# Whether everything is wanted, however long it takes.
THOROUGH = "GRIDWRIGHT_THOROUGH" in os.environ

# Examples follow from the code alone, and no test asserts a time.
settings.register_profile(
    "gridwright",
    deadline=None,
    derandomize=True,
    max_examples=100 if THOROUGH else 6,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("gridwright")


def first_level(game: str) -> gridwright.Level:
    """The first shipped level of a game."""
    facts = next(facts for facts in gridwright.games() if facts["game"] == game)
    pack = facts["packs"][0]
    return gridwright.open(f"{game}/{pack['pack']}/{pack['ids'][0]}")
