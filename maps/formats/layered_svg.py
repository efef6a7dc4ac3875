"""SVG drawings of named layers, as Inkscape and its like show them.

Each layer is a group with an ``id`` and a label. Shapes come as small SVG drawings of their own,
which Qt writes; names come as :class:`Text` and stay text that can be searched and changed.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from maps.formats.xmlfiles import children, name_of, parsed, shown

SVG = "http://www.w3.org/2000/svg"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"

_LINK = re.compile(r"url\(#([^)]+)\)")


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text about ``x``, its baseline at ``y``, ``size`` high; all in drawing units.

    ``halo`` is the colour of a seam around its letters, empty for none; ``spacing`` is added
    between letters; ``anchor`` is ``middle`` or ``start``; ``turn`` turns the line about ``x`` and
    ``y``, in degrees to the right.
    """

    text: str
    x: float
    y: float
    size: float
    fill: str
    bold: bool = False
    italic: bool = False
    halo: str = ""
    opacity: float = 1.0
    spacing: float = 0.0
    anchor: str = "middle"
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class DrawnLayer:
    """A layer: its id, its name for people, SVG drawings, texts, and layers inside it."""

    id: str
    name: str
    drawings: Sequence[bytes] = ()
    texts: Sequence[Text] = ()
    layers: Sequence[DrawnLayer] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole drawing: title, place and size in drawing units, size on paper in millimetres."""

    title: str
    left: float
    top: float
    wide: float
    high: float
    paper: tuple[float, float]
    layers: Sequence[DrawnLayer]


def svg(of: Drawing) -> bytes:
    """The bytes of an SVG file."""
    root = etree.Element(
        f"{{{SVG}}}svg",
        nsmap={None: SVG, "inkscape": INKSCAPE},
        width=f"{of.paper[0]:.3f}mm",
        height=f"{of.paper[1]:.3f}mm",
        viewBox=f"{of.left:.2f} {of.top:.2f} {of.wide:.2f} {of.high:.2f}",
        version="1.1",
    )
    etree.SubElement(root, f"{{{SVG}}}title").text = shown(of.title)
    taken: set[str] = set()
    for layer in of.layers:
        _group(root, layer, taken)
    data: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
    return data


def _group(of: etree._Element, layer: DrawnLayer, taken: set[str]) -> None:
    ident = _fresh(layer.id, taken)
    group = etree.SubElement(of, f"{{{SVG}}}g", id=ident)
    group.set(f"{{{INKSCAPE}}}groupmode", "layer")
    group.set(f"{{{INKSCAPE}}}label", shown(layer.name))
    for number, drawing in enumerate(layer.drawings):
        _take(group, drawing, f"{ident}-{number}")
    for text in layer.texts:
        _letter(group, text)
    for inner in layer.layers:
        _group(group, inner, taken)


def _fresh(wanted: str, taken: set[str]) -> str:
    """An id that XML allows and no other layer has."""
    plain = re.sub(r"[^A-Za-z0-9_.-]", "-", wanted)
    plain = plain if plain[:1].isalpha() else f"layer-{plain}"
    ident, number = plain, 2
    while ident in taken:
        ident, number = f"{plain}-{number}", number + 1
    taken.add(ident)
    return ident


def _take(group: etree._Element, drawing: bytes, prefix: str) -> None:
    """Move the content of a drawing into a group; ids in it get a prefix of their own."""
    for child in children(parsed(drawing, "the drawing")):
        if name_of(child) in ("title", "desc") or (name_of(child) == "defs" and not len(child)):
            continue
        group.append(copy.deepcopy(child))
        for element in group[-1].iter():
            for key, value in element.attrib.items():
                if key == "id":
                    element.set(key, f"{prefix}-{value}")
                elif "url(#" in value:
                    element.set(key, _LINK.sub(rf"url(#{prefix}-\1)", value))


def _letter(group: etree._Element, text: Text) -> None:
    element = etree.SubElement(
        group, f"{{{SVG}}}text", x=f"{text.x:.2f}", y=f"{text.y:.2f}", fill=text.fill
    )
    element.set("font-family", "DejaVu Sans, sans-serif")
    element.set("font-size", f"{text.size:.2f}")
    if text.anchor != "start":
        element.set("text-anchor", text.anchor)
    if text.turn:
        element.set("transform", f"rotate({text.turn:.1f} {text.x:.2f} {text.y:.2f})")
    if text.bold:
        element.set("font-weight", "bold")
    if text.italic:
        element.set("font-style", "italic")
    if text.opacity < 1:
        element.set("opacity", f"{text.opacity:.2f}")
    if text.spacing:
        element.set("letter-spacing", f"{text.spacing:.2f}")
    if text.halo:
        element.set("stroke", text.halo)
        element.set("stroke-width", f"{text.size * 0.25:.2f}")
        element.set("stroke-linejoin", "round")
        element.set("paint-order", "stroke")
    element.text = shown(text.text)
