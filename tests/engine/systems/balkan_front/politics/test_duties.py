"""What nations are and owe at the start: garrisons, boxes off the map, areas, set-up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.handler import Transition
from engine.scenarios import load_scenario
from engine.systems.balkan_front.actions import Evacuate
from engine.systems.balkan_front.politics import garrisons, government
from engine.systems.balkan_front.state.constants import EASTERN_GREECE, MIDDLE_EAST, RHODES
from engine.systems.europa.board import bases
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, UseRecommended
from engine.systems.europa.state.constants import ALLIED, AXIS, POOL, Phase
from engine.systems.europa.state.records import Initial, Moving, Onward, SettingUp
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import ATHENS, ZARA, Front, deployed, rules_of

BEOGRAD, SOFIYA, BUDAPEST, BUCURESTI, THRACE = (
    "14A:2211",
    "14A:3606",
    "14A:0712",
    "14A:2301",
    "14A:4505",
)
VENEZIA, ALBANIANS, ZARA_UNIT = "italian-19-venezia", "italian-alb-brigade", "italian-zara-static"
GREEKS, BRITISH, PANZER = "greek-8-mountain", "british-14-brigade", "german-2-panzer"
HUNGARIAN = "hungarian-1-mountain-brigade"
KHANIA_ITALIAN = "italian-23-ferrara"


def lacking(front: Front, name: str) -> int:
    """Half regimental equivalents a garrison lacks."""
    row = next(r for r in front.context.charts.garrisons.rows if r.id == name)
    return garrisons.shortage(front.pos, row).missing


def owed(front: Front, side: str) -> set[str]:
    """The garrisons a side owes now."""
    return {found.name for found in garrisons.duties(front.pos, side)}


def judged(front: Front, side: str) -> Front:
    """The front after a side's garrisons were judged."""
    transition = Transition(front.state)
    garrisons.check(front.context, transition, side)
    front.take(transition.state)
    return front


def of(front: Front, nation: str) -> UnitId:
    """A unit of a nation."""
    return front.context.of_nation(nation)[0]


def bars(front: Front, unit: UnitId | str, label: str) -> bool:
    return front.pos.bars(UnitId(unit), front.at(label)) is not None


# Zara


def test_zara_wants_one_and_a_half_equivalents() -> None:
    """BF-28A1b.1."""
    assert lacking(Front(), "Zara") == 3
    assert lacking(Front().put(ZARA, VENEZIA), "Zara") == 0


def test_albanians_do_not_guard_zara_but_any_other_axis_unit_does() -> None:
    """BF-28A1b.2."""
    assert lacking(Front().put(ZARA, ALBANIANS), "Zara") == 3
    assert lacking(Front().put(ZARA, PANZER), "Zara") == 0


def test_an_allied_yugoslavia_ends_the_duty_at_zara() -> None:
    """BF-28A1b.4."""
    front = Front()
    assert "Zara" in owed(front, AXIS)
    front.having(joined={**front.state.joined, "yugoslav": ALLIED})
    assert "Zara" not in owed(front, AXIS)


# Boxes


@pytest.mark.parametrize(
    ("box", "port", "capacity", "airbase"),
    [
        (RHODES, "standard", 5, 7),
        (EASTERN_GREECE, "standard", 5, 3),
        (MIDDLE_EAST, "unlimited", None, 0),
    ],
)
def test_boxes_are_ports_and_airbases(
    box: str, port: str, capacity: int | None, airbase: int
) -> None:
    """BF-28A1c.2, 28A1c.3, 28B1d.2, 28B1d.3, 28B2.4, 28B2.5: 0 is no limit for an airbase."""
    pos = Front().pos
    assert bases.port_size(pos, box) == port
    assert bases.port_capacity(pos, box) == capacity
    assert bases.full_capacity(pos, box) == airbase


