"""What the window is told: panels, turn record, calendar, figures, ranges, words."""

from __future__ import annotations

from engine.core.charts.schema import typed
from engine.core.events import event
from engine.core.view.ranges import RangeKind
from engine.systems.boot_camp import SYSTEM
from engine.systems.boot_camp.actions import Drop, Ship
from engine.systems.boot_camp.charts import Charts
from engine.systems.boot_camp.state.constants import EASTERN_GREECE, MIDDLE_EAST, RHODES
from engine.systems.boot_camp.state.records import Flight, Flying
from engine.systems.boot_camp.victory import counted
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement.move_actions import BreakDown, Into
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, DEFENDED
from engine.systems.europa.state.records import Fighting, Initial, Moving
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.boot_camp.desk import ATHENS, BARI, SOFIYA, TARANTO, Camp

JULIA, PARACHUTE = "italian-3-julia", "german-7-1-parachute"


def rows(camp: Camp, panel: str) -> dict[str, str]:
    """The rows of a panel: label -> value."""
    found = next(d for d in camp.rules.displays(camp.state) if d.id == panel)
    return {row.label: row.value for row in found.rows}


def test_the_nations_tell_their_side_and_what_they_fall_with() -> None:
    found = rows(Camp(), "nations")
    assert found["Greece"] == "Allied; falls with Athens"
    assert found["Germany"] == "neutral until a clear turn from Jan I 41 on"
    assert found["Hungary"] == "neutral until Germany enters"
    assert found["Turkey"] == "neutral"
    camp = Camp().enter().having(surrendered=frozenset({"yugoslav"}))
    assert rows(camp, "nations")["Yugoslavia"] == "surrendered"


def test_the_garrisons_tell_what_they_lack() -> None:
    camp = Camp.deployed()
    found = rows(camp, "garrisons")
    assert found["Metaxas divisions"] == "0 of 4"
    assert found["Eastern Greece"] == "3 of 3"
    assert "None is needed any more" in rows(camp.enter(1), "garrisons")


def test_air_points_and_ships_that_are_left() -> None:
    camp = Camp(1)
    assert rows(camp, "air")["Italy, left"] == "8 B, 4 F"
    camp.having(
        weather={"D": "poor"},
        flights=(Flight("greek", camp.at(ATHENS), 1, 2),),
        flown={"greek bombers": 1, "greek fighters": 2},
    )
    found = rows(camp, "air")
    assert found["Greece, left"] == "1 B, 1 F"
    assert found["Greece, 15B:0911 Athenai"] == "1 B, 2 F"
    assert "Poor weather" in found
    assert any(m.kind == "air" and m.at == camp.at(ATHENS) for m in camp.rules.markers(camp.state))
    sea = rows(camp, "naval")
    assert sea["Axis in the Adriatic"] == "5 of 5 left"
    assert sea["Allied"] == "8 of 8 left"


def test_boxes_losses_and_what_is_to_come_have_their_panels() -> None:
    camp = Camp().put(EASTERN_GREECE, "greek-13-2-regiment").put(DEAD, JULIA)
    assert any("13/2" in label for label in rows(camp, f"box:{EASTERN_GREECE}"))
    assert any("Julia" in label for label in rows(camp, "dead"))
    assert any("Panzer" in label or "XX" in label for label in rows(camp, "box:pending"))
    assert {f"box:{box}" for box in (RHODES, MIDDLE_EAST)} <= {
        d.id for d in camp.rules.displays(camp.state)
    }


def test_the_ledger_names_each_entry_with_its_rule() -> None:
    camp = Camp(11).own(AXIS, ATHENS)
    camp.having(credited=frozenset({"athens", "beograd"}))
    assert rows(camp, "victory")["At present"] == "stalemate"
    from engine.core.handler import Transition
    from engine.systems.boot_camp import politics

    doing = Transition(camp.state)
    politics.enter(camp.context, doing)
    camp.take(doing.state)
    assert rows(camp, "victory")["At present"] == "Allied decisive victory"
    found = rows(camp, "ledger")
    assert found["Germany enters the war, Apr I 41 [BC-25A4.2]"] == "-12 Axis"


