"""Working through all shards, here or on Ray, and what is made of them at the end."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal

from .publish import Published, publish
from .shards import run_shard, shard_name
from .spec import MineSpec

AHEAD = 2
"""So many shards for each worker are on their way at once."""

MOST_SEEDS = 10**12
"""More seeds than any machine works through."""


@dataclass(frozen=True)
class Mined:
    """What came out: the folder, how many shards were done before, and what was published."""

    folder: Path
    shards: int
    resumed: int
    published: Published


def mine(
    spec: MineSpec,
    seeds: range | tuple[int, int] | int,
    out: str | os.PathLike[str],
    where: Literal["local", "ray"] = "local",
    *,
    workers: int | None = None,
) -> Mined:
    """Makes, solves and filters the levels of many seeds, and keeps the best of each class.

    ``seeds`` is a range, its first and last, or a number of seeds from 0. ``out`` is a folder; one that
    belongs to another spec is refused. ``workers`` are processes here, or tasks at once on Ray, where a
    cluster named by ``RAY_ADDRESS`` is used if there is one and a local one is started if not. All
    machines must see the folder.
    """
    first, last = _bounds(seeds)
    folder = Path(out)
    shards = folder / "shards"
    shards.mkdir(parents=True, exist_ok=True)
    _claim(folder, spec)
    ranges = [
        (low, min(low + spec.shard - 1, last)) for low in range(first, last + 1, spec.shard)
    ]
    todo = [
        (low, high) for low, high in ranges if not (shards / shard_name(spec, low, high)).exists()
    ]
    run = {"local": _run_local, "ray": _run_ray}.get(where)
    if run is None:
        raise ValueError("where is local or ray")
    for _ in run(spec, todo, str(shards), workers):
        pass
    names = [shards / shard_name(spec, low, high) for low, high in ranges]
    return Mined(folder, len(ranges), len(ranges) - len(todo), publish(spec, names, folder))


def _bounds(seeds: range | tuple[int, int] | int) -> tuple[int, int]:
    if isinstance(seeds, bool) or not isinstance(seeds, (int, range, tuple)):
        raise TypeError("seeds is a range, a pair or a number")
    if isinstance(seeds, range):
        if seeds.step != 1 or len(seeds) == 0:
            raise ValueError("a range of seeds has step 1 and at least one seed")
        first, last = seeds.start, seeds.stop - 1
    else:
        first, last = (0, seeds - 1) if isinstance(seeds, int) else seeds
    if not 0 <= first <= last or last - first >= MOST_SEEDS or last >= 2**63:
        raise ValueError(f"seeds are at least one and at most {MOST_SEEDS}, from 0 on")
    return first, last


def _claim(folder: Path, spec: MineSpec) -> None:
    """Writes down whose folder it is, or refuses one that belongs to another spec."""
    path = folder / "spec.json"
    wanted = spec.document()
    if path.exists():
        found = json.loads(path.read_text(encoding="utf-8"))
        if found != wanted:
            raise ValueError(f"{folder} holds levels of another spec: {json.dumps(found)}")
        return
    partial = folder / f".spec.{os.getpid()}.partial"
    try:
        partial.write_text(json.dumps(wanted, indent=2) + "\n", encoding="utf-8")
        partial.rename(path)
    finally:
        partial.unlink(missing_ok=True)


def _run_local(
    spec: MineSpec, todo: Iterable[tuple[int, int]], folder: str, workers: int | None
) -> Iterator[str]:
    """One process for each worker, each with one thread; without a number, this process and all
    cores."""
    if workers is None or workers == 1:
        for low, high in todo:
            yield run_shard(spec, low, high, folder, workers)
        return
    if workers < 1:
        raise ValueError("workers is a number from 1")
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = iter(todo)
        running: set[Future[str]] = set()
        while True:
            while len(running) < AHEAD * workers and (shard := next(waiting, None)) is not None:
                running.add(pool.submit(run_shard, spec, *shard, folder, 1))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def _run_ray(
    spec: MineSpec, todo: Iterable[tuple[int, int]], folder: str, workers: int | None
) -> Iterator[str]:
    """The same shards as tasks of Ray; a task whose worker dies is run again."""
    ray: Any = importlib.import_module("ray")

    if not ray.is_initialized():
        # A cluster of our own needs no dashboard, and no token in anybody's home.
        os.environ.setdefault("RAY_AUTH_MODE", "disabled")
        address = os.environ.get("RAY_ADDRESS")
        local: dict[str, Any] = {"include_dashboard": False, "num_cpus": workers}
        ray.init(address=address, log_to_driver=False, **({} if address else local))
    task = ray.remote(num_cpus=1, max_retries=10, retry_exceptions=False)(run_shard)
    most = AHEAD * (workers or int(ray.cluster_resources().get("CPU", 1)))
    waiting = iter(todo)
    running: list[Any] = []
    while True:
        while len(running) < most and (shard := next(waiting, None)) is not None:
            running.append(task.remote(spec, *shard, str(Path(folder).resolve()), 1))
        if not running:
            return
        done, running = ray.wait(running, num_returns=1)
        yield from ray.get(done)
