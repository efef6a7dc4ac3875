"""Stamps kept in numbered slots, for every board: one small file beside the settings."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from maps.edits.stamps import Stamp
from maps.edits.stampwords import stamp_from_plain, stamp_to_plain
from maps.errors import KnownError
from maps.files.reading import read_json
from maps.files.writing import write_whole

SLOTS = range(1, 10)


class StampSlots:
    """Nine slots in a file, read when first asked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamps: dict[int, Stamp] | None = None

    def __getitem__(self, slot: int) -> Stamp | None:
        """The stamp of a slot, None for an empty one. Raises KnownError for a damaged file."""
        return self._all().get(slot)

    def used(self) -> list[int]:
        """The slots that hold a stamp. Raises KnownError for a damaged file."""
        return sorted(self._all())

    def keep(self, slot: int, stamp: Stamp) -> None:
        """Keep a stamp. Raises KnownError when the file is damaged or cannot be written."""
        stamps = self._all() | {slot: stamp}
        data = {str(number): stamp_to_plain(kept) for number, kept in sorted(stamps.items())}
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._path, json.dumps(data, ensure_ascii=False))
        self._stamps = stamps

    def _all(self) -> dict[int, Stamp]:
        if self._stamps is None:
            self._stamps = self._read() if self._path.exists() else {}
        return self._stamps

    def _read(self) -> dict[int, Stamp]:
        where = str(self._path)
        fix = "Move the file away to begin with empty slots."
        try:
            data = read_json(self._path)
        except KnownError as error:
            raise KnownError(where, f"the kept stamps cannot be read: {error.what}", fix) from error
        if not isinstance(data, dict) or not all(k in map(str, SLOTS) for k in data):
            raise KnownError(where, "these are no stamps in slots 1 to 9.", fix)
        return {
            int(slot): stamp_from_plain(stamp, f"{where}, slot {slot}")
            for slot, stamp in data.items()
        }
