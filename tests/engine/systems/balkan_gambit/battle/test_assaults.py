"""Amphibious and airborne assaults."""

from __future__ import annotations

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.assaults import beaches
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    ATTACKED,
    AXIS,
    DEAD,
    DISPERSED,
    MED_BOX,
    MOVED,
    Beachhead,
    Weather,
)
from maps.hexgrid import Hex
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, B50, B57, PARA, GEN, G297 = (
    U("british-5"),
    U("british-50"),
    U("british-57"),
    U("british-4-plus"),
    U("german-generic-1"),
    U("german-297"),
)


def landed(desk: Desk, where: str | Hex, *units: str, tac: bool = False) -> Desk:
    """Land units in a hex."""
    target = where if isinstance(where, Hex) else desk.hex(where)
    desk.do(do.DeclareLanding(target), *(do.AddUnit(U(unit)) for unit in units))
    return desk.do(*([do.UseTac()] if tac else []), do.Resolve())


def dropped(desk: Desk, where: str | Hex, *units: str) -> Desk:
    """Drop units into a hex."""
    target = where if isinstance(where, Hex) else desk.hex(where)
    desk.do(do.DeclareDrop(target), *(do.AddUnit(U(unit)) for unit in units))
    return desk.do(do.Resolve())


def test_an_unopposed_landing_costs_three_and_sets_up_a_beachhead() -> None:
    """[BG-7.4a] [BG-7.5a] [BG-7.6c] [BG-7.6d] [BG-9.3d] [BG-9.3e]"""
    desk = Desk().box(B5, B50)
    landed(desk, "Kalamata", B5, B50)
    kalamata = desk.hex("Kalamata")
    assert desk.state.cp == 4
    assert desk.here("Kalamata") == {B5, B50}
    mark = desk.state.beachheads[kalamata]
    assert mark == Beachhead(open=True, port=False, opens=0, landed=2)
    assert desk.pos.supplied(B5)
    assert desk.objections(do.Activate(kalamata)) == ["BG-7.13a"]
    assert desk.asks() == "Commanding"


def test_no_battle_is_told_of_where_nobody_defends() -> None:
    desk = Desk().box(B5, PARA)
    landed(desk, "Kalamata", B5)
    told = [event.what for event in desk.events]
    dropped(desk, "Pristina", PARA)
    told += [event.what for event in desk.events]
    assert {"landed", "came down"} <= set(told)
    assert not {"battle", "battle over"} & set(told)


def test_a_beach_without_a_port_opens_no_port() -> None:
    """[BG-7.6d] [BG-9.3f]"""
    desk = Desk("1944").box(B5)
    beach = next(at for at in beaches(desk.context) if at not in desk.context.ports)
    landed(desk, beach, B5)
    assert desk.state.beachheads[beach].opens == -1


def test_landing_hexes_are_clear_or_port_coasts_of_three_countries() -> None:
    """[BG-7.6b]"""
    desk = Desk("1945").box(B5)
    context = desk.context
    for at in sorted(context.map.terrain):
        ours = context.within(at, "Yugoslavia", "Albania", "Greece")
        fit = at in context.coast and (context.map.terrain[at] == "clear" or at in context.ports)
        assert (desk.objections(do.DeclareLanding(at)) == []) == (ours and fit)
    assert desk.objections(do.DeclareLanding(desk.hex("1717"))) == ["BG-7.6b"]
    assert "BG-7.6b" in desk.objections(do.DeclareLanding(desk.hex("0906")))


def test_only_the_allies_assault() -> None:
    """[BG-7.5b]"""
    desk = Desk(side=AXIS).box(B5, PARA)
    assert desk.objections(do.DeclareLanding(desk.hex("Kalamata"))) == ["BG-7.5b"]
    assert desk.objections(do.DeclareDrop(desk.hex("Nis"))) == ["BG-7.5b"]


