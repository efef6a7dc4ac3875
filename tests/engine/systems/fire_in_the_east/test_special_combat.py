"""Combat in the surprise turn, with NKVD units, in the first winter (FE-14G, 29D1, 31F1, 31G)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.systems.europa.charts.movement_charts import Mobility
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.crossing import side_rows
from engine.systems.europa.movement.costs import conditions
from engine.systems.europa.state.constants import Going, Phase
from engine.systems.fire_in_the_east import winter
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    AXIS,
    FOOT,
    PANZER,
    RIFLES,
    TANKS,
    North,
    WholeFront,
    rules_of,
)

GUARDS = "soviet-border-border-iii-nkvd-5"
NKVD = "soviet-mot-nkvd-mot-nkvd-iii-nkvd"
WINTER = "soviet-52-rifle-xx-wnt"
SS, FINNS, MOUNTAIN = "german-totkpf-motorized-xx-ss", "finnish-1-rifle-xx", "german-1-mountain-xx"
RIGA, FIELD, BESIDE = "1B:1816", "1B:3610", "1B:3611"

CHART = rules_of().context.charts.winter


def units(*names: str) -> tuple[UnitId, ...]:
    return tuple(map(UnitId, names))


def river_on_the_border(game: North) -> tuple[Hex, Hex]:
    """A German and a Soviet hex with a river between them."""
    ground = game.context
    return next(
        (at, near)
        for at in ground.country("Greater Germany")
        for near in ground.fronts[at]
        if ground.countries.get(near) == "USSR"
        and ground.sides(at, near) & {"river", "major_river"}
    )


def surprise(game: North) -> North:
    return game.having(turn=1, phase=Phase.SURPRISE_COMBAT.value)


def test_border_rivers_have_no_effect_in_the_surprise_turn() -> None:
    """[FE-31F1.1] Neither in combat nor in overruns; later, and inside the country, they have."""
    game = North()
    pair = river_on_the_border(game)
    assert side_rows(game.pos, *pair)
    assert not side_rows(surprise(game).pos, *pair)
    ground = game.context
    inside = next(
        (at, near)
        for at in ground.country("USSR")
        for near in ground.fronts[at]
        if ground.countries.get(near) == "USSR" and "river" in ground.sides(at, near)
    )
    assert side_rows(game.pos, *inside)


def test_border_guards_are_supported_in_the_surprise_turn() -> None:
    """[FE-31F1.1] A regiment of them defends with what is printed; later with half."""
    game = North().put(FIELD, GUARDS).put(BESIDE, FOOT)
    battle = Battle(AXIS, game.at(FIELD), units(FOOT), units(GUARDS))
    whole = game.pos.facts(UnitId(GUARDS)).defense
    assert Calculation(game.pos, battle).defense * 2 == whole
    assert Calculation(surprise(game).pos, battle).defense == whole


def test_major_cities_are_not_ready_on_the_first_turn() -> None:
    """[FE-31G.2] They count as clear hexes with a dot city throughout Jun II 41."""
    game = North(turn=1)
    at = game.at(RIGA)
    assert (game.pos.combat_terrain(at), game.pos.combat_city(at)) == ("clear", "dot")
    assert not game.pos.strong_city(at)
    assert game.having(turn=2).pos.combat_city(at) == "full_city" and game.pos.strong_city(at)
    konigsberg = game.at("1B:2529")
    assert game.having(turn=1).pos.strong_city(konigsberg)


# NKVD


def test_nkvd_units_and_those_stacked_with_them_ignore_retreats() -> None:
    """[FE-14G.1] Soviet units, in attack and defence."""
    game = WholeFront().put(FIELD, NKVD, RIFLES).put(BESIDE, TANKS)
    assert [game.pos.stands_fast(u) for u in units(NKVD, RIFLES, TANKS)] == [True, True, False]
    assert not WholeFront().put(FIELD, RIFLES).pos.stands_fast(UnitId(RIFLES))
    assert not game.put(BESIDE, FOOT).pos.stands_fast(UnitId(FOOT))


def test_a_retreat_of_nkvd_units_becomes_an_exchange() -> None:
    """[FE-14G.2] [FE-14G.3] DR against their hex is EX; border guards change nothing."""
    game = WholeFront().put(FIELD, NKVD, RIFLES).put(BESIDE, FOOT)
    assert game.pos.turned(game.at(FIELD), "DR") == "EX"
    assert game.pos.turned(game.at(FIELD), "DH") == "DH"
    battle = Battle(AXIS, game.at(FIELD), units(FOOT), units(NKVD, RIFLES))
    assert "DR" not in Calculation(game.pos, battle).chances
    game = WholeFront().put(FIELD, GUARDS, RIFLES).put(BESIDE, FOOT)
    assert game.pos.turned(game.at(FIELD), "DR") == "DR"


# Winter


def snowed(game: WholeFront, turn: int = 12) -> WholeFront:
    return game.having(turn=turn).weather("snow")


@pytest.mark.parametrize(
    ("label", "turn", "sky", "reigns"),
    [
        (FIELD, 9, "snow", True),
        (FIELD, 8, "snow", False),
        (FIELD, 12, "frost", False),
        ("6A:1319", 9, "snow", True),
        ("1B:3731", 12, "snow", True),
        ("3B:1015", 12, "snow", True),
        ("3B:1722", 12, "snow", False),
        ("3B:3603", 12, "snow", False),
    ],
)
def test_where_and_when_the_first_winter_reigns(
    label: str, turn: int, sky: str, reigns: bool
) -> None:
    """[FE-29D1.1] Snow from Oct II 41 on, in zones A and B, in C inside the USSR."""
    game = WholeFront(turn=turn).weather(sky)
    assert winter.first_winter(CHART, game.pos, game.at(label)) is reigns


@pytest.mark.parametrize(
    ("unit", "equipped"),
    [
        (FOOT, False),
        (RIFLES, False),
        (MOUNTAIN, True),
        (WINTER, True),
        (NKVD, True),
        (SS, True),
        (FINNS, True),
        ("german-164-mot-hv-aa-iii-lw", True),
        ("rumanian-5-infantry-xx", False),
    ],
)
def test_who_is_equipped_for_winter(unit: str, equipped: bool) -> None:
    """[FE-29D1b.3] Mountain units, Soviet winterized, NKVD, SS, Luftwaffe, and all Finns."""
    assert winter.winterized(CHART, WholeFront().pos, UnitId(unit)) is equipped


@pytest.mark.parametrize(
    ("force", "level"),
    [
        ((FOOT,), 0),
        ((RIFLES, TANKS, WINTER), 1),
        ((RIFLES, WINTER), 2),
        ((WINTER,), 2),
        ((), 0),
    ],
)
def test_levels_are_shares_of_equivalents(force: tuple[str, ...], level: int) -> None:
    """[FE-29D1b.2] From a fifth on, and from a half on."""
    assert winter.level(CHART, WholeFront().pos, units(*force)) == level


def die(attackers: tuple[str, ...], defenders: tuple[str, ...], at: str = FIELD) -> dict[str, int]:
    """The modifiers of winter of an attack, by name."""
    game = snowed(WholeFront()).put(BESIDE, *attackers).put(at, *defenders)
    found = game.pos.more_modifiers(game.at(at), units(*attackers), units(*defenders))
    return {line.text: line.value for line in found}


def test_axis_attacks_suffer_in_the_first_winter() -> None:
    """[FE-29D1a.1] All but those by Finns alone."""
    assert die((FOOT,), (RIFLES,)) == {"First winter": -1}
    assert die((FINNS,), (RIFLES,)) == {"Winterization": 2}
    assert die((FINNS, FOOT), (WINTER,)) == {"First winter": -1}
    assert die((RIFLES,), (FOOT,)) == {}


def test_the_better_equipped_attack_better() -> None:
    """[FE-29D1b.1] By both levels, but not at a city of any size."""
    assert die((WINTER,), (FOOT,)) == {"Winterization": 2}
    assert die((WINTER, RIFLES, TANKS), (FOOT,)) == {"Winterization": 1}
    assert die((WINTER,), (SS,)) == {}
    assert die((WINTER,), (FOOT,), at="1B:3512") == {}


def test_winter_is_among_the_modifiers_of_the_die() -> None:
    """[FE-29D1a.1] The calculation of a battle counts it."""
    game = snowed(WholeFront()).put(BESIDE, FOOT).put(FIELD, RIFLES)
    battle = Battle(AXIS, game.at(FIELD), units(FOOT), units(RIFLES))
    assert [m.value for m in Calculation(game.pos, battle).modifiers if m.rule == "FE-29D1a.1"] == [
        -1
    ]


# Ice, and the Arctic


def crossing(zones: set[str], kind: str) -> tuple[Hex, Hex]:
    """Two Soviet hexes of some weather zones with a kind of river between them and no road."""
    ground = WholeFront().context
    return next(
        (at, near)
        for at in ground.country("USSR")
        for near in ground.fronts[at]
        if {ground.weather_zone(at), ground.weather_zone(near)} == zones
        and kind in ground.sides(at, near)
        and near not in ground.roads.get(at, ())
        and {ground.terrain_at(at), ground.terrain_at(near)} == {"clear"}
    )


@pytest.mark.parametrize(
    ("zones", "kind", "sky", "counts", "more"),
    [
        ({"B"}, "river", "frost", "river", 1),
        ({"B"}, "river", "snow", "", 0),
        ({"C"}, "major_river", "snow", "river", 1),
        ({"C"}, "major_river", "clear", "major_river", 2),
        ({"D"}, "river", "snow", "river", 1),
        ({"D"}, "river", "clear", "river", 1),
    ],
)
def test_rivers_freeze_in_snow(
    zones: set[str], kind: str, sky: str, counts: str, more: int
) -> None:
    """[FE-29D2.1] In zones A to C: a major river counts as a river, a river as nothing, to all who
    move and who attack; in D they do not.
    """
    game = WholeFront().weather(sky)
    at, near = crossing(zones, kind)
    assert game.pos.combat_sides(at, near) & {"river", "major_river"} == ({counts} - {""})
    pos, tracks = game.pos, game.context.tracks
    clear = tracks.ground.charts.terrain_costs.row("clear")
    assert clear is not None
    over = tracks.step(conditions(pos), Mobility.OTHER, at, near)
    assert over - pos.skies.cell(clear.other, sky) == more


def test_rivers_between_zones_c_and_d_freeze_as_in_c() -> None:
    """[FE-29C1.1] A hexside between weather zones belongs to the northern one (29D2.1)."""
    game = WholeFront().weather("snow")
    ground = game.context
    border = [
        side.hexes
        for side, kinds in ground.map.hexsides.items()
        if "river" in kinds and {ground.weather_zone(at) for at in side.hexes} == {"C", "D"}
    ]
    assert border
    for one, other in border:
        assert "river" not in game.pos.combat_sides(one, other)
        passage = ground.tracks.passages(one)[other]
        dry = replace(passage, crossings=())
        under = conditions(game.pos)
        wet, over = (ground.tracks.cost(under, Mobility.OTHER, way) for way in (passage, dry))
        assert wet == over


def test_motorized_units_do_not_exploit_in_the_arctic() -> None:
    """[FE-30.2] Elsewhere they do; in the movement phase they move everywhere."""
    game = WholeFront().put("6A:2420", PANZER).having(phase=Phase.EXPLOITATION.value)
    barred = game.pos.may_go(UnitId(PANZER), Going.MARCH)
    assert barred is not None and barred.rule == "FE-30.2"
    assert game.having(phase=Phase.MOVEMENT.value).pos.may_go(UnitId(PANZER), Going.MARCH) is None
    south = WholeFront().put(FIELD, PANZER).having(phase=Phase.EXPLOITATION.value)
    assert south.pos.may_go(UnitId(PANZER), Going.MARCH) is None
