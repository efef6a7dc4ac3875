"""Known errors are told, faults are written down and owned up to."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import qtapp
from maps.errors import KnownError
from qtapp.app.errors import Trouble


def heard(trouble: Trouble) -> tuple[list[str], list[str]]:
    known: list[str] = []
    faults: list[str] = []
    trouble.known.connect(known.append)
    trouble.fault.connect(faults.append)
    return known, faults


def test_a_known_error_is_a_sentence(tmp_path: Path) -> None:
    trouble = Trouble(tmp_path / "log")
    known, faults = heard(trouble)
    with trouble.told():
        raise KnownError("a.map line 3", "is odd.", "Correct it.")
    with trouble.told():
        (tmp_path / "none").read_text()
    assert known[0] == "a.map line 3: is odd. Correct it."
    assert "none" in known[1] and "No such file" in known[1]
    assert faults == []


def test_other_errors_go_on(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), Trouble(tmp_path / "log").told():
        raise ZeroDivisionError


def test_a_fault_is_written_down_with_its_trace(tmp_path: Path) -> None:
    trouble = Trouble(tmp_path / "deep" / "sandtable.log")
    known, faults = heard(trouble)
    try:
        raise ZeroDivisionError("made for the test")
    except ZeroDivisionError as error:
        trouble.handle(type(error), error, error.__traceback__)
    written = trouble.log_file.read_text()
    assert "made for the test" in written and "test_errors.py" in written
    assert str(trouble.log_file) in faults[0] and "Nothing is lost" in faults[0]
    assert known == []
    trouble.handle(KnownError, KnownError("a", "b."), None)
    assert known == ["a: b."]


def test_the_hook_is_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    before = sys.excepthook
    restore = Trouble(tmp_path / "log").install()
    assert sys.excepthook is not before
    restore()
    assert sys.excepthook is before


def test_errors_stay_outside_qt_wherever_widgets_are_shown() -> None:
    """Raised through two calls of Qt they end the program."""
    found = []
    for path in sorted(Path(qtapp.__file__).parent.rglob("*.py")):
        text = path.read_text("utf-8")
        if "def showEvent" in text:
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef) and node.name == "showEvent":
                    found.append((path.name, "with outside_qt():" in ast.unparse(node)))
    assert len(found) >= 7
    assert [name for name, is_safe in found if not is_safe] == []
