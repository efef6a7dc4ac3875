"""Armies in place of counters on a board that is far away."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont

from engine.scenarios import load_scenario
from maps.hexgrid import Hex, disk
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.board.items import far_armies
from qtapp.board.items.far_armies import FAR, SPREAD, FarArmies, Group, Plate, groups_of, plates_of
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import Opener, press_key, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.play.acting.test_bodies import FERRARA, JULIA, PIEMONTE, laid
from tests.qtapp.workspaces.play.laid import SHIFT

ALBANIA = "Albania Troop"


@pytest.fixture
def crowded(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """A few units that count as a crowd, seen from afar."""
    monkeypatch.setattr(far_armies, "MANY", 3)
    window = laid(opened)
    window.view.set_zoom(FAR - 3)
    settle()
    return window


def far_of(window: MainWindow) -> FarArmies:
    """What shows armies on the board."""
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.far


def shown(window: MainWindow) -> dict[str, int]:
    """The armies on the board, and how many units each has."""
    return {group.title: group.count for group in far_of(window).groups}


def counters_show(window: MainWindow) -> bool:
    """Whether counters are drawn."""
    tiles = window.view.board.tiles
    assert tiles is not None
    return tiles.shows_pieces


def test_an_army_is_one_group_and_those_far_from_it_another() -> None:
    order = load_scenario("balkan_front/italo_greek_war").oob
    middle = Hex(20, 10)
    near = [(JULIA, middle), (FERRARA, middle.neighbour(0))]
    (group,) = groups_of(order, near)
    assert (group.title, group.count) == (ALBANIA, 2) and group.at in dict(near).values()
    assert group.text == "2", "few units have no name on the board"
    (whole,) = groups_of(order, [*near, (PIEMONTE, middle)])
    assert whole.text == f"{ALBANIA} · 3"
    nation = order.nations[order.units[JULIA].nation]
    assert (group.fill, group.ink) == (nation.fill, nation.ink)
    apart = groups_of(order, [*near, (PIEMONTE, Hex(20 + 3 * SPREAD, 10))])
    assert [one.count for one in apart] == [2, 1] and {one.title for one in apart} == {ALBANIA}
    assert groups_of(order, [(UnitId("no such unit"), middle)]) == ()


def overlapping(plates: list[Plate]) -> list[tuple[Plate, Plate]]:
    """Pairs of plates that lie over each other."""
    return [pair for pair in combinations(plates, 2) if pair[0].box.intersects(pair[1].box)]


@pytest.mark.usefixtures("qapp")
def test_plates_move_aside_from_each_other() -> None:
    hexes = enumerate(disk(Hex(0, 0), 1))
    groups = [Group(f"{n}th Army", at, 9, "#ffffff", "#000000") for n, at in hexes]
    area = QRectF(0, -200, 500, 400)
    plates = plates_of(groups, lambda at: QPointF(4 * at.q, 4 * at.r), QFont(), area)
    assert all(area.contains(plate.box) for plate in plates), "though the hexes are at the edge"
    assert [plate.text for plate in plates] == [group.text for group in groups]
    assert not overlapping(plates)


@pytest.mark.usefixtures("qapp")
def test_a_crowd_of_armies_at_the_edge_lies_plate_beside_plate() -> None:
    groups = [Group(f"{n}th Shock Army", Hex(0, n), 90, "#ffffff", "#000000") for n in range(70)]
    area = QRectF(0, 0, 400, 500)
    plates = plates_of(groups, lambda at: QPointF(2, 100 + 2 * at.r), QFont(), area)
    assert len(plates) == len(groups) and not overlapping(plates)
    assert all(area.contains(plate.box) for plate in plates)
    texts = {plate.text for plate in plates}
    assert groups[0].text in texts and "90" in texts, "the last ones have no room for names"


@pytest.mark.usefixtures("qapp")
def test_plates_move_behind_their_own_front() -> None:
    groups = [
        Group(f"{n}th Army", Hex(6 * east, n), 9, "#ffffff", "#000000", "red" if east else "grey")
        for n in range(12)
        for east in (False, True)
    ]
    area = QRectF(-500, 0, 1000, 400)
    plates = plates_of(groups, lambda at: QPointF(4 * at.q, 200 + 4 * at.r), QFont(), area)
    assert not overlapping(plates)
    west, east = (
        [plate.box.center().x() for plate in plates if plate.group.side == side]
        for side in ("grey", "red")
    )
    assert max(west) < max(east) and min(west) < min(east)
    assert sum(west) / len(west) < -30 < 54 < sum(east) / len(east)


def test_counters_give_way_to_armies_and_come_back_nearer(crowded: MainWindow) -> None:
    assert shown(crowded)[ALBANIA] == 3 and not counters_show(crowded)
    crowded.view.set_zoom(FAR + 10)
    assert not shown(crowded) and counters_show(crowded)
    crowded.view.set_zoom(FAR - 3)
    assert shown(crowded)
    press_key(crowded, Qt.Key.Key_M, SHIFT)
    assert not shown(crowded) and counters_show(crowded)
    press_key(crowded, Qt.Key.Key_M, SHIFT)
    assert shown(crowded) and not counters_show(crowded)


def test_armies_are_painted_and_follow_the_game(crowded: MainWindow) -> None:
    view, bridge = crowded.view, crowded.bridge
    before = view.viewport().grab().toImage()
    moves = [offer for offer in bridge.offers.of(JULIA) if offer.family == "move"]
    bridge.act(moves[-1].action)
    settle()
    groups = far_of(crowded).groups
    places = {bridge.state.pieces[unit].at for unit in (JULIA, FERRARA, PIEMONTE)}
    assert next(one.at for one in groups if one.title == ALBANIA) in places
    press_key(crowded, Qt.Key.Key_C)
    assert not shown(crowded) and not counters_show(crowded), "the bare board"
    assert view.viewport().grab().toImage() != before
    press_key(crowded, Qt.Key.Key_C)
    assert shown(crowded)


def test_elsewhere_and_on_boards_with_few_counters_there_are_none(
    crowded: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_menu(crowded, "workspace_units")
    settle()
    assert not shown(crowded)
    by_menu(crowded, "workspace_play")
    settle()
    monkeypatch.setattr(far_armies, "MANY", 1000)
    far_of(crowded).refresh()
    assert not shown(crowded) and counters_show(crowded)
