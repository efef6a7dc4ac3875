"""What lies over the board while a battle is open."""

from __future__ import annotations

from dataclasses import dataclass

from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge
from qtapp.painters.overlays.overlays import Arrow


@dataclass(frozen=True, slots=True)
class Fight:
    """The hex that is fought for, None where there is none, arrows onto it from each hex in which
    units of the attacker stand, and the hexes of those who may still join.
    """

    at: Hex | None = None
    arrows: tuple[Arrow, ...] = ()
    joining: tuple[Hex, ...] = ()


PEACE = Fight()
"""Nobody is fought."""


def fight_of(bridge: GameBridge) -> Fight:
    """What to show of the battle that is open, or of an overrun that units gather for."""
    battle = bridge.rules.battle(bridge.state)
    if battle is None or battle.at is None:
        at = bridge.view.where
        return Fight(at) if at in bridge.enemy_hexes else PEACE
    pieces = bridge.state.pieces
    units = [one.unit for one in battle.attackers if not one.eliminated]
    places = [battle.origin, *(pieces[unit].at for unit in units if unit in pieces)]
    hexes = dict.fromkeys(at for at in places if isinstance(at, Hex) and at != battle.at)
    joining: list[Hex] = []
    if bridge.player_decides:
        asked = (a.where() or a.origin_of() for a in bridge.view.legal if not a.who())
        joining = [at for at in asked if isinstance(at, Hex) and at != battle.at]
    arrows = tuple(Arrow((at, battle.at), "attack") for at in hexes)
    return Fight(battle.at, arrows, tuple(dict.fromkeys(joining)))
