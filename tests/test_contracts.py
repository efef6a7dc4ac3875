"""The house holds: who may import whom, and what no room may do."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = ("maps", "oob", "engine", "qtapp", "resources")
SOURCES = sorted(path for room in OURS for path in (ROOT / room).rglob("*.py"))
EXECUTING = {"eval", "exec", "compile", "__import__"}
MAY_EXECUTE = re.compile(rf"(?<![.\w])(?:{'|'.join(sorted(EXECUTING))})\b")
"""Without this in its text no module calls one of them; the few others are parsed."""
MAY_ASK = re.compile(r"system(?:_id|\.id)?\b[\s)]*(?:[=!]=|in\b|not\b|is\b)")
"""The same of a comparison of a system's name."""


def test_import_contracts_are_kept() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    result = subprocess.run(
        [*command, "--no-logo"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_system_is_held_apart_from_the_others() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    (apart,) = [c for c in contracts if c["type"] == "independence"]
    folders = (ROOT / "engine" / "systems").glob("*/coverage.toml")
    assert {f"engine.systems.{path.parent.name}" for path in folders} == set(apart["modules"])


def calls(tree: ast.AST) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


@pytest.mark.parametrize("room", OURS)
def test_nothing_is_executed_from_text(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        text = path.read_text("utf-8")
        assert not (MAY_EXECUTE.search(text) and calls(ast.parse(text)) & EXECUTING), path


def test_no_focus_proxy_keeps_the_rest_of_a_panel_out_of_tab() -> None:
    found = [path.name for path in SOURCES if "setFocusProxy(" in path.read_text("utf-8")]
    assert found == [], "use qtapp.widgets.focus.FocusPass"


def test_no_code_asks_which_system_it_is() -> None:
    for path in SOURCES:
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if MAY_ASK.search(text) else ():
            if not isinstance(node, ast.If | ast.IfExp) or not isinstance(node.test, ast.Compare):
                continue
            asked = ast.unparse(node.test.left)
            compared = [ast.unparse(value) for value in node.test.comparators]
            named = asked.endswith(("system", "system_id", "system.id"))
            assert not (named and any(c.startswith(("'", '"')) for c in compared)), (
                f"{path}:{node.lineno}"
            )
