"""A module of VASSAL taken into a project: boards, their pictures with the grid laid, counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.core.charts.chart_set import ChartSet
from engine.core.wording import counted
from engine.editing.aid_session import AidSession, NewAid
from engine.editing.modules.module_rules import own_rules, rules_by_hand
from engine.editing.modules.module_setups import Save, about_setups
from engine.editing.project_session import ProjectSession
from engine.editing.scan_session import ScanSession
from engine.frozen import dataclass
from engine.store.project import remove
from maps.digitise.arrays import Bytes
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.calibrating.transforms import Fit
from maps.digitise.works import ScanWork
from maps.errors import KnownError
from maps.files.pictures import Picture
from maps.formats.cyberboard.boards import hex_boards_of, painted
from maps.formats.cyberboard.game_box import SUFFIX as BOX
from maps.formats.cyberboard.game_box import GameBox, read_box
from maps.formats.vassal.archive import Archive, opened
from maps.formats.vassal.boards import ModuleBoard, hex_boards, left_out
from maps.formats.vassal.pictures import counter_picture_of, picture_of
from maps.formats.xmlfiles import parsed
from oob.formats.cyberboard import picture_in_box, slots_of_box
from oob.formats.vassal.charts import MOST_OF_ALL, ModuleChart, chart_picture, charts_of, pages_of
from oob.formats.vassal.counter_art import Reads, add_art
from oob.formats.vassal.dice import dice_of
from oob.formats.vassal.inventory import kept_inventories
from oob.formats.vassal.inventory import told as told_words
from oob.formats.vassal.orders import KEPT, Slot, kept_prototypes, order_of, slots_of
from oob.formats.vassal.own_orders import own_order
from oob.formats.vassal.pieces import VassalPiece
from oob.formats.vassal.save_modules import (
    SAVES,
    ModuleSetup,
    module_beside,
    module_name,
    setups_of,
)
from oob.formats.vassal.saves import save_text, setup_text, slots_alone, slots_of_save
from oob.formats.vassal.turns import turns_of
from oob.model import OrderOfBattle, UnitId

Report = Callable[[float, str], None]
"""Told how far it has come, 0 to 1, and with what; raises to cancel."""

POINTS = 9
"""Hexes that pin the grid to a picture."""


@dataclass(frozen=True, slots=True)
class FoundModule:
    """What a module holds that comes in."""

    title: str
    boards: tuple[ModuleBoard, ...]
    order: OrderOfBattle | None
    charts: ChartSet | None = None
    """Its turns and phases as rules of a game by hand, or the charts Sandtable put into it."""

    remarks: tuple[str, ...] = ()
    """Further sentences: what the turn tracker says, what is left out."""
    pieces: tuple[tuple[UnitId, Slot], ...] = ()
    """The pieces whose pictures become the faces of units."""
    aids: tuple[ModuleChart, ...] = ()
    """Its charts that are pictures."""

    def sentences(self) -> Iterator[str]:
        """What was understood, and what was not, for a person."""
        for board in self.boards:
            boxes = f", {counted(len(board.boxes), 'box', 'boxes')}" if board.boxes else ""
            yield f"Board {board.name}: {counted(len(board.map.terrain), 'hex', 'hexes')}{boxes}."
            yield from (f"Board {board.name}: {remark}." for remark in board.remarks)
        if self.order is not None:
            order = self.order
            placed = sum(len(setup.units) for setup in order.setups)
            where = f"{placed:,} set up in {counted(len(order.setups), 'place')}"
            yield (
                f"Counters: {len(order.units):,} of {counted(len(order.nations), 'side')},"
                f" {where if placed else 'none set up'}."
            )
            rated = sum(1 for unit in order.units.values() if unit.front.ratings())
            kept = any(key.startswith(KEPT) for key in order.notes)
            traits = "; their traits are kept as notes" if kept else ""
            yield (
                f"Ratings read from names of {rated:,}{traits}."
                if rated
                else (f"Names say no ratings{traits}.")
            )
            left = order.notes.get("imported, not set up", "")
            if left:
                yield f"Not set up: {left}."
        if self.aids:
            yield f"Charts as pictures: {len(self.aids)}, as player aids."
        yield from self.remarks


def look_into(archive: Archive | None, save: Save | None = None) -> FoundModule:
    """What a module holds, set up as in a ``save`` if one is given; or a ``save`` without module.

    Raises KnownError when either is broken, or there are neither hexes nor pieces.
    """
    if archive is None:
        assert isinstance(save, Path), "a module or a saved game is read"
        return _save_alone(save)
    root = parsed(archive.build_file(), archive.name)
    title = " ".join((root.get("name", "") or archive.path.stem).split())[:120]
    boards = tuple(hex_boards(root, archive))
    if save is None:
        slots = slots_of(root, archive.name)
    else:
        named = {board.name: board for board in boards}
        text = setup_text(archive, save.file) if isinstance(save, ModuleSetup) else save_text(save)
        found = slots_of_save(text, root, named, save.name)
        slots = _of_palettes(found, slots_of(root, archive.name))
    if not boards and not slots:
        what = "holds neither a board of hexes nor a piece."
        raise KnownError(archive.name, what, "Choose another module.")
    order = own_order(archive, slots, boards)
    pieces: tuple[tuple[UnitId, Slot], ...] = ()
    if order is None and slots:
        order = order_of(title, slots, boards)
        pieces = tuple(zip(order.units, slots, strict=True))
        order.notes.update(kept_prototypes(root))
        order.notes.update(kept_inventories(root))
    charts = own_rules(archive)
    turns = turns_of(root, archive.name)
    remarks: tuple[str, ...] = ()
    if charts is not None:
        remarks = (f"Charts: {charts.title}, as Sandtable wrote them.",)
    elif turns is not None:
        remarks = (turns.told,)
    remarks += about_setups(setups_of(root, archive), save)
    if save is not None and not slots:
        what = "set-up" if isinstance(save, ModuleSetup) else "saved game"
        remarks += (f"Counters: none; the {what} holds no piece that lies on a map.",)
    dice = dice_of(root)
    if charts is None and dice:
        remarks += (f"Dice: {', '.join(one.name for one in dice)}.",)
    remarks += tuple(left_out(root, boards))
    remarks += tuple(
        f"Board {board.name}: its picture {board.image} is not in the module."
        for board in boards
        if board.image and not (archive.has(f"images/{board.image}") or archive.has(board.image))
    )
    words = told_words(root, (slot.piece for _, slot in pieces))
    remarks += (words,) if words else ()
    pages = pages_of(root) if charts is None else 0
    if pages:
        remarks += (f"Charts that are web pages left out: {pages}.",)
    if charts is None and order is not None:
        charts = rules_by_hand(order, turns, dice)
    return FoundModule(title, boards, order, charts, remarks, pieces, charts_of(root))


def _of_palettes(pieces: list[Slot], slots: list[Slot]) -> list[Slot]:
    """The pieces of a saved game, each as of the palette its module has it in, by name and picture
    or one of these: no map is a side.
    """
    palettes: dict[tuple[str, str], str] = {}
    for slot in slots:
        name, image = slot.piece.name, slot.piece.image
        for key in ((name, image), (name, ""), ("", image)) if slot.folder else ():
            palettes.setdefault(key, slot.folder)

    def of(piece: VassalPiece) -> str:
        keys = ((piece.name, piece.image), (piece.name, ""), ("", piece.image))
        return next((palettes[key] for key in keys if any(key) and key in palettes), "")

    return [replace(one, folder=of(one.piece)) for one in pieces]


def _save_alone(save: Path) -> FoundModule:
    """The counters of a saved game whose module is not there."""
    title = (module_name(save) or save.stem)[:120]
    slots = slots_alone(save_text(save), save.name)
    if not slots:
        raise KnownError(save.name, "holds no piece.", "Choose another saved game.")
    order = order_of(title, slots, ())
    remark = "No module of it was found beside it: boards and pictures are left out."
    return FoundModule(title, (), order, rules_by_hand(order), (remark,))


def parts_of(source: Path, save: Save | None = None) -> tuple[Path | None, Save | None]:
    """The module and the saved game that are meant: of a save alone, the module beside it."""
    if source.suffix.lower() in SAVES and not source.is_dir():
        return module_beside(source), source
    return source, save


@dataclass(frozen=True, slots=True)
class _Pictures:
    """Where the pictures of boards and of counters are had from, by their names."""

    board: Callable[[str], Bytes | None]
    counter: Reads
    chart: Callable[[str], Picture | None] = lambda _name: None


@contextmanager
def _looked_into(
    module: Path | None, save: Save | None
) -> Iterator[tuple[FoundModule, _Pictures | None]]:
    """What a module, a game box, or a saved game alone holds, and its pictures."""
    if module is None:
        yield look_into(None, save), None
    elif module.suffix.lower() == BOX and not module.is_dir():
        box = read_box(module)
        yield (
            box_found(box, module.name),
            _Pictures(partial(painted, box), partial(picture_in_box, box)),
        )
    else:
        with opened(module) as archive:
            found = look_into(archive, save)
            yield (
                found,
                _Pictures(
                    partial(picture_of, archive),
                    partial(counter_picture_of, archive),
                    partial(chart_picture, archive),
                ),
            )


def box_found(box: GameBox, where: str) -> FoundModule:
    """What a game box of CyberBoard holds.

    Raises KnownError when it has neither boards of hexes nor pieces, or too many of these.
    """
    boards = tuple(hex_boards_of(box))
    slots = slots_of_box(box, where)
    if not boards and not slots:
        what = "holds neither a board of hexes nor a piece."
        raise KnownError(where, what, "Choose another game box.")
    remarks = ["Drawings, marks and trays of the game box are left out; nothing is set up."]
    if left := len(box.boards) - len(boards):
        remarks.append(f"Boards without hexes left out: {left}.")
    if not slots:
        return FoundModule(box.title, boards, None, None, tuple(remarks))
    order = order_of(box.title, slots, boards, "a game box of CyberBoard")
    pieces = tuple(zip(order.units, slots, strict=True))
    return FoundModule(box.title, boards, order, rules_by_hand(order), tuple(remarks), pieces)


def read_module(source: Path, save: Save | None = None) -> FoundModule:
    """What the module or game box in a file or folder holds, or the module of a saved game.

    Raises KnownError as :func:`look_into` and :func:`box_found` do.
    """
    with _looked_into(*parts_of(source, save)) as (found, _):
        return found


def take_in_module(
    source: Path,
    target: Path,
    report: Report = lambda _share, _words: None,
    save: Save | None = None,
) -> FoundModule:
    """Add a module's boards, pictures, counters and turns to a project, made when there is none.

    With a saved game the counters are those of the save, set up as they lie there; ``source`` may
    be the saved game itself, whose module is looked for beside it.
    Nothing is written when the module cannot be read. When it cannot be finished or ``report``
    raises, a project made here is removed again, and one that was there is as it was. Raises
    KnownError.
    """
    report(0.0, "Reading the module")
    with _looked_into(*parts_of(source, save)) as (found, pictures):
        fresh = not target.exists()
        try:
            with ProjectSession.create(target) if fresh else ProjectSession.open(target) as project:
                left = _add(project, pictures, found, report)
        except BaseException:
            if fresh:
                remove(target)
            raise
    if left:
        few = ", ".join(left[:5]) + (" and others" if len(left) > 5 else "")
        what = f"Pictures of charts that cannot be read (missing, SVG, too large): {few}."
        found = replace(found, remarks=(*found.remarks, what))
    return found


def _add(
    project: ProjectSession, pictures: _Pictures | None, found: FoundModule, report: Report
) -> list[str]:
    """Add boards, counters, pictures and player aids; the names of charts that are left out.

    When one of them fails, what was added is taken out again.
    """
    numbers: list[int] = []
    order = charts = None
    try:
        for board in found.boards:
            numbers.append(project.add_board(board.map))
        if found.order is not None and pictures is not None:
            add_art(
                found.order,
                found.pieces,
                pictures.counter,
                lambda share: report(share / 2, "Taking in the counters"),
            )
        if found.order is not None:
            order = project.add_order(found.order)
        if found.charts is not None:
            charts = project.add_charts(found.charts)
        for done, (number, board) in enumerate(zip(numbers, found.boards, strict=True)):
            report((1 + done / len(numbers)) / 2, f"Taking in the picture of {board.name}")
            assert pictures is not None, "boards come of a module"
            _lay_picture(pictures.board(board.image), project.path, number, board)
        return _add_aids(project.path, pictures, found.aids, report)
    except BaseException:
        for number in numbers:
            project.remove_board(number)
        if order is not None:
            project.remove_order(order)
        if charts is not None:
            project.remove_charts(charts)
        raise


def _add_aids(
    target: Path, pictures: _Pictures | None, charts: tuple[ModuleChart, ...], report: Report
) -> list[str]:
    """Keep charts as player aids, all in one step; the names of those that cannot be read."""
    if pictures is None or not charts:
        return []
    kept: list[NewAid] = []
    left: list[str] = []
    size = 0
    for done, chart in enumerate(charts):
        report(0.9 + 0.1 * done / len(charts), f"Taking in the chart {chart.name}")
        picture = pictures.chart(chart.file)
        size += len(picture.data) if picture is not None else 0
        if picture is None or size > MOST_OF_ALL:
            left.append(chart.name)
        else:
            kept.append(NewAid(picture, chart.name, chart.folder, chart.note))
    with AidSession.open(target) as session:
        session.add(kept)
    return left


def _lay_picture(picture: Bytes | None, target: Path, number: int, board: ModuleBoard) -> None:
    """Add a board's picture as a scan whose grid lies where the module lays it."""
    if picture is None:
        return
    high, wide = picture.shape[:2]
    sheet = board.map.sheets[0]
    work = ScanWork(board.image, sheet.id, wide, high, points=pins(board), fit=Fit.AFFINE)
    with ScanSession.open(target, number) as scans:
        scans.admit(scans.take_in(picture, work), work)


def pins(board: ModuleBoard) -> tuple[ControlPoint, ...]:
    """A few hexes spread over a board, with their centres in pixels."""
    spots = sorted(((board.centre(at), at) for at in board.map.terrain), key=lambda pair: pair[1])
    wide, high = board.size
    goals = [(wide * a, high * b) for a in (0.0, 0.5, 1.0) for b in (0.0, 0.5, 1.0)][:POINTS]
    chosen = {}
    for x, y in goals:
        spot, at = min(spots, key=lambda pair: (pair[0].x - x) ** 2 + (pair[0].y - y) ** 2)
        chosen[at] = ControlPoint(board.map.label(at), spot.x, spot.y)
    return tuple(chosen.values())
