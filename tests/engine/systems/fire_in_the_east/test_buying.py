"""What replacement points bring back, where, and how much of it (FE-34B, 34E)."""

from __future__ import annotations

import pytest

from engine.core.state import Piece
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.state.constants import DEAD, FRESH, HALF
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.economy import buying, purses
from engine.systems.fire_in_the_east.economy.actions import BuyStrength, BuyUnit, Form
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    PANZER,
    RIFLES,
    TANKS,
    WholeFront,
)
from tests.engine.systems.fire_in_the_east.economy_desk import (
    ANTITANK,
    BIKES,
    BUCURESTI,
    BUILDERS,
    CAVALRY,
    COMMANDOS,
    FINNS,
    GUARDS,
    GUNS,
    HEADQUARTERS,
    HELSINKI,
    HUNGARIANS,
    JUMPERS,
    LENINGRAD,
    MILITIA,
    MINSK,
    MORE_SAPPERS,
    MOSKVA,
    MOTORIZED,
    MOUNTAIN,
    NKVD,
    RUMANIANS,
    SAPPERS,
    SEVEN,
    SKIERS,
    SOVIET_SAPPERS,
    TANK_BRIGADE,
    TANK_GUNS,
    WEST,
    WINTERIZED,
    bought,
    buying_time,
    cadre,
    dead,
    isolate,
    left,
    soviets,
)

# What units cost


@pytest.mark.parametrize(
    ("unit", "form", "infantry", "armor"),
    [
        (SEVEN, Form.WHOLE, 7, 0),
        (SEVEN, Form.CADRE, 3, 0),
        (PANZER, Form.WHOLE, 4, 5),
        ("german-8-panzer-xx", Form.WHOLE, 5, 6),
        (PANZER, Form.CADRE, 2, 2),
        (MOTORIZED, Form.WHOLE, 4, 2),
        (GUARDS, Form.WHOLE, 4, 3),
        (TANK_GUNS, Form.WHOLE, 0, 2),
        (GUNS, Form.WHOLE, 3, 0),
        ("german-604-mot-lt-aa-ii", Form.WHOLE, 1, 0),
        (HEADQUARTERS, Form.WHOLE, 1, 0),
        (COMMANDOS, Form.WHOLE, 1, 0),
        (RIFLES, Form.WHOLE, 5, 0),
        (TANK_BRIGADE, Form.WHOLE, 0, 3),
        (BIKES, Form.WHOLE, 0, 1),
        (ANTITANK, Form.WHOLE, 0, 2),
        (NKVD, Form.WHOLE, 0, 1),
        ("soviet-artillery-artillery-x", Form.WHOLE, 0, 4),
        ("soviet-lt-aa-lt-aa-iii", Form.WHOLE, 0, 1),
        ("soviet-33-lt-tank-cdr", Form.WHOLE, 0, 3),
    ],
)
def test_what_a_unit_costs(unit: str, form: Form, infantry: int, armor: int) -> None:
    """[FE-34B.3] [FE-34B.6] [FE-34B1.4] [FE-34B1.5] [FE-34B1.6] [FE-34B2.2] [FE-ERR-R34B2] A point
    for a point of attack, of two kinds.
    """
    pos = WholeFront().pos
    steps = buying.steps(pos, UnitId(unit), form)
    assert purses.cost(pos.context, UnitId(unit), steps) == (infantry * HALF, armor * HALF)


