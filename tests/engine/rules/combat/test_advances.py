"""Who lives through a battle and who may follow up, whatever the game."""

from __future__ import annotations

from engine.core.state import Piece, State
from engine.rules.combat.advances import Follow, followers, survivors
from maps.hexgrid import Hex
from oob.model import UnitId

TANK, FOOT = UnitId("tank"), UnitId("foot")


def test_survivors_are_those_not_in_the_dead_pile() -> None:
    pieces = {TANK: Piece(Hex(0, 0), 2), FOOT: Piece("grave", 0)}
    state = State(turn=1, phase="", active="", pieces=pieces, flow=())
    assert survivors(state, (FOOT, TANK), "grave") == (TANK,)


def test_anybody_follows_where_the_rule_says_so() -> None:
    """[BG-12.7a] [OG-11.3a]"""
    assert followers((FOOT, TANK), Follow.ANY, TANK.__eq__) == (FOOT, TANK)


def test_only_armor_follows_a_retreat() -> None:
    """[OG-11.4]"""
    assert followers((FOOT, TANK), Follow.ARMOR, TANK.__eq__) == (TANK,)
