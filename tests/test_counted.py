"""Numbers and their nouns agree: what is counted in a text is put together by one helper."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("maps", "oob", "engine", "qtapp", "packaging")
COUNTS = {"len", "sum", "count", "number", "many", "total", "left", "rest"}
"""Calls and names that are a number of things in a text."""
PLURAL = re.compile(r" (?:[a-z]+ )?([a-z]+s|dice|people)\b")
NO_NOUNS = re.compile(r"(?:is|has|was|does|as|its|this|less|across|always|[a-z]*ss|[a-z]*us)$")
MEASURES = {"pixels", "degrees", "megabytes", "seconds", "characters"}
"""What is measured, never one of them alone."""


def counts(expression: ast.expr) -> bool:
    """Whether an expression in a text is a number of things."""
    match expression:
        case ast.Call(func=ast.Name(id=name)) | ast.Name(id=name) | ast.Attribute(attr=name):
            return name in COUNTS
        case ast.BinOp(left=first, right=second):
            return counts(first) or counts(second)
    return False


def asks_for_one(test: ast.expr) -> bool:
    """Whether a condition tells one thing from several."""
    return isinstance(test, ast.Compare) and any(
        isinstance(one, ast.Constant) and one.value == 1 for one in (test.left, *test.comparators)
    )


def texts(node: ast.AST, guarded: bool = False) -> Iterator[ast.JoinedStr]:
    """The texts with values in them, but for those that are chosen by whether it is one thing."""
    if isinstance(node, ast.IfExp | ast.If):
        guarded = guarded or asks_for_one(node.test)
    if isinstance(node, ast.JoinedStr) and not guarded:
        yield node
    for child in ast.iter_child_nodes(node):
        yield from texts(child, guarded)


def unagreed(source: str) -> list[str]:
    """The places of a source where a plural follows a number that may be one."""
    found = []
    for text in texts(ast.parse(source)):
        for value, after in zip(text.values, text.values[1:], strict=False):
            if not isinstance(value, ast.FormattedValue) or not isinstance(after, ast.Constant):
                continue
            noun = PLURAL.match(str(after.value))
            if not noun or not counts(value.value):
                continue
            if noun[1] not in MEASURES and not NO_NOUNS.match(noun[1]):
                found.append(f"line {text.lineno}: {ast.unparse(value.value)}{noun[0]}")
    return found


@pytest.mark.parametrize(
    ("source", "bad"),
    [
        ('f"{len(x)} counters in play"', True),
        ('f"{len(x)} hexes"', True),
        ('f"{self.count - 1} more units"', True),
        ('f"{count} dice"', True),
        ("f\"{counted(len(x), 'counter')} in play\"", False),
        ('"1 unit" if count == 1 else f"{count} units"', False),
        ('f"{count} of them"', False),
        ('f"{count} is wrong"', False),
        ('f"{name} lists hex"', False),
        ('f"{count} pixels"', False),
    ],
)
def test_what_is_found(source: str, bad: bool) -> None:
    assert bool(unagreed(source)) is bad


@pytest.mark.parametrize("room", ROOMS)
def test_nouns_agree_with_their_numbers(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)} {line}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for line in unagreed(path.read_text("utf-8"))
    ]
    assert not found, "\n".join(["Use counted or with_noun:", *found])
