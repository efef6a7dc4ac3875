"""The manual as sections: where a link leads, and which sections hold some words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol


class Text(Protocol):
    """A page: its id and its Markdown."""

    @property
    def id(self) -> str:
        """File name without the ending."""

    @property
    def text(self) -> str:
        """The Markdown."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what is below it, up to the next heading of any level."""

    page: str
    heading: str
    slug: str
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that holds the words looked for, and the first line of it that holds one."""

    section: Section
    line: str


def slug(heading: str) -> str:
    """Return the anchor of a heading, as code hosts form it: `If it says...` is `if-it-says`."""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)|[*`]", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")


def sections(page: Text) -> Iterator[Section]:
    """Return the sections of a page in order."""
    fenced = False
    heading, lines = "", list[str]()
    for line in page.text.splitlines():
        fenced ^= line.startswith("```")
        if not fenced and re.match(r"#{1,6} ", line):
            if heading:
                yield _section(page, heading, lines)
            heading, lines = line.lstrip("#").strip(), []
        else:
            lines.append(line)
    if heading:
        yield _section(page, heading, lines)


def search(pages: Iterable[Text], words: str) -> list[Hit]:
    """Return the sections that hold all of `words`, those with them in the heading first."""
    wanted = words.casefold().split()
    if not wanted:
        return []
    found: list[tuple[bool, Hit]] = []
    for page in pages:
        for section in sections(page):
            heading, text = section.heading.casefold(), section.text.casefold()
            if all(word in heading or word in text for word in wanted):
                inside = all(word in heading for word in wanted)
                found.append((not inside, Hit(section, _line(section, wanted))))
    return [hit for _, hit in sorted(found, key=lambda one: one[0])]


def _section(page: Text, heading: str, lines: list[str]) -> Section:
    return Section(page.id, re.sub(r"[*`]", "", heading), slug(heading), "\n".join(lines).strip())


def _line(section: Section, wanted: list[str]) -> str:
    lines = [line for line in section.text.splitlines() if re.search(r"\w", line)]
    best = next((x for x in lines if any(word in x.casefold() for word in wanted)), "")
    best = best or next(iter(lines), "")
    plain = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", best)
    return " ".join(re.sub(r"[*`|]", " ", plain).split()).lstrip("#> -")
