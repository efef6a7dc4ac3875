"""A module of VASSAL: one board with its picture, counters in palettes and in stacks on it.

The archive is the same, byte for byte, for the same things. Beside what VASSAL reads it holds the
board and the order of battle as text, from which they come back whole.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from lxml import etree

import maps.formats.text
import oob.formats.text
from maps.errors import counted
from maps.formats.vassal.own import BOARD_FILE, CHARTS_FILE, INDEX, ORDER_FILE, Own
from maps.formats.vassal.writing import Laid, board_element, centre_of, middle_of
from maps.formats.xmlfiles import shown, written
from maps.hexgrid import Hex
from maps.model import GameMap
from oob.formats.vassal.charts import ChartFile, add_charts
from oob.formats.vassal.inventory import add_inventories
from oob.formats.vassal.orders import KEPT, KEPT_PROTOTYPE, plain_name
from oob.formats.vassal.piece_writing import again, counter, prototypes
from oob.formats.vassal.pieces import field_text, piece_of
from oob.formats.vassal.save_writing import SAVE_FILE, save_bytes
from oob.model import OrderOfBattle, Unit

VERSION = "3.7.9"
"""The version of VASSAL whose files are written; older ones from 3.5 on read them too."""

_MODULE = "VASSAL.build.module."
_TIME = (2020, 1, 1, 0, 0, 0)
_FURNITURE = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer",
    "StackExpander", "PieceMover", "KeyBufferer", "ImageSaver", "CounterDetailViewer",
    "SelectionHighlighters", "HighlightLastMoved", "Zoomer",
)  # fmt: skip
BOARD_NAME = "Board"
_MAP_NAME = "Main"
_CHARTS = "charts"
MAP_PICTURE = "board.png"


@dataclass(frozen=True, slots=True)
class Standing:
    """A counter of a module: its pictures by face, the face it shows, and where it is.

    ``at`` is a hex or a box of the board; None keeps it in the palette, on the list ``folder``.
    """

    unit: Unit
    images: tuple[str, ...]
    face: int = 0
    at: Hex | str | None = None
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Module:
    """What becomes a module. ``pictures`` are PNG files by their names in it."""

    title: str
    board: GameMap
    laid: Laid
    order: OrderOfBattle | None
    standing: tuple[Standing, ...]
    pictures: Mapping[str, bytes]
    turns: tuple[str, ...] = ()
    """What the turns are called; a plain count where it is empty."""
    phases: tuple[str, ...] = ()
    """The phases of each turn."""
    charts: Mapping[str, str] = field(default_factory=dict)
    """Charts by their titles, as web pages."""
    rules: str = ""
    """The same charts as text, to come back whole."""
    aids: tuple[ChartFile, ...] = ()
    """Charts that are pictures."""

    @property
    def told(self) -> str:
        """What it holds, in a sentence."""
        placed = [one.at for one in self.standing if one.at is not None]
        places = len(set(placed))
        count = len(self.aids)
        aids = f", {count} player aid{'' if count == 1 else 's'}" if count else ""
        return (
            f"{counted(len(self.board.terrain), 'hex', 'hexes')},"
            f" {counted(len(self.standing), 'counter')},"
            f" {len(placed):,} of them set up in {places:,} place{'' if places == 1 else 's'}"
            f"{aids}."
        )

    @property
    def is_set_up(self) -> bool:
        """Whether any counter stands on the board."""
        return any(one.at is not None for one in self.standing)


def module_bytes(module: Module) -> bytes:
    """The archive of a module.

    Raises KnownError when a text that is kept of one of its pieces is broken.
    """
    texts = _definitions(module)
    files = {"buildFile.xml": written(_build(module, texts)), "moduledata": _data(module)}
    files |= {
        f"{_CHARTS}/{number}.html": page.encode()
        for number, page in enumerate(module.charts.values(), 1)
    }
    if module.is_set_up:
        stacks = [(x, y, [texts[one] for one in held]) for _, x, y, held in _stacks(module)]
        files[SAVE_FILE] = save_bytes(
            module.title, VERSION, _MAP_NAME, BOARD_NAME, stacks, files["moduledata"]
        )
    files |= {f"images/{name}": data for name, data in module.pictures.items()}
    files |= {f"images/{aid.file}": aid.data for aid in module.aids}
    own = Own.of(BOARD_NAME, module.laid, (one.unit.id for one in module.standing))
    files[INDEX] = json.dumps(own.as_json(), indent=1).encode()
    files[BOARD_FILE] = maps.formats.text.dumps(module.board).encode()
    if module.order is not None:
        files[ORDER_FILE] = oob.formats.text.dumps(module.order).encode()
    if module.rules:
        files[CHARTS_FILE] = module.rules.encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, _TIME)
            is_packed = name.endswith((".png", ".jpg"))
            info.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


def kept_images(order: OrderOfBattle, unit: Unit) -> list[tuple[str, int]]:
    """The pictures that a piece kept from a module asks for, each with the face it shows.

    Names that lead out of the module's folder of pictures are left out. Raises KnownError for a
    broken text.
    """
    text = order.notes.get(KEPT + unit.id)
    if text is None:
        return []
    piece = piece_of(text, f"the note {KEPT}{unit.id}")
    found = {piece.image: 0}
    for levels in piece.layers():
        drawn = [level for level in levels if level]
        for at, level in enumerate(drawn):
            found.setdefault(level, at if len(drawn) > 1 else 1)
    last = len(unit.faces) - 1
    return [
        (name, min(face, last))
        for name, face in found.items()
        if name and PurePosixPath(name).name == name and "\\" not in name and "\0" not in name
    ]


def _build(module: Module, texts: list[str]) -> etree._Element:
    order = module.order
    count = len(module.standing) + 1
    root = etree.Element(
        "VASSAL.build.GameModule", name=shown(module.title), version="1.0",
        description=shown(f"{module.title}, written by Sandtable"), VassalVersion=VERSION,
        nextPieceSlotId=str(count), ModuleOther1="", ModuleOther2="",
    )  # fmt: skip
    _child(root, "BasicCommandEncoder")
    _child(root, "Documentation")
    roster = _child(root, "PlayerRoster", buttonText="Retire", buttonKeyStroke="", buttonIcon="")
    sides = {nation.side for nation in order.nations.values()} if order is not None else set()
    for side in sorted(sides - {""}):
        etree.SubElement(roster, "entry").text = shown(side)
    _child(root, "GlobalOptions", autoReport="Always", nonOwnerUnmaskable="Never")
    _child(root, "Chatter")
    _map(root, module, texts)
    _prototypes(root, order)
    _palette(root, module, texts)
    _child(
        root, "DiceButton", name="2d6", text="2d6", nDice="2", nSides="6", plus="0",
        addToTotal="0", reportTotal="false", hotkey="", icon="/images/die.gif", prompt="false",
        reportFormat="** $name$ = $result$ *** <$PlayerName$>", tooltip="Roll two dice",
    )  # fmt: skip
    if order is None or not add_inventories(root, order.notes):
        _child(
            root, "Inventory", text="Inventory", tooltip="What is on the map", hotkey="", icon="",
            name="Inventory", groupBy="Side,Nation,CurrentMap", include="",
            pieceFormat="$PieceName$",
        )  # fmt: skip
    _turns(root, module)
    _charts(root, module)
    add_charts(root, module.aids)
    if module.is_set_up:
        _child(
            root, "PredefinedSetup", name=shown(module.title), file=SAVE_FILE, useFile="true",
            isMenu="false", description="",
        )  # fmt: skip
    return root


def _child(of: etree._Element, kind: str, /, **words: str) -> etree._Element:
    return etree.SubElement(of, _MODULE + kind, dict(words))


def _turns(root: etree._Element, module: Module) -> None:
    """The turn tracker: the turns of the game by name, each with its phases, or a plain count."""
    levels = "$level1$ $level2$" if module.phases else "$level1$"
    tracker = _child(
        root, "turn.TurnTracker", name="Turn", buttonText="Turn", hotkey="", icon="",
        turnFormat=levels, reportFormat="* $newTurn$", nexthotkey="", prevhotkey="",
    )  # fmt: skip
    if module.turns:
        level = _list(tracker, "Turn", module.turns)
    else:
        level = _child(
            tracker, "turn.CounterTurnLevel", name="Turn", property="Turn", start="1", incr="1",
            loop="false", loopLimit="-1", turnFormat="Turn $value$",
        )  # fmt: skip
    if module.phases:
        _list(level, "Phase", module.phases)


def _list(of: etree._Element, name: str, entries: tuple[str, ...]) -> etree._Element:
    return _child(
        of, "turn.ListTurnLevel", name=name, property=name, turnFormat="$value$",
        list=shown(field_text(list(entries), ",")), configFirst="false", configList="false",
        prompt="",
    )  # fmt: skip


def _charts(root: etree._Element, module: Module) -> None:
    """A window of charts, a page for each."""
    if not module.charts:
        return
    window = _child(
        root, "ChartWindow", name="Charts", text="Charts", tooltip="Charts", hotkey="", icon=""
    )
    pages = etree.SubElement(window, "VASSAL.build.widget.ListWidget", entryName="Charts")
    for number, title in enumerate(module.charts, 1):
        etree.SubElement(
            pages, "VASSAL.build.widget.HtmlChart", chartName=shown(title),
            fileName=f"{_CHARTS}/{number}.html",
        )  # fmt: skip


def _stacks(module: Module) -> Iterator[tuple[str, int, int, list[int]]]:
    """The places with counters: their names, points on the picture, and which counters."""
    held: dict[Hex | str, list[int]] = {}
    for index, one in enumerate(module.standing):
        if one.at is not None:
            held.setdefault(one.at, []).append(index)
    for at, indices in held.items():
        if isinstance(at, Hex):
            yield module.board.label(at), *centre_of(at, module.board, module.laid), indices
        else:
            yield at, *middle_of(module.laid.boxes[at]), indices


def _definitions(module: Module) -> list[str]:
    """The piece of each counter, in their order."""
    order, found = module.order, []
    for number, one in enumerate(module.standing, 1):
        assert order is not None, "counters are those of an order of battle"
        text = order.notes.get(KEPT + one.unit.id)
        if text is None:
            nation = order.nations[one.unit.nation]
            found.append(counter(one.unit, nation, one.images, one.face, number))
        else:
            found.append(again(piece_of(text, f"the note {KEPT}{one.unit.id}"), number))
    return found


def _map(root: etree._Element, module: Module, texts: list[str]) -> None:
    of = _child(
        root, "Map", mapName=_MAP_NAME, allowMultiple="false", markMoved="Always", edgeWidth="0",
        edgeHeight="0", backgroundcolor="255,255,255", launch="false", buttonName="Map", hotkey="",
        icon="", moveWithinFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
        moveToFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
        createFormat="$pieceName$ created in $location$ *", changeFormat="$message$",
    )  # fmt: skip
    picker = _child(of, "map.BoardPicker", title="Choose the board", slotScale="0.2")
    etree.SubElement(picker, "setup").text = f"{_MAP_NAME}BoardPicker\t{BOARD_NAME}\t0\t0"
    picker.append(board_element(module.board, BOARD_NAME, MAP_PICTURE, module.laid))
    _child(of, "map.StackMetrics", exSepX="6", exSepY="18", unexSepX="2", unexSepY="4")
    for name in _FURNITURE:
        _child(of, f"map.{name}")
    for name, x, y, indices in _stacks(module):
        stack = _child(
            of, "map.SetupStack", name=shown(name), owningBoard=BOARD_NAME, x=str(x), y=str(y),
            useGridLocation="false", location="",
        )  # fmt: skip
        for index in indices:
            _slot(stack, module.standing[index], index + 1, texts[index])


def _entry(unit: Unit, text: str) -> str:
    """What a palette calls a unit: as its module did, where only the spelling differs."""
    name = piece_of(text, unit.id).name
    return name if "_" in name and plain_name(name).endswith(unit.name) else unit.name


def _slot(of: etree._Element, one: Standing, number: int, text: str) -> None:
    slot = etree.SubElement(
        of, "VASSAL.build.widget.PieceSlot", entryName=shown(_entry(one.unit, text)),
        gpid=str(number), width="0", height="0",
    )  # fmt: skip
    slot.text = shown(text)


def _prototypes(root: etree._Element, order: OrderOfBattle | None) -> None:
    holder = _child(root, "PrototypesContainer")
    if order is None:
        return
    texts = prototypes(order.nations.values())
    for key, text in order.notes.items():
        if key.startswith(KEPT_PROTOTYPE):
            texts[key.removeprefix(KEPT_PROTOTYPE)] = text
    for name, text in texts.items():
        made = _child(holder, "PrototypeDefinition", name=shown(name), description="")
        made.text = shown(text)


def _palette(root: etree._Element, module: Module, texts: list[str]) -> None:
    """The counters that stand nowhere: a tab for each nation, a list for what they wait for."""
    window = _child(root, "PieceWindow", name="Counters", text="Counters", hidden="false",
                    hotkey="", icon="", scale="1.0")  # fmt: skip
    tabs = etree.SubElement(window, "VASSAL.build.widget.TabWidget", entryName="Counters")
    lists: dict[tuple[str, str], etree._Element] = {}
    nations: dict[str, etree._Element] = {}
    for index, one in enumerate(module.standing):
        if one.at is not None:
            continue
        assert module.order is not None
        nation = module.order.nations[one.unit.nation].name
        if nation not in nations:
            nations[nation] = etree.SubElement(
                tabs, "VASSAL.build.widget.TabWidget", entryName=shown(nation)
            )
        key = nation, one.folder
        if key not in lists:
            lists[key] = etree.SubElement(
                nations[nation], "VASSAL.build.widget.PanelWidget",
                entryName=shown(one.folder or nation), fixed="true", nColumns="6", vert="false",
            )  # fmt: skip
        _slot(lists[key], one, index + 1, texts[index])


def _data(module: Module) -> bytes:
    root = etree.Element("data", version="1")
    for name, text in (
        ("version", "1.0"),
        ("extra1", ""),
        ("extra2", ""),
        ("VassalVersion", VERSION),
        ("dateSaved", "0"),
        ("description", f"{module.title}, written by Sandtable"),
        ("name", module.title),
    ):
        etree.SubElement(root, name).text = shown(text)
    return written(root)
