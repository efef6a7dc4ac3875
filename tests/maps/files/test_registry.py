"""Kinds of files: what is read and written by which ending, and how others are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.errors import KnownError
from maps.files.registry import Format, Formats


def read(path: Path) -> str:
    return path.read_text("utf-8")


def write(text: str, path: Path) -> None:
    path.write_text(text, "utf-8")


NOTES: Formats[str, str] = Formats(
    "notes",
    Format("Text", (".txt", ".text"), read, write),
    Format("Old notes", (".old",), read=read),
    Format("Print", (".prn",), write=write),
)


def test_an_ending_chooses_the_form_whatever_its_case(tmp_path: Path) -> None:
    NOTES.write("word", tmp_path / "a.TXT")
    assert NOTES.read(tmp_path / "a.TXT") == "word"


def test_forms_that_are_only_read_are_not_written(tmp_path: Path) -> None:
    assert NOTES.suffixes() == (".txt", ".text", ".old")
    assert NOTES.suffixes(writing=True) == (".txt", ".text", ".prn")
    with pytest.raises(KnownError, match=r"notes are not written as '\.old'"):
        NOTES.write("word", tmp_path / "a.old")
    with pytest.raises(KnownError, match=r"notes are not read from '\.prn'"):
        NOTES.read(tmp_path / "a.prn")
    assert not (tmp_path / "a.old").exists()


def test_another_ending_is_refused_with_the_nearest() -> None:
    with pytest.raises(KnownError, match=r"Did you mean '\.txt'"):
        NOTES.require(Path("a.txtt"))
    NOTES.require(Path("a.prn"))


def test_dialogs_get_a_line_a_form_and_names_their_ending() -> None:
    assert NOTES.filters() == ("Text (*.txt *.text)", "Old notes (*.old)")
    assert NOTES.complete("a", "Print (*.prn)") == Path("a.prn")
    assert NOTES.complete("a.old", "Print (*.prn)") == Path("a.old")
    assert NOTES.complete("a", "") == Path("a.txt")