def test_the_calendar_names_arrivals_checks_and_the_end() -> None:
    camp = Camp(2)
    found = camp.rules.due(camp.state, 1, 20)
    texts = [(due.turn, due.text) for due in found]
    assert [turn for turn, _ in texts] == sorted(turn for turn, _ in texts)
    assert any(t == 3 and "Pusteria" in text for t, text in texts)
    assert any(t == 13 and "30 REs" in text for t, text in texts)
    assert any(t == 20 and "game ends" in text for t, text in texts)
    assert any(t == 5 and "Clear weather brings Germany" in text for t, text in texts)
    assert all(due.rule.startswith("BC-") for due in found)
    weather = [due for due in found if due.kind == "weather"]
    assert [due.turn for due in weather] == list(range(1, 21))


def test_figures_follow_points_losses_and_cities() -> None:
    camp = Camp().put(DEAD, JULIA).put("14A:3719", "italian-23-ferrara", steps=1)
    camp.having(tallied={UnitId("italian-23-ferrara"): 1})
    found = {(f.id, f.side): f.value for f in camp.rules.figures(camp.state)}
    assert found["lost italian", AXIS] == 5.0, "three for one, two for the other's cadre"
    assert found["points", ALLIED] == 0
    assert found["cities", ALLIED] > found["cities", AXIS] > 0


def test_figures_are_those_of_each_state_as_cities_and_units_come_and_go() -> None:
    camp = Camp().put("14A:3719", "italian-23-ferrara", steps=1)

    def now() -> tuple[float, float, float]:
        found = {(f.id, f.side): f.value for f in camp.rules.figures(camp.state)}
        return found["cities", AXIS], found["cities", ALLIED], found["lost italian", AXIS]

    axis, allied, _none = now()
    city = next(at for at in counted(camp.pos, "Greece") if camp.pos.owner_of(at) == ALLIED)
    camp.having(taken={**camp.state.taken, city: AXIS})
    assert now() == (axis + 1, allied - 1, 0.0)
    camp.put(DEAD, JULIA)
    assert now() == (axis + 1, allied - 1, 3.0)
    camp.having(taken={at: side for at, side in camp.state.taken.items() if at != city})
    assert now() == (axis, allied, 3.0)


def test_what_is_due_follows_what_has_happened() -> None:
    camp = Camp()
    turns = camp.context.figures.turns

    def checks() -> list[tuple[str, bool]]:
        found = camp.rules.due(camp.state, 1, turns)
        return [(entry.text, entry.done) for entry in found if entry.kind in ("check", "victory")]

    before = checks()
    assert any(text.startswith("Clear weather brings Germany") for text, _done in before)
    camp.having(entered=camp.state.turn)
    entered = checks()
    assert len(entered) < len(before)
    camp.having(over=True)
    assert [text for text, done in checks() if (text, done) not in entered] == [
        "The game ends and points are counted"
    ]


def test_ranges_of_ships_are_where_ships_may_go() -> None:
    camp = Camp().put(BARI, JULIA).put(TARANTO, "italian-aosta")
    subjects = {subject.id for subject in camp.rules.subjects(camp.state)}
    assert {camp.at(BARI), camp.at(TARANTO)} <= subjects
    (range_,) = camp.rules.ranges(camp.state, UnitId(JULIA))
    assert range_.kind is RangeKind.NAVAL
    lawful = {at for at in camp.context.land if not camp.objections(Ship(UnitId(JULIA), at))}
    assert range_.hexes == lawful
    assert camp.rules.ranges(camp.state, camp.at(BARI))[0].hexes == lawful
    assert camp.rules.ranges(camp.state, "no such thing") == ()
    assert camp.rules.ranges(camp.state, camp.at(ATHENS)) == ()


