"""Lights Off beside its peers: M4RI and a Gray-code walk in C, OR-Tools CP-SAT."""

import json
import math
import random
import subprocess
import tempfile
from pathlib import Path

from bench import Row, Tools

GAME = "lights-off"
SECONDS = 20


def rows(tools):
    if tools.levels:
        yield from beside_cp_sat(tools, sorted(Path(tools.levels).glob("*.json")))
        return
    with tempfile.TemporaryDirectory() as folder:
        yield from on_own_boards(tools, Path(folder))


def on_own_boards(tools, folder):
    chance = random.Random(1)
    for n in (5, 9, 11, 62, 100, 200, 1000):
        write(folder / f"{n}", solvable(n, chance))
    ours = Tools(levels=folder, repeat=tools.repeat).ours(GAME, "files")
    m4ri = tools.compiled("lights_off_m4ri.c", "-lm4ri")
    for n, way in ((100, "full"), (200, "full"), (200, "row"), (1000, "row")):
        matrix = "n^2 unknowns" if way == "full" else "n unknowns"
        yield Row(GAME, f"solve {n}x{n}", f"M4RI, {matrix}", *beside(m4ri, way, folder / f"{n}.txt", ours[f"{n} any"], tools))
    gray = tools.compiled("lights_off_gray.c")
    yield Row(GAME, "minimum 62x62, d=24", "Gray-code walk", *beside(gray, None, folder / "62.txt", ours["62"], tools))
    yield from beside_cp_sat(Tools(levels=folder, repeat=tools.repeat), [folder / f"{n}.json" for n in (5, 9, 11)], ours)


def beside(program, way, board, ours, tools):
    """The program's seconds, ours, and a note."""
    if not program:
        return None, ours, "the library or the compiler is missing"
    command = [program] + ([way] if way else []) + [board]
    runs = 1 if way == "full" else tools.repeat
    times = sorted(float(output(command).split()[0]) for _ in range(runs))
    return times[len(times) // 2], ours, ""


def output(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def beside_cp_sat(tools, paths, ours=None):
    ours = ours or tools.ours(GAME, "files")
    for path in paths:
        level = json.loads(path.read_text())
        board = level.get("initialState") or level.get("field")
        plain = level.get("states", 2) == 2 and level.get("topology", "square") == "square"
        if not plain or level.get("neighbourhood", "plus") != "plus":
            continue
        seconds, note = cp_sat(board)
        yield Row(GAME, f"minimum {path.stem}", "OR-Tools CP-SAT", seconds, ours[path.stem], note)


def cp_sat(board):
    """The seconds to prove the minimum; infinity if it is not proved in time."""
    from ortools.sat.python import cp_model

    height, width = len(board), len(board[0])
    model = cp_model.CpModel()
    press = {(r, c): model.new_bool_var("") for r in range(height) for c in range(width)}
    for r in range(height):
        for c in range(width):
            around = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            turns = model.new_int_var(0, 2, "")
            model.add(sum(press[at] for at in around if at in press) == 2 * turns + int(board[r][c]))
    model.minimize(sum(press.values()))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = SECONDS
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        return math.inf, f"nothing proved in {SECONDS} s"
    return solver.wall_time, f"{int(solver.objective_value)} presses"


def solvable(n, chance):
    presses = [[chance.randrange(2) for _ in range(n + 2)] + [0] for _ in range(n + 2)]
    for i in range(n + 2):
        presses[0][i] = presses[n + 1][i] = presses[i][0] = presses[i][n + 1] = 0
    near = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
    return [
        [sum(presses[r + dr][c + dc] for dr, dc in near) % 2 for c in range(1, n + 1)]
        for r in range(1, n + 1)
    ]


def write(path, board):
    lines = ("".join(map(str, row)) for row in board)
    path.with_suffix(".txt").write_text("\n".join(lines) + "\n")
    path.with_suffix(".json").write_text(json.dumps({"initialState": board}))
