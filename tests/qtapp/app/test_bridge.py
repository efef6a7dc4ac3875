"""The bridge says what changed, and asks a position once."""

from __future__ import annotations

from collections.abc import Generator

from engine.core.change import Change
from engine.game.catalogue import choose
from engine.game.player_view import Seat
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.app.main_window import MainWindow
from qtapp.workers.answers import through
from tests.qtapp.conftest import Opener, settle


def heard(window: MainWindow) -> list[Change]:
    """The reports the bridge gives from now on."""
    found: list[Change] = []
    window.bridge.changed.connect(found.append)
    return found


def placed(window: MainWindow) -> None:
    """Place a unit as the automatic player would."""
    assert window.bridge.act(choose(window.bridge.game))


def test_a_step_undo_and_redo_report_the_units_they_touched(campaign: MainWindow) -> None:
    bridge = campaign.bridge
    reports = heard(campaign)
    before = bridge.state.pieces
    placed(campaign)
    after = bridge.state.pieces
    moved = tuple(unit for unit in after if before[unit] != after[unit])
    assert moved
    bridge.undo()
    bridge.redo()
    assert [report.units for report in reports] == [moved] * 3
    assert not any(report.everything for report in reports)


def test_steps_held_together_are_reported_together(campaign: MainWindow) -> None:
    bridge = campaign.bridge
    before = bridge.state.pieces
    reports = heard(campaign)
    with bridge.held():
        for _ in range(3):
            placed(campaign)
    after = bridge.state.pieces
    (report,) = reports
    assert set(report.units) == {unit for unit in after if before[unit] != after[unit]}


def test_another_seat_or_board_changes_everything(campaign: MainWindow) -> None:
    bridge = campaign.bridge
    reports = heard(campaign)
    bridge.look_again()
    bridge.sit(Seat("allied"))
    assert [report.everything for report in reports] == [True, True]


def test_answers_of_a_position_are_kept_for_undo_and_redo(campaign: MainWindow) -> None:
    bridge = campaign.bridge
    offers, counters, view = bridge.offers, bridge.counters, bridge.view
    placed(campaign)
    after = bridge.offers
    assert bridge.view is not view and bridge.game.view() is bridge.view
    assert after is not offers and bridge.counters is not counters
    bridge.undo()
    assert bridge.offers is offers and bridge.counters is counters
    assert bridge.view is view and bridge.game.view() is view
    bridge.redo()
    assert bridge.offers is after
    bridge.look_again()
    assert bridge.offers is not after
    settle()


def test_what_panels_ask_of_a_position_is_asked_once_a_step(campaign: MainWindow) -> None:
    bridge, asked = campaign.bridge, list[int]()

    def turn(of: GameBridge) -> int:
        asked.append(of.game.log.current)
        return of.state.turn

    def in_pieces() -> Generator[None, None, int]:
        yield
        return turn(bridge)

    def both() -> set[int]:
        return {bridge.once(turn), through(lambda: bridge.once_in_pieces(in_pieces))}

    first = bridge.game.log.current
    assert both() == both() == {bridge.throughout(turn)} == {bridge.state.turn}
    placed(campaign)
    assert both() == {bridge.throughout(turn)} == {bridge.state.turn}
    bridge.undo()
    both()
    there = next(node.id for node in bridge.game.log.coming())
    assert asked == [first] * 3 + [there] * 2
    bridge.look_again()
    both()
    assert asked[5:] == [first] * 2
    settle()


def test_lists_tell_the_type_of_units_that_would_be_called_alike(campaign: MainWindow) -> None:
    name_of, units = campaign.bridge.name_of, campaign.bridge.game.scenario.oob.units
    called = {name_of(unit): units[unit].type for unit in units}
    assert called["German 1 Armor XX"] == "armor"
    assert called["German 1 Light infantry XX"] == "light infantry"
    assert "German 117 XX" in called, "nobody else is called so"


def test_beside_its_type_a_unit_without_a_size_is_told_whole(opened: Opener) -> None:
    """Position antiaircraft was *German 1*, *Heavy position anti-aircraft, --4*."""
    bridge = opened("fire_in_the_east/army_group_north").bridge
    assert bridge.title_of(UnitId("german-1-infantry-xx")) == "German 1 XX"
    assert bridge.title_of(UnitId("german-position-hv-lw-1")) == "German 1 Heavy Position AA"
