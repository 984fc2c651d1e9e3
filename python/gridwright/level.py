"""A level: what it is, what is known about it, what it looks like."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Literal, TypeAlias

from . import _native
from ._errors import LevelError
from ._types import Checked, Document, Explained, Hint, Place, Played, Solved, Verified

Source: TypeAlias = "Level | Document | str | os.PathLike[str]"
"""A level, a document, the text of one, a path, an address such as ``lights-off/7``, or a code."""

Moves: TypeAlias = "Document | str | None"
"""A solution file, as a dictionary or as text."""


class Level:
    """A level of one of the games. It never changes; every answer is worked out when asked for.

    Limits are answers: a search that was ended says which limit it was, and what is known.
    Ctrl-C ends a search and raises ``KeyboardInterrupt``.
    """

    __slots__ = ("_native",)

    def __init__(self, source: Source, *, game: str | None = None) -> None:
        if isinstance(source, Level):
            self._native: _native.Level = source._native
        else:
            self._native = _native.Level(_named(source), game)

    @property
    def game(self) -> str:
        """The id of its game."""
        return self._native.game

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of its picture."""
        return self._native.size

    @property
    def document(self) -> Document:
        """The level file."""
        document: Document = _loads(self._native.document())
        return document

    @property
    def rules(self) -> str:
        """The rules in words, for somebody who has nothing else."""
        return self._native.briefing()

    @property
    def code(self) -> str:
        """A short text that carries the whole level."""
        return self._native.code()

    @property
    def canonical(self) -> str:
        """A text that is the same for levels that are one to a player.

        They differ by symmetry, by colours that the rules do not tell apart, in the order and the names of
        their parts, or in what they claim about themselves.
        """
        return self._native.canonical()

    @property
    def canonical_hash(self) -> str:
        """The hash of ``canonical``, in hexadecimal."""
        return self._native.canonical_hash()

    def solve(
        self,
        *,
        time_limit: float | None = None,
        nodes: int | None = None,
        metric: str | None = None,
        all: Literal["best", "every"] | bool | None = None,
        limit: int | None = None,
        threads: int | None = None,
        memory: int | None = None,
    ) -> Solved:
        """The best solution with proof, proof that there is none, or what is known at a limit.

        ``all`` lists solutions where the game offers it, at most ``limit`` of them; ``memory`` is
        in bytes.
        """
        which = ("best" if all else None) if isinstance(all, bool) else all
        answer: Solved = self._ask(
            "solve",
            threads,
            memory,
            timeLimit=time_limit,
            nodes=nodes,
            metric=metric,
            all=which,
            limit=limit,
        )
        return answer

    def check(
        self,
        *,
        quick: bool = False,
        time_limit: float | None = None,
        nodes: int | None = None,
        threads: int | None = None,
    ) -> Checked:
        """Everything a designer wants to know: solvable, unique, grade, decoration."""
        answer: Checked = self._ask(
            "check", threads, None, quick=quick, timeLimit=time_limit, nodes=nodes
        )
        return answer

    def verify(self, solution: Document | str) -> Verified:
        """Replays a solution and names the first broken rule."""
        answer: Verified = _loads(self._native.verify(_dumps(solution)))
        return answer

    def hint(
        self,
        moves: Moves = None,
        *,
        time_limit: float | None = None,
        nodes: int | None = None,
        threads: int | None = None,
    ) -> Hint:
        """Whether it can still be solved after these moves, and what next."""
        answer: Hint = self._ask(
            "hint",
            threads,
            None,
            moves=_parsed(moves) if isinstance(moves, str) else moves,
            timeLimit=time_limit,
            nodes=nodes,
        )
        return answer

    def explain(self, *, time_limit: float | None = None) -> Explained:
        """The solution as a person would find it."""
        answer: Explained = self._ask("explain", None, None, timeLimit=time_limit)
        return answer

    def play(self, moves: Moves = None) -> Played:
        """What moves come to: how many, what they cost, whether they solve the level."""
        answer: Played = _loads(self._native.play(_optional(moves)))
        return answer

    def svg(self, moves: Moves = None, *, solution: Moves = None) -> str:
        """The picture after some moves, with those of a solution drawn over it."""
        return self._native.svg(_optional(moves), _optional(solution))

    def png(self, moves: Moves = None, *, solution: Moves = None, scale: float = 2.0) -> bytes:
        """The same as PNG, so many times the size of the SVG."""
        return self._native.png(_optional(moves), _optional(solution), scale)

    def text(self, moves: Moves = None, *, solution: Moves = None, ascii: bool = False) -> str:
        """The same in characters, cell by cell."""
        return self._native.text(_optional(moves), _optional(solution), ascii=ascii)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        columns, rows = self.size
        return f"<gridwright.Level {self.game} {columns} x {rows}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Level):
            return NotImplemented
        return self._native.document() == other._native.document()

    def __hash__(self) -> int:
        return hash(self._native.document())

    def __reduce__(self) -> tuple[type[Level], tuple[str]]:
        return Level, (self._native.document(),)

    def _ask(
        self, verb: str, threads: int | None, memory: int | None, **options: object
    ) -> Any:
        return _loads(self._native.ask(question(verb, options), threads=threads, memory=memory))


def open(source: Source, *, game: str | None = None) -> Level:
    """The level that something names: a document, its text, a path, an address or a code.

    Raises ``LevelError`` with everything that is wrong with it.
    """
    return Level(source, game=game)


def question(verb: str, options: dict[str, object]) -> str:
    """One question to the engine, without the options that are left out."""
    asked = {name: value for name, value in options.items() if value is not None}
    return json.dumps({"do": verb, **asked}, allow_nan=False)


def value_of(source: Source) -> object:
    """What a question says about a level: its document, or its name."""
    if isinstance(source, Level):
        return source.document
    return _parsed(_named(source))


def unreadable(message: str) -> LevelError:
    """The error of something that is no document at all."""
    place: Place = {"pointer": "", "cells": []}
    return LevelError(message, [{"code": "input.not-json", "message": message, "at": place}])


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise unreadable(f"this is not JSON: {error}") from error


def _named(source: Document | str | os.PathLike[str]) -> str:
    if isinstance(source, dict):
        return _dumps(source)
    if isinstance(source, str):
        if source.lstrip().startswith("{"):
            return source
        # Codes can be longer than names of files may be, which this takes for no file.
        if not os.path.isfile(source):
            return json.dumps(source)
    elif not isinstance(source, os.PathLike):
        raise TypeError(f"a level is a dict, a text or a path, not {type(source).__name__}")
    return Path(source).read_text(encoding="utf-8")


def _dumps(document: Document | str) -> str:
    if isinstance(document, str):
        return document
    if not isinstance(document, dict):
        raise TypeError(f"a document is a dict or its text, not {type(document).__name__}")
    return json.dumps(document, allow_nan=False)


def _optional(document: Moves) -> str | None:
    return None if document is None else _dumps(document)


def _loads(text: str) -> Any:
    return json.loads(text)
