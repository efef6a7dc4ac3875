"""The text format: model and text say the same, and bad files are refused in a sentence."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import KnownError
from maps.files import reading
from oob.formats import text, textwriter
from oob.model import DepleteChoice, EntryKind, Face, OrderOfBattle, Size, UnitId
from tests.examples import few
from tests.oob import strategies as some

SMALL = """sandtable oob 1

[oob]
id: small
title: A small one

[nations]
british "Britain" side=allied fill=#d9bf93 ink=#1d170c
german "Germany" side=axis fill=#9ea6a0 ink=#14181a band=#2f66a8

[formations]
army "Eighth Army"

[units]
british:
2×5-6/4-6 Armor XX 8, 15#armor (mechanized) [formation=army]
(5)-5 Artillery X 12 (corps support)
german:
4×3-3 Infantry X Generic#1..4 (generic)
5-3-8 Infantry III 7@lone-wolf [side=neutral steps=2 note="of \\"odd\\" strength"]
concentrated:3-3/dispersed:blank "Death Ray" - ""@odd

[setup]
"near Beograd" steps=1: british-8, british-15-armor
? a doubt
Serbia: german-generic-1..4

[choices]
deplete 1: british-8, british-15-armor

[schedule]
optional any 0906 cost=2: lone-wolf
arrives 7 Yugoslavia: british-12
for lone-wolf, odd
> a note

[notes]
air.tac: 2

