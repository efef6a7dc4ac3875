"""Who is where: sorted once for all states that share their pieces, again for others."""

from __future__ import annotations

from engine.systems.balkan_gambit.state.records import ALLIED, AXIS, DISPERSED, MED_BOX
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk


def laid_out() -> Desk:
    desk = Desk("1943").put("Nis", "yugoslav-partisan-1", mode=DISPERSED).put("Nis", "german-297")
    return desk.put("Sarajevo", "chetnik-partisan-1").put("med_box", "british-5")


def test_units_are_sorted_by_hex_side_and_box() -> None:
    desk = laid_out()
    nis, sarajevo = desk.hex("Nis"), desk.hex("Sarajevo")
    standing = desk.pos.standing
    assert set(standing.at[nis]) == {U("yugoslav-partisan-1"), U("german-297")}
    assert standing.sides[AXIS] == {
        nis: (U("german-297"),),
        sarajevo: (U("chetnik-partisan-1"),),
    }
    assert standing.boxes[MED_BOX] == (U("british-5"),)
    assert standing.held == {ALLIED: frozenset(), AXIS: frozenset({nis, sarajevo})}
    assert standing.hiding == {ALLIED: frozenset({nis}), AXIS: frozenset()}
    assert standing.occupied[ALLIED] == {nis}


def test_chetniks_stand_with_whom_they_follow() -> None:
    desk = laid_out().having(chetniks=ALLIED)
    assert desk.hex("Sarajevo") in desk.pos.held[ALLIED]
    desk.having(chetniks=AXIS)
    assert desk.hex("Sarajevo") in desk.pos.held[AXIS]


def test_states_with_the_same_pieces_share_one_standing_and_moved_pieces_get_their_own() -> None:
    desk = laid_out()
    before = desk.pos.standing
    assert desk.having(cp=3).pos.standing is before
    desk.put("Athens", "german-297")
    assert desk.pos.standing is not before
    assert desk.pos.friends(desk.hex("Nis"), AXIS) == ()
