"""What recipes of both formats say in the same words: data files, legend, boxes, free texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from maps.formats.geodata.recipe import Source
from maps.formats.geodata.tables import Table
from maps.legend import Kind, Layer
from maps.model import Box, BoxLink


def read_sources(
    root: Table, roles: Iterable[str], optional: Collection[str] = ()
) -> dict[str, Source]:
    """The data files of ``[sources]``, one for each role; ``optional`` roles may lack theirs."""
    table = root.table("sources")
    found = {}
    for role in roles:
        item = table.table(role)
        if not item.names() and role in optional:
            continue
        found[role] = Source(
            role,
            item.take("file", str),
            item.take("origin", str),
            item.take("licence", str),
            item.take("north", str, ""),
        )
        item.done()
    table.done()
    return found


def read_kind(item: Table) -> Kind:
    """One ``[[legend]]`` entry."""
    layer = item.take("layer", str)
    if layer not in tuple(Layer):
        raise item.wrong("layer", f"must be one of {', '.join(Layer)}.")
    look = read_texts(item.table("look"))
    kind = Kind(Layer(layer), item.take("id", str), item.take("name", str), look)
    item.done()
    return kind


def read_box(item: Table) -> Box:
    """One ``[[boxes]]`` entry with the hexes or boxes it leads to."""
    links = item.table("links")
    box = Box(
        id=item.take("id", str),
        name=item.take("name", str),
        at=item.pair("at"),
        size=item.pair("size"),
        links=tuple(BoxLink(target, links.take(target, int)) for target in links.names()),
    )
    item.done()
    return box


def read_texts(item: Table) -> dict[str, str]:
    """A table whose keys are names and whose values are texts."""
    return {name: item.take(name, str) for name in item.names()}
