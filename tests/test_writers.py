"""Nothing writes a file by itself: all goes through ``maps.files.writing``, whole or not at all."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ("maps", "oob", "engine", "qtapp")
SOURCES = [path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py"))]

OWN_HANDS = {
    "maps/files/writing.py": "is the one place",
    "qtapp/app/errors.py": "adds to the log of faults, which must never fail itself",
    "qtapp/board/pictures/png.py": "grows a file that Picture.save names with whole_file",
    "maps/digitise/scans.py": "saves into the folder that write_cut stages",
}
STORE = "engine/store/"
"""SQLite writes its own files here, in transactions."""

WRITES = {"write_text", "write_bytes", "copyfile", "copy2", "copytree", "setFileName", "symlink_to"}
MODES = set("wax+")
OPENERS = {"open", "fdopen"}
WHOLE = {"whole_file", "whole_files"}
TO_DISK = {"QPdfWriter", "QSvgGenerator", "QSaveFile", "QPrinter"}
MAY_WRITE = re.compile(rf"\b(?:{'|'.join(sorted(WRITES | OPENERS | TO_DISK | {'save'}))})\b")
"""Without one of these words in its text no module writes; only the others are parsed."""


def called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def writes(node: ast.Call) -> bool:
    """Does this call write a file by its name?"""
    name = called(node)
    if name in WRITES:
        return True
    if name in OPENERS:
        texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
        return any(isinstance(t, str) and len(t) <= 3 and MODES & set(t) for t in texts)
    named = [*node.args[:1]]
    by_text = any(isinstance(one, ast.Call) and called(one) == "str" for one in named)
    return by_text and (name == "save" or name in TO_DISK)


def is_whole(node: ast.AST) -> bool:
    """Is this ``with whole_file(...)``, or one entered on a stack?"""
    match node:
        case ast.With():
            return any(is_whole_call(item.context_expr) for item in node.items)
        case ast.Call() if called(node) == "enter_context":
            return any(map(is_whole_call, node.args))
    return False


def is_whole_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and called(node) in WHOLE


def bare_writes(tree: ast.AST, inside: bool = False) -> list[int]:
    """The lines of calls that write outside a ``with whole_file``."""
    found: list[int] = []
    if isinstance(tree, ast.With):
        inside = inside or any(map(is_whole, ast.walk(tree)))
    if isinstance(tree, ast.Call) and writes(tree) and not inside:
        found.append(tree.lineno)
    for child in ast.iter_child_nodes(tree):
        found += bare_writes(child, inside)
    return found


def test_files_are_written_whole() -> None:
    for path in SOURCES:
        name = path.relative_to(ROOT).as_posix()
        if name not in OWN_HANDS and not name.startswith(STORE):
            text = path.read_text("utf-8")
            assert not MAY_WRITE.search(text) or bare_writes(ast.parse(text)) == [], name


@pytest.mark.parametrize(
    "line",
    [
        "path.write_text('x')",
        "open(path, 'w')",
        "path.open('ab')",
        "image.save(str(path))",
        "QPdfWriter(str(path))",
        "maker.setFileName(name)",
        "shutil.copyfile(a, b)",
    ],
)
def test_the_watch_sees_each_form(line: str) -> None:
    assert bare_writes(ast.parse(line)) == [1]
    assert bare_writes(ast.parse(f"with whole_file(p) as partial:\n    {line}")) == []


def test_reading_is_free() -> None:
    assert bare_writes(ast.parse("path.open('rb'); open(p); painter.save(); book.save(out)")) == []
