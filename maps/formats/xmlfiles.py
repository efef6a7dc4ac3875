"""XML of strangers, read within bounds: no entities, no network, no document types.

Also texts that XML cannot hold: they travel as JSON strings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from lxml import etree

from maps.errors import KnownError

LARGEST = 64_000_000
"""Bytes of an XML file."""

MOST_ELEMENTS = 2_000_000
"""Elements of an XML file."""

DEEPEST = 200
"""Elements inside each other."""

_ODD = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def parsed(data: bytes, where: str) -> etree._Element:
    """The root of an XML file.

    Raises KnownError, with the line, for what is not XML, declares a document type, is larger than
    64 megabytes, has more than two million elements or is nested more than 200 deep.
    """
    if len(data) > LARGEST:
        what = f"is too large (at most {LARGEST // 1_000_000} megabytes)."
        raise KnownError(where, what, "Give a smaller file.")
    if b"<!DOCTYPE" in data[:200_000].replace(b"\0", b""):
        raise _typed(where)
    root = _bounded(data, where)
    if root.getroottree().docinfo.doctype:
        raise _typed(where)
    return root


def _bounded(data: bytes, where: str) -> etree._Element:
    """Feed the parser piece by piece, counting how deep and how many, before a tree can grow."""
    events = etree.XMLPullParser(
        events=("start", "end"), resolve_entities=False, no_network=True, load_dtd=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    count = depth = 0
    root: etree._Element | None = None
    try:
        for start in range(0, len(data), 65_536):
            events.feed(data[start : start + 65_536])
            for event, element in events.read_events():
                if event == "start":
                    if root is None:
                        root = element
                        if root.getroottree().docinfo.doctype:
                            raise _typed(where)
                    count, depth = count + 1, depth + 1
                else:
                    depth -= 1
                if depth > DEEPEST:
                    what = f"its elements are nested more than {DEEPEST} deep."
                    raise KnownError(where, what, "Write it flatter.")
                if count > MOST_ELEMENTS:
                    what = f"has more than {MOST_ELEMENTS:,} elements."
                    raise KnownError(where, what, "Give a smaller file.")
        events.close()
    except etree.XMLSyntaxError as error:
        line = error.lineno or 1
        what = f"is not XML ({str(error.msg)[:120]})."
        raise KnownError(f"{where} line {line}", what, "Correct it there.") from None
    if root is None:
        raise KnownError(where, "is not XML: it is empty.", "Choose another file.")
    return root


def written(root: etree._Element) -> bytes:
    """An XML file in UTF-8, indented."""
    etree.indent(root, " ")
    data: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
    return data


def name_of(element: etree._Element) -> str:
    """The tag of an element without its namespace; empty for an entity or a comment."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def children(of: etree._Element, *names: str) -> Iterator[etree._Element]:
    """The child elements of some names, in order; all when none is given."""
    for child in of:
        name = name_of(child)
        if name and (not names or name in names):
            yield child


def safe(text: str) -> str:
    """A text as XML can hold it; :func:`unsafe` gives it back.

    >>> safe("Corfu"), safe("a\\x00b")
    ('Corfu', '"a\\\\u0000b"')
    """
    return json.dumps(text) if _ODD.search(text) or text.startswith('"') else text


def unsafe(text: str) -> str:
    """The text that :func:`safe` wrote."""
    if text.startswith('"'):
        try:
            found = json.loads(text)
        except ValueError:
            return text
        return found if isinstance(found, str) else text
    return text


def shown(text: str) -> str:
    """A text for people, with a question mark for what XML cannot hold."""
    return _ODD.sub("\ufffd", text)


def _typed(where: str) -> KnownError:
    what = "declares a document type, which could hold a bomb of entities."
    return KnownError(where, what, "Take the line <!DOCTYPE ...> out.")