def test_a_unit_comes_back_whole_or_as_its_cadre() -> None:
    """[FE-34B.3] For the points its strength takes, and no kind serves for another."""
    game = dead(buying_time(german_infantry=6, german_armor=9), SEVEN, PANZER)
    assert game.objections(bought(game, SEVEN, WEST)) == ["FE-34B.2"]
    assert "FE-34B1.6" in game.objections(bought(game, SEVEN, WEST, "armor"))
    line = game.rules.describe(game.state, bought(game, SEVEN, WEST, form=Form.CADRE))
    assert line.endswith(" (3 of 6 infantry points)")
    game.do(bought(game, SEVEN, WEST, form=Form.CADRE))
    assert left(game) == {"german infantry": 3, "german armor": 9}
    piece = game.state.pieces[UnitId(SEVEN)]
    assert piece.steps == 1 and FRESH in piece.marks
    assert game.objections(bought(game, PANZER, WEST, "infantry and armor")) == ["FE-34B.2"]
    line = game.rules.describe(game.state, bought(game, PANZER, WEST, "infantry and armor"))
    assert line.endswith(" (4 of 3 infantry and 5 of 9 armor points)")
    game.do(bought(game, PANZER, WEST, "infantry and armor", Form.CADRE))
    assert left(game) == {"german infantry": 1, "german armor": 7}


@pytest.mark.parametrize(
    ("unit", "there", "elsewhere"),
    [
        (FOOT, WEST, BUCURESTI),
        (RUMANIANS, BUCURESTI, WEST),
        (FINNS, HELSINKI, "5B:2502"),
    ],
)
def test_where_the_axis_replaces(unit: str, there: str, elsewhere: str) -> None:
    """[FE-34B1.3] Germans at the west edge, Rumanians in their cities, Finns south of line A."""
    game = buying_time(german_infantry=9, rumanian_infantry=9, finnish_infantry=9)
    dead(game, unit)
    assert game.objections(bought(game, unit, elsewhere)) == ["FE-34B1.3"]
    game.do(bought(game, unit, there))


def test_other_axis_nations_replace_nothing() -> None:
    """[FE-34B1.2] [FE-ERR-R34B1] Points of one nation serve no other."""
    game = dead(buying_time(german_infantry=20), HUNGARIANS, RUMANIANS)
    assert game.objections(bought(game, HUNGARIANS, WEST)) == ["FE-34B1.2"]
    assert "FE-34B.2" in game.objections(bought(game, RUMANIANS, BUCURESTI))
    assert game.kinds() & {"buy unit"} == set()


def test_units_appear_in_enemy_zones_but_not_in_enemy_hexes() -> None:
    """[FE-34A.1] In friendly-controlled hexes, enemy zones of control allowed."""
    game = dead(buying_time(german_infantry=20), FOOT)
    beside = next(at for at in game.context.fronts[game.at(WEST)] if at in game.context.land)
    game.put(game.context.map.label(beside), RIFLES, TANKS)
    assert game.at(WEST) in game.pos.zoc(ALLIED)
    assert not game.objections(bought(game, FOOT, WEST))
    game.own(ALLIED, WEST)
    assert game.objections(bought(game, FOOT, WEST)) == ["FE-34B1.3"]


def test_no_unit_is_replaced_into_a_full_hex() -> None:
    """[FE-34A.1] Within the stacking limit, the whole unit counted, not its cadre."""
    game = dead(buying_time(german_infantry=40), FOOT)
    full = ("german-11-infantry-xx", "german-21-infantry-xx", "german-58-infantry-xx")
    game.put(WEST, *full)
    assert game.objections(bought(game, FOOT, WEST)) == ["FE-34B1.3"]
    assert not game.objections(bought(game, FOOT, WEST, form=Form.CADRE))


# Limits


@pytest.mark.parametrize(
    ("first", "second", "rest"),
    [
        (SAPPERS, MORE_SAPPERS, (8, 9)),
        (SAPPERS, BUILDERS, (8, 9)),
        (GUNS, "german-609-artillery-iii", (8, 9)),
        (COMMANDOS, "german-ii-800-para-cmdo-ii-br", (8, 9)),
        ("german-7-1-parachute-iii-lw", "german-7-3-parachute-iii-lw", (12, 13)),
    ],
)
def test_how_many_of_a_kind_the_axis_replaces(
    first: str, second: str, rest: tuple[int, int]
) -> None:
    """[FE-34B1.8] One RE of engineers and of artillery a month, one airborne RE in six turns, one
    Brandenburg battalion a month.
    """
    game = dead(buying_time(6, german_infantry=20), first, second)
    game.do(bought(game, first, WEST))
    for turn in (6, 7, *range(8, rest[0])):
        assert game.having(turn=turn).objections(bought(game, second, WEST)) == ["FE-34B1.8"]
    for turn in rest:
        assert not game.having(turn=turn).objections(bought(game, second, WEST))


