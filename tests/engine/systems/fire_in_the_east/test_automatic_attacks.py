"""Whom the automatic Axis attacks and with whom: rivers, pockets, units for a second attack."""

from __future__ import annotations

import pytest

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice import fighting
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.state.constants import OUT
from engine.systems.europa.state.records import Fighting
from engine.systems.fire_in_the_east.advice import EastOutlook
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import AXIS, FOOT, RIFLES, North

TARGET, ASIDE = "1B:3021", "1B:2820"
DRY, WET, WIDE = "1B:2921", "1B:2922", "1B:3020"
"""Beside the target: over no river, over one, and over the Niemen."""
INFANTRY = (FOOT, "german-11-infantry-xx", "german-21-infantry-xx")
GUARD, OTHER = "soviet-border-border-iii-nkvd-5", "soviet-border-border-iii-nkvd-6"


def attacking() -> North:
    """The combat phase of the Axis, nobody on the board."""
    return North().phase(Fighting, AXIS)


def outlook(game: North) -> EastOutlook:
    return EastOutlook(game.pos, AXIS, lambda action: not game.objections(action))


def advised(game: North) -> object:
    found = game.rules.advise(game.state)
    assert found is not None and game.objections(found.action) == []
    return found.action


@pytest.mark.parametrize(("label", "share"), [(DRY, 1.0), (WET, 0.5), (WIDE, 0.25)])
def test_who_attacks_over_a_river_counts_for_less(label: str, share: float) -> None:
    game = attacking().put(TARGET, RIFLES).put(label, FOOT)
    look, target = outlook(game), game.at(TARGET)
    assert look.over(game.at(label), target) == share
    power = look.strength(UnitId(FOOT), attacking=True)
    assert look.pressure[target] == power * share
    (aim,) = look.aims(game.at(label))
    assert (aim.at, aim.over) == (target, share)


@pytest.mark.parametrize(("turns", "defends"), [(1, 1.0), (2, 0.5)])
def test_who_has_just_lost_supply_still_defends_whole(turns: int, defends: float) -> None:
    """Its attack is halved at once (FE-12D)."""
    game = attacking().put(TARGET, RIFLES)
    facts = game.pos.facts(UnitId(RIFLES))
    game.put(TARGET, RIFLES, marks=(OUT,)).having(unfed={UnitId(RIFLES): 2 * turns - 1})
    look = outlook(game)
    assert look.strength(UnitId(RIFLES), attacking=False) == facts.defense * defends
    assert look.strength(UnitId(RIFLES), attacking=True) == facts.attack / 2


def test_a_pocket_is_attacked_at_odds_at_which_others_are_not() -> None:
    """What is won by clearing it counts in the attack too, not on the way to it alone."""
    game = attacking().put(TARGET, RIFLES).put(DRY, *INFANTRY[:2])
    assert advised(game) == EndPhase()
    game.put(TARGET, RIFLES, marks=(OUT,))
    assert advised(game) == do.DeclareAttack(game.at(TARGET))


def test_a_stack_beside_two_weak_enemies_attacks_both() -> None:
    """One division is enough for each; the others do not join where they add nothing."""
    game = attacking().put(TARGET, GUARD).put(ASIDE, OTHER).put(DRY, *INFANTRY)
    look = outlook(game)
    assert len(fighting.force(look, game.at(TARGET))) == len(INFANTRY)
    assert len(fighting.needed(look, game.at(TARGET))) == 1
    fought = set[object]()
    while (action := advised(game)) != EndPhase():
        game.do(action)
        if isinstance(action, do.DeclareAttack):
            fought.add(action.target)
        while game.rules.chance(game.state) is not None:
            game.roll(6)
    assert fought == {game.at(TARGET), game.at(ASIDE)}


def test_all_attack_an_enemy_who_stands_alone() -> None:
    game = attacking().put(TARGET, GUARD).put(DRY, *INFANTRY)
    look = outlook(game)
    assert fighting.needed(look, game.at(TARGET)) == fighting.force(look, game.at(TARGET))
