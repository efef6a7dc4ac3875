"""The looks that are being edited: the order of battle, every change of them, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from engine.oob_session import OobSession
from maps.errors import KnownError
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
from qtapp.painters.counter_images import kept_picture, learn_images
from qtapp.sheets.orders import counters_of


class CounterDesk(QObject):
    """Holds the order of battle whose counters are designed.

    ``opened`` and ``closed`` follow when another, or none, is open, ``changed`` every edit, undo
    and redo, ``refused`` the sentence of an edit that could not be made.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal()
    refused = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: OobSession | None = None
        self._order: OrderOfBattle | None = None

    @property
    def is_open(self) -> bool:
        """True while an order of battle is open."""
        return self._session is not None

    @property
    def order(self) -> OrderOfBattle:
        """All its counters, also those that are no ground units; not to be changed."""
        if self._session is None:
            return OrderOfBattle("", "")
        if self._order is None:
            self._order = counters_of(self._session.ledger)
            learn_images(self._order)
        return self._order

    @property
    def number(self) -> int:
        """The number of the order of battle in the file; 0 for none."""
        return self._session.number if self._session is not None else 0

    @property
    def can_undo(self) -> bool:
        """True when there is a step to take back."""
        return self._session is not None and self._session.can_undo

    @property
    def can_redo(self) -> bool:
        """True when there is a step to bring back."""
        return self._session is not None and self._session.can_redo

    def take(self, session: OobSession) -> None:
        """Edit what a session opens from now on."""
        self.close()
        self._session = session
        self._order = None
        session.watch(lambda _touched: self._told())
        self.opened.emit()

    def close(self) -> None:
        """Let go of it."""
        if self._session is not None:
            self._session.close()
            self._session, self._order = None, None
            self.closed.emit()

    def undo(self) -> None:
        """Take back the last step."""
        if self._session is not None:
            self._try(self._session.undo)

    def redo(self) -> None:
        """Bring back what was taken back last."""
        if self._session is not None:
            self._try(self._session.redo)

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

    def give_pictures(self, fronts: Mapping[UnitId, object], backs: Mapping[UnitId, object]) -> int:
        """Give units the pictures of a scanned sheet, as one step; how many got one."""
        change = pictured(self.order, fronts, backs)  # type: ignore[arg-type]
        return len(fronts) if self._apply(change) else 0

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
        session = self._session
        return session is not None and self._try(lambda: session.apply_to_counters(change))

    def _try(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except KnownError as error:
            self.refused.emit(str(error))
            return False
        return True

    def _told(self) -> None:
        self._order = None
        self.changed.emit()
