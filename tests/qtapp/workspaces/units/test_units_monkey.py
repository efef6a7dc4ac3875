"""Whatever one does in the Units workspace: file and window agree, and undo gives all back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from engine.core.chance import Stream
from engine.editing.oob_session import OobSession
from oob.ledger import shipped
from oob.ledger.compare import compare
from oob.ledger.fields import FIELDS
from oob.ledger.model import RowKey, roster_of
from oob.notation.text.printer import faults_of
from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from tests.qtapp.conftest import settle

TEXTS = ("8-6", "5-3-8*", "R", "XX", "withdraw", "Jul I 41", "", "LW", "[x]", "a, b", "12", "H/X")
SEARCHES = ("", "german", "infantry xx", "zebra", "artilery")


def misuse(workspace: UnitsWorkspace, stream: Stream) -> None:
    """Do one thing somebody might do."""
    page, controller = workspace.centre, workspace.controller
    keys = page.model.keys
    some: list[RowKey] = [keys[stream.below(len(keys))] for _ in range(3)] if keys else []
    match stream.below(11):
        case 0 | 1 if some:
            field = FIELDS[stream.below(len(FIELDS))].id
            controller.set_field(some, field, TEXTS[stream.below(len(TEXTS))])
        case 2 if some:
            controller.duplicate(some[0], [f"N{stream.below(99)}", "X"])
        case 3 if some:
            controller.remove(some[:2])
        case 4 if some:
            controller.shift(some, 1 - 2 * stream.below(2))
        case 5:
            page.search.setText(SEARCHES[stream.below(len(SEARCHES))])
        case 6:
            paths = workspace.tree.paths()
            workspace.tree.pick(paths[stream.below(len(paths))])
        case 7:
            page.show_view(stream.below(4))
        case 8:
            page.model.sort(stream.below(12) - 1, Qt.SortOrder.DescendingOrder)
        case 9:
            controller.undo()
        case 10 if some:
            page.compare.show_other(shipped.load("balkan_front_crete"))
            page.compare.take(compare(controller.ledger, shipped.load("balkan_front_crete"))[:2])
        case _:
            controller.redo()
    settle()


@pytest.mark.parametrize(
    ("seed", "acts"), [(1, 35), *(pytest.param(n, 70, marks=pytest.mark.soak) for n in (1, 2, 3))]
)
def test_nothing_one_does_loses_anything(crete: UnitsWorkspace, seed: int, acts: int) -> None:
    stream = Stream(seed, "units")
    for _ in range(acts):
        misuse(crete, stream)
        assert faults_of(roster_of(crete.controller.ledger)) == []
    session = crete.controller.session
    kept = OobSession.peek(session.path, session.number)
    assert kept == crete.controller.ledger, "what is shown is in the file"
    while crete.controller.can_undo:
        crete.controller.undo()
    assert crete.controller.ledger == shipped.load("balkan_front_crete")