def test_an_assault_takes_two_units_and_no_support() -> None:
    """[BG-7.5c]"""
    desk = Desk().box(B5, B50, B57, "british-12")
    desk.do(do.DeclareLanding(desk.hex("Kalamata")), do.AddUnit(B5))
    assert "BG-7.5c" in desk.objections(do.AddUnit(U("british-12")))
    desk.do(do.AddUnit(B50))
    assert desk.objections(do.AddUnit(B57)) == ["BG-7.5c"]


def test_mechanized_units_do_not_land_but_motorized_infantry_does() -> None:
    """[BG-7.7c] [BG-2.8c]"""
    desk = Desk().box("british-8", "british-21", B5)
    desk.do(do.DeclareLanding(desk.hex("Kalamata")))
    assert desk.objections(do.AddUnit(U("british-8"))) == ["BG-7.7c"]
    assert desk.objections(do.AddUnit(U("british-21"))) == ["BG-7.7c"]
    assert desk.objections(do.AddUnit(B5)) == []
    desk = Desk().box("british-8")
    assert desk.objections(do.DeclareLanding(desk.hex("Kalamata"))) == ["BG-7.6a"]


def test_assault_units_start_in_the_med_box() -> None:
    """[BG-7.6a] [BG-7.9b]"""
    desk = Desk().put("Athens", B5, PARA)
    assert desk.objections(do.DeclareLanding(desk.hex("Kalamata"))) == ["BG-7.6a"]
    assert desk.objections(do.DeclareDrop(desk.hex("Nis"))) == ["BG-7.9a"]
    desk.box(B50, marks=(MOVED,))
    assert desk.objections(do.DeclareLanding(desk.hex("Kalamata"))) == ["BG-7.6a"], "sailed in"


def test_no_assaults_in_poor_weather() -> None:
    """[BG-6.1e] [BG-7.7a] [BG-7.9d]"""
    desk = Desk().having(weather=Weather.POOR).box(B5, PARA)
    assert desk.objections(do.DeclareLanding(desk.hex("Kalamata"))) == ["BG-7.7a"]
    assert desk.objections(do.DeclareDrop(desk.hex("Nis"))) == ["BG-7.9d"]


def test_a_landing_and_a_drop_are_two_actions() -> None:
    """[BG-7.7b]"""
    desk = Desk().box(B5, PARA)
    desk.do(do.DeclareLanding(desk.hex("Kalamata")), do.AddUnit(B5))
    assert desk.objections(do.DeclareDrop(desk.hex("Kalamata"))) == ["BG-5.2b"]
    desk = Desk().box(B5, PARA).do(do.DeclareDrop(desk.hex("Kalamata")))
    assert desk.objections(do.AddUnit(B5)) == ["BG-7.9a"]


def test_the_landing_area_of_1943() -> None:
    """[BG-7.7d]"""
    desk = Desk("1943").box(B5)
    for town, fine in (
        ("Dubrovnik", True),
        ("Durres", True),
        ("Patrai", True),
        ("Kalamata", True),
        ("Split", False),
        ("Athens", False),
        ("Thessalonika", False),
        ("Fiume", False),
    ):
        expected = [] if fine else ["BG-7.7d"]
        assert desk.objections(do.DeclareLanding(desk.hex(town))) == expected, town


def test_one_landing_a_turn_north_of_the_peloponnese_in_1943() -> None:
    """[BG-7.7e]"""
    desk = Desk("1943", cp=20).box(B5, B50, B57, U("british-33"))
    landed(desk, "Kalamata", B5)
    landed(desk, "Durres", B50)
    assert desk.objections(do.DeclareLanding(desk.hex("Dubrovnik"))) == ["BG-7.7e"]
    landed(desk, "Patrai", B57)


def test_one_landing_a_turn_east_of_the_peloponnese_in_1944() -> None:
    """[BG-7.7f]"""
    desk = Desk("1944", cp=20).box(B5, B50, B57, U("british-33"))
    landed(desk, "Split", B5)
    landed(desk, "Athens", B50)
    assert desk.objections(do.DeclareLanding(desk.hex("Thessalonika"))) == ["BG-7.7f"]
    landed(desk, "Fiume", B57)


