"""SVG drawings of strangers: refused when they refer to anything outside themselves."""

from __future__ import annotations

from xml.parsers import expat

from maps.errors import KnownError

_INSIDE = ("#", "data:image/png;", "data:image/jpeg;")
"""How what a drawing refers to begins when it is in the very file."""


def refuse_references(data: bytes, where: str) -> None:
    """Raise KnownError when an SVG refers to another file, or hides what it holds."""
    outside: list[str] = []

    def begun(_name: str, attributes: dict[str, str]) -> None:
        for name, value in attributes.items():
            if name.rpartition(":")[2] == "href" and not value.strip().startswith(_INSIDE):
                outside.append(value.strip()[:80])

    def declared(*_: object) -> None:
        outside.append("an entity")

    parser = expat.ParserCreate()
    parser.StartElementHandler = begun
    parser.EntityDeclHandler = declared
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise KnownError(where, "is no SVG that can be read.", "Save it as PNG.") from error
    if outside:
        what = f"refers to something outside the file ({outside[0]!r})."
        raise KnownError(where, what, "Save it as PNG.")
