"""Where the board stands as a game is opened and as its first phases begin."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMarginsF, QPointF, Qt

from engine.game.catalogue import choose
from maps.hexgrid import Hex, distance
from qtapp.app.main_window import MainWindow
from qtapp.painters.layers.shape import PITCH
from tests.qtapp.conftest import Opener, press_key, settle


def in_view(window: MainWindow, at: Hex) -> bool:
    board = window.view.board.board
    assert board is not None
    return window.view.visible_rect.contains(QPointF(*board.shape.centre(at)))


def places_in_view(window: MainWindow) -> set[str]:
    places = window.bridge.game.scenario.map.places
    return {place.name for place in places.values() if in_view(window, place.hex)}


def shown(window: MainWindow, side: str) -> list[Hex]:
    """The hexes in view that hold units of a side."""
    bridge = window.bridge
    return [
        counter.at
        for counter in bridge.counters
        if isinstance(counter.at, Hex)
        and bridge.rules.owner(bridge.state, counter.unit) == side
        and in_view(window, counter.at)
    ]


def test_a_large_set_up_begins_where_most_units_are_placed(opened: Opener) -> None:
    """Whoever is first in the order of battle may stand far from there."""
    window = opened("fire_in_the_east/campaign")
    settle()
    assert {"Kaunas", "Bialystok", "Grodno"} <= places_in_view(window)


@pytest.mark.parametrize("scenario", ["balkan_front/italo_greek_war", "boot_camp/balkan_campaign"])
def test_the_first_look_shows_where_units_are_set_up(opened: Opener, scenario: str) -> None:
    window = opened(scenario)
    settle()
    offers = window.bridge.offers
    aims = {at for one in offers.everything(2000) if isinstance(at := one.action.where(), Hex)}
    assert sum(in_view(window, at) for at in aims) > len(aims) * 0.4


def test_a_game_that_begins_in_play_shows_both_sides_face_each_other(opened: Opener) -> None:
    window = opened("fire_in_the_east/typhoon")
    settle()
    axis, soviet = shown(window, "axis"), shown(window, "allied")
    near = [at for at in axis if any(distance(at, other) <= 2 for other in soviet)]
    assert len(near) > 20


def test_the_next_unit_is_shown_with_what_lies_around_it(opened: Opener) -> None:
    """Not at the edge of the board that shows."""
    window = opened("fire_in_the_east/typhoon")
    settle()
    view = window.view
    corner = min(window.bridge.game.scenario.map.terrain, key=lambda at: (at.r, at.q))
    view.go_to(corner, view.hex_px)
    press_key(window, Qt.Key.Key_N)
    place, board = window.play.selection.place, view.board.board
    assert isinstance(place, Hex) and board is not None
    inner = view.visible_rect.marginsRemoved(QMarginsF(*[3 * PITCH] * 4))
    assert inner.contains(QPointF(*board.shape.centre(place)))


def test_the_first_phase_after_the_ships_are_placed_shows_who_moves(opened: Opener) -> None:
    """The ports they began in were shown before, far from the front."""
    window = opened("fire_in_the_east/army_group_north_sea")
    bridge = window.bridge
    while bridge.rules.setting_up(bridge.state) or bridge.view.side != "axis":
        assert bridge.act(choose(bridge.game))
    settle()
    assert bridge.view.phase == "surprise movement" and len(shown(window, "axis")) > 20
