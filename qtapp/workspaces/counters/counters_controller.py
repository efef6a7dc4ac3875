"""The looks that are being edited: the order of battle, every change of them, and who is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from oob.edits import Change
from oob.looks import (
    COUNTER,
    PICTURE,
    SCHEME,
    CounterLook,
    Scheme,
    look_of,
    look_text,
    put_notes,
    scheme_of,
)
from oob.model import OrderOfBattle, Unit, UnitId
from oob.sheets.matching import pictured
from qtapp.painters.counters.counter_images import kept_picture, learn_images
from qtapp.workspaces.counters.sheets.orders import counters_of
from qtapp.workspaces.units.order_controller import OrderController


class CountersController(OrderController):
    """Carries out every edit of the looks of the counters of the open order of battle."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._order: OrderOfBattle | None = None

    @property
    def order(self) -> OrderOfBattle:
        """All its counters, also those that are no ground units; not to be changed."""
        if self._session is None:
            return OrderOfBattle("", "")
        if self._order is None:
            self._order = counters_of(self._session.ledger)
            learn_images(self._order)
        return self._order

    def set_look(self, ids: Sequence[UnitId], field: str, text: str) -> None:
        """Write one field of the looks of some counters, as one step."""
        self._write(
            {
                COUNTER + id_: look_text(replace(self.look(id_), **{field: text}))
                for id_ in ids
                if id_ in self.order.units
            },
            f"Change {field.replace('_', ' ')}",
        )

    def reset(self, ids: Sequence[UnitId]) -> None:
        """Let some counters look as their units and nations say."""
        self._write({COUNTER + id_: "" for id_ in ids}, "Draw as usual")

    def set_scheme(self, nation: str, scheme: Scheme) -> None:
        """Give a nation a scheme of its own."""
        self._write({SCHEME + nation: look_text(scheme)}, "Change colours")

    def reset_scheme(self, nation: str) -> None:
        """Give a nation its usual scheme."""
        self._write({SCHEME + nation: ""}, "Usual colours")

    def set_picture(self, ids: Sequence[UnitId], image: QImage, *, back: bool) -> None:
        """Show a picture instead of the drawn face, as one step."""
        key, text = kept_picture(image)
        field = "back_picture" if back else "picture"
        notes = {key: text}
        for id_ in ids:
            look = replace(self.look(id_), **{field: key.removeprefix(PICTURE)})
            notes[COUNTER + id_] = look_text(look)
        self._write(notes, "Own picture")

    def drop_pictures(self, ids: Sequence[UnitId]) -> None:
        """Draw faces again in place of pictures of their own, as one step; all else stays."""
        self._write(
            {
                COUNTER + id_: look_text(replace(self.look(id_), picture="", back_picture=""))
                for id_ in ids
                if id_ in self.order.units
            },
            "Draw the face",
        )

    def give_pictures(self, fronts: Mapping[UnitId, object], backs: Mapping[UnitId, object]) -> int:
        """Give units the pictures of a scanned sheet, as one step; how many got one."""
        change = pictured(self.order, fronts, backs)  # type: ignore[arg-type]
        return len(fronts) if self._apply(change) else 0

    def add_units(self, change: Change) -> bool:
        """Add units made of a sheet, with their nations and pictures, as one step."""
        return self._apply(change)

    def look(self, id_: UnitId) -> CounterLook:
        """What a counter has of its own."""
        return look_of(self.order, self.order.units[id_])

    def scheme(self, nation: str) -> Scheme:
        """The scheme of a nation with all colours filled in."""
        of = self.order.nations[nation]
        scheme = scheme_of(self.order, of)
        return replace(
            scheme,
            fill=scheme.fill or of.fill,
            ink=scheme.ink or of.ink,
            band=scheme.band or of.band,
        )

    def units(self, ids: Sequence[UnitId]) -> list[Unit]:
        """The units of some ids, those that are gone left out."""
        return [self.order.units[id_] for id_ in ids if id_ in self.order.units]

    def _write(self, notes: Mapping[str, str], label: str) -> None:
        changed = {
            key: text for key, text in notes.items() if self.order.notes.get(key, "") != text
        }
        if changed:
            self._apply(put_notes(self.order, changed, label))

    def _apply(self, change: Change) -> bool:
        return self.is_open and self.attempt(lambda: self.session.apply_to_counters(change))

    def _forget(self) -> None:
        self._order = None
