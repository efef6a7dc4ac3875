"""The colour schemes of a board: what the inks of its legend and its palette become.

The legend of a map states the colours of the printed sheet. A scheme turns them into those of a
dark or of a high-contrast sheet by one rule for tints, one for lines and one for their edges, so
that maps that owners bring in have every scheme too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from PySide6.QtGui import QColor

from qtapp.painters.looks import PlaceLook, StrokeLook, TerrainLook
from qtapp.painters.palette import PAPER, Palette, contrast, luminance

Tone = Callable[[str], str]
"""What a colour, ``#rrggbb`` or ``#rrggbbaa``, becomes."""

PALE = 0.5
"""Rivers of a higher luminance are drawn as the water of lakes."""
STEPS = 25
"""In how many steps a colour is made readable."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """One way to colour a board."""

    id: str
    palette: Palette
    tint: Tone
    """Fills of hexes."""
    line: Tone
    """Rivers, roads, railways, borders, patterns and the names of regions."""
    band: Tone
    """What runs between the edges of a cased road."""
    casing: Tone
    """The fine lines at both edges of rivers and roads."""
    symbol: Tone
    """What symbols of places are filled with."""
    relief: float = 1.0
    """How strongly hills are shaded, as a share of the printed sheet."""

    def terrain(self, look: TerrainLook) -> TerrainLook:
        """How a kind of terrain looks in this scheme."""
        relief = look.relief * self.relief
        return replace(look, fill=self.tint(look.fill), ink=self.line(look.ink), relief=relief)

    def stroke(self, look: StrokeLook) -> StrokeLook:
        """How a kind of hexside, line or region looks in this scheme."""
        if look.style == "river" and luminance(look.stroke) > PALE:  # a lake: water with a shore
            return replace(look, stroke=self.tint(look.stroke), casing=self.line(look.casing))
        tone = self.band if look.style == "road" and look.casing else self.line
        return replace(look, stroke=tone(look.stroke), casing=self.casing(look.casing))

    def place(self, look: PlaceLook) -> PlaceLook:
        """How a kind of place looks in this scheme."""
        return replace(look, fill=self.symbol(look.fill), stroke=self.casing(look.stroke))


def _same(text: str) -> str:
    return text


def _toned(lightness: Callable[[float], float], saturation: float = 1.0) -> Tone:
    """The colour of another lightness (0..1), ``saturation`` times as full."""

    @cache
    def tone(text: str) -> str:
        return _changed(text, lightness(_light(text)), saturation)

    return tone


def _readable(ground: str, least: float, end: float, saturation: float = 1.0) -> Tone:
    """The colour, as much nearer to the lightness ``end`` (0 black, 1 white) as it must be to stand
    out from a ground by a contrast (WCAG 2) of ``least``.
    """

    @cache
    def tone(text: str) -> str:
        light = _light(text)
        lights = (light + (end - light) * step / STEPS for step in range(STEPS + 1))
        steps = [_changed(text, light, saturation) for light in lights]
        return next((one for one in steps if contrast(one, ground) >= least), steps[-1])

    return tone


def _light(text: str) -> float:
    return QColor(text[:7]).lightnessF()


def _changed(text: str, light: float, saturation: float) -> str:
    """The colour of a lightness; what is no colour stays."""
    base = QColor(text[:7])
    if not base.isValid():
        return text
    full = min(1.0, base.hslSaturationF() * saturation)
    made = QColor.fromHslF(max(0.0, base.hslHueF()), full, min(1.0, max(0.0, light)))
    return f"{made.name()}{text[7:]}"


SHEET = Scheme("paper", PAPER, _same, _same, _same, _same, _same)
"""The printed sheet, as the legend says."""

_NIGHT = Palette(
    paper="#16181b", ink="#f3ecda", faint_ink="#b3aa97", grid="#a79d88", number="#b5ac98",
    coast="#86b3c1", halo="#15171a",
    relief_dark="#040506", relief_light="#b9a98a", frame="#8d836f",
    selection="#ffb52e", cursor="#1f1d1a", reach="#4c9ad6", target="#d4719f", zoc="#b08cc9",
    supply="#1fa67f", objection="#f0703a", attack="#f0703a", good="#4b9fd8", plate="#202327",
    shallows="#4f7886", deep="#05090d",
)  # fmt: skip
NIGHT = Scheme(
    "dark",
    _NIGHT,
    tint=_toned(lambda light: 0.07 + 0.17 * light, 0.55),
    line=_readable("#3a3a36", 3.4, 1.0, 0.9),
    band=_toned(lambda light: min(light, 0.72), 0.7),
    casing=_toned(lambda light: 0.3 * light),
    symbol=_toned(lambda light: max(light, 0.5)),
    relief=0.8,
)
"""Dark ground, bright lines and names."""

_STRONG = Palette(
    paper="#ffffff", ink="#000000", faint_ink="#333333", grid="#000000", number="#1d1d1d",
    coast="#00202e", halo="#ffffff",
    relief_dark="#38291a", relief_light="#ffffff", frame="#000000",
    selection="#b25900", cursor="#000000", reach="#00528f", target="#8c0f52", zoc="#4b1f73",
    supply="#005a41", objection="#9a1f00", attack="#9a1f00", good="#00457a", plate="#ffffff",
)  # fmt: skip
STRONG = Scheme(
    "contrast",
    _STRONG,
    tint=_toned(lambda light: 0.58 + 0.41 * light, 1.1),
    line=_readable("#d9cfae", 4.6, 0.0, 1.5),
    band=_same,
    casing=_readable("#d9cfae", 9.0, 0.0),
    symbol=_same,
    relief=0.45,
)
"""Pale ground, black names and edges, strong lines."""

SCHEMES = {scheme.id: scheme for scheme in (SHEET, NIGHT, STRONG)}
"""The schemes one can choose, by id."""
OF_THEMES = {"light": SHEET, "dark": NIGHT, "contrast": STRONG}
"""The scheme that goes with a theme of the window."""


def scheme_of(chosen: str, theme: str) -> Scheme:
    """The scheme of that id; where none is chosen, the one that goes with the theme."""
    return SCHEMES.get(chosen) or OF_THEMES.get(theme, SHEET)
