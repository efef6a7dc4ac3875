"""Combat in the surprise turn, by NKVD units and engineers, in winter (FE-14, 29D1, 31F1)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.systems.europa.board import bases
from engine.systems.europa.charts.movement_charts import Mobility
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.crossing import side_rows
from engine.systems.europa.combat.engineers import engineer_share
from engine.systems.europa.movement.costs import conditions, mobility_of
from engine.systems.europa.state.constants import Going, Phase
from engine.systems.europa.state.records import Fighting, Moving
from engine.systems.fire_in_the_east.own_charts import WinterChart
from engine.systems.fire_in_the_east.state import winter
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
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


def chart() -> WinterChart:
    return rules_of().context.charts.winter


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


# Engineers and artillery

FLAME, STORM, BUILDERS = (
    "german-101-flamm-pz-ii",
    "german-43-mot-aslt-eng-ii",
    "german-504-mot-eng-iii",
)
NORTH_OF_RIGA = "1B:1815"


def attack_on(target: str, beside: str, *attackers: str) -> Calculation:
    """An attack on a Soviet rifle division from a hex beside it, in clear weather."""
    game = WholeFront(turn=4).put(target, RIFLES).put(beside, *attackers)
    return Calculation(game.pos, Battle(AXIS, game.at(target), units(*attackers), units(RIFLES)))


def strength_of(found: Calculation, unit: str) -> Fraction:
    return next(line.value for line in found.attackers if line.unit == unit)


def test_flamethrower_armor_attacks_a_major_city_as_combat_engineers_do() -> None:
    """[FE-14C.1] Supported, counted among the engineers, and with half of the losses; elsewhere it
    is unsupported and brings nothing.
    """
    city, open_land = attack_on(RIGA, NORTH_OF_RIGA, FLAME), attack_on(FIELD, BESIDE, FLAME)
    assert [line.worded for line in city.attackers] == [""]
    assert strength_of(open_land, FLAME) == 1, "2, unsupported"
    assert city.engineering == 1 and open_land.engineering == 0
    assert units(FLAME) in city.required(attacking=True)


def test_flamethrower_armor_neither_builds_nor_defends_as_engineers_do() -> None:
    """[FE-14C.1] In attacks alone it is like them; combat engineers defend in a city supported."""
    game = WholeFront(turn=4)
    assert not game.pos.facts(UnitId(FLAME)).construction
    assert game.pos.facts(UnitId(BUILDERS)).construction
    game.put(RIGA, FLAME, BUILDERS).put(NORTH_OF_RIGA, RIFLES)
    battle = Battle(ALLIED, game.at(RIGA), units(RIFLES), units(FLAME, BUILDERS))
    worded = {line.unit: line.worded for line in Calculation(game.pos, battle).defenders}
    assert worded == {FLAME: "unsupported", BUILDERS: ""}


def test_example_an_assault_engineer_battalion_attacks_a_major_city_twice_as_strong() -> None:
    """[FE-14A3.2] 1-10: an attack strength of 2, and 1 RE among the engineers: a fifth of five."""
    found = attack_on(RIGA, NORTH_OF_RIGA, STORM, FOOT, BUILDERS)
    line = next(line for line in found.attackers if line.unit == STORM)
    assert "assault engineers in a city" in line.worded
    assert attack_on(RIGA, NORTH_OF_RIGA, STORM).attack == 2
    assert engineer_share(found.pos, found.battle) == Fraction(1 + 1, 1 + 3 + 1)
    game = WholeFront(turn=4).put(RIGA, STORM).put(NORTH_OF_RIGA, RIFLES)
    battle = Battle(ALLIED, game.at(RIGA), units(RIFLES), units(STORM))
    assert Calculation(game.pos, battle).defense == 2, "it defends so too"


def test_artillery_beyond_the_others_attacks_with_one_point_together() -> None:
    """[FE-14B.2] Either side's; the strongest stay whole."""
    guns = [u for u in WholeFront().context.of_nation("german") if u.endswith("-artillery-iii")][:3]
    pos = WholeFront().pos
    found = attack_on(FIELD, BESIDE, BUILDERS, *guns)
    whole = max(pos.facts(gun).attack for gun in guns)
    assert found.attack == pos.facts(UnitId(BUILDERS)).attack + whole + 1
    soviet = [u for u in pos.context.of_nation("soviet") if pos.facts(u).artillery][:3]
    game = WholeFront(turn=4, side=ALLIED).put(BESIDE, *soviet).put(FIELD, FOOT)
    battle = Battle(ALLIED, game.at(FIELD), tuple(soviet), units(FOOT))
    assert Calculation(game.pos, battle).attack == 1


def test_ski_units_are_mountain_units_and_go_through_snow_as_they_do() -> None:
    """[FE-14E.2] All of them, of three nations."""
    game = WholeFront().weather("snow")
    skis = [u for u, unit in game.context.units.items() if unit.type == "ski infantry"]
    assert {game.context.units[u].nation for u in skis} == {"finnish", "italian", "soviet"}
    assert all(game.pos.facts(u).mountain for u in skis)
    chart = game.context.charts.terrain_costs
    eased = [row for row in chart.rows if row.mountain["snow"] != row.other["snow"]]
    assert eased and {mobility_of(game.pos.facts(u)) for u in skis} == {Mobility.MOUNTAIN}


# Fortresses

BREST, BESIDE_BREST = "1B:4024", "1B:4023"
SIEGE, FLAK = "german-ii-84-siege-art-ii", "german-164-mot-hv-aa-iii-lw"


def test_the_board_marks_the_fortresses_that_the_rules_count() -> None:
    """FE-31A5a: towns of the Stalin Line are fortified places, not fortresses."""
    context = WholeFront().pos.context
    marked = {one.hex for one in context.map.places.values() if "fortress" in one.tags}
    assert marked == context.fortresses and len(marked) == 6


