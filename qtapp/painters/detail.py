"""How much to draw: detail follows from the number of device pixels a hex has."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Detail:
    """The level of detail of one drawing.

    ``hex_px`` is the distance between adjacent hex centres in device pixels; ``scale`` device
    pixels per paper unit.
    """

    hex_px: float
    scale: float

    @staticmethod
    def of(hex_px: float, pitch: float) -> Detail:
        """The detail of a drawing with ``hex_px`` pixels per hex on paper of ``pitch`` units per
        hex.
        """
        return Detail(hex_px, hex_px / pitch)

    def fade(self, gone: float, full: float) -> float:
        """0 at or below ``gone`` pixels per hex, 1 at or above ``full``, straight between."""
        return min(1.0, max(0.0, (self.hex_px - gone) / (full - gone)))

    def units(self, px: float) -> float:
        """Device pixels as paper units."""
        return px / self.scale

    def width(self, hexes: float, least: float = 0.8, most: float = 1e9) -> float:
        """A line of ``hexes`` times the hex size, between ``least`` and ``most`` device pixels, in
        paper units.
        """
        return min(most, max(least, hexes * self.hex_px)) / self.scale
