"""Interception: what the faces of its die do."""

from __future__ import annotations

from engine.rules.naval.interception import Fate, fate_of


def test_low_faces_pass_then_turn_back_then_lose() -> None:
    fates = [fate_of(face, returns=4, lost=6) for face in range(1, 7)]
    assert fates == [Fate.PASSES] * 3 + [Fate.RETURNS] * 2 + [Fate.LOST]


def test_where_nobody_turns_back_units_pass_or_are_lost() -> None:
    assert {fate_of(face, returns=5, lost=5) for face in range(1, 7)} == {Fate.PASSES, Fate.LOST}