@pytest.mark.parametrize(
    ("box", "side", "unit"),
    [
        (RHODES, AXIS, "italian-23-ferrara"),
        (EASTERN_GREECE, ALLIED, GREEKS),
        (MIDDLE_EAST, ALLIED, BRITISH),
    ],
)
def test_forces_off_the_map_are_in_the_boxes_of_their_side(box: str, side: str, unit: str) -> None:
    """BF-28A1c.4, 28B1d.4, 28B2.6."""
    front = Front()
    front.state = front.state.with_piece(UnitId(unit), at=box, steps=1)
    assert UnitId(unit) in front.pos.boxed(box)
    assert front.pos.boxed_for(box, side) and not front.pos.boxed_for(
        box, ALLIED if side == AXIS else AXIS
    )
    panel = next(p for p in front.rules.displays(front.state) if p.id == f"box:{box}")
    assert any(row.units == (UnitId(unit),) for row in panel.rows)


def test_boxes_lie_where_the_rules_put_them() -> None:
    """BF-28A1c.1, 28B2.3: hexes from the board's edge, by the links of the board."""
    boxes = load_scenario("balkan_front/italo_greek_war", {}).map.boxes
    links = {(box, link.target): link.distance for box in boxes for link in boxes[box].links}
    assert links[RHODES, "15B:2200"] == 2
    assert {far for (box, _), far in links.items() if box == MIDDLE_EAST} == {12}


def test_rhodes_is_free_once_greece_is_out_of_the_war() -> None:
    """BF-28A1c.6: by surrender, or by exile."""
    front = Front()
    unit = next(u for u in front.context.setups if front.rules.begin().state.pieces[u].at == RHODES)
    front.state = front.state.with_piece(unit, at=RHODES, steps=1)
    assert front.pos.kept(unit) is not None
    front.having(surrendered=frozenset({"greek"}))
    assert front.pos.kept(unit) is None


# Greece


def test_the_greek_government_begins_in_athens() -> None:
    """BF-28B1a.1."""
    front = Front()
    assert front.context.seats["greek"] == front.at(ATHENS) and government.in_office(
        front.pos, "greek"
    )
    shown = [view for view in front.rules.markers(front.state) if view.kind == "capital"]
    assert [(view.at, view.text) for view in shown] == [(front.at(ATHENS), "Government of Greece")]
    front.having(surrendered=frozenset({"greek"}))
    assert not any(view.kind == "capital" for view in front.rules.markers(front.state))


def test_an_evacuation_takes_no_transport() -> None:
    """BF-28B1a.6."""
    front = Front(side=ALLIED)
    front.ask(Onward(), Initial(ALLIED), phase=Phase.INITIAL.value, active=ALLIED)
    before = dict(front.state.used)
    front.do(Evacuate("greek"))
    assert {k: v for k, v in front.state.used.items() if "point" in k or "rail" in k} == {
        k: v for k, v in before.items() if "point" in k or "rail" in k
    }
    assert "greek" in front.state.surrendered


def test_any_allied_unit_counts_on_the_metaxas_line() -> None:
    """BF-28B1b.3."""
    front = Front()
    at = min(front.context.garrisoned["Metaxas Line"])
    front.put(front.context.map.label(at), BRITISH)
    assert lacking(front, "Metaxas Line") == 30 - front.pos.facts(UnitId(BRITISH)).halves


def test_crete_wants_three_equivalents_or_two_points_each() -> None:
    """BF-28B1c.1, 28B1c.3: judged as each Allied initial phase opens."""
    front = Front()
    assert lacking(front, "Crete") == 6
    lines = [entry for entry in judged(front, ALLIED).state.ledger if "Crete" in entry.text]
    assert [entry.points for entry in lines] == [-6]


@pytest.mark.parametrize("unit", [GREEKS, BRITISH])
def test_any_allied_unit_counts_on_crete(unit: str) -> None:
    """BF-28B1c.2."""
    front = Front().put("15B:2213", unit)
    assert lacking(front, "Crete") == max(0, 6 - front.pos.facts(UnitId(unit)).halves)


def test_an_axis_landing_ends_the_duty_on_crete_for_good() -> None:
    """BF-28B1c.4."""
    front = Front().put("15B:2213", KHANIA_ITALIAN)
    transition = Transition(front.state)
    garrisons.lapse(front.context, transition)
    assert [e.rule for e in transition.events if e.what == "released"] == ["BF-28B1c.4"]
    front.take(transition.state)
    assert "Crete" not in owed(front, ALLIED)
    front.state = front.state.with_piece(UnitId(KHANIA_ITALIAN), at=POOL)
    assert "Crete" not in owed(front, ALLIED)


