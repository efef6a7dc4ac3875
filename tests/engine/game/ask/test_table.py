"""Positions laid out: what is named, what follows, and what cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.game.ask import answers
from engine.game.ask.table import lay_out
from engine.game.session import GameSession
from maps.errors import KnownError

GAMBIT, GERTRUD = "balkan_gambit/1943", "operation_gertrud/late_1941"
CAMP, FRONT = "boot_camp/balkan_campaign", "balkan_front/italo_greek_war"
SCENARIOS = (GAMBIT, "balkan_gambit/1944", "balkan_gambit/1945", GERTRUD, CAMP, FRONT)
ONLY = {"only": True}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_phase_of_every_side_can_be_laid_out(scenario: str) -> None:
    phases = lay_out(scenario).names.words.phases
    for side, words in phases.items():
        for phase in words:
            table = lay_out(scenario, {"turn": 3, "side": side, "phase": phase})
            assert table.rules.invariants(table.state) == ()
            assert answers.decision(table)["side"] in (side, "")
            due = table.rules.chance(table.state) is not None
            assert due or bool(table.legal), (side, phase)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_without_a_phase_the_side_moves(scenario: str) -> None:
    for side in lay_out(scenario).names.sides:
        found = answers.decision(lay_out(scenario, {"side": side}))
        assert found["side"] == side
        word = side if scenario.startswith("balkan_gambit") else "movement"
        assert word in found["phase"]


def test_a_phase_may_be_named_with_its_side() -> None:
    table = lay_out(GERTRUD, {"turn": 2, "phase": "Allied Combat Phase"})
    assert answers.decision(table)["side"] == "allied"


def test_units_not_named_stand_as_recommended_or_off_the_board() -> None:
    everybody = answers.units(lay_out(GERTRUD))
    alone = answers.units(lay_out(GERTRUD, {**ONLY, "units": {"german-132": "2708"}}))
    assert everybody["german-8-pz"]["at"] == "2905"
    assert alone["german-8-pz"]["at"] == "gone"
    assert alone["german-132"]["at"] == "2708"


def test_a_second_set_up_finds_the_first_done() -> None:
    found = answers.units(lay_out(GERTRUD, {"side": "allied", "phase": "set up"}))
    assert found["german-8-pz"]["at"] == answers.units(lay_out(GERTRUD))["german-8-pz"]["at"]
    assert found["turkish-9"]["at"] == "pool"
    early = answers.units(lay_out(GERTRUD, {"side": "german", "phase": "set up"}))
    assert early["german-8-pz"]["at"] == "pool"


@pytest.mark.parametrize(
    ("scenario", "position", "sentence"),
    [
        (GERTRUD, {"turn": 11}, "there is no turn 11"),
        (GERTRUD, {"turn": "two"}, "'two' is no whole number"),
        (GERTRUD, {"sied": "german"}, "Did you mean 'side'"),
        (GERTRUD, {"side": "axis"}, "there is no side 'axis'"),
        (GERTRUD, {"phase": "movment"}, "Did you mean 'movement'"),
        (GERTRUD, {"weather": "poor"}, "has no weather"),
        (GERTRUD, {"owners": {"2709": "german"}}, "nobody owns a hex"),
        (GERTRUD, {"units": {"german-133": "2708"}}, "Did you mean 'german-183'"),
        (GERTRUD, {"units": {"german-132": "9999"}}, "Write a hex, or a box"),
        (GERTRUD, {"units": {"german-132": "2609"}, **ONLY}, "off the land"),
        (GERTRUD, {"units": {"german-132": {"at": "2708", "mark": []}}}, "Did you mean 'marks'"),
        (GERTRUD, {"units": {"german-132": {"at": "2708", "marks": ["mooved"]}}}, "'moved'"),
        (GERTRUD, {"units": {"german-132": "dropping"}}, "dropping into no hex"),
        (
            GERTRUD,
            {**ONLY, "units": {"german-132": "2708", "turkish-11": "2708"}},
            "enemies share 2708",
        ),
        (
            GERTRUD,
            {"units": {"german-132": {"at": "2804", "marks": ["out of supply"]}}},
            "has a supply path",
        ),
        (GERTRUD, {"units": {"german-kommando": "2708", "German Kommando": "2707"}}, "named twice"),
        (GERTRUD, {"points": {"ultra": -1}}, "is no number"),
        (GERTRUD, {"points": {"oil": 1}}, "is no word for it"),
        (GERTRUD, {"markers": {"german-cas-1": "flying"}}, "is no word for it"),
        (GERTRUD, {"state": {"nothing": 1}}, "there is no 'nothing' there"),
        (GERTRUD, {"state": {"flow": "[]"}}, "belongs to the rules"),
        (GERTRUD, {"scenario": GAMBIT}, "Name that scenario"),
        (GAMBIT, {"weather": "mud"}, "is no word for it"),
        (GAMBIT, {"owners": {"0905": "axis"}}, "has no town"),
        (
            GAMBIT,
            {"units": {"german-297": {"at": "1425", "marks": ["dispersed"]}}},
            "is never disp",
        ),
        (GAMBIT, {"nations": {"italian": "asleep"}}, "is no word for it"),
        (GAMBIT, {"points": {"tac": 40}}, "TAC this turn"),
        (CAMP, {"weather": {"Z": "clear"}}, "is no word for it"),
        (CAMP, {"nations": {"german": "joined", "yugoslav": "neutral"}}, "when Germany enters"),
        (
            CAMP,
            {**ONLY, "units": {"italian-3-julia": "15B:0911"}},
            "the enemy owns Athens",
        ),
        (
            CAMP,
            {"nations": {"greek": "surrendered"}, "units": {"greek-8-mountain": "14A:4718"}},
            "its nation has surrendered",
        ),
        (CAMP, {"points": {"italian bombers": 99}}, "bombers this turn"),
        (FRONT, {"owners": {"14A:4208": "axis"}, "units": {}}, ""),
        (
            FRONT,
            {**ONLY, "owners": {"14A:4518": "allied"}, "units": {"italian-3-julia": "14A:4518"}},
            "belongs to axis",
        ),
        (FRONT, {"units": {"italian-3-julia": "Skoplje"}, **ONLY}, "neutral"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    scenario: str, position: dict[str, Any], sentence: str
) -> None:
    if not sentence:
        lay_out(scenario, position)
        return
    with pytest.raises(KnownError, match=sentence) as caught:
        lay_out(scenario, position)
    assert "Hex(" not in str(caught.value)


def test_an_unknown_scenario_gets_the_nearest() -> None:
    with pytest.raises(KnownError, match="Did you mean 'balkan_gambit/"):
        lay_out("balkan_gambit/1934")


def test_owners_follow_units() -> None:
    alone = lay_out(FRONT, {**ONLY, "units": {"italian-3-julia": "14A:4718"}})
    at = alone.names.hex("14A:4718")
    assert alone.state.taken[at] == "axis"  # type: ignore[attr-defined]
    near = alone.names.hex("14A:4717")
    assert alone.state.taken[near] == "axis", "its zone of control owns it"  # type: ignore[attr-defined]


def test_towns_follow_regular_units_and_capitals_their_nations() -> None:
    table = lay_out(GAMBIT, {**ONLY, "units": {"british-8": "Zagreb"}})
    control = table.state.control  # type: ignore[attr-defined]
    (zagreb,) = [p.id for p in table.scenario.map.places.values() if p.name == "Zagreb"]
    assert control[zagreb] == "allied"
    with pytest.raises(KnownError, match="Zagreb is Allied"):
        lay_out(
            GAMBIT,
            {**ONLY, "owners": {"Zagreb": "allied"}, "units": {"croatian-cro-1": "1010"}},
        )


def test_marks_reduced_and_points_are_as_said() -> None:
    table = lay_out(
        FRONT,
        {
            "turn": 3,
            "side": "allied",
            "phase": "initial",
            "points": {"greek inf": 1.5},
            "units": {
                "greek-8-mountain": {
                    "at": "14A:4718",
                    "marks": ["cadre", "out of supply"],
                    "unfed": 3,
                }
            },
        },
    )
    told = answers.units(table)["greek-8-mountain"]
    assert told["reduced"] is True
    assert told["marks"] == ["cadre", "out of supply"]
    assert told["unfed"] == 3
    assert table.state.points["greek inf"] == 3  # type: ignore[attr-defined]


def test_a_game_in_a_file_is_asked_as_it_stands_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "war.sandtable"
    with GameSession.start(GERTRUD, seed=3, path=path) as game:
        while game.rules.setting_up(game.state):
            legal = game.view().legal
            wanted = next(legal.family("use recommended"), None)
            game.act(wanted or next(legal.family("finish set up")))
        digest = game.digest()
        table = lay_out(path)
        stands = answers.units(table)["german-132"]["at"]
        assert table.state == game.state, "beside the open game"
        moved = lay_out(path, {"units": {"german-132": "2803"}})
        assert answers.units(moved)["german-132"]["at"] == "2803"
        assert answers.decision(moved) == answers.decision(table)
        later = lay_out(path, {"turn": 4, "side": "allied"})
        assert answers.decision(later)["turn"] == 4
        assert game.digest() == digest
    before = path.read_bytes()
    assert answers.units(lay_out(str(path)))["german-132"]["at"] == stands != "2803"
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_actions_take_labels_names_and_kinds() -> None:
    table = lay_out(GERTRUD, {**ONLY, "turn": 2, "units": {"german-kommando": "2611"}})
    for plain in (
        {"is": "Move", "unit": "german-kommando", "target": "2612"},
        {"kind": "move", "unit": "German Kommando", "target": "Adapazari"},
    ):
        assert answers.check(table, plain)["legal"], plain
