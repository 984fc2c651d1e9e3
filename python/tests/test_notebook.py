"""The notebook runs from top to bottom, and the README's lines of Python work as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_notebook_runs_from_top_to_bottom(tmp_path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(ROOT / "docs" / "python.ipynb", as_version=4)
    nbclient.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    shown = [
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    ]
    assert shown.count("image/svg+xml") >= 3, "levels show themselves"


@pytest.mark.parametrize("page", ["README.md", "python/README.md"])
def test_the_lines_of_python_in_the_readme_work(page: str) -> None:
    lines = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert lines
    for example in lines:
        exec(compile(example, page, "exec"), {})