[end]
"""


@few(75)
@given(some.orders())
def test_text_and_model_say_the_same(order: OrderOfBattle) -> None:
    written = text.dumps(order)
    back = text.loads(written)
    assert back == order
    assert list(back.units) == list(order.units)
    assert text.dumps(back) == written


def test_a_small_file_is_understood() -> None:
    order = text.loads(SMALL)
    armor = order.units[UnitId("british-15-armor")]
    assert (armor.name, armor.side, armor.size, armor.steps) == ("15", "allied", Size.DIVISION, 2)
    assert armor.faces == (Face(5, None, 6), Face(4, None, 6, label="reduced"))
    assert armor.formation == "army"
    assert order.units[UnitId("british-12")].front == Face(5, None, 5, parenthesised=True)
    wolf = order.units[UnitId("lone-wolf")]
    assert (wolf.side, wolf.steps, wolf.front) == ("neutral", 2, Face(5, 3, 8))
    assert wolf.note == 'of "odd" strength'
    assert [u for u in order.units if "generic" in u] == [
        f"german-generic-{n}" for n in range(1, 5)
    ]
    odd = order.units[UnitId("odd")]
    assert (odd.type, odd.size, odd.steps, odd.faces[1].label) == (
        "Death Ray",
        Size.NONE,
        1,
        "dispersed",
    )
    assert order.setups[0].steps == 1
    assert order.setups[0].doubt == "a doubt"
    assert order.choices == [DepleteChoice(1, (UnitId("british-8"), UnitId("british-15-armor")))]
    assert order.schedule[1].kind is EntryKind.ARRIVES
    assert order.schedule[1].replaces == ("lone-wolf", "odd")
    assert text.dumps(order) == SMALL


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    plain = SMALL
    assert text.loads("\ufeff" + plain.replace("\n", "\r\n")) == text.loads(plain)


FAULTS = {
    "first line": ("sandtable oob 1", "sandtable map 1", 0, "first line must be sandtable oob 1"),
    "newer": ("sandtable oob 1", "sandtable oob 2", 0, "Update Sandtable"),
    "section": ("[setup]", "[set-up]", 0, "Did you mean 'setup'"),
    "section twice": ("[notes]", "[setup]", 0, "comes twice"),
    "section order": ("[nations]", "[units]\n[nations]", 1, r"Put it before \[units\]"),
    "nation heading": ("german:\n", "germany:\n", 0, "Did you mean 'german'"),
    "no heading": ("british:\n", "", 0, "no nation is above"),
    "type": ("Artillery X", "Artilery X", 0, "Did you mean 'artillery'"),
    "size": ("Artillery X ", "Artillery xx ", 0, "Did you mean|Known are"),
    "ratings": ("(5)-5", "(5-5", 0, "ratings .* cannot be read"),
    "count": ("2×5-6", "3×5-6", 0, "the count is 3, but 2 are named"),
    "twice": ("Artillery X 12", "Artillery X 8", 0, "unit 'british-8' comes twice"),
    "trait open": ("(generic)", "(generic", 0, "not closed"),
    "trait twice": ("(generic)", "(generic, generic)", 0, "trait stands twice"),
    "setting": ("steps=2", "stepz=2", 0, "Did you mean 'steps'"),
    "setting twice": ("steps=2", "steps=2 steps=3", 0, "set twice"),
    "colour setting": ("band=", "bend=", 0, "Did you mean 'band'"),
    "quotation": ('note="of', "note=of", 0, "cannot be read|not closed"),
    "name without id": ('""@odd', '""', 0, "Add one"),
    "unknown unit": ("steps=1: british-8,", "steps=1: britsh-8,", 0, "Did you mean 'british-8'"),
    "range": ("german-generic-1..4", "german-generic-4..1", 0, "lower number first"),
    "name range": ("Generic#1..4", "Generic#1..99999", 0, "too long"),
    "comma": ("lone-wolf, odd", "lone-wolf odd", 0, "Add the comma"),
    "choice": ("deplete 1", "deplet 1", 0, "Write it as deplete"),
    "schedule": ("optional any", "optionl any", 0, "Did you mean 'optional'"),
    "turn": ("arrives 7", "arrives seven", 0, "not a whole number"),
    "note twice": ("air.tac: 2", "air.tac: 2\nair.tac: 3", 1, "comes twice"),
    "colon": ("air.tac: 2", "air.tac 2", 0, "colon is missing"),
    "side": (" side=allied fill", " fill", 0, "has no side"),
    "id": ("id: small", "idd: small", 0, "Did you mean 'id'"),
    "end": ("[end]\n", "", 0, "breaks off"),
    "after end": ("[end]", "[end]\nmore", 1, r"after \[end\]"),
    "before sections": ("[oob]", "more\n[oob]", 0, "before the first section"),
    "stray doubt": ('"near Beograd"', '? why\n"near Beograd"', 0, "belongs to no set-up"),
    "stray note": ("optional any", "> why\noptional any", 0, "belongs to no entry"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_line_and_fix(fault: str) -> None:
    good, bad, further, says = FAULTS[fault]
    line = SMALL[: SMALL.index(good)].count("\n") + 1 + further
    with pytest.raises(KnownError, match=says) as caught:
        text.loads(SMALL.replace(good, bad, 1), "small.oob")
    assert caught.value.where == f"small.oob line {line}"
    assert caught.value.fix


@few(75)
@given(st.data())
def test_a_damaged_file_is_refused_or_read_but_never_crashes(data: st.DataObject) -> None:
    whole = SMALL
    start = data.draw(st.integers(0, len(whole)))
    stop = data.draw(st.integers(start, min(len(whole), start + 30)))
    damaged = whole[:start] + data.draw(some.texts) + whole[stop:]
    try:
        order = text.loads(damaged, "damaged.oob")
    except KnownError as error:
        assert error.where.startswith("damaged.oob")
    else:
        assert text.loads(text.dumps(order)) == order


def test_an_order_with_unknown_names_is_not_written() -> None:
    order = text.loads(SMALL)
    del order.units[UnitId("lone-wolf")]
    with pytest.raises(KnownError, match="unit 'lone-wolf'"):
        text.dumps(order)
    del order.nations["german"]
    with pytest.raises(KnownError, match="nation 'german'"):
        text.dumps(order)


def test_a_file_is_saved_and_read(tmp_path: Path) -> None:
    order = text.loads(SMALL)
    text.save(order, tmp_path / "a b.oob")
    assert text.load(tmp_path / "a b.oob") == order


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match=r"none\.oob"):
        text.load(tmp_path / "none.oob")
    (tmp_path / "latin.oob").write_bytes(b"sandtable oob 1\n\xe9")
    with pytest.raises(KnownError, match="UTF-8"):
        text.load(tmp_path / "latin.oob")
    (tmp_path / "zero.oob").write_bytes(b"sandtable oob 1\n\0")
    with pytest.raises(KnownError, match="not a text file"):
        text.load(tmp_path / "zero.oob")
    with pytest.raises(KnownError, match="cannot be written"):
        text.save(text.loads(SMALL), tmp_path / "no" / "where.oob")


def test_a_file_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    notes = "".join(f"key{number}: text\n" for number in range(3_000))
    whole = f"{textwriter.HEADER} {textwriter.VERSION}\n\n[oob]\nid: a\n\n[notes]\n{notes}\n[end]\n"
    assert len(text.loads(whole, "long.oob").notes) == 3_000
    monkeypatch.setattr(reading.time, "thread_time", itertools.count(0.0, 1.0).__next__)
    with pytest.raises(KnownError, match=r"^long\.oob: takes longer than 10 seconds to read"):
        text.loads(whole, "long.oob")