@pytest.mark.parametrize("unit", [GREEKS, BRITISH])
def test_any_allied_unit_counts_in_eastern_greece(unit: str) -> None:
    """BF-28B1d.6."""
    front = Front()
    front.state = front.state.with_piece(UnitId(unit), at=EASTERN_GREECE, steps=2)
    missing = max(0, 6 - front.pos.facts(UnitId(unit)).halves)
    assert lacking(front, "Eastern Greece") == missing


def test_eastern_greece_is_free_with_bulgaria_or_germany() -> None:
    """BF-28B1d.7."""
    assert "Eastern Greece" in owed(Front(), ALLIED)
    front = Front()
    front.having(joined={**front.state.joined, "bulgarian": AXIS})
    assert "Eastern Greece" not in owed(front, ALLIED)
    assert "Eastern Greece" not in owed(Front().having(entered=2), ALLIED)


def test_any_axis_unit_occupies_a_city() -> None:
    """BF-28D.3: Albanians too."""
    front = Front().own(AXIS, "14A:5013", "14A:4510")
    front.having(held_from={"14A:4510": 2})
    (found,) = garrisons.occupation(front.pos)
    front.put("14A:4510", ALBANIANS)
    (fewer,) = garrisons.occupation(front.pos)
    assert found.missing - fewer.missing == front.pos.facts(UnitId(ALBANIANS)).halves > 0


