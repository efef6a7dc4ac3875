"""Whatever a chart marks as reconstructed says why it reads as it does."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

import engine.systems


@cache
def parts_of(file: Path) -> list[tuple[str, str]]:
    """What a file of charts marks as reconstructed, with the reasons."""
    return list(marked(tomllib.loads(file.read_text("utf-8")), file.stem, ""))


FILES = sorted(Path(str(resources.files(engine.systems))).rglob("*.toml"))


def marked(value: object, path: str, reason: str) -> Iterator[tuple[str, str]]:
    """Each part marked as reconstructed, with its own reason or that of the chart it is in."""
    if isinstance(value, dict):
        reason = str(value.get("reason", reason))
        marks = (value.get("provenance"), *dict(value.get("provenance_of", {})).values())
        if "reconstructed" in marks:
            yield path, reason
        for key, part in value.items():
            yield from marked(part, f"{path}.{key}", reason)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from marked(part, f"{path}[{number}]", reason)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_what_is_reconstructed_has_a_reason(file: Path) -> None:
    assert [path for path, reason in parts_of(file) if len(reason) < 20] == []


def test_many_parts_are_marked() -> None:
    assert sum(len(parts_of(file)) for file in FILES) > 200
