"""Which words of a kind's look one can set, by layer, and the fields to set them with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from maps.legend import Layer


class Sort(StrEnum):
    """How a word is set: a colour, a number, one of a few words, or yes and no."""

    COLOUR = "colour"
    NUMBER = "number"
    CHOICE = "choice"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class LookField:
    """One word of a look. A number runs from 0 to ``most`` in ``step``; ``choices`` pair the word
    written with the words shown.
    """

    word: str
    text: str
    sort: Sort
    choices: tuple[tuple[str, str], ...] = ()
    most: float = 1.0
    step: float = 0.01

    @property
    def tip(self) -> str:
        """What it is about, in a sentence."""
        return _TIPS[self.text]


_TIPS = {
    "Border": "How the border of its regions is drawn",
    "Colour": "The colour it is drawn in; a click asks for another",
    "Drawn as": "What it looks like on the board",
    "Edges": "The colour of its two edges",
    "Inside": "The colour inside the symbol; a click asks for another",
    "Is": "Land, or nothing but sea or lake",
    "Is always coast": "A coast, whatever lies beside it",
    "Letter the names": "Write the names of its regions over the board",
    "Lettering": "How the names of its places are written",
    "May lie at sea": "It is no mistake between two hexes of sea",
    "Must share out all land": "Every hex of land has to belong to one of its regions",
    "Of pattern": "The colour of the pattern; a click asks for another",
    "Outline": "The colour of the outline; a click asks for another",
    "Pattern": "What is drawn over the colour",
    "Rank (1 first)": "Whose names find a place first where there is little room",
    "Relief": "How high it stands in the shaded relief",
    "Size": "The size of the symbol, in hexes",
    "Symbol": "The symbol of its places",
    "Width": "The width of its line, in hexes",
}


def _words(*words: str) -> tuple[tuple[str, str], ...]:
    return tuple((word, word.capitalize()) for word in words)


_STROKE = LookField("stroke", "Colour", Sort.COLOUR)
_WIDTH = LookField("width", "Width", Sort.NUMBER, most=0.6)
_CASING = LookField("casing", "Edges", Sort.COLOUR)
_AT_SEA = LookField("sea", "May lie at sea", Sort.FLAG)

FIELDS: dict[Layer, tuple[LookField, ...]] = {
    Layer.TERRAIN: (
        LookField("fill", "Colour", Sort.COLOUR),
        LookField(
            "pattern",
            "Pattern",
            Sort.CHOICE,
            _words("none", "woods", "forest", "swamp", "sand", "hatch"),
        ),
        LookField("ink", "Of pattern", Sort.COLOUR),
        LookField("relief", "Relief", Sort.NUMBER, step=0.05),
        LookField(
            "sea", "Is", Sort.CHOICE, (("no", "Land"), ("yes", "All sea"), ("lake", "All lake"))
        ),
        LookField("coast", "Is always coast", Sort.FLAG),
    ),
    Layer.HEXSIDE: (
        LookField(
            "style",
            "Drawn as",
            Sort.CHOICE,
            (
                ("river", "River"), ("line", "Line"), ("bar", "Bar (blocked)"),
                ("ridge", "Ridge"), ("strait", "Strait"), ("coast", "Coast"), ("none", "Nothing"),
            ),
        ),
        _STROKE,
        _WIDTH,
        _CASING,
        _AT_SEA,
    ),
    Layer.LINE: (
        LookField(
            "style",
            "Drawn as",
            Sort.CHOICE,
            (("road", "Road"), ("rail", "Rail"), ("track", "Track"), ("none", "Nothing")),
        ),
        _STROKE,
        _WIDTH,
        _CASING,
        _AT_SEA,
    ),
    Layer.PLACE: (
        LookField(
            "symbol",
            "Symbol",
            Sort.CHOICE,
            _words("city", "town", "village", "dot", "fortress", "airfield", "port", "none"),
        ),
        LookField("fill", "Inside", Sort.COLOUR),
        LookField("stroke", "Outline", Sort.COLOUR),
        LookField("size", "Size", Sort.NUMBER, most=0.9),
        LookField(
            "label", "Lettering", Sort.CHOICE, _words("caps", "bold", "plain", "italic", "none")
        ),
        LookField("rank", "Rank (1 first)", Sort.NUMBER, most=9, step=1),
    ),
    Layer.REGION: (
        LookField(
            "style", "Border", Sort.CHOICE, _words("country", "zone", "dots", "letters", "none")
        ),
        _STROKE,
        _WIDTH,
        LookField("names", "Letter the names", Sort.FLAG),
        LookField("partition", "Must share out all land", Sort.FLAG),
    ),
}  # fmt: skip
"""The fields of each layer, in the order they are shown; see :mod:`qtapp.painters.looks`."""

PLAIN = {
    "fill": "#fbf7ea",
    "stroke": "#2b2620",
    "ink": "#6f6653",
    "casing": "none",
    "pattern": "none",
    "relief": "0",
    "sea": "no",
}
"""What a word is at when neither the kind nor its name says anything."""
