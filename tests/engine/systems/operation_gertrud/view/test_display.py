"""What the window is told: panels, counters, markers, what is due."""

from __future__ import annotations

from engine.core.events import event
from engine.core.view.display import Display
from engine.systems.operation_gertrud.actions import EndPhase, Intercept, Paradrop, Rebuild
from engine.systems.operation_gertrud.battle.battle_actions import (
    DeclareAttack,
    RaidGoeben,
    SpendCas,
    StartMission,
)
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    FED,
    GERMAN,
    MOVED,
    OFF_MAP,
    OUT,
    Fighting,
    Intercepting,
    Moving,
    Phase,
    Status,
    Yavuz,
)
from engine.systems.operation_gertrud.victory import outcome
from maps.hexgrid import Hex, side_between
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import Desk


def panel(desk: Desk, name: str) -> Display:
    """One panel by id."""
    return next(display for display in desk.rules.displays(desk.state) if display.id == name)


def values(desk: Desk, name: str) -> dict[str, str]:
    """The rows of a panel as label and value."""
    return {row.label: row.value for row in panel(desk, name).rows}


def test_objectives_are_shown_against_the_dice_with_the_exact_chance() -> None:
    """[OG-4.0b] [OG-4.1a]"""
    desk = Desk("late_1941")
    for number, at in enumerate(sorted(desk.context.objectives)[:5]):
        desk.put(at, ("german-125", "german-73", "german-294", "german-132", "german-183")[number])
    rows = values(desk, "victory")
    assert rows["Objectives held"] == "5 of 16"
    assert rows["Scenario"] == "+1"
    assert rows["Two dice must show"] == "3 or less"
    assert rows["Chance of the check"] == "8.3\u00a0%"
    assert list(rows.values()).count("German") == 5


def test_support_pools_tell_each_marker_and_its_state() -> None:
    """[OG-3.1a] [OG-13.1]"""
    desk = Desk("early_1942").having(
        experten="german-cas-1",
        support={
            "german-cas-1": Status.AVAILABLE,
            "german-cas-5": Status.USED,
            "italian-ngs-1": Status.USED,
            "british-cas-1": Status.WAITING,
            "turkish-cas-1": Status.ELIMINATED,
        },
    )
    assert values(desk, "air:german") == {
        "German CAS 1 +2, Experten": "available",
        "German CAS 5 +1": "out of support",
        "Italian NGS 1": "in port",
    }
    assert values(desk, "air:allied") == {
        "British CAS 1 +2": "turn 3",
        "Turkish CAS 1": "eliminated",
    }
    assert panel(desk, "air:german").summary == "CAS 1, NGS 0"


def test_ultra_and_steps_are_shown() -> None:
    """[OG-3.2a] [OG-10.2a]"""
    desk = Desk("late_1941").having(ultra=3, steps={"german": 1})
    assert values(desk, "ultra") == {"Markers left": "3"}
    assert values(desk, "replacements") == {
        "German": "1 left",
        "Italian": "1 a turn",
        "Turkish": "2 a turn",
        "Allied": "1 a turn",
    }


def test_the_mission_board() -> None:
    """[OG-17.1c]"""
    desk = Desk().put("2611", "german-kommando").having(yavuz=Yavuz.SEIZED, blitzkrieg=False)
    first = desk.context.charts.missions.missions[0]
    rows = values(desk.having(missions=(first.id,)), "missions")
    assert rows["Kommando"] == "2611 Izmit"
    assert (rows["Yavuz"], rows["Blitzkrieg bonus"]) == ("seized", "lost")
    assert rows[first.title] == "tried"
    assert list(rows.values()).count("open") == 7


def test_reinforcements_and_losses_are_listed() -> None:
    """[OG-3.0c]"""
    desk = Desk().put("pending", "british-2-nz").put("dead", "turkish-1", "german-125")
    assert values(desk, "box:pending") == {
        "British 2 NZ XX": "turn 3: Turkish coast near Cyprus, or Iraq"
    }
    assert list(values(desk, "dead")) == ["German 125 XX", "Turkish 1 XX"]


def test_counters_bear_their_badges() -> None:
    desk = Desk().put("Konya", "german-125", steps=1, marks=(MOVED, FED))
    desk.put("Ankara", "german-73", marks=(OUT,)).put("dropping", "german-7-fl")
    desk.having(drops={U("german-7-fl"): desk.hex("Sivas")})
    views = {view.unit: view for view in desk.rules.counters(desk.state)}
    assert set(views[U("german-125")].badges) == {"moved", "supplied", "reduced"}
    assert views[U("german-125")].face == 1
    assert views[U("german-73")].badges == (
        ("out of supply",) if desk.pos.out(U("german-73")) else ()
    )
    assert views[U("german-7-fl")].at == desk.hex("Sivas")


