"""Readings of doubtful passages that no other test file holds."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.battle.retreats import exits
from engine.systems.operation_gertrud.state.records import INTERDICTED, OUT, Status, Yavuz
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import SCENARIOS, Desk


def test_turks_do_not_live_on_the_levant() -> None:
    """[OG-7.5a] [OG-7.5d]"""
    context = Desk().context
    assert not {context.nations[at] for at in context.sources("turkish")} - {"Turkey"}
    assert {context.nations[at] for at in context.sources("british")} == {
        "Syria",
        "Lebanon",
        "Cyprus",
    }


@pytest.mark.parametrize(
    ("marker", "hex_", "rule"),
    [
        ("british-ngs-1", "Antalya", ""),
        ("british-ngs-1", "Izmir", ""),
        ("british-ngs-1", "Samsun", "OG-12.1c"),
        ("italian-ngs-1", "Trabzon", "OG-12.1c"),
        ("american-ngs-1", "Mersin", ""),
        ("american-ngs-1", "Samsun", "OG-12.1c"),
        ("soviet-ngs-1", "Samsun", ""),
        ("soviet-ngs-1", "Antalya", "OG-12.1b"),
        ("british-ngs-1", "2508", "OG-12.1a"),
        ("soviet-ngs-1", "Istanbul", "OG-12.1a"),
        ("british-ngs-1", "2606", "OG-12.1a"),
        ("yavuz", "Istanbul", ""),
        ("yavuz", "2508", ""),
        ("yavuz", "Antalya", ""),
        ("yavuz", "Ankara", "OG-12.0a"),
    ],
)
def test_seas_by_nationality(marker: str, hex_: str, rule: str) -> None:
    """[OG-12.1a] [OG-12.1b] [OG-12.1c] [OG-12.1d]"""
    desk = Desk()
    assert desk.pos.ngs_objection(marker, desk.hex(hex_)) == rule
    if marker == "yavuz":
        desk.having(yavuz=Yavuz.SEIZED)
        assert desk.pos.ngs_objection(marker, desk.hex(hex_)) == rule
        assert desk.pos.marker_side(marker) == "german"


def test_markers_stand_on_no_hex_and_stop_nobody() -> None:
    """[OG-12.0c] [OG-13.0d] [OG-8.0c]"""
    desk = Desk().put("Konya", "german-125")
    before = desk.rules.reach(desk.state, U("german-125"))
    desk.having(support={"british-ngs-1": Status.COMMITTED, "turkish-cas-1": Status.COMMITTED})
    assert desk.rules.reach(desk.state, U("german-125")) == before
    assert desk.state.pieces.keys() == desk.context.units.keys()


def test_interdicted_units_retreat_as_any_other() -> None:
    """[OG-9.2f] [OG-9.5]"""
    desk = Desk().put("Konya", "german-125").put("Ankara", "turkish-1")
    free = exits(desk.pos, U("german-125"))
    desk.put("Konya", "german-125", marks=(INTERDICTED, OUT))
    assert exits(desk.pos, U("german-125")) == free
    assert free


def test_mountain_units_move_as_any_other() -> None:
    """[OG-16.0b]"""
    desk = Desk().put("Konya", "german-1-mtn", "german-125")
    assert desk.pos.reach(U("german-1-mtn")).cost == desk.pos.reach(U("german-125")).cost


def test_mountain_units_have_a_second_factor() -> None:
    """[OG-16.0a]"""
    desk = Desk().put("Konya", "german-1-mtn")
    rough = next(
        at for at in sorted(desk.context.turkey) if desk.context.map.terrain[at] == "rough"
    )
    assert desk.pos.factor(U("german-1-mtn"), rough) == 9
    assert desk.pos.factor(U("german-1-mtn"), desk.hex("Konya")) == 6
    desk.put("Konya", "german-1-mtn", steps=1)
    assert desk.pos.factor(U("german-1-mtn"), rough) == 4
    desk.put("Konya", "german-125")
    assert desk.pos.factor(U("german-125"), rough) == 7


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_yavuz_is_the_turkish_ngs(scenario: str) -> None:
    """[OG-12.1d]"""
    desk = Desk.opened(scenario)
    turkish = [m for m in desk.state.support if desk.context.markers[m].nation == "turkish"]
    assert [m for m in turkish if "cas" not in m] == ["yavuz"]
    assert desk.pos.marker_side("yavuz") == "allied"


def test_the_two_named_units_move_three_and_drop() -> None:
    """[OG-2.6b]"""
    desk = (
        Desk()
        .put("off_map", "german-7-fl", "german-kommando")
        .having(turn=1, raid="", raided=False)
    )
    kinds = desk.kinds()
    assert "paradrop" in kinds
    assert any("raid" in kind for kind in kinds)
