"""Whatever one does in the Units workspace: file and window agree, and undo gives all back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from engine.core.chance import Stream
from engine.oob_session import OobSession
from oob.ledger import shipped
from oob.ledger.compare import compare
from oob.ledger.fields import FIELDS
from oob.ledger.model import RowKey, roster_of
from oob.notation.printer import faults_of
from qtapp.rooms.units_room import UnitsRoom
from tests.qtapp.conftest import settle

TEXTS = ("8-6", "5-3-8*", "R", "XX", "withdraw", "Jul I 41", "", "LW", "[x]", "a, b", "12", "H/X")
SEARCHES = ("", "german", "infantry xx", "zebra", "artilery")


def misuse(room: UnitsRoom, stream: Stream) -> None:
    """Do one thing somebody might do."""
    page, desk = room.centre, room.desk
    keys = page.model.keys
    some: list[RowKey] = [keys[stream.below(len(keys))] for _ in range(3)] if keys else []
    match stream.below(11):
        case 0 | 1 if some:
            field = FIELDS[stream.below(len(FIELDS))].id
            desk.set_field(some, field, TEXTS[stream.below(len(TEXTS))])
        case 2 if some:
            desk.duplicate(some[0], [f"N{stream.below(99)}", "X"])
        case 3 if some:
            desk.remove(some[:2])
        case 4 if some:
            desk.shift(some, 1 - 2 * stream.below(2))
        case 5:
            page.search.setText(SEARCHES[stream.below(len(SEARCHES))])
        case 6:
            paths = room.tree.paths()
            room.tree.pick(paths[stream.below(len(paths))])
        case 7:
            page.show_view(stream.below(4))
        case 8:
            page.model.sort(stream.below(12) - 1, Qt.SortOrder.DescendingOrder)
        case 9:
            desk.undo()
        case 10 if some:
            page.compare.show_other(shipped.load("balkan_front_crete"))
            page.compare.take(compare(desk.ledger, shipped.load("balkan_front_crete"))[:2])
        case _:
            desk.redo()
    settle()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_one_does_loses_anything(crete: UnitsRoom, seed: int) -> None:
    stream = Stream(seed, "units")
    for _ in range(70):
        misuse(crete, stream)
        assert faults_of(roster_of(crete.desk.ledger)) == []
    session = crete.desk.session
    kept = OobSession.peek(session.path, session.number)
    assert kept == crete.desk.ledger, "what is shown is in the file"
    while crete.desk.can_undo:
        crete.desk.undo()
    assert crete.desk.ledger == shipped.load("balkan_front_crete")