def test_no_limits_in_1945() -> None:
    """[BG-7.7g]"""
    desk = Desk("1945", cp=20).box(B5, B50, "british-42", "canadian-1-cdn-motorized")
    for unit, town in (
        (B5, "Athens"),
        (B50, "Thessalonika"),
        ("british-42", "Trieste"),
        ("canadian-1-cdn-motorized", "Split"),
    ):
        landed(desk, town, unit)
    assert len(desk.state.beachheads) == 4


def test_an_opposed_landing_pays_for_terrain_but_crosses_no_river() -> None:
    """[BG-7.8a] [BG-12.12a] [BG-12.11a]"""
    desk = Desk().box(B5).put("Dubrovnik", GEN)
    landed(desk, "Dubrovnik", B5, tac=True)
    assert desk.asks() == "DefensiveFire"
    desk.fire(GEN, B5, 10)
    assert desk.context.map.terrain[desk.hex("Dubrovnik")] == "rough"
    assert desk.to_hit(B5, GEN) == 5 - 1 + 1


def test_a_successful_opposed_landing_comes_ashore() -> None:
    """[BG-7.8b] [BG-7.6d]"""
    desk = Desk().box(B5, B50).put("Kalamata", GEN)
    landed(desk, "Kalamata", B5, B50).fire(GEN, B5, 1).do(do.PressOn())
    desk.fire(B5, GEN, 1).fire(B50, GEN, 1)
    assert desk.here("Kalamata") == {B5, B50}
    assert desk.state.beachheads[desk.hex("Kalamata")].open
    assert not desk.state.landing_failed
    assert desk.steps(B5) == 1
    assert desk.state.pieces[B50].marks == {ATTACKED}


def test_defenders_that_retreat_let_the_landing_ashore() -> None:
    """[BG-7.8b]"""
    desk = Desk().box(B5).put("Kalamata", G297)
    landed(desk, "Kalamata", B5).fire(G297, B5, 10, 10).fire(B5, G297, 1, 10)
    desk.do(do.Retreat(G297))
    desk.do(next(iter(desk.legal)))
    assert desk.here("Kalamata") == {B5}
    assert desk.hex("Kalamata") in desk.state.beachheads


def test_a_failed_landing_goes_back_and_ends_landings_for_the_turn() -> None:
    """[BG-7.8c] [BG-7.8d] [BG-12.8.13]"""
    desk = Desk(cp=20).box(B5, B50).put("Kalamata", G297)
    landed(desk, "Kalamata", B5).fire(G297, B5, 1, 10).do(do.PressOn())
    desk.fire(B5, G297, 10)
    assert desk.at(B5) == MED_BOX and desk.steps(B5) == 1, "the losses stand"
    assert desk.state.landing_failed
    assert desk.objections(do.DeclareLanding(desk.hex("Patrai"))) == ["BG-7.8d"]
    assert desk.state.beachheads == {}
    desk.box(PARA)
    assert desk.objections(do.DeclareDrop(desk.hex("Nis"))) == []


def test_a_landing_broken_off_returns_to_the_box_with_a_step_regained() -> None:
    """[BG-7.8c] [BG-12.2.4a] [BG-12.8.13]"""
    desk = Desk().box("british-2-sf", B5).put("Kalamata", G297)
    landed(desk, "Kalamata", "british-2-sf", B5).fire(G297, "british-2-sf", 1).fire(G297, B5, 1)
    desk.do(do.BreakOff(U("british-2-sf")))
    assert desk.at("british-2-sf") == desk.at(B5) == MED_BOX
    assert desk.steps(B5) == 1
    assert desk.state.landing_failed