def test_ranges_of_drops_are_where_units_may_drop() -> None:
    camp = Camp(14).enter(11).own(AXIS, ATHENS).put(ATHENS, PARACHUTE)
    early = next(
        s for s in camp.rules.ranges(camp.state, UnitId(PARACHUTE)) if s.kind is RangeKind.AIRDROP
    )
    assert early.hexes == frozenset() and "Athens falls" in early.text
    camp.having(athens=12)
    (range_,) = (
        s for s in camp.rules.ranges(camp.state, UnitId(PARACHUTE)) if s.kind is RangeKind.AIRDROP
    )
    lawful = {at for at in camp.context.land if not camp.objections(Drop(UnitId(PARACHUTE), at))}
    assert range_.hexes == lawful and (range_.centre, range_.radius) == (camp.at(ATHENS), 20)


def test_counters_show_how_units_stand() -> None:
    camp = Camp().put(ATHENS, "greek-8-mountain", steps=1, marks=("moved",))
    camp.put("14A:3009", "yugoslav-27-savska")
    views = {view.unit: view for view in camp.rules.counters(camp.state)}
    greek = views[UnitId("greek-8-mountain")]
    assert greek.face == 1 and set(greek.badges) == {"moved", "reduced"}
    assert "neutral" in views[UnitId("yugoslav-27-savska")].badges
    assert not any(isinstance(v.at, Hex) and v.unit == UnitId(JULIA) for v in views.values())


def test_the_shipped_charts_are_sound_and_faults_in_them_are_named() -> None:
    text = SYSTEM.chart_text()
    charts = typed(Charts, text, "charts")
    assert SYSTEM.chart_problems(charts) == ()
    wrong = text.replace("axis_returned = 4", "axis_returned = 6").replace(
        "early = 10", "early = 18"
    )
    found = {problem.path for problem in SYSTEM.chart_problems(typed(Charts, wrong, "charts"))}
    assert {("shipping",), ("victory", "early")} <= found


def test_two_games_with_different_charts_run_side_by_side() -> None:
    from dataclasses import replace

    from engine.core.charts.scenario_data import ScenarioData
    from engine.scenarios import load_scenario
    from engine.systems.boot_camp.rules import BootCamp

    scenario = load_scenario("boot_camp/balkan_campaign", {})
    charts = typed(Charts, SYSTEM.chart_text().replace("allied = 8", "allied = 2"), "charts")
    other = BootCamp(replace(scenario, data=ScenarioData(charts, scenario.data.figures)))
    assert other.context.charts.shipping.allied == 2
    assert Camp().context.charts.shipping.allied == 8


def test_the_calendar_names_known_units_only() -> None:
    from engine.scenarios import load_scenario

    scenario = load_scenario("boot_camp/balkan_campaign", {})
    named = SYSTEM.unit_names(scenario.data)
    assert len(named) > 150
    assert {unit for unit, _where in named} <= scenario.oob.units.keys()


def test_prompts_teach_what_is_left_and_what_is_owed() -> None:
    camp = Camp(1)
    asked = camp.rules.question(camp.state).prompt
    assert "By rail 10 units are left, by sea 5 in the Adriatic and a division or 3 others" in asked
    camp = Camp(1, side=ALLIED)
    asked = camp.rules.question(camp.state).prompt
    assert "by sea 8" in asked
    assert "The Metaxas Line wants 4 more divisional units, a unit in" in asked
    assert "or the Axis gets 5 points" in asked
    asked = camp.enter(1).rules.question(camp.state).prompt
    assert "Metaxas" not in asked
    camp.having(surprise=True)
    assert "German units alone" in camp.rules.question(camp.state).prompt


def test_giving_up_is_no_way_to_end_a_phase() -> None:
    camp = Camp(1).phase(Initial, AXIS)
    question = camp.rules.question(camp.state)
    assert [f.name for f in question.families if f.closing] == ["end phase"]


def test_the_prompt_of_combat_counts_what_can_be_attacked() -> None:
    """(BC B9.1) An enemy over water is beside nobody who could attack him."""
    camp = Camp().put("14A:4520", "italian-3-julia").put("14A:4620", "greek-10-regiment")
    camp.put("14A:4619", "greek-9-mountain").phase(Fighting, AXIS)
    assert "they stand in 1 hex." in camp.rules.question(camp.state).prompt
    camp.put("14A:4619", "greek-9-mountain", marks=(DEFENDED,))
    asked = camp.rules.question(camp.state).prompt
    assert asked == "No enemy beside your units can be attacked any more: end the phase."


