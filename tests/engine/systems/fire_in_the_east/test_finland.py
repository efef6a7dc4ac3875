"""Finland: forts, how many are where, Leningrad; rivals in the air (FE-32A, 32B)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.europa.air import landing
from engine.systems.europa.air.records import Landing, Mission
from engine.systems.europa.board import areas
from engine.systems.europa.combat.battle_actions import DeclareAttack
from engine.systems.europa.movement.move_actions import Move, Overrun
from engine.systems.europa.movement.reach import march
from engine.systems.europa.production import arrivals
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF, Phase
from engine.systems.europa.state.records import Fighting, Initial, Moving
from engine.systems.fire_in_the_east import sequence
from maps.hexgrid import Hex, distance
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, PANZER, RIFLES, WholeFront, deployed
from tests.engine.systems.fire_in_the_east.eastern_air import HE111, EastAir

FINNS, MORE_FINNS = UnitId("finnish-1-rifle-xx"), UnitId("finnish-2-rifle-xx")
NORWAY = UnitId("german-2-mountain-xx")
THIRD, FOURTH = UnitId("finnish-3-rifle-xx"), UnitId("finnish-4-rifle-xx")
HELSINKI, HANGO, LENINGRAD = "1B:0410", "1B:0515", "2A:0931"
TALLINN = "1B:0712"


def border(game: WholeFront, *, south: bool) -> tuple[Hex, Hex]:
    """A hex in the Arctic of Finland, and one beside it in the south to which a road leads, as
    there is forest all along.
    """
    ground = game.context
    inside, arctic = ground.host_land, ground.arctic
    return next(
        (at, near) if south else (near, at)
        for at in sorted(arctic)
        if ground.countries.get(at) == "Finland"
        for near in ground.fronts[at]
        if near in inside and near in ground.roads.get(at, ())
    )


def test_three_finnish_forts_stand_in_clear_hexes_of_the_south_away_from_the_border() -> None:
    """[FE-OBA-6] [FE-ERR-OBA4] The counters are forts, not fortresses; they outlast the entry of
    Finland, and no more than 10 REs start in the Arctic.
    """
    context = WholeFront().context
    state = deployed("campaign")
    forts = {at for at in state.forts if context.countries.get(at) == "Finland"}
    soviet = [at for at, land in context.countries.items() if land == "USSR" and at in context.land]
    assert len(forts) == 3 and forts <= context.host_land
    assert {context.terrain_at(at) for at in forts} == {"clear"}
    assert all(min(distance(at, one) for one in soviet) >= 3 for at in forts)
    assert forts.isdisjoint(context.fortresses)
    game = WholeFront(2, state=state).having(joined=WholeFront(2).state.joined).settle()
    assert forts <= game.state.forts
    north = areas.area(context, "Finland in the Arctic")
    halves = sum(
        context.facts(unit, piece.steps).halves
        for unit, piece in state.pieces.items()
        if piece.at in north and context.units[unit].nation == "finnish"
    )
    assert halves <= 10 * HALF


def test_five_res_of_germans_go_to_southern_finland() -> None:
    """[FE-32B.6] Combat and motorized units count double, and nobody who is there is driven out."""
    game = WholeFront(5)
    north, south = border(game, south=True)
    label = game.context.map.label
    game.put(label(north), FOOT, PANZER)
    assert south in march(game.pos, UnitId(FOOT)).targets, "3 of 5 REs"
    assert game.objections(Move(UnitId(PANZER), south)) == ["FE-32B.6"], "6 of 5"
    assert south not in march(game.pos, UnitId(PANZER)).targets
    game.do(Move(UnitId(FOOT), south))
    game.put(label(north), "german-11-infantry-xx")
    assert game.objections(Move(UnitId("german-11-infantry-xx"), south)) == ["FE-32B.6"]
    deeper = next(at for at in game.context.fronts[south] if at in game.context.host_land)
    game.put(label(south), FOOT)
    assert not game.objections(Move(UnitId(FOOT), deeper))


def test_an_air_unit_counts_one_re_in_southern_finland() -> None:
    """[FE-32B.6] On its bases or over it."""
    game = EastAir(4)
    base = game.context.map.label(game.at(HELSINKI))
    row = next(row for row in game.context.limited if row.nation == "german")
    assert game.pos.forces(row) == 0
    game.station(base, HE111)
    assert game.pos.forces(row) == HALF
    game.put(HELSINKI, FOOT, "german-519-engineer-iii")
    assert game.pos.forces(row) == 5 * HALF
    found = game.pos.bars_flight_in("german-he-111h-2", game.at("1B:0408"))
    game.station("5B:2502", "german-he-111h-2")
    found = game.pos.bars_flight_in("german-he-111h-2", game.at("1B:0408"))
    assert found is not None and found.rule == "FE-32B.6"


def test_germans_in_southern_finland_are_bound_as_finns_are() -> None:
    """[FE-32B.6] They attack neither Leningrad nor anything beyond the stop line from there."""
    game = WholeFront(5).put(HELSINKI, FOOT)
    assert game.pos.finnish(UnitId(FOOT))
    found = game.pos.bars_attack(UnitId(FOOT), game.at(LENINGRAD))
    assert found is not None and found.rule == "FE-32B.4"
    game.put("1B:3610", FOOT)
    assert not game.pos.finnish(UnitId(FOOT))


def test_germans_do_not_march_through_neutral_finland() -> None:
    """(FE 32B) From Norway into Finland, but not out of it on the other side, in one move or on a
    fixed way; once Finland is at war they do.
    """
    kirkenes, petsamo, beyond = "6A:1222", "6A:1220", "6A:1319"
    game = WholeFront(state=deployed("campaign")).phase(Moving, AXIS).put(kirkenes, str(NORWAY))
    assert game.pos.neutral(game.at(petsamo)) and not game.pos.neutral(game.at(beyond))
    assert game.at(petsamo) in march(game.pos, NORWAY).targets
    assert game.at(beyond) not in march(game.pos, NORWAY).targets
    assert game.objections(Move(NORWAY, game.at(petsamo))) == []
    for via in ((), (game.at("6A:1221"), game.at(petsamo))):
        assert game.objections(Move(NORWAY, game.at(beyond), via)) == ["FE-32B.2"], via
    later = WholeFront().put(kirkenes, str(NORWAY))
    assert later.objections(Move(NORWAY, later.at(beyond))) == []
    assert later.at(beyond) in march(later.pos, NORWAY).targets


def test_soviets_near_helsinki_let_twenty_more_in() -> None:
    """[FE-32B.7] As the German initial phase opens; not those of a Hango that was never lost, nor
    those who are isolated or across the gulf.
    """
    for at, lost, more in (
        ("1B:0408", False, True),
        (HANGO, False, False),
        (HANGO, True, True),
        (TALLINN, False, False),
        ("1B:3610", False, False),
    ):
        game = WholeFront(5).put(at, RIFLES)
        if lost:
            game.having(captured=frozenset({game.at(HANGO)}))
        step = Transition(game.state.having(flow=()))
        sequence.open_slot(game.context, step, Phase.INITIAL, AXIS)
        assert step.state.invaded is more, (at, lost)


def test_ten_res_of_finns_go_to_the_arctic_outside_finland() -> None:
    """[FE-32B.8] Three divisions; a fourth one stays, Germans go as they like."""
    game = WholeFront(5)
    ground = game.context
    outside = areas.area(ground, "Arctic outside Finland")
    near, over = next(
        (at, to)
        for at in sorted(areas.area(ground, "Finland in the Arctic"))
        for to in ground.fronts[at]
        if to in outside and ground.countries.get(to) == "USSR"
    )
    label = ground.map.label
    inside = [at for at in sorted(outside) if ground.countries.get(at) == "USSR"][:3]
    for at, unit in zip(inside, (FINNS, MORE_FINNS, THIRD), strict=True):
        game.put(label(at), unit)
    game.put(label(near), FOURTH)
    assert game.objections(Move(FOURTH, over)) == ["FE-32B.8"]
    assert FOURTH not in game.pos.standing.sides[AXIS].get(over, ())
    game.put(label(near), FOOT)
    assert "FE-32B.8" not in game.objections(Move(UnitId(FOOT), over))
    game.put("1B:0408", THIRD)
    game.put(label(near), FOURTH)
    assert "FE-32B.8" not in game.objections(Move(FOURTH, over))


def test_the_limits_are_shown() -> None:
    """[FE-32B.6] With what counts against them, and what Soviets near Helsinki add."""
    game = WholeFront(5).put(HELSINKI, FOOT)
    panel = next(one for one in game.rules.displays(game.state) if one.id == "limits")
    rows = {row.label: row.value for row in panel.rows}
    assert rows["Germans in southern Finland"] == "3 of 5 REs"
    panel = next(
        one for one in game.rules.displays(game.having(invaded=True).state) if one.id == "limits"
    )
    assert {row.label: row.value for row in panel.rows}["Germans in southern Finland"] == (
        "3 of 25 REs"
    )


def test_german_reinforcements_of_finland_come_within_the_limit() -> None:
    """[FE-34A1.4] In cities of Finland that a supply line joins to a source; none in the south
    where the limit is full.
    """
    game = WholeFront(5)
    unit = next(
        u
        for u, a in game.context.arrivals.items()
        if a.place == "cities of Finland" and u.startswith("german")
    )
    game.having(turn=game.context.arrivals[unit].turn).phase(Initial, AXIS)
    south = game.context.host_land
    before = [at for at in arrivals.targets(game.pos, unit) if at in south]
    game.put(HELSINKI, PANZER)
    after = [at for at in arrivals.targets(game.pos, unit) if at in south]
    assert before and not after


def test_finns_enter_leningrad_when_it_is_empty_and_do_not_attack_it() -> None:
    """[FE-32B.4] They overrun there too, where they can."""
    game = WholeFront(5)
    city = game.at(LENINGRAD)
    beside = next(
        at
        for at in game.context.fronts[city]
        if at not in game.context.beyond_stop_line and at not in game.context.city_of_stop
    )
    game.put(game.context.map.label(beside), FINNS).own(AXIS, game.context.map.label(beside))
    assert not game.objections(Move(FINNS, city))
    game.put(LENINGRAD, RIFLES).phase(Fighting, AXIS)
    assert game.objections(DeclareAttack(city)) == ["FE-32B.4"]
    weak = WholeFront(5).put(game.context.map.label(beside), FINNS, MORE_FINNS, THIRD)
    weak.put(LENINGRAD, "soviet-rr-engineer-rr-engineer-x")
    if city not in weak.context.beyond_stop_line:
        refused = weak.objections(Overrun((FINNS, MORE_FINNS, THIRD), city))
        assert "FE-32B.4" not in refused


def test_rival_air_units_neither_share_a_base_nor_fly_to_the_same_hex() -> None:
    """[FE-32A.2] Hungarian ones with Rumanian or Slovakian ones."""
    game = EastAir(4)
    hungarian = next(u for u in game.state.air.units if u.startswith("hungarian"))
    rumanian = next(u for u in game.state.air.units if u.startswith("rumanian"))
    base, target = "3B:0631", "3B:0226"
    game.station(base, rumanian)
    assert game.pos.shuns(hungarian, game.at(base))
    assert not game.pos.shuns("german-he-111h-1", game.at(base))
    game.over(target, Mission.ESCORT, rumanian, base="3B:2020")
    found = game.pos.bars_flight_to(hungarian, game.at(target))
    assert found is not None and found.rule == "FE-32A.2"
    assert game.pos.shuns(hungarian, game.at("3B:2020"))
    game.over(target, Mission.ESCORT, hungarian, base=base)
    assert game.at("3B:2020") not in landing.options(game.pos, hungarian, Landing.RETURNING)


def test_cavalry_is_kept_out_of_the_arctic_whoever_was_asked_about_first() -> None:
    """[FE-30.3] What is closed to horses is not what is closed to others of the side."""
    game = WholeFront(5, ALLIED)
    north, south = border(game, south=False)[::-1]
    label = game.context.map.label
    riders = next(u for u in game.context.riders if u.startswith("soviet"))
    game.put(label(south), RIFLES, riders).own(ALLIED, label(south), label(north))
    assert north in march(game.pos, UnitId(RIFLES)).targets
    assert north not in march(game.pos, riders).targets