@pytest.mark.parametrize(
    ("name", "at", "unit"),
    [
        ("Yugoslav Defense", "14A:3519", VENEZIA),
        ("Zara", ZARA, VENEZIA),
        ("Metaxas Line", "14A:4308", GREEKS),
        ("Crete", "15B:2213", GREEKS),
        ("Eastern Greece", EASTERN_GREECE, GREEKS),
        ("14A:4510", "14A:4510", VENEZIA),
    ],
)
def test_28a_28b_28d_position_aa_is_no_part_of_any_garrison(
    name: str, at: str, unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BF-28A1a.2, 28A1b.2, 28B1b.3, 28B1c.2, 28B1d.6, 28D.3: nor does it keep Eastern Greece or
    fill a hex of the Metaxas Line. No such counter is in play yet.
    """
    front = Front().own(AXIS, "14A:4510").having(held_from={"14A:4510": 2}).put(at, unit)
    context, known = front.context, front.context.units
    side = AXIS if unit == VENEZIA else ALLIED

    def short() -> garrisons.Shortage:
        found = garrisons.duties(front.pos, side)
        return next(one for one in found if name in one.name)

    counted = short()
    assert counted.missing < short_without(front, unit, side, name).missing
    trait = replace(known[UnitId(unit)], traits=frozenset({"posaa"}))
    monkeypatch.setattr(context, "units", {**known, UnitId(unit): trait})
    front.put(at, unit)
    assert short() == short_without(front, unit, side, name)
    if at == EASTERN_GREECE:
        assert front.pos.kept(UnitId(unit)) is None
        front.put(at, BRITISH, "greek-9-mountain", "greek-1-mountain")
        assert front.pos.kept(UnitId("greek-9-mountain")) is None


def short_without(front: Front, unit: str, side: str, name: str) -> garrisons.Shortage:
    """What a garrison lacks when a unit is away."""
    away = front.state.with_piece(UnitId(unit), at=POOL)
    found = garrisons.duties(front.rules.position(away), side)
    return next(one for one in found if name in one.name)


# Nations


def test_hungary_is_axis_and_keeps_to_its_own_land_and_the_backa() -> None:
    """BF-28A3.1."""
    front = Front()
    unit = of(front, "hungarian")
    assert front.state.joined["hungarian"] == AXIS
    front.having(joined={**front.state.joined, "yugoslav": ALLIED})
    backa = min(front.context.area("Backa"))
    assert front.pos.bars(unit, backa) is None and not bars(front, unit, BUDAPEST)
    assert bars(front, unit, BEOGRAD) and bars(front, unit, ATHENS)


@pytest.mark.parametrize("nation", ["rumanian", "slovak"])
def test_nations_without_forces_are_axis_ground(nation: str) -> None:
    """BF-28A4.1, 28A5.1: other Axis forces may operate there."""
    front = Front()
    assert front.state.joined[nation] == AXIS and not front.context.of_nation(nation)
    land = front.context.country(front.context.charts.areas.home(nation))
    assert land and all(front.pos.bars(UnitId(PANZER), at) is None for at in land)


def test_germans_operate_everywhere() -> None:
    """BF-28A2.1."""
    front = Front()
    neutral = {"bulgarian": AXIS, "yugoslav": ALLIED}
    front.having(joined={**front.state.joined, **neutral})
    barred = [at for at in front.context.land if front.pos.bars(UnitId(PANZER), at) is not None]
    assert {front.context.countries[at] for at in barred} <= {"Turkey"}


def test_a_neutral_yugoslavia_is_nobodys() -> None:
    """BF-28C2.1."""
    front = Front()
    unit = of(front, "yugoslav")
    front.put(BEOGRAD, unit)
    assert front.pos.side(unit) == "" and front.pos.may_act(unit) is not None
    for mine in (GREEKS, VENEZIA):
        assert bars(front, mine, BEOGRAD)


# Preparing for play


def test_map_sections_overlap_in_identical_hexes() -> None:
    """BF-30.1: a hex on two maps is one hex with two numbers."""
    front = Front()
    for number in (1, 33):
        assert front.at(f"14A:51{number:02}") == front.at(f"15B:01{number:02}")


def test_the_allies_deploy_first_the_neutrality_watch_with_theirs_and_the_axis_second() -> None:
    """BF-30.4, 30.5, 30.7."""
    rules = rules_of()
    state = rules.begin().state
    assert state.top == SettingUp(ALLIED)
    for action in (UseRecommended(), FinishSetUp()):
        assert not rules.check(state, action)
        state = rules.apply(state, action).state
    assert state.top == SettingUp(AXIS)
    pos = rules.position(state)
    placed = {pos.nation(unit) for unit in pos.state.pieces if pos.piece(unit).hex is not None}
    assert {"greek", "yugoslav"} <= placed, "besides who has a single hex to stand in"
    assert "italian" in {pos.nation(unit) for unit in pos.boxed(POOL)}


def test_deployment_keeps_the_stacking_limits() -> None:
    """The first half of BF-30.6."""
    pos = rules_of().position(deployed())
    assert pos.overstacked(AXIS) == pos.overstacked(ALLIED) == ()


def test_the_axis_turn_of_nov_i_opens_the_game() -> None:
    """BF-30.8: after the weather."""
    front = Front()
    front.take(deployed())
    front.roll(1)
    assert front.state.turn == 1 and front.state.active == AXIS
    assert isinstance(front.state.top, Initial | Moving)


def test_who_owns_what_at_the_start() -> None:
    """BF-30.10."""
    pos = rules_of().position(rules_of().begin().state)
    owners: dict[str, set[str]] = {}
    for at, country in pos.context.countries.items():
        if isinstance(at, Hex) and at in pos.context.land:
            owners.setdefault(country, set()).add(pos.owner_of(at))
    axis = ("Italy", "Germany", "Slovakia", "Hungary", "Rumania", "Albania")
    assert all(owners[country] == {AXIS} for country in axis if country in owners)
    assert owners["Greece"] == {ALLIED}
    assert all(owners[country] == {""} for country in ("Bulgaria", "Yugoslavia", "Turkey"))
    assert all(pos.owner_of(at) == AXIS for at in pos.context.area("Dodecanese"))


def test_german_intervention_does_not_end_the_crete_garrison() -> None:
    """BF-28B1c.4: only Axis units on Crete do; the Metaxas Line and Eastern Greece are released."""
    front = Front().having(entered=3)
    assert owed(front, ALLIED) == {"Crete"}
    bulgaria = Front()
    bulgaria.having(joined={**bulgaria.state.joined, "bulgarian": AXIS})
    assert owed(bulgaria, ALLIED) == {"Crete"}
