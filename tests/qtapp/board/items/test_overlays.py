"""What is laid over the board in play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge
from qtapp.board.items.overlays import Wanted, overlays_for
from qtapp.board.items.tints import Tints
from qtapp.board.selection import Selection
from qtapp.painters.overlays.overlays import Overlays
from qtapp.workspaces.play.acting.group import Group
from qtapp.workspaces.play.acting.offer import Offer
from tests.engine.fakes import HOME, March, Rest
from tests.qtapp import toy
from tests.qtapp.toy import ASH, BIRCH

NEAR, BELOW = Hex(1, 0), Hex(0, 1)


@pytest.fixture
def bridge(qapp: QApplication, raid: None) -> Iterator[GameBridge]:
    made = GameBridge()
    made.open(toy.begin())
    yield made
    made.close()


def laid(
    bridge: GameBridge, selection: Selection, pointed: Offer | None, wanted: Wanted
) -> Overlays:
    """What lies over the board."""
    return overlays_for(bridge, Group(bridge, selection), pointed, wanted, Tints(bridge))


def test_hexes_of_enemies_are_targets_and_others_are_reach(bridge: GameBridge) -> None:
    bridge.act(Rest())
    bridge.act(March(BIRCH, NEAR))
    bridge.act(Rest())
    assert bridge.enemy_hexes == {NEAR}
    selection = Selection()
    selection.select(HOME, ASH)
    shown = laid(bridge, selection, None, Wanted())
    assert shown.selected == (HOME,)
    assert shown.targets == (NEAR,)
    assert BELOW in shown.reach
    assert not laid(bridge, selection, None, Wanted(reach=False)).reach


def test_an_offer_pointed_at_is_an_arrow(bridge: GameBridge) -> None:
    selection = Selection()
    selection.select(HOME, ASH)
    (offer,) = bridge.offers.aimed(ASH, NEAR)
    (arrow,) = laid(bridge, selection, offer, Wanted()).arrows
    assert (arrow.hexes, arrow.tone) == ((HOME, NEAR), "move")


def test_nothing_selected_shows_nothing(bridge: GameBridge) -> None:
    assert laid(bridge, Selection(), None, Wanted(supply=True)).is_empty()
