"""Airbases, ports and air units in panels."""

from __future__ import annotations

from engine.systems.europa.state.constants import AXIS
from engine.systems.europa.view import base_panels
from tests.engine.systems.balkan_front.desk import VALONA, Front


def rows(display_id: str, front: Front) -> dict[str, str]:
    """The lines of a panel."""
    found = next(d for d in base_panels.displays(front.pos) if d.id == display_id)
    return {row.label: row.value for row in found.rows}


def test_ports_say_what_they_take_and_what_hit_them() -> None:
    front = Front()
    assert rows("naval:ports", front)["Axis: 14A:4121 Valona"] == "standard, 5 REs"
    front.having(hits={f"port {VALONA}": 2})
    assert rows("naval:ports", front)["Axis: 14A:4121 Valona"] == "standard, 3 REs, 2 hits"
    assert rows("naval:ports", front)["Middle East"] == "no limit"


def test_airbases_count_what_is_in_their_hex() -> None:
    front = Front()
    before = rows("air:bases", front)
    assert before["Allied: 15B:0911 Athenai"] == "capacity 9"
    assert not any("Beograd" in name for name in before), "neutral bases are left out"
    front.having(strips=frozenset({front.at("14A:4319")}))
    front.own(AXIS, "14A:4319")
    assert rows("air:bases", front)["Axis: 14A:4319 Klisura"] == "temporary, capacity 3"


def test_air_units_of_the_order_of_battle_are_listed() -> None:
    found = rows("air:units", Front())
    assert "1×CR.42" in found["Italian, Albania Troop Command"]
    assert any("Blen" in text for text in found.values())
    assert found["Italian, Feb I 41: converted from"] == "1×SM.81"
    assert found["Italian, Feb I 41: converted to"] == "1×BR.20M"
    assert found["German, 1 turn after Intervention (Apr II 41): arrive"] == "6×Ju 52, 2×DFS 230"
    assert found["German, Intervention: arrive"].startswith("6×Me 109E, 2×Me 110C")
    assert not any(name.endswith(("-from", "-to")) for name in found)
