"""Tints of a large game follow a step piece by piece, and are right in the end."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.state import State
from engine.game.catalogue import choose
from maps.hexgrid import Hex
from maps.terrain import is_land
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.board.items.tints import Tints
from tests.benchmarks.clicks import march_of, movers, show_board, shown
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu

SCENARIO = "boot_camp/balkan_campaign"


def tinted(window: MainWindow, tone: str) -> set[Hex]:
    """The hexes that have a tint on the board."""
    return {at for at, own in window.view.board.overlays.marks.items() if own == tone}


def test_threats_and_zones_are_worked_out_once_a_position(opened: Opener) -> None:
    campaign = opened("boot_camp/balkan_campaign")
    bridge, tints = campaign.bridge, campaign.play.tints
    for ident in ("threat", "zones", "mark_idle"):
        campaign.book[ident].setChecked(False)
        by_menu(campaign, ident)
    settle()
    with bridge.held():
        while not tints.threatened or not bridge.zones_of_others:
            assert bridge.act(choose(bridge.game))
    settle()
    assert bridge.player_decides
    enemies = {
        counter.unit: counter.at
        for counter in bridge.counters
        if isinstance(counter.at, Hex)
        and bridge.rules.owner(bridge.state, counter.unit) != bridge.view.side
    }
    board, found = campaign.view.board, (tints.threatened, bridge.zones_of_others, tints.idle)
    marked = {at for at, tone in board.overlays.marks.items() if tone == "bad"}
    assert marked == set(tints.threatened) - set(tints.idle)
    for unit, at in enemies.items():
        for stand in (at, *bridge.rules.reach(bridge.state, unit)):
            near = {near for near in stand.neighbours() if is_land(bridge.game.scenario.map, near)}
            assert near <= set(tints.threatened)
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
    assert (tints.threatened, bridge.zones_of_others, tints.idle) == found
    asked.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bridge.rules, "reach", counted, raising=False)
        bridge.look_again()
        settle()
    assert tints.threatened == found[0] and set(asked) >= set(enemies), (
        "another board is asked again"
    )
    for ident in ("threat", "zones", "mark_idle"):
        by_menu(campaign, ident)


def test_after_a_move_the_board_answers_before_tints_are_found(opened: Opener) -> None:
    window = opened(SCENARIO)
    shown(window)
    bridge = window.bridge
    for ident in ("threat", "mark_idle"):
        by_menu(window, ident)
    settle()
    unit = next(unit for unit in movers(window) if march_of(window, unit))
    at = bridge.state.pieces[unit].at
    assert isinstance(at, Hex) and at in tinted(window, "good") and tinted(window, "bad")
    window.selection.select(at, unit)
    settle()
    goal = march_of(window, unit)[-1]
    alone = sum(counter.at == at for counter in bridge.counters) == 1
    assert bridge.act(goal.action)
    show_board(window)
    assert bridge.in_turn.is_busy and tinted(window, "bad"), "those of the position before stay"
    assert not alone or at not in tinted(window, "good"), "and are put right where units moved"
    settle()
    again = Tints(bridge)
    bridge.look_again()
    assert tinted(window, "good") == set(again.idle)
    assert tinted(window, "bad") == set(again.threatened) - set(again.idle)
    by_menu(window, "undo")
    assert at in tinted(window, "good"), "what was shown before is known"
    for ident in ("threat", "mark_idle"):
        by_menu(window, ident)
