"""The guided way: the sample comes in by mouse and keys, from its scan to a finished turn."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

import resources
from engine.editing.map_session import EditSession
from engine.editing.project_session import Progress, ProjectSession
from maps.hexgrid import side_between
from maps.model import GameMap
from oob.model import UnitId
from qtapp.app.guide.acts import sample_beside
from qtapp.app.guide.board_dialog import ScanBoardDialog
from qtapp.app.guide.steps import STEPS
from qtapp.dialogs.place_dialog import PlaceDialog
from qtapp.painters.counters.counters import face_in
from qtapp.workspaces.charts.charts_table import CHARTS
from qtapp.workspaces.charts.charts_workspace import ChartsWorkspace
from qtapp.workspaces.counters.counters_workspace import CountersWorkspace
from qtapp.workspaces.map.map_table import EDIT
from qtapp.workspaces.map.map_workspace import MapWorkspace
from qtapp.workspaces.scenarios.dialogs import DatesDialog, NewScenario
from tests.engine.systems.by_hand.desk import board
from tests.qtapp.app.guide.person import Person
from tests.qtapp.conftest import Opener, click_hex, press_key, settle
from tests.qtapp.hands import by_key, click_answer, pick, press

sys.path.insert(0, str(Path(__file__).parents[4] / "packaging"))

from manual_pictures import sample_pictures

SAMPLES = {
    "Clear": ("0102", "0305", "0504", "0808", "1006", "1202"),
    "Woods": ("0401", "0402", "0208", "1104", "1005", "0309"),
    "Rough": ("0304", "0206", "0902", "0803", "1008", "0808"),
    "Swamp": ("0706", "0606", "0607", "0705", "0507"),
}
"""A hex of each kind that is named, and others that are confirmed."""
SIZE = 5
"""The column of sizes in the list of what was read."""
COUNTERS_STEP = [step.id for step in STEPS].index("counters")
RIVER = [("0601", "0702"), ("0602", "0703"), ("0604", "0705"), ("0607", "0708"), ("0603", "0704")]
ROAD = [("0105", "0204"), ("0304", "0404"), ("0404", "0505"), ("0906", "0907"), ("0805", "0905")]


def dialogs(monkeypatch: pytest.MonkeyPatch, person: Person, sheet: Path) -> None:
    """What the person does in each dialog as it comes up."""

    def from_scan(dialog: QDialog) -> None:
        assert isinstance(dialog, ScanBoardDialog)
        person.type("Elm Ford", into=dialog.title)
        person.press(dialog.ok)

    def scenario(dialog: QDialog) -> None:
        assert isinstance(dialog, NewScenario)
        person.type("The crossing", into=dialog.title)
        person.press(dialog.buttons.button(dialog.buttons.StandardButton.Ok))

    def dates(dialog: QDialog) -> None:
        assert isinstance(dialog, DatesDialog)
        person.type("6", into=dialog.count)
        box = dialog.findChild(QDialogButtonBox)
        assert box is not None
        person.press(box.button(QDialogButtonBox.StandardButton.Ok))

    def place(dialog: QDialog) -> None:
        assert isinstance(dialog, PlaceDialog)
        person.type(sample_pictures.TOWNS[dialog.windowTitle()[-4:]], into=dialog.name)
        person.key(Qt.Key.Key_Return)

    for kind, do in (
        (ScanBoardDialog, from_scan),
        (NewScenario, scenario),
        (DatesDialog, dates),
        (PlaceDialog, place),
    ):

        def answer(dialog: QDialog, do: Callable[[QDialog], None] = do) -> int:
            dialog.show()
            settle()
            do(dialog)
            return dialog.result()

        monkeypatch.setattr(kind, "exec", answer)

    def sheet_file(*_words: object) -> tuple[str, str]:
        person.did["field"] += 1  # the name of the file
        return str(sheet), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", sheet_file)


def test_the_sample_comes_in_and_its_first_turn_is_played(
    opened: Opener, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "elm ford.sandtable"
    window = opened(None)
    window.resize(1400, 900)
    person, guide = Person(window, qtbot), window.guide
    dialogs(monkeypatch, person, tmp_path / "elm-ford-counters.jpg")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: (str(file), ""))
    person.press(window.welcome.own)
    person.did["field"] += 1  # the name of the file
    assert guide.isVisible() and "1 of 11" in guide.title.text()
    assert is_primary(guide.act) and not is_primary(guide.on)

    person.press(guide.sample)
    qtbot.waitUntil(lambda: window.workspace_id == "scan", timeout=30_000)
    guide.look()
    assert "108 hexes" in guide.found.text() and guide.on.text() == "Next"
    assert is_primary(guide.on) and not is_primary(guide.act)
    used = person.scan.canvas.picture.used
    seen = [
        person.scan.canvas.place_of(x, y) for x in (0, used.width()) for y in (0, used.height())
    ]
    room = person.scan.canvas.viewport().rect()
    across, down = (max(at) - min(at) for at in zip(*((s.x(), s.y()) for s in seen), strict=True))
    assert max(across / room.width(), down / room.height()) > 0.9, "the scan fills its place"
    person.press(guide.on)
    person.press(guide.act)
    for _hex in range(3):
        person.press(person.scan.checks.yes)

    person.press(guide.on)
    person.press(guide.act)
    for name, labels in SAMPLES.items():
        person.hex(labels[0])
        person.type(name)
        person.key(Qt.Key.Key_Return)
    person.press(person.scan.terrain.confirm)
    for name, labels in SAMPLES.items():
        person.row(person.scan.terrain.kinds, name)
        for label in labels[1:]:
            person.hex(label)
    guide.look()
    assert guide.on.text() == "Next"
    person.press(guide.on)
    person.press(guide.act)
    person.wait()
    assert person.scan.review.list.hasFocus(), "what was read is looked at next"
    person.press(person.scan.review.draw)

    person.press(guide.on)
    person.press(guide.act)
    assert person.scan.canvas.hasFocus(), "stretches are confirmed on the scan"
    for kind, stretches in (("River", RIVER), ("Road", ROAD)):
        person.row(person.scan.lines.kinds, kind)
        for a, b in stretches:
            person.between(a, b)
        person.press(person.scan.lines.trace)
        person.wait()
        person.press(person.scan.review.draw)
        person.press(guide.act)

    person.press(guide.on)
    person.press(guide.act)
    person.wait()
    assert person.scan.layers.is_on and len(person.scan.layers.items) == 1
    assert window.view.hasFocus() and not window.docks["scan_review"].isVisible()
    sheet = window.view.mapFromScene(window.view.board.board.frame.sheet).boundingRect()  # type: ignore[union-attr]
    assert window.view.viewport().rect().adjusted(-4, -4, 4, 4).contains(sheet), (
        "the board is in view as a whole"
    )
    put_towns(person)
    guide.look()
    assert guide.found.text() == "Found: 4 places on the board."

    person.press(guide.on)
    person.press(guide.act)
    counters = window.workspaces["counters"]
    assert isinstance(counters, CountersWorkspace) and counters.scan.front.hasFocus()
    person.press(counters.scan.front)
    qtbot.waitUntil(lambda: not counters.scan.is_busy, timeout=60_000)
    person.did["wait"] += 1
    settle()
    assert counters.scan.make.hasFocus()
    person.press(counters.scan.make)
    dialog = counters.scan.dialog
    assert dialog is not None and dialog.ok.text() == "Make 24 units"
    table = counters.scan.table
    sizes = Counter(table.item(row, SIZE).text() for row in range(table.rowCount()))  # type: ignore[union-attr]
    assert sizes == Counter(made.size for made in dialog.made), "the list says the same"
    read = [(made.ratings, made.type, made.size, made.back) for made in dialog.made]
    assert read == printed_counters(), "nothing is left for the person to correct"
    for at, nation in enumerate(("Blue", "Red")):
        person.cell(dialog.colours, at, 2, nation)
    person.press(dialog.ok)
    assert not dialog.isVisible(), dialog.said.text()
    assert "The sheet has made 24 units" in window.notice.text()

    person.press(guide.on)
    person.press(guide.act)
    person.press(guide.on)
    person.press(guide.act)
    guide.look()
    assert guide.on.text() == "Next", "turns have dates"
    person.press(guide.on)
    person.press(guide.act)
    declare_rules(person)
    guide.look()
    assert guide.on.text() == "Next", "rules were changed"
    person.press(guide.on)
    assert "11 of 11" in guide.title.text()
    person.press(guide.act)
    assert window.document.has_game and window.workspace_id == "play"
    found = board_of(file)
    assert right_share(found) > 0.97
    river = {found.parse_label(a): found.parse_label(b) for a, b in RIVER}
    assert all(found.hexsides.get(side_between(a, b)) for a, b in river.items())
    assert len(found.hexsides) >= 15 and len(found.lines) >= 15
    brought_in = person.did.copy()

    places = [f"{1 + at // 4 * 2:02}{1 + at % 4 * 2:02}" for at in range(12)]
    places += [f"{12 - at // 4:02}{2 + at % 4 * 2:02}" for at in range(12)]
    game = window.bridge.game
    place = game.scenario.map.parse_label
    for number, label in enumerate(places):
        if number == 12:
            hand_over = next(
                offer.action
                for offer in window.bridge.offers.everything(1_000)
                if offer.text == "Let Red act"
            )
            assert click_answer(window, hand_over)
            person.did.update(click=1)
        press_key(window, Qt.Key.Key_N)
        click_hex(window, place(label))
        person.did.update(key=1, click=1)
    standing = [unit for unit, piece in window.bridge.state.pieces.items() if piece.at != "pool"]
    assert len(standing) == 24, "all counters of the sheet are on the board"
    rules, state = window.bridge.rules, window.bridge.state
    points = {one.side: one.value for one in rules.figures(state) if one.id == "points"}
    assert points == {"blue": 1, "red": 1}, "each holds a town"
    is_supplied, _path, why = rules.supply(state, UnitId("red-12"))
    assert is_supplied and "Oster" in why
    assert end_phases(person, lambda: window.bridge.view.phase == "Movement")
    press_key(window, Qt.Key.Key_Escape)
    click_hex(window, place(places[0]))
    click_hex(window, place("0201"))
    person.did.update(key=1, click=2)
    assert window.bridge.state.pieces[UnitId("blue-1")].at == place("0201")
    assert end_phases(person, lambda: window.bridge.view.turn == 2), "the first turn is over"
    assert brought_in["click"] < 100 and brought_in["field"] < 20
    assert person.did["click"] < 150 and person.minutes < 14
    told = resources.manual_pages()
    page = next(one.text for one in told if one.id == "17-bring-in-your-game")
    words = (
        f"{person.did['click']} clicks, {person.did['field']} fields and {person.did['key']} keys"
    )
    assert words in " ".join(page.split()), (words, person.minutes)


def is_primary(one: QPushButton) -> bool:
    """Whether a button is what Enter would most likely mean."""
    return bool(one.property("primary"))


def put_towns(person: Person) -> None:
    """Click the towns of the map and name them."""
    edit = person.window.workspaces[EDIT]
    assert isinstance(edit, MapWorkspace) and person.window.workspace_id == EDIT
    person.row(edit.tools.panel.list, "Town")
    board = edit.controller.map
    for label in sample_pictures.TOWNS:
        click_hex(person.window, board.parse_label(label))
        person.did["click"] += 1
    towns = {board.label(place.hex): place.name for place in board.places.values()}
    assert towns == sample_pictures.TOWNS
    assert {place.kind for place in board.places.values()} == {"town"}


def declare_rules(person: Person) -> None:
    """Type where supply comes from, and by how much one must lead."""
    charts = person.window.workspaces[CHARTS]
    assert isinstance(charts, ChartsWorkspace)
    for chart, path, text in (
        ("Supply", ("supply", "sources", "blue"), "Westing"),
        ("Supply", ("supply", "sources", "red"), "Oster"),
        ("Victory", ("victory", "lead"), "1"),
    ):
        person.row(charts.list.list, chart)
        person.chart_cell(charts, path, text)
    tables = charts.controller.session.charts.tables()
    assert tables["game"]["title"] == "The crossing", "the owner's, not the kit's"
    victory = tables["victory"]
    counting = {row["id"]: row["points"] for row in victory["places"]}
    assert counting == dict.fromkeys(sample_pictures.TOWNS.values(), 1)


def printed_counters() -> list[tuple[str, str, str, str]]:
    """What is on each counter of the sample's sheet, row by row."""
    order = sample_pictures.order()
    return [
        (face_in(order, unit).ratings, unit.type, unit.size.value, "")
        for unit in order.units.values()
    ]