def test_markers_on_the_board() -> None:
    desk = Desk()
    a, b = desk.hex("2412"), desk.hex("2512")
    desk.having(
        cut_roads=frozenset({side_between(a, b)}),
        mined=frozenset({side_between(*desk.context.straits["Bosphorus"][0])}),
    )
    kinds = {marker.kind: marker.at for marker in desk.rules.markers(desk.state)}
    assert kinds["mined"] == desk.hex("2709")
    assert kinds["bridge down"] in (a, b)
    assert kinds["naval"] == desk.hex("2611"), "the Yavuz in her berth"
    desk.having(yavuz=Yavuz.SEIZED)
    assert "naval" not in {marker.kind for marker in desk.rules.markers(desk.state)}


def test_what_coming_turns_bring() -> None:
    """[OG-18.4.R3]"""
    desk = Desk.opened("late_1942")
    due = desk.rules.due(desk.state, 1, 4)
    soviets = [entry for entry in due if entry.turn == 3 and entry.side == ALLIED]
    assert len([entry for entry in soviets if entry.kind == "arrival" and entry.units]) == 3
    assert any(entry.text == "Soviet support: 1 CAS, 1 NGS." for entry in soviets)
    assert [entry.turn for entry in due if entry.kind == "victory"] == [1, 2, 3, 4]
    assert desk.rules.due(desk.state, 11, 12) == ()


def test_figures_follow_the_game() -> None:
    desk = Desk().put("Ankara", "german-125").put("Konya", "german-73", steps=1)
    figures = {(f.id, f.side): f.value for f in desk.rules.figures(desk.state)}
    assert figures["points", GERMAN] == 2
    assert figures["steps", GERMAN] == 1
    assert figures["ultra", ALLIED] == 4


def test_zones_are_shown() -> None:
    desk = Desk().put("Konya", "german-125")
    assert desk.rules.zones(desk.state, GERMAN) == frozenset(desk.hex("Konya").neighbours())
    assert desk.rules.zones(desk.state, ALLIED) == frozenset()


def test_the_turn_record() -> None:
    desk = Desk.opened()
    assert desk.rules.phases(desk.state).phases == ("German set-up", "Allied set-up")
    view = Desk().rules.phases(Desk().state)
    assert (view.turn, view.last_turn) == (2, 10)
    assert view.phases[view.phase] == Phase.GERMAN_MOVEMENT.value.capitalize()


def test_supply_is_told_in_a_sentence() -> None:
    desk = Desk().put("Plovdiv", "german-125").put("Konya", "local-kurd")
    assert desk.rules.supply(desk.state, U("german-125"))[2] == (
        "In supply: it is in 3003 Plovdiv [OG-7.0a]."
    )
    assert "never needs" in desk.rules.supply(desk.state, U("local-kurd"))[2]
    assert desk.rules.supply(desk.state, U("german-73"))[0]
    assert desk.hex("Plovdiv") == Hex(*desk.hex("3003"))


def test_a_raid_is_offered_with_its_chances() -> None:
    """(OG 17.0) Both sizes stood there without a word on what they promise."""
    desk = Desk("early_1942").having(turn=1).put(OFF_MAP, "german-kommando").phase(Moving, GERMAN)
    lines = [desk.rules.describe(desk.state, RaidGoeben(size)) for size in ("large", "small")]
    assert [line.replace("\u00a0", " ").partition("(")[2] for line in lines] == [
        "17 % Yavuz seized, 0 % Kommando lost, 42 % bonus lost)",
        "56 % Yavuz seized, 3 % Kommando lost, 8 % bonus lost)",
    ]


def test_an_interceptor_is_offered_with_its_chances() -> None:
    """(OG 13.1, 13.7) The Experten roll two dice."""
    desk = Desk().put("Konya", "german-125").having(experten="german-cas-1")
    desk.ask(Intercepting(ALLIED, desk.hex("Konya"), "turkish-cas-1"))
    lines = [desk.rules.describe(desk.state, Intercept(f"german-cas-{n}")) for n in (1, 8)]
    assert [line.replace("\u00a0", " ") for line in lines] == [
        "Intercept with German CAS 1 +2 (98 % to stop it, 3 % lost)",
        "Intercept with German CAS 8 (58 % to stop it, 42 % lost)",
    ]


def test_a_mission_tells_its_chances() -> None:
    """(OG 17.1) What a second CAS is worth was not to be seen."""
    desk = Desk().put("2709", "german-kommando").having(ready=True).phase(Moving, GERMAN)
    target = desk.hex("2412").neighbours()[0]
    desk.do(StartMission("eskisehir", target))
    asked = desk.rules.question(desk.state)
    assert asked is not None and asked.prompt.endswith(
        "eliminate a German CAS. It succeeds with 33\u00a0%, with a second CAS 50\u00a0%."
    )
    desk.do(SpendCas("german-cas-8"))
    asked = desk.rules.question(desk.state)
    assert asked is not None and asked.prompt.endswith(
        "eliminate a second CAS to help it (50\u00a0% to succeed), or launch it (33\u00a0%)."
    )


