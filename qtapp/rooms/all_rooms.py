"""The rooms of a window, made in the order of their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qtapp.rooms.charts_room import ChartsRoom
from qtapp.rooms.contents_room import ContentsRoom
from qtapp.rooms.counters_room import CountersRoom
from qtapp.rooms.map_room import MapRoom
from qtapp.rooms.play_room import PlayRoom
from qtapp.rooms.room import Room
from qtapp.rooms.scan_room import ScanRoom
from qtapp.rooms.units_room import UnitsRoom
from qtapp.workers.automatic import Explain

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow


def make_rooms(window: MainWindow, explain: Explain) -> tuple[Room, ...]:
    """Every workspace of a window; ``explain`` is the automatic player of the Play room."""
    return (
        PlayRoom(window, explain),
        MapRoom(window),
        ScanRoom(window),
        UnitsRoom(window),
        CountersRoom(window),
        ChartsRoom(window),
        ContentsRoom(window),
    )
