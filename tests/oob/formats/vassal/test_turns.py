"""Turn trackers of modules, written out as turns and phases."""

from __future__ import annotations

import pytest
from lxml import etree

from maps.errors import KnownError
from oob.formats.vassal.turns import MOST_PHASES, MOST_TURNS, Turns, turns_of

T = "VASSAL.build.module.turn."


def tracker(inner: str) -> etree._Element:
    text = f"<m><{T}TurnTracker>{inner}<{T}TurnGlobalHotkey/></{T}TurnTracker></m>"
    return etree.fromstring(text)


def listed(entries: str, inner: str = "", more: str = "") -> str:
    return f'<{T}ListTurnLevel list="{entries}" {more}>{inner}</{T}ListTurnLevel>'


def counted(words: str, inner: str = "") -> str:
    return f"<{T}CounterTurnLevel {words}>{inner}</{T}CounterTurnLevel>"


def test_levels_are_written_out_as_turns_and_phases() -> None:
    phases = listed("Move,Combat")
    inner = listed("Axis,Allies", phases)
    words = 'start="1940" incr="1" loop="true" loopLimit="1943" turnFormat="Year $value$"'
    found = turns_of(tracker(counted(words, inner)), "a module")
    assert found == Turns(
        ("Year 1940", "Year 1941", "Year 1942", "Year 1943"),
        (("Axis", "Move"), ("Axis", "Combat"), ("Allies", "Move"), ("Allies", "Combat")),
    )
    assert found.told == "Turn tracker: 4 turns, 4 phases in each."


def test_turns_by_name_and_turns_without_end() -> None:
    found = turns_of(tracker(listed("Jul I,Jul II\\, hot, Aug I")), "a module")
    assert found == Turns(("Jul I", "Jul II, hot", "Aug I"))
    found = turns_of(tracker(counted('start="3" incr="2" loop="false"')), "a module")
    assert found is not None and found.is_counted and found.names[:3] == ("3", "5", "7")
    assert found.told == "Turn tracker: turns without end, 10 of them declared."
    assert turns_of(tracker(""), "a module") is None
    assert turns_of(etree.fromstring("<m/>"), "a module") is None


def test_trackers_are_bounded() -> None:
    many = ",".join(str(number) for number in range(2_000))
    found = turns_of(tracker(listed(many, listed(many, listed(many)))), "a module")
    assert found is not None
    assert (len(found.names), len(found.phases)) == (MOST_TURNS, MOST_PHASES)
    found = turns_of(tracker(counted('loop="true" loopLimit="99999" incr="0"')), "a module")
    assert found is not None and len(found.names) == MOST_TURNS
    deep = "".join([listed("a").replace("</", "@").partition("@")[0]] * 60)
    deep += f"</{T}ListTurnLevel>" * 60
    with pytest.raises(KnownError, match="nested more than 12"):
        turns_of(tracker(deep), "a module")
