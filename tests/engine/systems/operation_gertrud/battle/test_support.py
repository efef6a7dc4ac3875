"""NGS and CAS in battles: who may, in what order, duels, and where the markers go."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.shifts import ledger
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    GERMAN,
    AirCombat,
    Attempt,
    Kind,
    Status,
    Yavuz,
)
from maps.hexgrid import Hex
from tests.engine.systems.operation_gertrud.battlefield import (
    I132,
    NZ,
    P8,
    S58,
    T23,
    Field,
)

G1, G2, T1, B1, S1 = (
    "german-cas-1",
    "german-cas-2",
    "turkish-cas-1",
    "british-cas-1",
    "soviet-cas-1",
)
YAVUZ, BN, SN, IN = "yavuz", "british-ngs-1", "soviet-ngs-1", "italian-ngs-1"


def coastal(field: Field, *seas: str) -> tuple[Hex, Hex]:
    """A Turkish hex on just these seas, and a hex it can be attacked from."""
    for at in sorted(field.context.turkey):
        if field.context.coast.get(at) == set(seas) and field.context.fronts[at]:
            return at, field.context.fronts[at][0]
    raise LookupError("the board has no such coast")


def on_the_coast(*seas: str, scenario: str = "early_1943", side: str = GERMAN) -> Field:
    """A field with a Turkish coastal hex of seas attacked by one unit."""
    field = Field(scenario, side=side)
    target, start = coastal(field, *seas)
    mine, theirs = (P8, T23) if side == GERMAN else (T23, P8)
    field.put(target, theirs).put(start, mine)
    field.middle = target
    return field


def status(field: Field, marker: str) -> Status:
    """Where a marker is."""
    return field.state.support[marker]


def test_the_attacker_decides_on_air_support_before_the_defender() -> None:
    """[OG-11.0.3a] [OG-13.0a] [OG-3.1a]"""
    field = Field().ready(G1, T1)
    field.put(field.middle, T23).put(field.around[0], P8).form(P8).do(do.GoIn())
    assert field.rules.question(field.state).side == GERMAN
    assert field.objections(do.Commit(T1)) == ["OG-3.1b"]
    field.do(do.Commit(G1))
    assert field.rules.question(field.state).side == ALLIED
    assert field.objections(do.Commit(G1)) == ["OG-3.1b"]


def test_one_cas_a_side_and_it_supports_at_once_when_alone() -> None:
    """[OG-13.0a] [OG-13.0b] [OG-13.5]"""
    field = Field().ready(G1, G2)
    field.put(field.middle, T23).put(field.around[0], P8).form(P8).do(do.GoIn(), do.Commit(G1))
    assert field.asks() == "CombatRoll"
    assert [line.value for line in ledger(field.pos, field.battle)] == [1]


def test_a_used_cas_is_out_for_the_turn_and_never_hurt_by_the_battle() -> None:
    """[OG-3.1b] [OG-11.0.9b] [OG-13.6]"""
    field = Field().ready(G1)
    field.put(field.middle, T23).put(field.around[0], P8).form(P8).do(do.GoIn(), do.Commit(G1))
    field.result("EX")
    assert status(field, G1) is Status.USED
    assert not field.pos.ready(GERMAN, Kind.CAS)


def test_opposing_cas_fight_first() -> None:
    """[OG-13.1]"""
    field = Field().ready(G1, T1)
    field.put(field.middle, T23).put(field.around[0], P8).form(P8)
    field.do(do.GoIn(), do.Commit(G1), do.Commit(T1)).roll(4, 5)
    assert (status(field, G1), status(field, T1)) == (Status.COMMITTED, Status.ELIMINATED)
    assert [line.rule for line in ledger(field.pos, field.battle)] == ["OG-11.0.3c"]


def test_a_lost_or_aborted_cas_gives_nothing() -> None:
    """[OG-13.4a] [OG-13.5]"""
    field = Field().ready(G1, T1)
    field.put(field.middle, T23).put(field.around[0], P8).form(P8)
    field.do(do.GoIn(), do.Commit(G1), do.Commit(T1)).roll(1, 1)
    assert (status(field, G1), status(field, T1)) == (Status.USED, Status.USED)
    assert ledger(field.pos, field.battle) == ()


def test_experten_roll_two_dice_and_are_lost_with_their_cas() -> None:
    """[OG-13.2b] [OG-13.2c]"""
    field = Field().ready(G1, T1).having(experten=G1)
    field.put(field.middle, T23).put(field.around[0], P8).form(P8)
    field.do(do.GoIn(), do.Commit(G1), do.Commit(T1)).roll(1, 2)
    assert field.asks() == "AirDice"
    field.roll(6)
    assert status(field, G1) is Status.ELIMINATED
    assert field.state.experten == ""


def test_ultra_in_the_air_is_one_marker_and_another_may_serve_on_the_ground() -> None:
    """[OG-3.2b] [OG-13.3] [OG-14.0b]"""
    field = Field().ready("german-cas-6", B1).having(ultra=2)
    bonus = field.context.markers["german-cas-6"].bonus - field.context.markers[B1].bonus
    field.put(field.middle, NZ).put(field.around[0], P8).form(P8)
    field.do(do.GoIn(), do.Commit("german-cas-6"), do.Commit(B1))
    assert field.asks() == "AirUltra"
    field.do(do.UseUltra())
    field.roll(3, 3 + bonus)
    assert status(field, "german-cas-6") is Status.ELIMINATED
    assert status(field, B1) is Status.COMMITTED
    assert field.asks() == "UltraCall"
    field.do(do.UseUltra())
    assert field.state.ultra == 0


def test_an_ultra_in_the_air_is_spent_though_the_cas_aborts() -> None:
    """[OG-13.3] [OG-13.4a]"""
    field = Field().ready(G1, B1).having(ultra=1)
    field.put(field.middle, NZ).put(field.around[0], P8).form(P8)
    field.do(do.GoIn(), do.Commit(G1), do.Commit(B1), do.UseUltra()).roll(6, 1)
    assert status(field, B1) is Status.USED
    assert field.state.ultra == 0


def test_ultra_may_be_kept() -> None:
    """[OG-14.0b]"""
    field = Field().ready(G1, B1).having(ultra=1)
    field.put(field.middle, NZ).put(field.around[0], P8).form(P8)
    field.do(do.GoIn(), do.Commit(G1), do.Commit(B1), do.KeepUltra()).roll(4, 4)
    assert field.state.ultra == 1


def test_soviet_air_and_soviet_troops_keep_to_themselves() -> None:
    """[OG-11.0.3d] [OG-13.0c] [OG-11.0e]"""
    field = Field().ready(T1, S1)
    field.put(field.middle, T23).put(field.around[0], P8).form(P8).do(do.GoIn())
    assert field.objections(do.Commit(S1)) == ["OG-13.0c"]
    field = Field().ready(T1, S1)
    field.put(field.middle, S58).put(field.around[0], P8).form(P8).do(do.GoIn())
    assert field.objections(do.Commit(T1)) == ["OG-13.0c"]
    field.do(do.Commit(S1))


def test_any_nation_s_cas_supports_any_other_of_the_side() -> None:
    """[OG-11.0.3d] [OG-13.0c]"""
    field = Field().ready(B1)
    field.put(field.middle, T23).put(field.around[0], P8).form(P8).do(do.GoIn(), do.Commit(B1))
    assert field.battle.air_defense == B1


def test_ships_only_support_in_coastal_hexes() -> None:
    """[OG-11.0.2a] [OG-12.0a]"""
    field = Field(side=ALLIED).ready(YAVUZ)
    field.put(field.middle, P8).put(field.around[0], T23).form(T23).do(do.GoIn())
    assert field.asks() == "CombatRoll"


def test_a_lone_ship_supports_at_once_and_goes_back_to_port() -> None:
    """[OG-11.0.2b] [OG-12.0d] [OG-12.4] [OG-12.5]"""
    field = on_the_coast("Aegean Sea", side=ALLIED).ready(BN)
    field.form(T23, target=field.middle).do(do.GoIn(), do.Commit(BN))
    assert ("OG-11.0.2b", 1) in [(x.rule, x.value) for x in ledger(field.pos, field.battle)]
    field.roll(1)
    assert status(field, BN) is Status.USED


def test_the_attacker_decides_on_ships_before_the_defender_and_they_fight() -> None:
    """[OG-11.0.2a] [OG-12.0a] [OG-12.2a]"""
    field = on_the_coast("Aegean Sea", scenario="late_1941").ready(IN, BN)
    field.form(P8, target=field.middle).do(do.GoIn())
    assert field.rules.question(field.state).side == GERMAN
    field.do(do.Commit(IN), do.Commit(BN))
    assert field.asks() == "NavalCombat"
    field.roll(5, 2)
    assert (status(field, IN), status(field, BN)) == (Status.COMMITTED, Status.ELIMINATED)


def test_a_one_recalls_a_ship_unharmed() -> None:
    """[OG-12.3] [OG-12.4]"""
    field = on_the_coast("Aegean Sea", scenario="late_1941").ready(IN, BN)
    field.form(P8, target=field.middle)
    field.do(do.GoIn(), do.Commit(IN), do.Commit(BN)).roll(1, 4)
    assert (status(field, IN), status(field, BN)) == (Status.USED, Status.COMMITTED)
    assert field.battle.naval_attack == ""


def test_ultra_is_not_asked_for_in_naval_combat() -> None:
    """[OG-12.2b] [OG-14.0a]"""
    field = on_the_coast("Aegean Sea", scenario="late_1941").ready(IN, BN).having(ultra=4)
    field.form(P8, target=field.middle).do(do.GoIn(), do.Commit(IN), do.Commit(BN))
    assert field.asks() == "NavalCombat"
    field.roll(6, 5)
    assert field.state.ultra == 4


def test_a_lone_cas_sinks_an_enemy_ship_for_good() -> None:
    """[OG-11.0.3b] [OG-3.1d]"""
    field = on_the_coast("Aegean Sea").ready(G1, BN)
    field.form(P8, target=field.middle).do(do.GoIn(), do.Commit(BN), do.Commit(G1))
    assert status(field, BN) is Status.ELIMINATED
    assert field.battle.naval_defense == ""
    assert [x["marker"] for x in field.told("sunk")] == [BN]


def test_ships_are_safe_where_the_air_is_contested_and_lost() -> None:
    """[OG-11.0.3b]"""
    field = on_the_coast("Aegean Sea").ready(G1, T1, BN)
    field.form(P8, target=field.middle)
    field.do(do.GoIn(), do.Commit(BN), do.Commit(G1), do.Commit(T1)).roll(1, 6)
    assert status(field, BN) is Status.COMMITTED


@pytest.mark.parametrize(
    ("marker", "sea", "rule"),
    [
        (BN, "Marmara Sea", "OG-12.1a"),
        (BN, "Black Sea", "OG-12.1c"),
        (BN, "Aegean Sea", ""),
        (BN, "Mediterranean Sea", ""),
        (SN, "Aegean Sea", "OG-12.1b"),
        (SN, "Marmara Sea", "OG-12.1a"),
        (SN, "Black Sea", ""),
        (YAVUZ, "Marmara Sea", ""),
        (YAVUZ, "Black Sea", ""),
    ],
)
def test_each_navy_has_its_seas(marker: str, sea: str, rule: str) -> None:
    """[OG-12.1a] [OG-12.1b] [OG-12.1c]"""
    field = Field()
    target, _ = coastal(field, sea)
    assert field.pos.ngs_objection(marker, target) == rule


def test_the_american_fleet_keeps_to_the_british_seas() -> None:
    """Reading 29. [OG-12.1c]"""
    field = Field("early_1942")
    assert field.pos.ngs_objection("american-ngs-1", coastal(field, "Black Sea")[0]) == "OG-12.1c"
    assert field.pos.ngs_objection("american-ngs-1", coastal(field, "Aegean Sea")[0]) == ""


def test_the_seized_yavuz_serves_the_germans_on_every_sea() -> None:
    """[OG-12.1d]"""
    field = on_the_coast("Marmara Sea").ready(YAVUZ).having(yavuz=Yavuz.SEIZED)
    assert field.pos.ready(GERMAN, Kind.NGS) == (YAVUZ,)
    field.form(P8, target=field.middle).do(do.GoIn(), do.Commit(YAVUZ))
    assert field.battle.naval_attack == YAVUZ


def test_soviet_ships_support_soviets_alone() -> None:
    """[OG-12.0e]"""
    field = on_the_coast("Black Sea").ready(SN, YAVUZ)
    field.form(P8, target=field.middle).do(do.GoIn())
    assert field.objections(do.Commit(SN)) == ["OG-12.0e"]
    field.do(do.Commit(YAVUZ))


def test_support_may_be_refused() -> None:
    """[OG-12.0a] [OG-13.0a]"""
    field = Field().ready(G1, T1)
    field.put(field.middle, T23).put(field.around[0], P8, I132).attack(P8)
    assert field.battle.committed == ()


def test_air_combat_comes_to_interdiction_as_well() -> None:
    """[OG-13.7b] [OG-13.1]"""
    field = Field().ready(G1, T1)
    field.put(field.middle, T23)
    field.having(support={**field.state.support, G1: Status.COMMITTED, T1: Status.COMMITTED})
    sortie = (GERMAN, field.middle, G1, T1)
    field.ask(*field.state.flow, Attempt(*sortie), AirCombat(*sortie)).settle()
    field.roll(6, 2)
    assert (status(field, G1), status(field, T1)) == (Status.COMMITTED, Status.ELIMINATED)
    assert field.asks() == "InterdictionRoll"


def test_without_their_president_only_soviets_have_support() -> None:
    """[OG-17.1.1]"""
    field = Field(side=ALLIED).ready(T1, B1, S1).having(paralysed=2)
    assert field.pos.ready(ALLIED, Kind.CAS) == (S1,)


def test_a_placed_marker_is_no_unit() -> None:
    """It fills no stack, holds no zone and pays no movement. [OG-12.0c] [OG-13.0d]"""
    field = on_the_coast("Aegean Sea").ready(G1, BN)
    before = (field.pos.zoc(GERMAN), field.pos.zoc(ALLIED), dict(field.pos.at))
    field.form(P8, target=field.middle).do(do.GoIn(), do.Commit(BN), do.Commit(G1))
    assert field.battle.air_attack == G1
    assert (field.pos.zoc(GERMAN), field.pos.zoc(ALLIED), dict(field.pos.at)) == before


def test_who_answers_support_is_told_who_is_there_and_the_chances() -> None:
    """(OG 12.2, 13.1) The defender saw neither the enemy's marker nor what a fight would bring."""
    field = on_the_coast("Aegean Sea", scenario="late_1941").ready(IN, BN)
    field.form(P8, target=field.middle).do(do.GoIn())
    assert field.rules.describe(field.state, do.Commit(IN)).endswith("NGS 1"), "nobody is there"
    field.do(do.Commit(IN))
    asked = field.rules.question(field.state)
    assert asked.prompt.endswith("? Italian NGS 1 is there.")
    line = field.rules.describe(field.state, do.Commit(BN)).replace("\u00a0", " ")
    assert line.endswith("British NGS 1 (58 % to stop it, 42 % lost)")
    assert field.rules.line(field.state, do.Commit(BN)).endswith("British NGS 1")
