"""Whatever a text file holds, reading it ends in a value or in a sentence."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import KnownError
from maps.files import reading
from maps.files.reading import (
    Patience,
    json_of,
    read_bytes,
    read_json,
    read_text,
    read_toml,
    toml_of,
)

DEEP = 100_000


def test_what_is_sound_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'\xef\xbb\xbf{"a": [1, 2.5, "x", null, true]}')
    (tmp_path / "a.toml").write_text('a = [1, 2.5]\n[b]\nc = "x"\n')
    assert read_json(tmp_path / "a.json") == {"a": [1, 2.5, "x", None, True]}
    assert read_toml(tmp_path / "a.toml") == {"a": [1, 2.5], "b": {"c": "x"}}


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match=r"none\.json: there is no such file"):
        read_json(tmp_path / "none.json")
    with pytest.raises(KnownError, match="is no file"):
        read_text(tmp_path)
    (tmp_path / "big").write_bytes(b"x" * 20)
    with pytest.raises(KnownError, match="too large"):
        read_bytes(tmp_path / "big", 19)
    with pytest.raises(KnownError, match="no name of a file"):
        read_bytes(Path("a\0b"))
    with pytest.raises(KnownError, match="cannot be read"):
        read_bytes(tmp_path / ("a" * 300))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO here")
def test_a_fifo_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(KnownError, match="is no file"):
        read_text(tmp_path / "fifo")
    with pytest.raises(KnownError, match="is no file"):
        read_text(Path(os.devnull))


def test_what_is_not_utf8_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"a = 1\nb = '\xe9'\n")
    with pytest.raises(KnownError, match=r"a\.toml line 2: is not UTF-8 text. Save it as UTF-8."):
        read_toml(tmp_path / "a.toml")


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP,
        "[" * DEEP + "]" * DEEP,
        '{"a":' * DEEP + "1" + "}" * DEEP,
        "[" * 65 + "]" * 65,
        "9" * 5000,
        "-" + "9" * 19,
        "NaN",
        "[1, -Infinity]",
        "1e999",
        '{"a": 1',
        "",
    ],
)
def test_json_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(KnownError, match=r"^a\.json"):
        json_of(text, "a.json")


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * DEEP,
        "a = " + "[" * 500 + "]" * 500,
        ".".join("a" * DEEP) + " = 1",
        "[" + ".".join("a" * DEEP) + "]",
        "a = " + "9" * 5000,
        "a = 0x" + "f" * 5000,
        "a = nan",
        "a = [1.0, inf]",
        "a = 1e999",
        "x" * 2_001,
        f"a = {{ {'.'.join('a' * 70)} = 1 }}",
        "a = ",
        "x" * 1_000_001,
    ],
)
def test_toml_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(KnownError, match=r"^a\.toml"):
        toml_of(text, "a.toml")


@given(st.text(st.sampled_from('[]{}".=\n0919aexnif-+,:\\u'), max_size=60))
def test_no_text_raises_anything_else(text: str) -> None:
    for of in (json_of, toml_of):
        try:
            of(text, "text")
        except KnownError as error:
            assert str(error).startswith("text")


def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(reading.time, "thread_time", lambda: now[0])
    patience = Patience("a.xlsx", 10)
    now[0] = 9.9
    patience.check()
    now[0] = 10.1
    with pytest.raises(KnownError, match="longer than 10 seconds"):
        patience.check()


def test_json_of_too_many_values_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_VALUES", 100)
    assert reading.json_of("[" + "1," * 100 + "1]", "a.json") == [1] * 101
    with pytest.raises(KnownError, match=r"^a\.json: has more than 100 values\."):
        reading.json_of("[" + "1," * 101 + "1]", "a.json")


def test_reading_json_never_stops_other_threads_to_look_for_garbage() -> None:
    """What is read stays reachable, so that each look would take longer than the one before."""
    looks: list[str] = []

    def note(phase: str, _info: dict[str, int]) -> None:
        looks.append(phase)

    text = f"[{','.join(['[]'] * 100_000)}]"
    old = gc.get_threshold()
    gc.set_threshold(1_000, 5, 5)
    gc.callbacks.append(note)
    try:
        assert len(reading.json_of(text, "a.json")) == 100_000  # type: ignore[arg-type]
        assert looks.count("start") <= 5, "before and after, and never meanwhile"
        assert gc.isenabled()
        with pytest.raises(KnownError):
            reading.json_of("[", "a.json")
        assert gc.isenabled(), "after an error, too"
    finally:
        gc.callbacks.remove(note)
        gc.set_threshold(*old)
