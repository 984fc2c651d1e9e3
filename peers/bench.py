"""What the peers of every game need: our own times, compiled C programs, medians."""

import json
import math
import os
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "peers" / ".build"
WORKBENCH = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "release" / "gridwright-workbench"


@dataclass
class Row:
    """One line of the table. Times are in seconds; infinity means the peer gave up."""

    game: str
    job: str
    peer: str
    theirs: float | None
    ours: float | None
    note: str = ""


def games():
    """The names of the games, as the workbench lists them."""
    return subprocess.run([WORKBENCH, "games"], check=True, capture_output=True, text=True).stdout.split()


class Tools:
    def __init__(self, levels=None, repeat=3):
        self.levels = levels
        self.repeat = repeat

    def ours(self, game, job):
        """Our seconds for every case of a job of the workbench."""
        command = [WORKBENCH, "bench", game, job, "--json", "--repeat", str(self.repeat)]
        if self.levels:
            command += ["--levels", self.levels]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        cases = [json.loads(line) for line in output.splitlines()]
        return {case["case"]: case["seconds"] for case in cases}

    def compiled(self, source, *flags):
        """The program made from a C file beside this one; None without a compiler or library."""
        compiler = shutil.which("cc")
        if not compiler:
            return None
        BUILD.mkdir(exist_ok=True)
        program = BUILD / Path(source).stem
        command = [compiler, "-O3", "-march=native", "-o", program, ROOT / "peers" / source, *flags]
        done = subprocess.run(command, capture_output=True, text=True)
        return program if done.returncode == 0 else None

    def timed(self, work):
        """The median seconds of `work()`, after a warm-up."""
        work()
        times = []
        for _ in range(self.repeat):
            start = time.perf_counter()
            work()
            times.append(time.perf_counter() - start)
        return statistics.median(times)


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(math.log(value) for value in values) / len(values)) if values else None
