"""Reads the map text format, bounded and strict. See maps.formats.text."""

from __future__ import annotations

import re
from collections.abc import Callable

from maps.errors import nearest
from maps.files.reading import Patience
from maps.formats.labelbook import LabelBook
from maps.formats.textlines import Line, LineReader
from maps.formats.textwriter import HEADER, LOOK_WORD, VERSION
from maps.hexgrid import Hex, Link, Side, are_adjacent, link, side_between
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import Bookmark, Box, BoxLink, GameMap, Place
from maps.numbering import LabelScheme, Order, Parity, Sheet, is_style

MAX_CHARACTERS = 64_000_000
MAX_LINE = 200_000
MAX_HEXES = 500_000
MAX_SHEET = 2_000
"""Most columns or rows of one sheet."""

SECTIONS = (
    *("map", "notes", "legend", "sheets", "terrain", "hexsides", "lines"),
    *("places", "regions", "boxes", "drafts", "bookmarks"),
)


def loaded(text: str, name: str, patience: Patience | None = None) -> GameMap:
    """The map a text describes; ``name`` is in error messages. Raises KnownError."""
    return _Reader(name, patience).read(text)


class _Reader(LineReader):
    """One reading: splits the text into sections, then reads them in the order of their needs."""

    def __init__(self, name: str, patience: Patience | None = None) -> None:
        super().__init__(name, patience)
        self.legend = Legend()
        self.book = LabelBook(())
        self.terrain: dict[Hex, str] = {}

    def read(self, text: str) -> GameMap:
        sections = self.split(text)
        if "map" not in sections:
            self.fail(
                "the section [map] is missing.", "Write [map] with id, title and orientation.", 1
            )
        head = self.pairs(sections["map"], ("id", "title", "orientation"))
        missing = [key for key in ("id", "title", "orientation") if key not in head]
        if missing:
            self.fail(f"[map] does not say the {missing[0]}.", f"Add a line '{missing[0]}: ...'.")
        orientation = self.choice(Orientation, head["orientation"], "orientation")
        notes = self.pairs(sections.get("notes", []))
        self.each(sections, "legend", self.kind)
        sheets = self.sheets(sections.get("sheets", []))
        self.book = LabelBook(sheets)
        self.read_terrain(sections.get("terrain", []))
        return GameMap(
            id=head["id"],
            title=head["title"],
            orientation=orientation,
            legend=self.legend,
            sheets=sheets,
            terrain=self.terrain,
            hexsides=self.hexsides(sections.get("hexsides", [])),
            lines=self.lines(sections.get("lines", [])),
            places=self.places(sections.get("places", [])),
            regions=self.regions(sections.get("regions", [])),
            boxes=self.boxes(sections.get("boxes", [])),
            drafts=self.drafts(sections.get("drafts", [])),
            notes=notes,
            bookmarks=self.bookmarks(sections.get("bookmarks", [])),
        )

    def split(self, text: str) -> dict[str, list[Line]]:
        if len(text) > MAX_CHARACTERS:
            self.fail("the text is larger than any map.", "Check that this is a map file.", 1)
        lines = text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
        self.header(lines[0].strip())
        sections: dict[str, list[Line]] = {}
        current: list[Line] | None = None
        is_ended = False
        for number, line in enumerate(lines[1:], 2):
            line = line.strip()
            if not line or line[0] == "#":
                continue
            self.number = number
            if is_ended:
                self.fail("there is text after [end].", "Move it before [end].")
            if line[0] == "[":
                is_ended = line == "[end]"
                current = None if is_ended else self.section(line, sections)
            elif len(line) > MAX_LINE:
                self.fail("the line is too long to be a map's.", "Check that this is a map file.")
            elif current is None:
                self.fail(f"{line[:40]!r} is before any section.", "Write [map] above it.")
            else:
                current.append((number, line))
        if not is_ended:
            self.fail(
                "the file stops before [end], so part of it is missing.",
                "Take a whole copy; if it is whole, write [end] as its last line.",
                len(lines),
            )
        return sections

    def header(self, line: str) -> None:
        match = re.fullmatch(rf"{HEADER} ([0-9]{{1,6}})", line)
        if match is None:
            self.fail(
                f"this is not a map text; it begins {line[:40]!r}.",
                f"Its first line must be '{HEADER} {VERSION}'.",
                1,
            )
        if int(match[1]) != VERSION:
            self.fail(
                f"the format is version {match[1]}, this program reads version {VERSION}.",
                "Use a newer Sandtable.",
                1,
            )

    def section(self, line: str, sections: dict[str, list[Line]]) -> list[Line]:
        name = line[1:-1] if line.endswith("]") else line[1:]
        if name not in SECTIONS or not line.endswith("]"):
            self.fail(f"there is no section {line[:40]}.", nearest(name, (*SECTIONS, "end")))
        if name in sections:
            self.fail(f"the section {line} comes twice.", "Join the two.")
        return sections.setdefault(name, [])

    def each(self, sections: dict[str, list[Line]], name: str, take: Callable[[str], None]) -> None:
        for line in self.over(sections.get(name, [])):
            take(line)

    def kind(self, line: str) -> None:
        (layer_word, id_, name), look = self.words(line, 3, 'layer id "Name" key=value ...')
        layer = self.choice(Layer, layer_word, "legend layer")
        if self.legend.has(layer, id_):
            self.fail(f"the {layer} kind {id_!r} comes twice.", "Remove one of the two.")
        found: dict[str, str] = {}
        for key, text in look:
            if LOOK_WORD.fullmatch(key) is None:
                self.fail(f"{key!r} is no look word.", "Use letters, digits and dashes.")
            if key in found:
                self.fail(f"{key!r} is said twice.", "Remove one of the two.")
            found[key] = text
        self.legend.add(Kind(layer, id_, name, found))

    def sheets(self, lines: list[Line]) -> list[Sheet]:
        found: dict[str, Sheet] = {}
        total = 0
        for line in self.over(lines):
            sheet = self.sheet(line)
            if sheet.id in found:
                self.fail(f"the sheet {sheet.id!r} comes twice.", "Remove one of the two.")
            found[sheet.id] = sheet
            total += sheet.columns * sheet.rows
            if total > MAX_HEXES:
                self.fail(f"the sheets hold more than {MAX_HEXES} hexes.", "Make them smaller.")
        return list(found.values())

    def sheet(self, line: str) -> Sheet:
        (id_,), settings = self.words(line, 1, "id columns=40 rows=30 orientation=flat ...")
        said: dict[str, str] = {}
        for key, text in settings:
            if key not in _SHEET_WORDS:
                self.fail(f"a sheet has no word {key!r}.", nearest(key, _SHEET_WORDS))
            if key in said:
                self.fail(f"{key!r} is said twice.", "Remove one of the two.")
            said[key] = text
        for key in ("columns", "rows", "orientation"):
            if key not in said:
                self.fail(f"the sheet does not say its {key}.", f"Add {key}=...")
        for key, options in _GROWTH.items():
            if said.get(key, options[0]) not in options:
                self.fail(f"{key}={said[key]} is unknown.", f"Use {' or '.join(options)}.")
        style = said.get("style", "")
        if not is_style(style):
            self.fail(f"style={style[:20]} is no way to write a number.", "Write style=A1.")
        scheme = LabelScheme(
            order=self.choice(Order, said.get("order", "CCRR"), "order"),
            parity=self.choice(Parity, said.get("parity", "even"), "parity"),
            columns_grow=said.get("columns_grow", "east"),
            rows_grow=said.get("rows_grow", "south"),
            first_column=self.whole(said.get("first_column", "1"), -MAX_SHEET, MAX_SHEET),
            first_row=self.whole(said.get("first_row", "1"), -MAX_SHEET, MAX_SHEET),
            digits=self.whole(said.get("digits", "2"), 1, 4),
            prefix=said.get("prefix", ""),
            separator=said.get("separator", ":"),
            style=style,
        )
        origin = said.get("origin", "0,0").split(",")
        if len(origin) != 2:
            self.fail(f"origin={said['origin']} is not two numbers.", "Write origin=q,r.")
        return Sheet(
            id_,
            self.choice(Orientation, said["orientation"], "orientation"),
            self.whole(said["columns"], 1, MAX_SHEET),
            self.whole(said["rows"], 1, MAX_SHEET),
            scheme,
            Hex(self.whole(origin[0]), self.whole(origin[1])),
        )

    def read_terrain(self, lines: list[Line]) -> None:
        terrain, find = self.terrain, self.book.hex
        kinds = {kind.id: kind.id for kind in self.legend.of(Layer.TERRAIN)}
        if len(lines) > MAX_HEXES:
            self.fail(f"the map has more than {MAX_HEXES} hexes.", "Split it.", lines[MAX_HEXES][0])
        for line in self.over(lines):
            key, *texts = line.split(None, 1)
            text = texts[0] if texts else ""
            kind = kinds.get(text)
            if kind is None:
                kind = self.known(Layer.TERRAIN, self.plain(text))
            at = find(key) or self.hex(key)
            if at in terrain:
                self.fail(f"hex {key} comes twice.", "Remove one of the two.")
            terrain[at] = kind

    def hexsides(self, lines: list[Line]) -> dict[Side, frozenset[str]]:
        found: dict[Side, frozenset[str]] = {}
        for line in self.over(lines):
            (pair, *kinds), _ = self.words(line, -2, "1717/1718 river")
            a, b = self.two(pair)
            if not are_adjacent(a, b):
                self.fail(f"the hexes {pair} are not adjacent.", "Name two neighbours.")
            side = side_between(a, b)
            if side in found:
                self.fail(f"the hexside {pair} comes twice.", "Put its kinds on one line.")
            found[side] = frozenset(self.known(Layer.HEXSIDE, kind) for kind in kinds)
        return found

    def two(self, pair: str) -> tuple[Hex, Hex]:
        parts = pair.split("/")
        if len(parts) == 4:
            parts = [f"{parts[0]}:{parts[1]}", f"{parts[2]}:{parts[3]}"]
        if len(parts) != 2:
            self.fail(f"{pair!r} is not a hexside.", "Write it as 1717/1718.")
        return self.hex(parts[0]), self.hex(parts[1])

    def lines(self, lines: list[Line]) -> dict[Link, frozenset[str]]:
        found: dict[Link, set[str]] = {}
        for line in self.over(lines):
            heads, text = self.headed(line, 1)
            kind = self.known(Layer.LINE, heads[0])
            keys = text.split()
            chain = [self.hex(key) for key in keys]
            if len(chain) < 2:
                self.fail(f"a {kind} needs two hexes or more.", "Write it as road: 1717 1718.")
            for (a, name), (b, other) in zip(
                zip(chain, keys, strict=True), zip(chain[1:], keys[1:], strict=True), strict=False
            ):
                if not are_adjacent(a, b):
                    self.fail(f"{name} and {other} are not adjacent.", "Name the hexes between.")
                kinds = found.setdefault(link(a, b), set())
                if kind in kinds:
                    self.fail(f"the {kind} {name} {other} comes twice.", "Remove one of the two.")
                kinds.add(kind)
        return {step: frozenset(kinds) for step, kinds in found.items()}

    def places(self, lines: list[Line]) -> dict[str, Place]:
        found: dict[str, Place] = {}
        for line in self.over(lines):
            (id_, kind, key, name), settings = self.words(line, 4, 'id kind 1717 "Name" tag=port')
            if id_ in found:
                self.fail(f"the place {id_!r} comes twice.", "Give each its own id.")
            said: dict[str, list[str]] = {"tag": [], "modern": [], "label": [], "offset": []}
            for word, text in settings:
                if word not in said:
                    self.fail(f"a place has no word {word!r}.", nearest(word, said))
                said[word].append(text)
            tags, modern, *spots = said.values()
            if any(len(once) > 1 for once in (modern, *spots)) or len(set(tags)) != len(tags):
                what = "a tag, modern name, label or offset is said twice."
                self.fail(what, "Remove one of the two.")
            kind = self.known(Layer.PLACE, kind)
            label, offset = (self.pair(spot[0]) if spot else None for spot in spots)
            at, today = self.hex(key), "".join(modern)
            found[id_] = Place(id_, name, kind, at, frozenset(tags), today, label, offset)
        return dict(sorted(found.items()))

    def regions(self, lines: list[Line]) -> dict[str, dict[str, frozenset[Hex]]]:
        found: dict[str, dict[str, set[Hex]]] = {}
        for line in self.over(lines):
            heads, text = self.headed(line, 2)
            layer = self.known(Layer.REGION, heads[0])
            hexes = found.setdefault(layer, {}).setdefault(heads[1], set())
            for key in text.split():
                at = self.hex(key)
                if at in hexes:
                    self.fail(f"hex {key} is in {heads[1]} twice.", "Remove one of the two.")
                hexes.add(at)
        return {
            layer: {name: frozenset(hexes) for name, hexes in sorted(regions.items())}
            for layer, regions in sorted(found.items())
        }

    def boxes(self, lines: list[Line]) -> dict[str, Box]:
        found: dict[str, Box] = {}
        links: dict[str, list[BoxLink]] = {}
        for line in self.over(lines):
            (id_, *others), settings = self.words(line, -2, 'id "Name" at=0,0 size=0.1,0.1')
            if others[0] == ">" and len(others) == 2:
                if id_ not in found:
                    self.fail(f"there is no box {id_!r} above.", nearest(id_, found))
                if [key for key, _ in settings] not in ([], ["distance"]):
                    self.fail("a way out of a box has a distance only.", "Write distance=12.")
                distance = dict(settings).get("distance", "0")
                links[id_].append(BoxLink(others[1], self.whole(distance, 0, 10_000)))
                continue
            if len(others) != 1:
                self.fail("too many words for a box.", 'Write it as id "Name" at=0,0 size=0.1,0.1.')
            if id_ in found:
                self.fail(f"the box {id_!r} comes twice.", "Give each its own id.")
            for word, _ in settings:
                if word not in ("at", "size"):
                    self.fail(f"a box has no word {word!r}.", nearest(word, ("at", "size")))
            said = dict(settings)
            at, size = self.pair(said.get("at", "0,0")), self.pair(said.get("size", "0.1,0.1"))
            found[id_], links[id_] = Box(id_, others[0], at, size), []
        return {
            id_: Box(box.id, box.name, box.at, box.size, tuple(links[id_]))
            for id_, box in sorted(found.items())
        }

    def drafts(self, lines: list[Line]) -> frozenset[Hex]:
        found: set[Hex] = set()
        for line in self.over(lines):
            for key in line.split():
                at = self.hex(key)
                if at in found:
                    self.fail(f"hex {key} comes twice.", "Remove one of the two.")
                found.add(at)
        return frozenset(found)

    def bookmarks(self, lines: list[Line]) -> dict[str, Bookmark]:
        found: dict[str, Bookmark] = {}
        for line in self.over(lines):
            (name, key), settings = self.words(line, 2, '"Name" 1717 zoom=48 key=1')
            if name in found:
                self.fail(f"the bookmark {name!r} comes twice.", "Give each its own name.")
            said = dict(settings)
            for word in said:
                if word not in ("zoom", "key"):
                    self.fail(f"a bookmark has no word {word!r}.", nearest(word, ("zoom", "key")))
            zoom = self.whole(said.get("zoom", "0"), 0, 10_000)
            found[name] = Bookmark(name, self.hex(key), zoom, said.get("key", ""))
        return dict(sorted(found.items()))

    def hex(self, key: str) -> Hex:
        at = self.book.hex(key)
        if at is not None:
            return at
        if self.book.is_ambiguous(key):
            self.fail(f"{key!r} names several hexes.", "Put the sheet before it, as in 14A:1506.")
        self.fail(f"there is no hex {key!r} on the sheets.", nearest(key, self.book.known()[:5000]))

    def known(self, layer: Layer, kind: str) -> str:
        if not self.legend.has(layer, kind):
            ids = [entry.id for entry in self.legend.of(layer)]
            fix = nearest(kind, ids) or "Add it to [legend]."
            self.fail(f"the legend has no {layer} {kind!r}.", fix)
        return self.legend.get(layer, kind).id


_GROWTH = {"columns_grow": ("east", "west"), "rows_grow": ("south", "north")}
_SHEET_WORDS = (
    *("columns", "rows", "orientation", "origin", "order", "parity", "columns_grow", "rows_grow"),
    *("first_column", "first_row", "digits", "prefix", "separator", "style"),
)
