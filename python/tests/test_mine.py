"""Mining: the same bytes from any number of workers, killed or not; full disks; other specs."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

import gridwright
import pyarrow.parquet as pq
from conftest import GAMES, TIER
from gridwright.mining import MineSpec, mine

SPEC = MineSpec("lights-off", tier="easy", at_least=4, keep=20, shard=50)
SEEDS = range(0, 400)


def content(folder: Path) -> dict[str, str]:
    """A hash of every file."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("alone")
    mined = mine(SPEC, SEEDS, folder, workers=1)
    assert mined.shards == 8 and mined.resumed == 0
    rows = pq.read_table(mined.published.data).to_pylist()
    assert len(rows) == mined.published.kept > 0
    assert len({row["canonical"] for row in rows}) == len(rows)
    for row in rows[:20]:
        level = gridwright.open(row["code"])
        assert level.canonical_hash == row["canonical"] and row["cost"] >= 4
        assert level.verify(row["solution"])["ok"]
    assert "configs:" in (folder / "README.md").read_text()
    return content(folder)


@pytest.mark.parametrize("workers", [2, 3, None])
def test_any_number_of_workers_makes_the_same(
    alone: dict[str, str], workers: int | None, tmp_path: Path
) -> None:
    mine(SPEC, SEEDS, tmp_path, workers=workers)
    assert content(tmp_path) == alone


def test_a_run_that_was_killed_goes_on(alone: dict[str, str], tmp_path: Path) -> None:
    script = f"""
        from gridwright.mining import MineSpec, mine
        mine({SPEC!r}, {SEEDS!r}, {str(tmp_path)!r}, workers=1)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)])
    shards = tmp_path / "shards"
    while child.poll() is None and not (shards.exists() and any(shards.glob("*.parquet"))):
        time.sleep(0.005)
    child.send_signal(signal.SIGKILL)
    child.wait()
    mined = mine(SPEC, SEEDS, tmp_path)
    assert mined.resumed > 0
    left = {name: digest for name, digest in content(tmp_path).items() if ".partial" not in name}
    assert left == alone


def test_a_folder_of_another_spec_is_refused(tmp_path: Path) -> None:
    mine(SPEC, range(20), tmp_path)
    before = content(tmp_path)
    with pytest.raises(ValueError, match="another spec"):
        mine(MineSpec("lights-off", tier="easy", at_least=5, shard=50), range(20), tmp_path)
    assert content(tmp_path) == before


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine")
    with pytest.raises(OSError):
        mine(SPEC, range(20), taken)
    assert taken.read_text() == "mine"


def test_a_full_disk_leaves_no_damaged_shard(tmp_path: Path) -> None:
    script = f"""
        import resource, signal
        from gridwright.mining import MineSpec, mine
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
        mine({SPEC!r}, range(50), {str(tmp_path)!r}, workers=1)
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True
    )
    assert ran.returncode != 0 and "OSError" in ran.stderr
    assert not list((tmp_path / "shards").iterdir())
    assert mine(SPEC, range(50), tmp_path).resumed == 0


@pytest.mark.parametrize(
    ("seeds", "error"),
    [(0, ValueError), (-1, ValueError), (10**15, ValueError), (range(0), ValueError),
     (range(0, 10, 2), ValueError), ((5, 1), ValueError), ("many", TypeError), (1.5, TypeError),
     (float("nan"), TypeError), (True, TypeError)],
)
def test_seeds_that_make_no_sense_are_refused(
    seeds: object, error: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(error):
        mine(SPEC, seeds, tmp_path)  # type: ignore[arg-type]
    for wrong in ({"keep": 0}, {"shard": 0}, {"nodes": 0}, {"at_least": -1}):
        with pytest.raises(ValueError):
            MineSpec("lights-off", **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_mined_with_all_filters(game: str, tmp_path: Path) -> None:
    spec = MineSpec(game, tier=TIER[game], unique=True, every_part_matters=True, shard=6)
    mined = mine(spec, 12, tmp_path)
    assert mined.shards == 2
    for row in pq.read_table(mined.published.data).to_pylist():
        assert row["unique"] is True


def test_ray_makes_the_same_with_a_worker_killed_in_the_middle(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    psutil = pytest.importorskip("psutil")
    os.environ["RAY_AUTH_MODE"] = "disabled"
    # Shards that take long enough to be met at work.
    spec = MineSpec("tilepuzzle", tier="normal", at_least=4, keep=5, shard=300)
    seeds = range(3000)
    mine(spec, seeds, tmp_path / "local")
    killed: list[int] = []
    over = threading.Event()

    def kill_one() -> None:
        """Kills a worker of this machine's cluster that is at a shard."""
        while not killed and not over.is_set():
            for process in psutil.Process().children(recursive=True):
                try:
                    if "run_shard" in " ".join(process.cmdline()):
                        process.kill()
                        killed.append(process.pid)
                        return
                except psutil.Error:
                    continue

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    killer = threading.Thread(target=kill_one)
    killer.start()
    try:
        mine(spec, seeds, tmp_path / "ray", where="ray", workers=2)
    finally:
        over.set()
        killer.join()
        ray.shutdown()
    left = content(tmp_path / "ray")
    left = {name: digest for name, digest in left.items() if ".partial" not in name}
    assert left == content(tmp_path / "local")
    assert killed, "no worker was met at work"
