"""Railroad artillery fires from two hexes away (FE-14B2)."""

from __future__ import annotations

from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat.battles import Aftermath, Battle, CombatRoll
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.strength import attack_lines, printed
from engine.systems.europa.state.constants import ATTACKED, AXIS, DEAD, Phase
from engine.systems.europa.state.records import Fighting
from maps.hexgrid import distance
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, RIFLES, WholeFront

GUNS, MORE_GUNS = UnitId("german-679-rr-artillery-ii"), UnitId("german-702-rr-artillery-ii")
INFANTRY, DEFENDERS = UnitId(FOOT), UnitId(RIFLES)
TARGET, BESIDE, AFAR, BEYOND = "1B:3610", "1B:3611", "1B:3612", "1B:3613"
OFF_LINES = "2A:4730"
OTHER = "soviet-28-tank-xx"


class Battery(WholeFront):
    """Infantry beside a Soviet division, and railroad guns two hexes away."""

    def __init__(self, guns_at: str = AFAR) -> None:
        super().__init__(5)
        self.put(TARGET, RIFLES).put(BESIDE, FOOT).put(guns_at, GUNS)
        self.phase(Fighting, AXIS).do(fight.DeclareAttack(self.at(TARGET)))

    @property
    def battle(self) -> Battle:
        """The battle that is open."""
        found = self.state.top
        battle = getattr(found, "battle", None)
        assert isinstance(battle, Battle)
        return battle


def test_guns_two_hexes_away_add_their_strength() -> None:
    """[FE-14B2.1] Offered, and refused from three hexes away."""
    game = Battery()
    assert fight.AddUnit(GUNS) in game.legal
    game.do(fight.AddUnit(INFANTRY), fight.AddUnit(GUNS))
    assert game.battle.attackers == (INFANTRY,) and game.battle.firing == (GUNS,)
    lines = {line.unit: line.value for line in attack_lines(game.pos, game.battle)}
    assert lines[GUNS] == game.pos.facts(GUNS).attack == 2
    assert game.objections(fight.AddUnit(GUNS)) == ["FE-9B3.1"]
    assert Battery(BEYOND).objections(fight.AddUnit(GUNS)) == ["FE-9.1"]


def test_guns_do_not_attack_alone_from_afar() -> None:
    """[FE-14B2.1] Units beside the attacked hex attack as well."""
    game = Battery()
    game.do(fight.AddUnit(GUNS))
    assert game.objections(fight.GoIn()) == ["FE-9.1"]
    game.do(fight.AddUnit(INFANTRY))
    assert not game.objections(fight.GoIn())
    alone = WholeFront(5).put(TARGET, RIFLES).put(AFAR, GUNS).phase(Fighting, AXIS)
    assert alone.objections(fight.DeclareAttack(alone.at(TARGET))) == ["FE-9.1"]


def test_a_result_does_not_touch_guns_that_fire_from_afar() -> None:
    """[FE-14B2.2] Attackers are eliminated, the guns stay where they are, and fire once."""
    game = Battery().do(fight.AddUnit(INFANTRY), fight.AddUnit(GUNS))
    game.do(fight.GoIn())
    assert isinstance(game.state.top, CombatRoll)
    before, battle = game.state, game.battle
    game.ask(*before.flow[:-1], Aftermath(battle, "AE")).settle()
    assert game.pos.piece(INFANTRY).steps < before.pieces[INFANTRY].steps
    assert game.pos.piece(GUNS).at == game.at(AFAR)
    game.state = before
    game.ask(*before.flow[:-1], Aftermath(battle, "NE")).settle()
    assert ATTACKED in game.pos.piece(GUNS).marks
    game.put("1B:3511", OTHER).put("1B:3512", "german-11-infantry-xx")
    game.do(fight.DeclareAttack(game.at("1B:3511")))
    assert game.objections(fight.AddUnit(GUNS)) == ["FE-9B1.1"]


def test_guns_from_afar_count_in_no_exchange_and_do_not_advance() -> None:
    """[FE-14B2.2] What the attackers lose is counted without them."""
    game = Battery().do(fight.AddUnit(INFANTRY), fight.AddUnit(GUNS))
    assert (
        printed(game.pos, game.battle.attackers, attacking=True) == game.pos.facts(INFANTRY).attack
    )
    game.do(fight.GoIn())
    game.ask(*game.state.flow[:-1], Aftermath(game.battle, "DE")).settle()
    assert game.objections(fight.Advance(GUNS))
    assert not game.objections(fight.Advance(INFANTRY))


