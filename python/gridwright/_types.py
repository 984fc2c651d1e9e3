"""The answers, with the fields of the JSON that the command line prints.

Every type here is what ``json.loads`` makes of an answer: nothing is renamed or converted. Levels,
solutions and moves have the shape of their game and are plain dictionaries.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Document: TypeAlias = dict[str, Any]
"""A level file, a solution file or a move."""

Costs: TypeAlias = dict[str, int]
"""A number for every metric."""


class Place(TypedDict):
    """Where in the document, and where on the board."""

    pointer: str
    cells: list[list[int]]


class Fault(TypedDict):
    """Something that is wrong, or worth a remark."""

    code: str
    message: str
    at: Place


class Stats(TypedDict):
    """What a search took."""

    nodes: int
    ms: float
    peakBytes: int


class Solutions(TypedDict):
    """Several solutions; the count is in decimal."""

    count: str
    complete: bool
    list: list[Document]


class Statement(TypedDict):
    """A sentence of a proof and the cells it speaks of."""

    text: str
    cells: list[list[int]]


class Solved(TypedDict):
    """What ``solve`` answers. A limit that ended the search is named in ``limit``."""

    game: str
    status: Literal["solved", "unsolvable", "gave_up"]
    optimal: bool
    metrics: list[str]
    costs: Costs | None
    bounds: Costs
    solution: Document | None
    certificate: Document | None
    proof: NotRequired[list[Statement]]
    solutions: NotRequired[Solutions]
    limit: NotRequired[Literal["time", "memory", "nodes", "cancelled"]]
    stats: Stats


class Grade(TypedDict):
    """How hard a level is, and why."""

    score: float
    tier: str
    why: list[str]


class Checked(TypedDict):
    """What ``check`` answers."""

    game: str | None
    valid: bool
    faults: list[Fault]
    solvable: bool | None
    unique: bool | None
    costs: Costs | None
    grade: Grade | None
    decoration: dict[str, list[Any]] | None
    remarks: NotRequired[list[Fault]]
    proof: NotRequired[list[dict[str, Any]]]
    solutions: NotRequired[dict[str, Any]]


class Broken(TypedDict):
    """Where a solution fails; ``move`` is the number of moves for "legal, but not solved"."""

    move: int
    step: int | None
    code: str
    message: str
    at: Place


class Verified(TypedDict):
    """What ``verify`` answers."""

    ok: bool
    costs: Costs | None
    broken: Broken | None


class Hint(TypedDict):
    """What ``hint`` answers."""

    onTrack: bool | None
    undo: int | None
    remove: list[int] | None
    next: Document | None
    coming: Document | None
    remaining: Costs | None
    atMost: NotRequired[Costs]
    remarks: list[Fault]
    why: str


class Beat(TypedDict):
    """One thought and its moves."""

    text: str
    moves: list[Document]
    cells: list[list[int]]


class Explained(TypedDict):
    """What ``explain`` answers."""

    game: str
    beats: list[Beat]
    solution: Document


class Played(TypedDict):
    """What moves come to."""

    moves: Document
    count: int
    made: int
    solved: bool
    costs: Costs
    preview: list[Any]
    refusal: Fault | None


class Record(TypedDict):
    """A level that was made, with a solution that the referee has seen."""

    level: Document
    solution: Document
    costs: Costs
    optimal: bool
    grade: Grade | None
    seed: int
    generator: str


class Refusal(TypedDict):
    """Why fewer levels were made than wanted."""

    code: str
    message: str


class Generated(TypedDict):
    """What ``generate`` answers on the command line."""

    levels: list[Record]
    wanted: int
    refusal: Refusal | None
    canonical: NotRequired[list[str]]


class Knob(TypedDict):
    """Something that can be set before a level is made."""

    name: str
    kind: dict[str, Any]
    default: str
    help: str


class Tier(TypedDict):
    """A named difficulty."""

    name: str
    help: str
    settings: list[list[str]]


class Pack(TypedDict):
    """A shipped pack and the ids of its levels."""

    pack: str
    title: str
    license: str
    ids: list[str]


class Code(TypedDict):
    """A code that the game can report."""

    code: str
    meaning: str


class Game(TypedDict):
    """What there is to know about a game."""

    game: str
    title: str
    summary: str
    rules: str
    answer: str
    metrics: list[list[str]]
    generator: str
    tiers: list[Tier]
    knobs: list[Knob]
    packs: list[Pack]
    codes: list[Code]
