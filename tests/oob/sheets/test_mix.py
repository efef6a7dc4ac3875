from __future__ import annotations

from collections import Counter

import pytest

from oob.notation import shipped
from oob.notation.model import Kind
from oob.sheets.mix import counter_mix


def test_the_mix_has_what_is_no_ground_unit() -> None:
    """The ship and flotilla counters of Fire in the East, and its air units by letter."""
    roster = shipped.load("fire_in_the_east")
    order = counter_mix(roster)
    types = Counter(unit.type for unit in order.units.values())
    assert types["battleship"] == 3
    assert types["river flotilla"] == 7
    assert types["truck"] == 7
    dive = next(unit for unit in order.units.values() if unit.name == "Ju 87B")
    assert (dive.type, dive.front.attack, dive.front.defense) == ("air dive bomber", 2, 3)
    held = next(unit for unit in order.units.values() if unit.name == "Petropav.")
    assert "in port" in held.traits


@pytest.mark.parametrize("name", shipped.names())
def test_every_item_that_comes_has_its_counters(name: str) -> None:
    roster = shipped.load(name)
    order = counter_mix(roster)
    assert all(unit.id == key for key, unit in order.units.items())
    assert all(unit.nation in order.nations for unit in order.units.values())
    models = {i.ids[0] for i in roster.items if i.kind is Kind.AIR and i.ids}
    flying = {unit.name for unit in order.units.values() if unit.type.startswith("air ")}
    assert models <= flying
    assert "air unit" not in {unit.type for unit in order.units.values()}
