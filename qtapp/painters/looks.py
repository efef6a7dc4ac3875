"""How legend kinds look: the words of a kind's ``look`` and what is in when they are missing.

All words are optional and all values are strings; unknown words and values that make no sense are
ignored. Colours are ``#rrggbb`` (or ``#rrggbbaa``). Widths are fractions of the distance between
two hex centres. Kinds that give no words get a look from their id: an id that is, or contains as a
word, one of the known names (``mountain``, ``woods``, ``danube``, ``railway`` ...) looks like it.

======== =========== ====================================================================
layer    word        meaning
======== =========== ====================================================================
terrain  ``fill``    tint of the hex
terrain  ``relief``  0..1, how high and steep the shaded relief stands (mountain 1)
terrain  ``pattern`` ``none``, ``woods``, ``forest``, ``swamp``, ``sand`` or ``hatch``
terrain  ``ink``     colour of the pattern
terrain  ``water``   ``yes`` for sea and lakes: land meets them in a coastline
terrain  ``sea``     ``yes`` or ``lake``: the map's own word for the same
hexside  ``style``   ``river``, ``coast``, ``bar`` (blocked), ``strait`` (a ferry),
                     ``ridge`` (ticks), ``line`` or ``none``
hexside  ``stroke``  colour
hexside  ``width``   width
hexside  ``casing``  colour of the fine line on both banks, or ``none``
line     ``style``   ``road``, ``rail``, ``track`` (broken) or ``none``
line     ``stroke``  colour
line     ``width``   width
line     ``casing``  colour of the outline, or ``none``
place    ``symbol``  ``city``, ``town``, ``village``, ``dot``, ``fortress``,
                     ``airfield``, ``port`` or ``none``
place    ``fill``    inside of the symbol
place    ``stroke``  outline of the symbol
place    ``size``    diameter of the symbol, as a fraction of the hex
place    ``label``   ``caps``, ``bold``, ``plain``, ``italic`` or ``none``
place    ``rank``    1 (largest) to 5: lesser places lose their names first
region   ``style``   ``country`` (dash and dot), ``zone`` (fine dashes), ``dots``,
                     ``letters`` (a fine line with names beside it) or ``none``
region   ``stroke``  colour
region   ``width``   width
region   ``names``   ``yes`` to letter the region's name across it, ``course`` along the
                     river between its hexes
======== =========== ====================================================================

Place tags add to the symbol: ``port`` an anchor, ``capital`` a star, ``fortress`` a bastion ring,
``fortified`` an arc with teeth, ``airfield`` an aeroplane.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from maps.legend import Kind, Layer, Legend

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TerrainLook:
    """How a terrain kind is drawn."""

    fill: str
    relief: float
    pattern: str
    ink: str
    water: bool


@dataclass(frozen=True, slots=True)
class StrokeLook:
    """How a hexside, line or region kind is drawn."""

    style: str
    stroke: str
    width: float
    casing: str
    names: bool = False
    is_course: bool = False


@dataclass(frozen=True, slots=True)
class PlaceLook:
    """How a place kind is drawn."""

    symbol: str
    fill: str
    stroke: str
    size: float
    label: str
    rank: int


_TERRAIN: dict[str, dict[str, str]] = {
    "clear": {"fill": "#e6e2c3", "relief": "0.06"},
    "rough": {"fill": "#dccfa2", "relief": "0.42"},
    "hills": {"fill": "#dccfa2", "relief": "0.42"},
    "mountain": {"fill": "#c8b083", "relief": "1"},
    "mountains": {"fill": "#c8b083", "relief": "1"},
    "sea": {"fill": "#b1ccd3", "water": "yes"},
    "ocean": {"fill": "#a6c4cd", "water": "yes"},
    "lake": {"fill": "#b1ccd3", "water": "yes"},
    "water": {"fill": "#b1ccd3", "water": "yes"},
    "woods": {"fill": "#d3d8ae", "relief": "0.06", "pattern": "woods", "ink": "#64794a"},
    "forest": {"fill": "#c0ca9c", "relief": "0.06", "pattern": "forest", "ink": "#4d6640"},
    "wooded rough": {"fill": "#cfca9b", "relief": "0.45", "pattern": "woods", "ink": "#5d7046"},
    "swamp": {"fill": "#d5ddc4", "pattern": "swamp", "ink": "#4f7a7c"},
    "marsh": {"fill": "#d5ddc4", "pattern": "swamp", "ink": "#4f7a7c"},
    "desert": {"fill": "#eadfb8", "relief": "0.08", "pattern": "sand", "ink": "#a58b55"},
    "sand": {"fill": "#eadfb8", "pattern": "sand", "ink": "#a58b55"},
    "forbidden": {"fill": "#d9d4c6", "pattern": "hatch", "ink": "#8d8677"},
}
_HEXSIDE: dict[str, dict[str, str]] = {
    "river": {"style": "river", "stroke": "#5d97ad", "width": "0.066", "casing": "#3f7488"},
    "danube": {"style": "river", "stroke": "#5591a9", "width": "0.14", "casing": "#366a80"},
    "major river": {"style": "river", "stroke": "#5591a9", "width": "0.14", "casing": "#366a80"},
    "minor river": {"style": "river", "stroke": "#5d97ad", "width": "0.055"},
    "canal": {"style": "river", "stroke": "#5d97ad", "width": "0.05", "casing": "#366a80"},
    "blocked": {"style": "bar", "stroke": "#8c2f22", "width": "0.085"},
    "prohibited": {"style": "bar", "stroke": "#8c2f22", "width": "0.085"},
    "coast": {"style": "coast"},
    "border": {"style": "line", "stroke": "#7d4a5c", "width": "0.05"},
    "strait": {"style": "strait", "stroke": "#2f6377", "width": "0.05"},
    "ferry": {"style": "strait", "stroke": "#2f6377", "width": "0.05"},
    "escarpment": {"style": "ridge", "stroke": "#5c432a", "width": "0.06"},
    "ridge": {"style": "ridge", "stroke": "#5c432a", "width": "0.06"},
}
_LINE: dict[str, dict[str, str]] = {
    "road": {"style": "road", "stroke": "#f6e9c6", "width": "0.052", "casing": "#7c4a30"},
    "major road": {"style": "road", "stroke": "#eebf78", "width": "0.065", "casing": "#7c4a30"},
    "minor road": {"style": "road", "stroke": "#8d5a3d", "width": "0.028", "casing": "none"},
    "track": {"style": "track", "stroke": "#8d5a3d", "width": "0.028", "casing": "none"},
    "rail": {"style": "rail", "stroke": "#332d27", "width": "0.03", "casing": "none"},
    "railway": {"style": "rail", "stroke": "#332d27", "width": "0.03", "casing": "none"},
    "railroad": {"style": "rail", "stroke": "#332d27", "width": "0.03", "casing": "none"},
}
_PLACE: dict[str, dict[str, str]] = {
    "major city": {"symbol": "city", "size": "0.40", "label": "caps", "rank": "1"},
    "city": {"symbol": "city", "size": "0.34", "label": "caps", "rank": "1"},
    "capital": {"symbol": "city", "size": "0.36", "label": "caps", "rank": "1"},
    "town": {"symbol": "town", "size": "0.22", "label": "bold", "rank": "3"},
    "village": {"symbol": "village", "size": "0.13", "label": "plain", "rank": "4"},
    "port": {"symbol": "port", "size": "0.24", "label": "italic", "rank": "3"},
    "airfield": {"symbol": "airfield", "size": "0.26", "label": "plain", "rank": "4"},
    "airbase": {"symbol": "airfield", "size": "0.26", "label": "plain", "rank": "4"},
    "fortress": {"symbol": "fortress", "size": "0.32", "label": "bold", "rank": "2"},
}
_REGION: dict[str, dict[str, str]] = {
    "country": {"style": "country", "stroke": "#7a3f56", "width": "0.06", "names": "yes"},
    "nation": {"style": "country", "stroke": "#7a3f56", "width": "0.06", "names": "yes"},
    "zone": {"style": "zone", "stroke": "#6b5a4a", "width": "0.026"},
    "district": {"style": "zone", "stroke": "#6b5a4a", "width": "0.026"},
    "weather": {"style": "letters", "stroke": "#3f6c86", "width": "0.03"},
    "sea zone": {"style": "dots", "stroke": "#4d7580", "width": "0.035"},
}
_PLAIN: dict[Layer, dict[str, str]] = {
    Layer.TERRAIN: {"fill": "#e6e2c3"},
    Layer.HEXSIDE: {"style": "line", "stroke": "#6b5a4a", "width": "0.05"},
    Layer.LINE: {"style": "track", "stroke": "#6b5a4a", "width": "0.03", "casing": "none"},
    Layer.PLACE: {"symbol": "dot", "size": "0.12", "label": "plain", "rank": "4"},
    Layer.REGION: {"style": "zone", "stroke": "#6b5a4a", "width": "0.026"},
}
_BY_LAYER = {
    Layer.TERRAIN: _TERRAIN,
    Layer.HEXSIDE: _HEXSIDE,
    Layer.LINE: _LINE,
    Layer.PLACE: _PLACE,
    Layer.REGION: _REGION,
}


def default_words(layer: Layer, kind: str) -> Words:
    """The look a kind has when its legend says nothing: by its id, or by a known word within the
    id.
    """
    known = _BY_LAYER[layer]
    name = kind.casefold().replace("_", " ").replace("-", " ")
    if name in known:
        return known[name]
    inside = [word for word in known if f" {word} " in f" {name} "]
    if inside:
        return known[max(inside, key=len)]
    return _PLAIN[layer]


def words_of(kind: Kind) -> dict[str, str]:
    """The words of a kind, its own over the defaults."""
    return {**default_words(kind.layer, kind.id), **kind.look}


def terrain_look(legend: Legend, kind: str) -> TerrainLook:
    """How a terrain kind looks; kinds unknown to the legend look like their name."""
    words = _words(legend, Layer.TERRAIN, kind)
    return TerrainLook(
        fill=_colour(words, "fill", "#e6e2c3"),
        relief=_number(words, "relief", 0.0, 1.0),
        pattern=words.get("pattern", "none"),
        ink=_colour(words, "ink", "#6f6653"),
        water=_is_water(words),
    )


def stroke_look(legend: Legend, layer: Layer, kind: str) -> StrokeLook:
    """How a hexside, line or region kind looks."""
    words = _words(legend, layer, kind)
    return StrokeLook(
        style=words.get("style", "line"),
        stroke=_colour(words, "stroke", "#6b5a4a"),
        width=_number(words, "width", 0.04, 0.6),
        casing=_colour(words, "casing", ""),
        names=words.get("names", "no") == "yes",
        is_course=words.get("names", "no") == "course",
    )


def place_look(legend: Legend, kind: str) -> PlaceLook:
    """How a place kind looks."""
    words = _words(legend, Layer.PLACE, kind)
    symbol = words.get("symbol", "dot")
    return PlaceLook(
        symbol=symbol,
        fill=_colour(words, "fill", "#9c3b2e" if symbol == "city" else "#fbf7ea"),
        stroke=_colour(words, "stroke", "#2b2620"),
        size=_number(words, "size", 0.18, 0.9),
        label=words.get("label", "plain"),
        rank=int(_number(words, "rank", 4, 9)),
    )


def _words(legend: Legend, layer: Layer, kind: str) -> Words:
    found = legend.kinds.get((layer, kind))
    return words_of(found) if found is not None else default_words(layer, kind)


def _is_water(words: Words) -> bool:
    """Water by the painters' word, or by the word ``sea`` that the rules of a map go by."""
    return words.get("water", "no") == "yes" or words.get("sea", "no") in ("yes", "lake")


def _colour(words: Words, word: str, default: str) -> str:
    value = words.get(word, default)
    digits = value[1:]
    is_colour = value[:1] == "#" and len(digits) in (6, 8)
    if is_colour and all(digit in "0123456789abcdefABCDEF" for digit in digits):
        return value
    return "" if value == "none" else default


def _number(words: Words, word: str, default: float, most: float) -> float:
    try:
        value = float(words.get(word, default))
    except ValueError:
        return default
    return value if 0.0 <= value <= most else default