def test_a_fortress_weakens_attacks_and_bars_armour() -> None:
    """[FE-31A5a.1] FE-9H: all but artillery and engineers are halved; 1 off the die, no armour."""
    found = attack_on(BREST, BESIDE_BREST, FOOT, PANZER, BUILDERS)
    assert strength_of(found, FOOT) == Fraction(found.pos.facts(UnitId(FOOT)).attack, 2)
    assert strength_of(found, BUILDERS) == found.pos.facts(UnitId(BUILDERS)).attack
    assert {line.text: line.value for line in found.modifiers} == {"Fortress": -1}
    assert attack_on(BREST, BESIDE_BREST, FOOT, BUILDERS).engineering == 1


def test_siege_artillery_and_assault_engineers_double_at_a_fortress() -> None:
    """FE-14B1, 14A3: a 1-10 battalion attacks it with 2, as the example has it."""
    found = attack_on(BREST, BESIDE_BREST, FOOT, SIEGE, STORM)
    assert strength_of(found, SIEGE) == 2 * found.pos.facts(UnitId(SIEGE)).attack
    assert attack_on(BREST, BESIDE_BREST, STORM).attack == 2


@pytest.mark.parametrize("option", [False, True])
def test_heavy_antiaircraft_is_whole_at_fortresses_by_the_option(option: bool) -> None:
    """[FE-OPT3.1]"""
    chosen = ("heavy_antiaircraft",) if option else ()
    game = WholeFront(turn=4)
    pos = rules_of("campaign", *chosen).position(
        game.put(BREST, RIFLES).put(BESIDE_BREST, FLAK).state
    )
    battle = Battle(AXIS, game.at(BREST), units(FLAK), units(RIFLES))
    worded = Calculation(pos, battle).attackers[0].worded
    assert ("into fortress" in worded) is not option


def test_a_fortress_that_was_taken_is_a_reference_city_for_good() -> None:
    """[FE-31A5a.1] It does not come back with its owner, and serves as an airbase of one."""
    game = WholeFront(turn=4).put(BREST, FOOT).phase(Moving, AXIS).settle()
    at = game.at(BREST)
    assert [event.rule for event in game.events if event.what == "fortress destroyed"] == [
        "FE-31A5a.1"
    ]
    assert game.pos.fortress(at) == "reference" and game.pos.combat_city(at) == "dot"
    game.own(ALLIED, BREST)
    assert not game.pos.strong_city(at)
    hango = game.at("1B:0515")
    assert bases.full_capacity(game.pos, hango) == 1
    assert bases.full_capacity(game.having(forfeit=frozenset({hango})).pos, hango) == 1


def test_forces_in_fortresses_are_spared_winter_equipment() -> None:
    """FE-29D1b: neither side's counts against any city or fortress; small towns are none."""
    assert die((WINTER,), (FOOT,), at="1B:0515") == {}
    game = WholeFront()
    towns = (
        at for at in game.context.country("USSR") if game.context.city_kinds.get(at) == "point"
    )
    town = next(at for at in towns if game.pos.zone_of(at) in "AB" and not game.pos.fortress(at))
    assert die((WINTER,), (FOOT,), at=game.context.map.label(town)) == {"Winterization": 2}


# Results


def fought(game: WholeFront, face: int, *attackers: str) -> WholeFront:
    """An attack of some units on the hex of a rifle division, with a face of the die."""
    game.phase(Fighting, AXIS).do(fight.DeclareAttack(game.at(FIELD)))
    for unit in units(*attackers):
        game.do(fight.AddUnit(unit))
    return game.do(fight.GoIn()).roll(face)


def test_no_effect_costs_nobody_anything() -> None:
    """[FE-9C.4] NE: no losses and no retreats, of either side."""
    game = WholeFront(turn=4).put(FIELD, RIFLES).put(BESIDE, FOOT)
    battle = Battle(AXIS, game.at(FIELD), units(FOOT), units(RIFLES))
    found = Calculation(game.pos, battle)
    face = next(face for face in range(1, 7) if found.code(face) == "NE")
    before = dict(game.state.pieces)
    fought(game, face, FOOT)
    assert {u: game.state.pieces[u].at for u in units(FOOT, RIFLES)} == {
        u: before[u].at for u in units(FOOT, RIFLES)
    }
    assert all(game.state.pieces[u].steps == before[u].steps for u in units(FOOT, RIFLES))


def test_units_of_a_stack_attack_several_hexes_each_as_a_battle_of_its_own() -> None:
    """[FE-9B4.1] What has attacked does not attack again; the rest of its stack does."""
    near = [
        WholeFront().context.map.label(at)
        for at in sorted(WholeFront().context.fronts[WholeFront().at(BESIDE)])
    ]
    other = next(label for label in near if label != FIELD)
    mate = "german-11-infantry-xx"
    game = (
        WholeFront(turn=4)
        .put(FIELD, RIFLES)
        .put(other, "soviet-10-rifle-xx")
        .put(BESIDE, FOOT, mate)
    )
    found = Calculation(game.pos, Battle(AXIS, game.at(FIELD), units(FOOT), units(RIFLES)))
    fought(game, next(face for face in range(1, 7) if found.code(face) == "NE"), FOOT)
    game.do(fight.DeclareAttack(game.at(other)))
    assert {a.unit for a in game.legal.family("add unit")} == {UnitId(mate)}


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
    assert winter.first_winter(chart(), game.pos, game.at(label)) is reigns


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
    assert winter.winterized(chart(), WholeFront().pos, UnitId(unit)) is equipped


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
    assert winter.level(chart(), WholeFront().pos, units(*force)) == level


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
