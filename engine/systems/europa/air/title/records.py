"""Every record and open decision of the air, for the codec of a title whose air units fly."""

from __future__ import annotations

from engine.systems.europa.air import records
from engine.systems.europa.air.bombing import records as bombing
from engine.systems.europa.air.bombing import support
from engine.systems.europa.air.carrying import records as carrying
from engine.systems.europa.air.combat import records as combat

RECORDS: tuple[type, ...] = (
    *records.RECORDS,
    *records.FRAMES,
    *combat.RECORDS,
    *combat.FRAMES,
    *support.FRAMES,
    *bombing.FRAMES,
    *carrying.FRAMES,
)
"""These classes."""
