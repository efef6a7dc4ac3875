"""The scans of a board fetched from its file, to be shown in place of the drawn map."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.editing.scan_session import ScanSession
from maps.digitise.calibrating.calibration import Calibration
from maps.digitise.works import ScanWork, calibration_of
from maps.errors import KnownError
from qtapp.painters.skin import LaidScan, Skin

MOST_PIXELS = 40_000_000
"""Pixels above which a scan is taken at half its size."""

Placed = tuple[int, ScanWork, Calibration]
"""A scan by its number, and where its points put it."""


def placed_scans(session: ScanSession) -> list[Placed]:
    """The scans of a board that lie on its grid, oldest first; others have too few points yet."""
    found = []
    for number, work in session.scans.items():
        try:
            found.append((number, work, calibration_of(work, session.sheet(number))))
        except KnownError:
            continue
    return found


def skin_of(
    session: ScanSession,
    scans: list[Placed],
    report: Callable[[float, str], None] = lambda _share, _words: None,
) -> Skin:
    """Unpack the pictures of some scans. May be called from another thread.

    Raises KnownError when a picture is damaged or gone, and what ``report`` raises.
    """
    laid = []
    for done, (number, work, found) in enumerate(scans):
        report(done / len(scans), f"Unpacking {work.name}")
        pitch = float(np.median(found.lattice.pitch))
        is_large = work.width * work.height > MOST_PIXELS
        picture, scale = session.picture(number, 2 * pitch if is_large else pitch)
        laid.append(LaidScan.of(work, found, picture, scale))
    return Skin(laid)


def no_scans(where: str) -> KnownError:
    """No scan lies on a board."""
    return KnownError(
        where, "has no scan that lies on its grid.", "Add one in Scan and show it six hexes."
    )
