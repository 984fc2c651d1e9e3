"""Splits do not leak: no level of one split is in another, however it is turned.

Over 100,000 levels where everything is wanted, else over 5,000.
"""

from __future__ import annotations

import gridwright
import pytest
from conftest import GAMES, THOROUGH, TIER
from gridwright.splits import Spec, item_seed, items, split_of, unique_items

SMALL = Spec("lights-off", knobs={"rows": 5, "cols": 5, "min-presses": 3, "max-presses": 9})


def test_many_items_do_not_leak() -> None:
    times = 20 if THOROUGH else 1
    found = {
        split: [item.canonical for item in items(SMALL, split, range(count * times))]
        for split, count in (("train", 4_850), ("validation", 75), ("test", 75))
    }
    assert sum(map(len, found.values())) == 5_000 * times
    train, validation, test = (set(hashes) for hashes in found.values())
    assert not train & validation and not train & test and not validation & test
    assert len(train) > 2_000 * times


def test_turned_levels_belong_to_the_same_split() -> None:
    for item in items(SMALL, "test", range(20)):
        made = item.record["level"]
        rows = made["initialState"]
        for turned in (rows[::-1], [row[::-1] for row in rows], [list(c) for c in zip(*rows)]):
            level = gridwright.open({**made, "initialState": turned})
            assert level.canonical_hash == item.canonical
            assert split_of(level.canonical_hash) == "test"


@pytest.mark.parametrize("game", GAMES)
def test_items_follow_from_spec_split_and_index_alone(game: str) -> None:
    spec = Spec(game, TIER[game])
    some = items(spec, "train", [3, 1, 3])
    assert some[0] == some[2] != some[1]
    assert items(spec, "train", [1], threads=1)[0] == some[1]
    assert all(item.split == split_of(item.canonical) == "train" for item in some)


def test_seeds_are_not_shifted_indices() -> None:
    seeds = {item_seed(SMALL, split, index, attempt)
             for split in ("train", "test") for index in range(500) for attempt in range(3)}
    assert len(seeds) == 3000 and max(seeds) < 2**63


def test_unique_items_are_unique_and_a_spec_with_too_few_levels_says_so() -> None:
    tiny = Spec("lights-off", knobs={"rows": 2, "cols": 2, "min-presses": 1, "max-presses": 4})
    with pytest.raises(ValueError, match="different|too few"):
        list(unique_items(tiny, "train", 50, chunk=64))
    found = [item.canonical for item in unique_items(SMALL, "train", 300, chunk=200)]
    assert len(set(found)) == 300
    with pytest.raises(ValueError):
        items(SMALL, "exam", [0])  # type: ignore[arg-type]
