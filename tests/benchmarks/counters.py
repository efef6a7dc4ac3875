"""What ``sandtable bench`` measures of drawing counters."""

from __future__ import annotations

from oob.ledger import shipped
from qtapp.app.app import application
from qtapp.painters.counters.counters import (
    CounterFace,
    counter_picture,
    face_in,
    forget_pictures,
)
from qtapp.workspaces.counters.sheets.orders import counters_of
from tests.benchmarks.figures import Figure, Measure, timed

COUNT, PX = 2_000, 48


def distinct_faces(count: int = COUNT) -> list[CounterFace]:
    """So many faces of the shipped orders of battle, all different."""
    found: dict[CounterFace, None] = {}
    for name in shipped.names():
        order = counters_of(shipped.load(name))
        for unit in order.units.values():
            for index in range(len(unit.faces)):
                found[face_in(order, unit, index)] = None
        if len(found) >= count:
            break
    return list(found)[:count]


def cold() -> Figure:
    """Draw each of 2,000 different faces for the first time."""
    application()
    faces = distinct_faces()

    def job() -> None:
        forget_pictures()
        _draw(faces)

    return timed("counters-cold", "2,000 different counters at 48 px", "1,500 ms", [job] * 3)


def cached() -> Figure:
    """Draw them again."""
    application()
    faces = distinct_faces()
    _draw(faces)
    jobs = [lambda: _draw(faces)] * 5
    return timed("counters-again", "the same 2,000 counters again", "200 ms", jobs)


def _draw(faces: list[CounterFace]) -> None:
    for face in faces:
        counter_picture(face, PX)


COUNTER_MEASURES: dict[str, Measure] = {"counters-cold": cold, "counters-again": cached}
"""The measures of counters, by name."""