def test_limits_are_each_nation_s_own() -> None:
    """[FE-34B1.8] Rumanian artillery counts by itself; Brandenburgers do not count as airborne."""
    guns = "rumanian-6-artillery-iii"
    game = dead(buying_time(german_infantry=9, rumanian_infantry=9), GUNS, guns, COMMANDOS)
    dead(game, "german-sturm-parachute-iii-lw")
    game.do(bought(game, GUNS, WEST), bought(game, guns, BUCURESTI), bought(game, COMMANDOS, WEST))
    game.do(bought(game, "german-sturm-parachute-iii-lw", WEST))


@pytest.mark.parametrize(
    ("unit", "second", "purse", "rule", "again"),
    [
        (NKVD, f"{NKVD}-2", "armor", "FE-34B2.13", 8),
        (JUMPERS, "soviet-214-parachute-x", "infantry, Moskva district", "FE-34B2.14", 12),
        (
            SOVIET_SAPPERS,
            f"{SOVIET_SAPPERS}-2",
            "infantry, Moskva district",
            "FE-34B2.15",
            8,
        ),
    ],
)
def test_how_many_of_a_kind_the_soviets_replace(
    unit: str, second: str, purse: str, rule: str, again: int
) -> None:
    """[FE-34B2.13] [FE-34B2.14] [FE-34B2.15] One RE a month, of parachutists in six turns."""
    game = dead(soviets(armor=9, Moskva=9), unit, second)

    def offer(one: str) -> BuyUnit:
        return next(
            BuyUnit(UnitId(one), at, purse)
            for at in buying.homes(game.pos, UnitId(one), purse, Form.WHOLE)
        )

    game.do(offer(unit))
    assert game.objections(offer(second)) == [rule]
    assert game.having(turn=again - 1).objections(offer(second)) == [rule]
    assert not game.having(turn=again).objections(offer(second))


# Districts and factories


@pytest.mark.parametrize(
    ("unit", "yes", "no", "rule"),
    [
        (CAVALRY, "Kiev", "Moskva", "FE-34B2.12"),
        (MOUNTAIN, "Transcaucasus", "Arkhangelsk", "FE-34B2.16"),
        (SKIERS, "Moskva", "Orel", "FE-34B2.17"),
        (WINTERIZED, "Arkhangelsk", "Moskva", "FE-34B2.18"),
    ],
)
def test_districts_that_raise_certain_units(unit: str, yes: str, no: str, rule: str) -> None:
    """[FE-34B2.12] [FE-34B2.16] [FE-34B2.17] [FE-34B2.18] Others do not."""
    names = (yes.replace(" ", "_"), no)
    game = dead(soviets(**dict.fromkeys(names, 9)), unit)
    found = {choice.purse for choice in buying.choices(game.pos, UnitId(unit))}
    assert found == {f"infantry, {yes} district"}
    assert rule in game.objections(bought(game, unit, MOSKVA, f"infantry, {no} district"))


