"""Reversible edits of an order of battle: build, apply, undo, merge and write down.

>>> from oob.model import Nation, OrderOfBattle
>>> order = OrderOfBattle("demo", "Demo")
>>> change = put_nation(order, Nation("us", "United States", "allied", "#6a6f3a", "#ffffff"))
>>> sorted(apply(order, change).nations)
['us']
>>> _ = apply(order, inverse(change_from_plain(change_to_plain(change))))
>>> order.nations
{}
"""

from maps.edits.facts import inverse, merge
from oob.builders import (
    drop_entry,
    drop_formation,
    drop_nation,
    drop_unit,
    drop_units,
    put_entry,
    put_formation,
    put_nation,
    put_note,
    put_unit,
    put_units,
    set_choices,
    set_head,
    set_schedule,
    set_setups,
    set_up,
)
from oob.changes import (
    Change,
    ChangeConflictError,
    Fact,
    OobLayer,
    Touched,
    apply,
    joined,
    read,
    touched_by,
)
from oob.plain import change_from_plain, change_to_plain

__all__ = [
    "Change",
    "ChangeConflictError",
    "Fact",
    "OobLayer",
    "Touched",
    "apply",
    "change_from_plain",
    "change_to_plain",
    "drop_entry",
    "drop_formation",
    "drop_nation",
    "drop_unit",
    "drop_units",
    "inverse",
    "joined",
    "merge",
    "put_entry",
    "put_formation",
    "put_nation",
    "put_note",
    "put_unit",
    "put_units",
    "read",
    "set_choices",
    "set_head",
    "set_schedule",
    "set_setups",
    "set_up",
    "touched_by",
]
