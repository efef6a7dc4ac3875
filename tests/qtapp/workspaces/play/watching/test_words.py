"""Words for what happened, as the list, its tool tips and the banner have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from engine.game.catalogue import choose, explain
from engine.game.session import Dice, GameSession
from engine.reports.happenings import Happening, Happenings, Kind
from engine.reports.log_export import How
from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge
from qtapp.workspaces.play.watching.words import DICE, MOST, banner, everything, line


@pytest.fixture(scope="module")
def bridge(qapp: QApplication) -> Iterator[GameBridge]:
    """Three turns of the 1943 campaign, all of them automatic."""
    game = GameSession.start("balkan_gambit/1943", seed=3, dice=Dice.PROGRAM)
    while game.state.turn < 4:
        action, why = explain(game)
        game.act(action, how=How.BOT, why=why)
    made = GameBridge()
    made.open(game)
    yield made
    made.close()


@pytest.fixture(scope="module")
def found(bridge: GameBridge) -> tuple[Happening, ...]:
    return Happenings(bridge.game, bridge.player_view).stretch(bridge.game.log.line())


def test_a_loss_is_told_by_the_sentence_that_names_the_unit(
    bridge: GameBridge, found: tuple[Happening, ...]
) -> None:
    losses = {one.units[0]: line(one, bridge) for one in found if one.kind is Kind.LOSS}
    units = bridge.game.scenario.oob.units
    assert len(losses) > 3
    for unit, text in losses.items():
        assert units[unit].name.split("#")[0].strip() in text


def test_a_unit_that_moved_twice_has_one_line_from_where_to_where(
    bridge: GameBridge, found: tuple[Happening, ...]
) -> None:
    label = bridge.game.scenario.map.label
    twice = [one for one in found if one.kind is Kind.MOVE and one.first != one.last]
    assert twice
    for one in twice:
        text = line(one, bridge)
        assert label(one.ways[0][0]) in text and label(one.ways[0][-1]) in text


def test_a_tip_has_every_sentence_with_its_rule_and_the_reason(
    found: tuple[Happening, ...],
) -> None:
    one = next(one for one in found if one.kind is Kind.MOVE and one.why)
    assert everything(one).endswith(f"Automatic player: {one.why}")
    assert all(f"{text} [{rule}]" in everything(one) for rule, text in one.told)


def test_a_banner_shows_the_dice_and_no_more_sentences_than_are_read(
    bridge: GameBridge, found: tuple[Happening, ...]
) -> None:
    battle = next(one for one in found if one.kind is Kind.BATTLE and len(one.told) > MOST + 1)
    shown = banner([battle], bridge)
    assert shown is not None and shown.title == battle.title
    assert len(shown.lines) == MOST + 1 and shown.lines[-1].startswith("And ")
    assert shown.faces == battle.faces[:DICE]
    assert banner([one for one in found if one.kind is Kind.HEX], bridge) is None


def test_a_banner_shows_both_dice_of_each_roll_of_two_it_tells_of(
    bridge: GameBridge, found: tuple[Happening, ...]
) -> None:
    """Four rolls of two dice had five faces: the last three were left out, and nothing said so."""
    battle = next(one for one in found if one.kind is Kind.BATTLE)
    faces = (1, 5, 3, 1, 4, 6, 6, 6)
    told = tuple(("", f"Roll {number}.") for number in range(4))
    shown = banner([replace(battle, faces=faces, told=told)], bridge)
    assert shown is not None and shown.faces == faces
    many = banner([replace(battle, faces=faces * 2, told=told * 2)], bridge)
    assert many is not None and len(many.faces) == DICE == 2 * MOST


def test_a_single_sentence_more_is_told_in_the_place_of_saying_so(
    bridge: GameBridge, found: tuple[Happening, ...]
) -> None:
    battle = next(one for one in found if one.kind is Kind.BATTLE)
    told = tuple(("", f"Sentence {number}.") for number in range(MOST + 2))
    fits, more = (replace(battle, told=told[:count]) for count in (MOST + 1, MOST + 2))
    for one, last in ((fits, f"Sentence {MOST}."), (more, "And 2 more in the log.")):
        shown = banner([one], bridge)
        assert shown is not None and shown.lines[-1] == last and len(shown.lines) == MOST + 1


def test_a_hex_that_changes_hands_is_taken_as_the_log_has_it(
    bridge: GameBridge, found: tuple[Happening, ...]
) -> None:
    told = [line(one, bridge) for one in found if one.kind is Kind.HEX]
    assert told and all(text.startswith(("Axis takes ", "Allied takes ")) for text in told)


def test_each_unit_of_a_set_up_has_a_line_of_its_own(qapp: QApplication) -> None:
    game = GameSession.start("boot_camp/balkan_campaign", seed=3, dice=Dice.PROGRAM)
    made = GameBridge()
    made.open(game)
    game.act(next(game.view().legal.family("use recommended")))
    placed = Happenings(game, made.player_view).stretch(game.log.line())
    assert len(placed) > 50
    label = game.scenario.map.label
    for one in placed:
        assert isinstance(one.at, Hex)
        said = [text for _rule, text in one.told if line(one, made) == text]
        assert said and label(one.at) in said[0]
    assert len({line(one, made) for one in placed}) == len(placed)
    made.close()


@pytest.mark.parametrize(
    ("scenario", "begins"),
    [("balkan_front/italo_greek_war", "Battle for "), ("operation_gertrud/late_1942", "")],
)
def test_a_battle_of_one_die_is_told_by_what_came_of_it(
    qapp: QApplication, scenario: str, begins: str
) -> None:
    game = GameSession.start(scenario, seed=2, dice=Dice.PROGRAM)
    for _decision in range(260):
        game.act(choose(game))
    made = GameBridge()
    made.open(game)
    battles = [
        one
        for one in Happenings(game, made.player_view).stretch(game.log.line())
        if one.kind is Kind.BATTLE and len(one.faces) == 1
    ]
    assert battles
    for one in battles:
        text = line(one, made)
        assert text.startswith(begins) and f"{one.faces[0]} rolled" in text
        assert text.count(game.scenario.map.label(one.at)) == 1
    made.close()