def test_a_landing_in_a_city_cannot_be_broken_off() -> None:
    """[BG-12.10a] [BG-12.10b]"""
    desk = Desk("1944").box(B5).put("Athens", G297)
    landed(desk, "Athens", B5).fire(G297, B5, 1, 10)
    assert desk.asks() == "OffensiveFire"
    desk.fire(B5, G297, 1)
    assert desk.asks() == "Commanding" and desk.at(B5) == MED_BOX


def test_naval_support_and_improved_positions_count_on_the_beach() -> None:
    """[BG-12.2.5c] [BG-7.12c]"""
    desk = Desk().box(B5).put("Kalamata", GEN)
    kalamata = desk.hex("Kalamata")
    desk.having(naval=kalamata, improved=frozenset({kalamata}))
    landed(desk, "Kalamata", B5).fire(GEN, B5, 10)
    ledger = desk.rules.forecast(desk.state, do.Fire(B5, GEN))
    assert {line.rule: line.value for line in ledger[1:]} == {"BG-12.2.5c": 1, "BG-7.12c": -1}


def test_a_landing_observes_stacking_with_those_ashore() -> None:
    """[BG-10.3.B] [BG-10.6.A]"""
    desk = Desk("1944").box(B5, "us-3").put("Kalamata", B50, B57)
    desk.do(do.DeclareLanding(desk.hex("Kalamata")))
    assert desk.objections(do.AddUnit(U("us-3"))) == ["BG-10.6.A"]
    desk.do(do.AddUnit(B5))


def test_a_landing_opens_a_closed_beachhead_again() -> None:
    """[BG-7.6d]"""
    desk = Desk().box(B5)
    kalamata = desk.hex("Kalamata")
    desk.having(beachheads={kalamata: Beachhead(open=False, opens=4, landed=1)})
    landed(desk, "Kalamata", B5)
    assert desk.state.beachheads[kalamata] == Beachhead(open=True, opens=4, landed=1)


def test_a_landing_without_a_marker_left_stands_without_supply() -> None:
    """[BG-9.3e]"""
    desk = Desk("1944").box(B5)
    far = [at for at in sorted(desk.context.coast) if desk.context.within(at, "Croatia")][:4]
    desk.having(beachheads={at: Beachhead(open=False) for at in far})
    landed(desk, "Kalamata", B5)
    assert desk.at(B5) == desk.hex("Kalamata")
    assert len(desk.state.beachheads) == 4


def test_only_paratroops_drop_and_it_costs_three() -> None:
    """[BG-7.9a] [BG-7.5a]"""
    desk = Desk().box(PARA, "british-2-sf", B5)
    desk.do(do.DeclareDrop(desk.hex("1717")))
    assert desk.state.cp == 4
    assert desk.objections(do.AddUnit(U("british-2-sf"))) == ["BG-7.9a"]
    assert desk.objections(do.AddUnit(B5)) == ["BG-7.9a"]
    desk = Desk().box(B5)
    assert desk.objections(do.DeclareDrop(desk.hex("1717"))) == ["BG-7.9a"]


def test_drops_reach_every_land_hex_of_the_three_countries() -> None:
    """[BG-7.9b] [BG-11.3.2]"""
    desk = Desk().box(PARA)
    for at in sorted(desk.context.map.terrain):
        ours = (
            desk.context.within(at, "Yugoslavia", "Albania", "Greece") and at in desk.context.land
        )
        assert (desk.objections(do.DeclareDrop(at)) == []) == ours
    desk.put("1717", G297)
    assert desk.objections(do.DeclareDrop(desk.hex("1717"))) == []
    assert desk.objections(do.DeclareDrop(desk.hex("Sofia"))) == ["BG-7.9b"]


def test_a_drop_on_an_empty_hex_ends_its_turn() -> None:
    """[BG-7.9c] [BG-7.10a] [BG-7.3d]"""
    desk = Desk().box(PARA)
    start, middle, _ = desk.row()
    desk.put(middle, GEN)
    dropped(desk, start, PARA)
    assert desk.at(PARA) == start
    assert desk.objections(do.Activate(start)) == ["BG-7.13a"]
    assert desk.objections(do.DeclareAttack(start, middle)) == ["BG-7.13a"]
    assert not desk.state.beachheads, "inland"