def test_what_a_unit_costs_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each place it could come to is checked, and no position changes the price."""
    game = dead(soviets(Moskva=9, Orel=9), RIFLES)
    unit, asked = UnitId(RIFLES), list[UnitId]()
    before = {form: buying.price(game.pos, unit, form) for form in buying.forms(game.pos, unit)}
    original = buying.bills
    monkeypatch.setattr(buying, "bills", lambda *about: asked.append(about[1]) or original(*about))
    found = buying.choices(game.pos, unit)
    for choice in found:
        assert not game.objections(BuyUnit(unit, choice.target, choice.purse, choice.form))
    again = dead(soviets(Moskva=1), RIFLES).pos
    assert {form: buying.price(again, unit, form) for form in before} == before
    assert found and not asked


def test_a_district_raises_units_in_its_cities_by_turns() -> None:
    """[FE-34B2.5] A major city first, then dot cities; a city that is cut off never."""
    game = dead(soviets(Kiev=30), RIFLES, "soviet-125-rifle-xx", "soviet-48-rifle-xx")
    purse = "infantry, Kiev district"
    majors = {game.at("3B:0607"), game.at("3B:0226")}
    assert set(buying.homes(game.pos, UnitId(RIFLES), purse, Form.WHOLE)) == majors
    assert game.objections(bought(game, RIFLES, "3B:0513", purse)) == ["FE-34B2.5"]
    game.do(bought(game, RIFLES, "3B:0607", purse))
    game.do(bought(game, "soviet-125-rifle-xx", "3B:0226", purse))
    then = buying.homes(game.pos, UnitId("soviet-48-rifle-xx"), purse, Form.WHOLE)
    assert game.at("3B:0513") in then and not majors & set(then)
    cut = isolate(dead(soviets(Kiev=30), RIFLES), "3B:0607")
    assert set(buying.homes(cut.pos, UnitId(RIFLES), purse, Form.WHOLE)) == majors - {
        game.at("3B:0607")
    }


def test_an_isolated_city_raises_units_with_its_own_points() -> None:
    """[FE-34B2.6] There alone, and with no others."""
    game = isolate(dead(buying_time(6, ALLIED), RIFLES), LENINGRAD, "2A:0831")
    game.having(points={"soviet infantry, Leningrad": 10, "soviet infantry, Moskva district": 20})
    own = buying.homes(game.pos, UnitId(RIFLES), "infantry, Leningrad", Form.WHOLE)
    assert set(own) == {game.at(LENINGRAD), game.at("2A:0831")}
    other = buying.homes(game.pos, UnitId(RIFLES), "infantry, Moskva district", Form.WHOLE)
    assert not set(own) & set(other)
    game.do(bought(game, RIFLES, LENINGRAD, "infantry, Leningrad"))
    assert left(game)["soviet infantry, Moskva district"] == 10


def test_factories_raise_tanks() -> None:
    """[FE-34B2.3] [FE-34B2.10] At factories that are not cut off; from the Urals by the east edge.
    An isolated one with its own points alone (FE-34B2.4).
    """
    game = dead(soviets(armor=9), TANK_BRIGADE)
    spots = buying.homes(game.pos, UnitId(TANK_BRIGADE), "armor", Form.WHOLE)
    assert {game.at(MOSKVA), game.at(LENINGRAD), game.at("4A:2101")} < set(spots)
    east = game.context.charts.districts.place
    assert set(purses.places.hexes(game.context, east)) < set(spots)
    assert game.at(MINSK) not in spots
    isolate(game, LENINGRAD, "2A:0831").having(
        points={"soviet armor": 8, "soviet armor, Leningrad": 4}
    )
    spots = buying.homes(game.pos, UnitId(TANK_BRIGADE), "armor", Form.WHOLE)
    assert game.at(LENINGRAD) not in spots
    assert game.objections(bought(game, TANK_BRIGADE, LENINGRAD, "armor, Leningrad")) == [
        "FE-34B.2"
    ]
    game.having(points={"soviet armor, Leningrad": 6})
    game.do(bought(game, TANK_BRIGADE, LENINGRAD, "armor, Leningrad"))


@pytest.mark.parametrize(
    ("purse", "place"),
    [
        ("infantry, Volga district", "east edge, Volga"),
        ("infantry, Transcaucasus district", "south-east edge, Transcaucasus"),
        ("infantry, Eastern district", "east edge"),
    ],
)
def test_districts_off_the_map_send_units_over_its_edge(purse: str, place: str) -> None:
    """[FE-34B2.10] Where their reinforcements come."""
    game = soviets(Volga=5, Transcaucasus=5, Eastern=5)
    dead(game, RIFLES)
    found = buying.homes(game.pos, UnitId(RIFLES), purse, Form.WHOLE)
    assert set(found) == set(purses.places.hexes(game.context, place))
    game.do(BuyUnit(UnitId(RIFLES), found[0], purse))


@pytest.mark.parametrize(
    ("unit", "rule"),
    [(MILITIA, "FE-34E1.2"), (TANKS, "FE-34E6.1"), ("soviet-33-lt-tank-cdr", "FE-34E6.1")],
)
def test_what_the_soviets_never_replace(unit: str, rule: str) -> None:
    """[FE-34E1.2] [FE-34E6.1] [FE-ERR-R34E6] Militia, and divisions that have a cadre, those that
    begin as one too.
    """
    game = dead(soviets(armor=30, Moskva=30), unit)
    for purse in ("armor", "infantry, Moskva district"):
        assert game.objections(bought(game, unit, MOSKVA, purse)) == [rule]
    assert UnitId(unit) not in buying.fallen(game.pos, ALLIED)


# Cadres


def test_a_7_6_division_at_its_3_6_cadre_takes_four_points() -> None:
    """[FE-34B.4] The worked example; the unit moves in the same turn (FE-34B.5)."""
    game = cadre(buying_time(german_infantry=5), at="3B:3033")
    assert not game.context.city_rank(game.at("3B:3033"))
    assert game.objections(BuyStrength(UnitId(SEVEN), "infantry")) == ["FE-34B.4"]
    city = cadre(buying_time(german_infantry=5))
    line = city.rules.describe(city.state, BuyStrength(UnitId(SEVEN), "infantry"))
    assert line.endswith(" (4 of 5 infantry points)")
    city.do(BuyStrength(UnitId(SEVEN), "infantry"))
    assert left(city) == {"german infantry": 1}
    assert city.state.pieces[UnitId(SEVEN)].steps == 2


def test_a_rebuilt_unit_moves_in_that_turn() -> None:
    """[FE-34B.5] [FE-ERR-R34B] The errata take the printed ban back."""
    game = cadre(buying_time(german_infantry=5))
    game.do(BuyStrength(UnitId(SEVEN), "infantry")).phase(Moving, AXIS)
    assert any(isinstance(move, Move) for move in game.legal.of(UnitId(SEVEN)))


def test_a_cadre_is_rebuilt_in_supply_and_out_of_enemy_zones() -> None:
    """[FE-34B.4] Besides in a city, and with room for the whole division."""
    game = cadre(buying_time(german_infantry=9))
    near = next(at for at in game.context.fronts[game.at(BUCURESTI)] if at in game.context.land)
    game.put(game.context.map.label(near), RIFLES)
    assert "FE-34B.4" in game.objections(BuyStrength(UnitId(SEVEN), "infantry"))
    poor = cadre(buying_time(german_infantry=3))
    assert poor.objections(BuyStrength(UnitId(SEVEN), "infantry")) == ["FE-34B.2"]
    full = cadre(buying_time(german_infantry=9))
    others = ("german-11-infantry-xx", "german-21-infantry-xx", "german-58-infantry-xx")
    full.put(BUCURESTI, *others)
    assert full.objections(BuyStrength(UnitId(SEVEN), "infantry")) == ["FE-8B.1"]
    cut = isolate(buying_time(german_infantry=9), MINSK).own(AXIS, MINSK)
    pieces = {u: p for u, p in cut.state.pieces.items() if isinstance(p.at, Hex)}
    cut.state = cut.state.with_pieces({u: Piece(DEAD, 0) for u in pieces})
    cut.put(MINSK, SEVEN, steps=1)
    assert "FE-34B.4" in cut.objections(BuyStrength(UnitId(SEVEN), "infantry"))


def test_fragile_divisions_are_not_rebuilt() -> None:
    """[FE-34E6.1] [FE-ERR-R34E6] [FE-34B2.9] No points of a district or factory rebuild a cadre."""
    game = cadre(soviets(armor=30, Western=30), TANKS, MINSK)
    for purse in ("armor", "infantry, Western district"):
        assert game.objections(BuyStrength(UnitId(TANKS), purse)) == ["FE-34E6.1"]
    assert "buy strength" not in game.kinds()