def test_phases_end_by_their_names() -> None:
    camp = Camp().put("14A:4520", "italian-3-julia")
    phases = (
        camp.phase(Moving, AXIS).state,
        camp.phase(Flying, AXIS).state,
    )
    found = [camp.rules.describe(state, EndPhase()) for state in phases]
    assert found == ["End the movement phase", "End the air phase"]


def test_a_division_is_said_to_break_down_into_units() -> None:
    """(BC 20.1)"""
    camp = Camp().put(SOFIYA, "german-5-mountain")
    said = camp.rules.describe(camp.state, BreakDown(UnitId("german-5-mountain"), Into.APART))
    assert said == "Break German 5 Mountain XX down into unsupported units"


def test_a_unit_without_a_cadre_is_not_said_to_come_back_whole() -> None:
    """(BC 22D.1) A regiment was *replaced, whole, in* its city."""
    camp = Camp()
    told = [
        camp.rules.prose(
            event("replaced", "BC-22D.1", unit=UnitId(unit), at=camp.at(BARI), form="whole")
        )
        for unit in ("italian-guide", JULIA)
    ]
    assert told == [
        "Italian Guide Cavalry III is replaced in 14A:3528 Bari.",
        "Italian 3 Julia Mountain XX is replaced, whole, in 14A:3528 Bari.",
    ]


def test_voyages_and_drops_tell_their_dangers() -> None:
    """(BC 19D1a.2, 19D2.3, 19E.8) Where ships leave the Adriatic was not to be seen."""
    camp = Camp().put(BARI, JULIA).put(RHODES, "italian-50-regina").put(SOFIYA, PARACHUTE)
    camp.put(MIDDLE_EAST, "british-4-nz-brigade")

    def line(action: Ship | Drop) -> str:
        return camp.rules.describe(camp.state, action).replace("\u00a0", " ")

    home = Ship(UnitId(JULIA), camp.at("14A:3720"))
    assert line(home) == "Move Italian 3 Julia Mountain XX by sea to 14A:3720 Durazzo"
    risky = Ship(UnitId("italian-50-regina"), camp.at(BARI))
    assert line(risky).endswith("to 14A:3528 Bari (33 % lost, 17 % turned back)")
    allied = Ship(UnitId("british-4-nz-brigade"), camp.at(ATHENS))
    assert line(allied).endswith("Athenai")
    camp.having(athens=12)
    assert line(allied).endswith("Athenai (17 % lost)")
    drop = Drop(UnitId(PARACHUTE), camp.at(ATHENS))
    assert line(drop).endswith("Athenai (17 % lost, 33 % turned back)")


def test_what_may_still_sail_elsewhere_is_told() -> None:
    """(BC 19D1a.1) *0 division or 2 small* stood there."""
    camp = Camp().put(RHODES, "italian-50-regina", "italian-201-regiment")
    assert rows(camp, "naval")["Axis elsewhere"] == "1 division or 3 small"
    camp.having(used={"sea others": 1})
    assert rows(camp, "naval")["Axis elsewhere"] == "2 small left"
    camp.having(used={"sea divisions": 1})
    assert rows(camp, "naval")["Axis elsewhere"] == "none left"


def test_air_points_given_to_a_hex_are_told_as_they_are_offered() -> None:
    """(BC B15.1) *0 bomber and 1 fighter point* stood in the log."""
    camp = Camp()
    given = event("air points", "BC-B15.1", nation="Italy", at=camp.at(BARI), bombers=0, fighters=1)
    assert camp.rules.prose(given) == "Italy allots 1 fighter to 14A:3528 Bari."
    given = event("air points", "BC-B15.1", nation="Italy", at=camp.at(BARI), bombers=3, fighters=2)
    assert camp.rules.prose(given) == "Italy allots 3 bombers and 2 fighters to 14A:3528 Bari."