def test_a_drop_on_the_coast_places_a_beachhead() -> None:
    """[BG-9.3d]"""
    desk = dropped(Desk().box(PARA), "Kalamata", PARA)
    assert desk.hex("Kalamata") in desk.state.beachheads


def test_a_drop_on_enemies_fights_there_without_modifiers() -> None:
    """[BG-7.10b] [BG-7.10c] [BG-10.3.C]"""
    desk = Desk().box(PARA)
    _, mountain = desk.border("mountain")
    desk.put(mountain, GEN).having(improved=frozenset({mountain}))
    desk.do(do.DeclareDrop(mountain), do.AddUnit(PARA))
    assert desk.objections(do.UseTac()) == ["BG-7.10c"]
    desk.do(do.Resolve())
    assert desk.to_hit(GEN, PARA) == 3
    desk.fire(GEN, PARA, 10)
    assert desk.to_hit(PARA, GEN) == 3
    desk.fire(PARA, GEN, 1)
    if desk.asks() == "RetreatCall":
        desk.do(do.Hold())
    assert desk.at(PARA) == mountain
    assert not desk.state.improved


def test_naval_support_does_not_help_a_drop() -> None:
    """[BG-7.10c]"""
    desk = Desk().box(PARA).put("Kalamata", GEN).having(naval=Desk().hex("Kalamata"))
    dropped(desk, "Kalamata", PARA).fire(GEN, PARA, 10)
    assert desk.to_hit(PARA, GEN) == 3


def test_a_failed_drop_is_lost_for_good() -> None:
    """[BG-7.10d]"""
    desk = Desk().box(PARA).put("1717", G297)
    dropped(desk, "1717", PARA).fire(G297, PARA, 10, 10).fire(PARA, G297, 10)
    assert desk.at(PARA) == DEAD
    assert "lost for good" in desk.state.pieces[PARA].marks
    assert not desk.state.landing_failed


def test_a_drop_on_a_city_gives_nobody_a_way_out() -> None:
    """[BG-12.10b] [BG-12.10a]"""
    desk = Desk().box(PARA, "british-7-plus").put("Zagreb", G297)
    dropped(desk, "Zagreb", PARA, "british-7-plus").fire(G297, PARA, 1)
    desk.fire(G297, "british-7-plus", 10)
    assert desk.asks() == "OffensiveFire", "no break off"
    desk.fire("british-7-plus", G297, 1)
    assert desk.asks() == "Commanding", "no retreat"
    assert desk.here(DEAD) == {PARA, "british-7-plus"}


def test_defenders_of_open_country_may_retreat_from_a_drop() -> None:
    """[BG-7.10b]"""
    desk = Desk().box(PARA).put("1717", G297)
    dropped(desk, "1717", PARA).fire(G297, PARA, 10, 10).fire(PARA, G297, 1)
    desk.do(do.Retreat(G297))
    desk.do(next(iter(desk.legal)))
    assert desk.at(PARA) == desk.hex("1717")


def test_a_landing_among_dispersed_enemies_is_unopposed() -> None:
    """[BG-11.3.3] [BG-7.6c]"""
    desk = Desk("1943").box(B5)
    desk.put("Dubrovnik", "chetnik-partisan-1", mode=DISPERSED)
    landed(desk, "Dubrovnik", B5)
    assert desk.here("Dubrovnik") == {B5, "chetnik-partisan-1"}


def test_a_landing_takes_the_town() -> None:
    """[BG-4.0f]"""
    desk = landed(Desk().box(B5), "Kalamata", B5)
    place = desk.context.place_meant("Kalamata")
    assert place is not None and desk.state.control[place.id] == ALLIED