def test_a_yavuz_that_was_lost_at_sea_no_longer_lies_in_her_berth() -> None:
    """(OG 12.2) Her counter stayed there, and the missions called her Turkish."""
    desk = Desk().having(support={"yavuz": Status.ELIMINATED})
    assert "naval" not in {marker.kind for marker in desk.rules.markers(desk.state)}
    assert values(desk, "missions")["Yavuz"] == "sunk"


def test_a_scuttled_yavuz_is_not_available() -> None:
    """(OG 17.0) The Allied support said so while she could not be used."""
    desk = Desk().having(support={"yavuz": Status.AVAILABLE}, yavuz=Yavuz.SCUTTLED)
    assert values(desk, "air:allied") == {"Yavuz": "scuttled"}


def test_under_duplicity_the_panels_show_soviets() -> None:
    """(OG 19.0) Objectives were called German, and what left with the Germans stood there."""
    desk = Desk("early_1943", "duplicity").put("Sivas", "soviet-20")
    desk.having(
        duplicity=True,
        soviets=GERMAN,
        winner=GERMAN,
        support={"german-cas-1": Status.ELIMINATED, "soviet-cas-1": Status.AVAILABLE},
    )
    assert values(desk, "victory")["Sivas"] == "Soviet"
    assert values(desk, "air:german") == {"Soviet CAS 1 +1": "available"}
    assert "missions" not in {one.id for one in desk.rules.displays(desk.state)}
    assert outcome(desk.pos).level == "victory, with the Soviets"


def test_who_is_in_the_air_is_told_so() -> None:
    """(OG 15.0) Over a hex of the board, supply was said to be judged on the board."""
    desk = Desk().put(OFF_MAP, "german-7-fl").phase(Moving, GERMAN)
    desk.do(Paradrop(U("german-7-fl"), desk.hex("Sivas")))
    assert desk.rules.supply(desk.state, U("german-7-fl"))[2].startswith("In the air: ")


def test_results_over_an_empty_hex_speak_of_no_defenders() -> None:
    """(OG 15.0) They told who retreats where nobody is."""
    desk = Desk().put(OFF_MAP, "german-7-fl").phase(Moving, GERMAN)
    desk.do(Paradrop(U("german-7-fl"), desk.hex("Sivas"))).phase(Fighting, GERMAN)
    desk.do(DeclareAttack(desk.hex("Sivas")))
    told = desk.rules.battle(desk.state)
    assert told is not None
    results = [line for line in told.shots if ": " in line and "%" in line.split(":")[0]]
    assert any(line.endswith("Nothing happens to the attacker.") for line in results)
    assert not any("defender" in line for line in results)


def test_who_may_also_drop_is_told_among_the_reinforcements() -> None:
    """(OG 18.3)"""
    desk = Desk("early_1942").put("pending", "german-7-fl")
    assert values(desk, "box:pending")["German 7 Fl XX"].endswith(", or a paradrop on Turkey")


def test_a_unit_of_one_step_is_not_said_to_come_back_reduced() -> None:
    """(OG 10.2) The Kurd has one step."""
    desk = Desk()
    at = desk.hex("Plovdiv")
    kurd = event("rebuilt", "OG-10.2e", unit=U("local-kurd"), at=at, strength="reduced")
    assert desk.rules.prose(kurd) == "Local Kurd is rebuilt in 3003 Plovdiv."
    division = event("rebuilt", "OG-10.2e", unit=U("german-125"), at=at, strength="reduced")
    assert desk.rules.prose(division) == "German 125 XX is rebuilt in 3003 Plovdiv, reduced."
    line = desk.rules.describe(desk.state, Rebuild(U("local-kurd"), at, full=False))
    assert line == "Rebuild Local Kurd in 3003 Plovdiv"
    line = desk.rules.describe(desk.state, Rebuild(U("german-125"), at, full=True))
    assert line == "Rebuild German 125 XX in 3003 Plovdiv, at full strength"


def test_the_fate_of_the_scuttled_yavuz_is_told_in_words() -> None:
    """(OG 5.1) *4 rolled, scuttled* stood in the log of a ship that had been so before."""
    desk = Desk()
    told = desk.rules.prose(event("sinking", "OG-5.1b", face=4, yavuz=Yavuz.SCUTTLED))
    assert told == "The scuttled Yavuz: 4 rolled, she has not sunk yet."


def test_under_duplicity_turns_bring_no_reinforcements_again() -> None:
    """(OG 19.0) The turn marker goes back to one: British support was announced once more."""
    desk = Desk("late_1942", "duplicity").having(duplicity=True, soviets=GERMAN, turn=1)
    assert {entry.kind for entry in desk.rules.due(desk.state, 1, 10)} == {"replacement", "victory"}


def test_phases_end_by_their_names() -> None:
    """*End the phase* stood on the button of each."""
    desk = Desk().phase(Moving, GERMAN).having(phase=Phase.GERMAN_MOVEMENT.value)
    assert desk.rules.describe(desk.state, EndPhase()) == "End the movement phase"
    desk.having(phase=Phase.ALLIED_INTERDICTION.value)
    assert desk.rules.describe(desk.state, EndPhase()) == "End the interdiction phase"
