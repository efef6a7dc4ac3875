"""The bridge says what changed, and asks a position once."""

from __future__ import annotations

from collections.abc import Generator, Mapping

import pytest

from engine.core.change import Change
from engine.core.state import State
from engine.game.catalogue import choose
from engine.game.player_view import Seat
from maps.hexgrid import Hex
from maps.terrain import is_land
from oob.model import UnitId
from qtapp.app.bridge import GameBridge, through
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu


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
    offers, counters = bridge.offers, bridge.counters
    placed(campaign)
    after = bridge.offers
    assert after is not offers and bridge.counters is not counters
    bridge.undo()
    assert bridge.offers is offers and bridge.counters is counters
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


def test_threats_and_zones_are_worked_out_once_a_position(opened: Opener) -> None:
    campaign = opened("boot_camp/balkan_campaign")
    bridge = campaign.bridge
    for ident in ("threat", "zones", "mark_idle"):
        campaign.book[ident].setChecked(False)
        by_menu(campaign, ident)
    settle()
    with bridge.held():
        while not bridge.threatened or not bridge.zones_of_others:
            placed(campaign)
    settle()
    assert bridge.player_decides
    enemies = {
        counter.unit: counter.at
        for counter in bridge.counters
        if isinstance(counter.at, Hex)
        and bridge.rules.owner(bridge.state, counter.unit) != bridge.view.side
    }
    board, found = campaign.view.board, (bridge.threatened, bridge.zones_of_others, bridge.idle)
    marked = {at for at, tone in board.overlays.marks.items() if tone == "bad"}
    assert marked == set(bridge.threatened) - set(bridge.idle)
    for unit, at in enemies.items():
        for stand in (at, *bridge.rules.reach(bridge.state, unit)):
            near = {near for near in stand.neighbours() if is_land(bridge.game.scenario.map, near)}
            assert near <= set(bridge.threatened)
    asked: list[UnitId] = []
    reach = bridge.rules.reach

    def counted(state: State, unit: UnitId) -> Mapping[Hex, int]:
        asked.append(unit)
        return reach(state, unit)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bridge.rules, "reach", counted, raising=False)
        for counter in bridge.counters[:5]:
            campaign.play.select_unit(counter.unit)
            settle()
    assert not set(asked) & set(enemies)
    assert (bridge.threatened, bridge.zones_of_others, bridge.idle) == found
    bridge.look_again()
    assert bridge.threatened == found[0] and bridge.threatened is not found[0]
    for ident in ("threat", "zones", "mark_idle"):
        by_menu(campaign, ident)
