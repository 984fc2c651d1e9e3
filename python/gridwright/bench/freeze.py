"""How the files of the benchmark were made: ``python -m gridwright.bench.freeze FOLDER [GAME]...``.

Kept so that anybody can see what is in them. Made anew with the same generators they are the same,
but for the nodes of certificates, which belong to the version of the solver that is named there.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

from .. import __version__, games
from ..level import Level
from ..splits import Spec, unique_items
from .frozen import LEVELS_A_RUNG, Rung, ladder

PROOF_NODES = 20_000_000


def main(folder: Path, only: list[str]) -> None:
    """Writes one file for each game, or for these alone."""
    generators = {facts["game"]: facts["generator"] for facts in games()}
    for game, rungs in ladder().items():
        if only and game not in only:
            continue
        lines = [line for rung in rungs for line in _rung(game, rung, generators[game])]
        packed = gzip.compress("\n".join(map(json.dumps, lines)).encode(), mtime=0)
        (folder / f"{game}.jsonl.gz").write_bytes(packed)
        print(f"{game}: {len(lines)} levels, {len(packed)} bytes", flush=True)


def _rung(game: str, rung: Rung, generator: str) -> list[dict[str, Any]]:
    make = dict(rung["make"])
    span = make.pop("min_moves", None)
    chosen = {"tier": make.pop("tier", None), "min_moves": tuple(span) if span else None}
    spec = Spec(game, **chosen, knobs=make)
    found = []
    for number, item in enumerate(unique_items(spec, "test", LEVELS_A_RUNG, chunk=LEVELS_A_RUNG)):
        level = Level(item.record["level"])
        answer = level.solve(nodes=PROOF_NODES)
        counted = bool(answer["metrics"])
        if answer["solution"] is None or (counted and not answer["optimal"]):
            raise RuntimeError(f"{game} {rung['rung']} {number} is not proved")
        found.append(
            {
                "rung": rung["rung"],
                "number": number,
                "code": level.code,
                "canonical": item.canonical,
                "costs": answer["costs"] or {},
                "solution": answer["solution"],
                "certificate": {
                    "solver": "gridwright",
                    "version": __version__,
                    "generator": generator,
                    "nodes": answer["stats"]["nodes"],
                    "optimal": answer["optimal"],
                },
            }
        )
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