def end_phases(person: Person, until: Callable[[], bool]) -> bool:
    """End phases by their key until something holds; whether it does."""
    for _phase in range(40):
        if until():
            return True
        press_key(person.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        person.did["key"] += 1
    return until()


def board_of(file: Path) -> GameMap:
    with EditSession.open(file, 1) as session:
        return session.map.copy()


def right_share(found: GameMap) -> float:
    """The share of hexes that have the terrain they were drawn with."""
    kinds = sample_pictures.KINDS
    truth = {
        found.parse_label(f"{column:02}{row:02}"): kinds[letter]
        for row, line in enumerate(sample_pictures.TERRAIN, 1)
        for column, letter in enumerate(line, 1)
    }
    return sum(found.terrain[at] == kind for at, kind in truth.items()) / len(truth)


def test_the_way_is_left_and_taken_up_again(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own.sandtable"
    EditSession.create(file, board()).close()
    window = opened(file)
    guide = window.guide
    assert not guide.isVisible()
    by_key(window, "bring_in")
    assert guide.isVisible() and guide.number == 0 and not guide.back.isEnabled()
    assert "1 board, no scan" in guide.found.text()
    assert not guide.sample.isVisible(), "the file has a board already"
    press(guide.on)
    press(guide.on)
    assert guide.number == 2 and guide.on.text() == "Skip"
    press(guide.back)
    assert guide.number == 1
    press(guide.act)
    assert window.workspace_id == "scan" and "not calibrated" in window.notice.text()
    pick(guide.steps, COUNTERS_STEP)
    press(guide.act)
    assert window.workspace_id == "counters"
    with ProjectSession.reading(file) as project:
        assert [order.title for order in project.orders] == ["Counters"]
    press(guide.later)
    assert not guide.isVisible()
    window.files.close()
    assert not guide.isVisible()
    window.files.open(file)
    by_key(window, "bring_in")
    assert guide.isVisible() and guide.number == COUNTERS_STEP
    press(guide.more)
    assert window.manual is not None and "From box to table" in window.manual.text.toPlainText()
    for _step in STEPS[COUNTERS_STEP:]:
        press(guide.on)
    assert not guide.isVisible()


def test_a_file_that_was_closed_on_the_way_goes_on_there(opened: Opener, tmp_path: Path) -> None:
    file, other = tmp_path / "own.sandtable", tmp_path / "other.sandtable"
    for path in (file, other):
        EditSession.create(path, board()).close()
    window = opened(file)
    guide = window.guide
    by_key(window, "bring_in")
    press(guide.on)
    window.files.close()
    window.files.open(other)
    assert not guide.isVisible()
    window.files.close()
    window.files.open(file)
    assert guide.isVisible() and guide.number == 1
    press(guide.later)
    window.files.close()
    window.files.open(file)
    assert not guide.isVisible()


def test_terrain_that_was_drawn_needs_no_more_samples() -> None:
    samples = next(step for step in STEPS if step.id == "samples")
    few = replace(Progress(*[0] * len(fields(Progress))), kinds=5, samples=24)
    assert not samples.is_done(few)
    assert samples.is_done(replace(few, drawn=300))


def test_a_file_that_was_begun_otherwise_is_met_at_its_first_open_step(
    opened: Opener, tmp_path: Path
) -> None:
    file = tmp_path / "own.sandtable"
    ProjectSession.create(file).close()
    (tmp_path / resources.SAMPLE[0]).write_bytes(b"mine")
    window = opened(file)
    by_key(window, "bring_in")
    assert window.guide.number == 0 and window.guide.sample.isVisible()
    assert sample_beside(file, resources.SAMPLE[0]).read_bytes() == b"mine"
    assert sample_beside(file, resources.SAMPLE[1]).read_bytes() == resources.sample(
        resources.SAMPLE[1]
    )