def test_beside_the_attacked_hex_guns_are_attackers_like_others() -> None:
    """[FE-14B2.3] They are lost with the others."""
    game = Battery(BESIDE).do(fight.AddUnit(INFANTRY), fight.AddUnit(GUNS))
    assert game.battle.attackers == (INFANTRY, GUNS) and not game.battle.firing
    game.do(fight.GoIn())
    game.ask(*game.state.flow[:-1], Aftermath(game.battle, "AE")).settle()
    assert game.pos.piece(GUNS).at == DEAD


def test_railroad_guns_are_siege_artillery_from_afar_too() -> None:
    """[FE-14B2.4] Doubled at major cities."""
    game = WholeFront(5)
    city = game.at("1B:3512")
    near = game.context.fronts[city][0]
    far = next(at for at in game.context.fronts[near] if distance(city, at) == 2)
    label = game.context.map.label
    game.put("1B:3512", RIFLES).put(label(near), FOOT).put(label(far), GUNS)
    battle = Battle(AXIS, city, (INFANTRY,), (DEFENDERS,), firing=(GUNS,))
    line = next(line for line in attack_lines(game.pos, battle) if line.unit == GUNS)
    assert "siege artillery" in [factor.topic for factor in line.factors]
    assert line.value == 2 * game.pos.facts(GUNS).attack


def test_excess_artillery_is_counted_with_guns_from_afar() -> None:
    """[FE-14B2.1] [FE-14B.2] More artillery than other REs attacks with 1 in all: what fires from
    afar is artillery of the attack.
    """
    game = WholeFront(5).put(TARGET, RIFLES).put(BESIDE, "german-402-bicycle-ii")
    game.put(AFAR, GUNS, MORE_GUNS)
    bicycles = UnitId("german-402-bicycle-ii")
    one = Battle(AXIS, game.at(TARGET), (bicycles,), (DEFENDERS,), firing=(GUNS,))
    both = one.fired(MORE_GUNS)
    assert Calculation(game.pos, both).attack < Calculation(game.pos, one).attack + 3
    assert any(line.excess for line in attack_lines(game.pos, both))


def test_guns_that_fire_from_afar_stand_in_the_line_of_the_attackers() -> None:
    """[FE-14B2.1] With their strength, and may be left out again."""
    game = Battery().do(fight.AddUnit(INFANTRY), fight.AddUnit(GUNS))
    shown = game.rules.battle(game.state)
    assert shown is not None
    assert [one.unit for one in shown.attackers] == [INFANTRY, GUNS]
    assert fight.DropUnit(GUNS) in game.legal
    game.do(fight.DropUnit(GUNS))
    assert not game.battle.firing and game.battle.attackers == (INFANTRY,)


def test_guns_off_the_railroads_are_told_so() -> None:
    """[FE-14F.1] They ride from nowhere else, and may be asked to ride anywhere."""
    game = WholeFront(5).put(OFF_LINES, GUNS, FOOT)
    (family,) = (one for one in game.legal.families if one.name == "rail move")
    assert family.of is not None and not list(family.of(GUNS))
    assert family.aimed is not None and not list(family.aimed(INFANTRY, game.at(TARGET)))
    (ride,) = family.aimed(GUNS, game.at(TARGET))
    (why,) = game.rules.check(game.state, ride)
    assert why.text == f"There is no railroad in {OFF_LINES}."


def test_guns_on_a_railroad_are_not_sent_off_it() -> None:
    """[FE-14F.1] A ride aimed off the lines is none that may be taken, from a line as from off."""
    for at in ("2A:3930", OFF_LINES):
        game = WholeFront(5).put(at, GUNS)
        (family,) = (one for one in game.legal.families if one.name == "rail move")
        assert family.aimed is not None
        off = family.aimed(GUNS, game.at("2A:4731"))
        assert not list(game.legal.among(family, off))


def test_guns_ride_nowhere_in_the_surprise_turn() -> None:
    """[FE-31F1.1] Nor where a line leads and a ride is aimed."""
    game = WholeFront(1).put("1B:3628", GUNS)
    game.state = game.state.having(phase=Phase.SURPRISE_MOVEMENT.value)
    (family,) = (one for one in game.legal.families if one.name == "rail move")
    assert family.aimed is not None
    rides = [r for at in game.context.rails for r in family.aimed(GUNS, at)]
    assert not list(game.legal.among(family, rides))
