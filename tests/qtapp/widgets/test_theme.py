"""What the themes paint can be read: text 4.5 to 1, borders and selection 3 to 1 (WCAG 2 AA)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QMenuBar,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTabBar,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

import resources
from qtapp.painters.palette import contrast
from qtapp.widgets.parts import button, label
from qtapp.widgets.theme import dress, icons_of, palette_of
from qtapp.widgets.trees import Ticking, WrappingTree
from resources import Theme

THEMES = resources.theme_names()
TEXT, EDGE = 4.5, 3.0
GROUNDS = ("window", "paper", "panel")
GROUP = QPalette.ColorGroup
ROLE = QPalette.ColorRole
LARGE = 26
"""Pixels of letters, whose strokes are then painted in their full ink."""
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(params=THEMES)
def worn(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Theme]:
    """Each theme in turn, worn by the whole application; afterwards the light one."""
    theme = resources.theme(request.param)
    dress(qapp, theme)
    yield theme
    dress(qapp, resources.theme("light"))


@pytest.mark.parametrize("name", THEMES)
def test_palettes(name: str) -> None:
    palette = palette_of(resources.theme(name))
    pairs = [
        (ROLE.WindowText, ROLE.Window), (ROLE.Text, ROLE.Base), (ROLE.Text, ROLE.AlternateBase),
        (ROLE.ButtonText, ROLE.Button), (ROLE.HighlightedText, ROLE.Highlight),
        (ROLE.ToolTipText, ROLE.ToolTipBase), (ROLE.PlaceholderText, ROLE.Base),
        (ROLE.Link, ROLE.Base), (ROLE.Link, ROLE.Window), (ROLE.LinkVisited, ROLE.Base),
    ]  # fmt: skip
    for group in (GROUP.Active, GROUP.Inactive):
        for ink, ground in pairs:
            inks = (palette.color(group, role).name() for role in (ink, ground))
            assert contrast(*inks) >= TEXT, (group, ink, ground)
    off = palette.color(GROUP.Disabled, ROLE.ButtonText).name()
    assert off != palette.color(GROUP.Active, ROLE.ButtonText).name()


@pytest.mark.parametrize("name", THEMES)
def test_inks_edges_and_what_is_chosen(name: str) -> None:
    colours = resources.theme(name).colours
    for ground in GROUNDS:
        for ink in ("ink", "faint", "accent", "ok", "warning", "objection"):
            assert contrast(colours[ink], colours[ground]) >= TEXT, (ink, ground)
        for edge in ("edge", "accent", "ink"):
            assert contrast(colours[edge], colours[ground]) >= EDGE, (edge, ground)
    assert contrast(colours["faint"], colours["off"]) >= 1.3, "what is off looks it"


def test_rules_of_the_sheet(worn: Theme, qapp: QApplication) -> None:
    """Text on its own ground in each state, and the border of what can be used in each."""
    colours, seen = worn.colours, 0
    for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", qapp.styleSheet()):
        if ":disabled" in selectors:
            continue
        ink = re.search(r"(?<![-\w])color: (#\w+)", body)
        ground = re.search(r"background: (#\w+)", body)
        edge = re.search(r"border(?:-color)?: (?:[12]px solid )?(#\w+)", body)
        grounds = [ground[1]] if ground else [colours[name] for name in GROUNDS]
        thin = re.search(r"::(separator|handle|groove|item|add|sub)|rulebar", selectors)
        for one in grounds if not thin or ink else ():
            seen += 1
            assert contrast(ink[1] if ink else colours["ink"], one) >= TEXT, (selectors, one)
        for name in GROUNDS if edge else ():
            assert contrast(edge[1] if edge else "", colours[name]) >= EDGE, selectors
    assert seen > 40


def picture(widget: QWidget) -> QImage:
    """A widget as it is painted on its window, on the ground that is there."""
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    return window.grab(place).toImage()


def best(image: QImage) -> float:
    """The contrast of the ink that differs most from the commonest colour of a picture."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    counts = Counter(memoryview(plain.constBits()).cast("I"))
    pixels = [f"#{pixel & 0xFFFFFF:06x}" for pixel, _count in counts.most_common()]
    return max(contrast(pixels[0], one) for one in pixels)


def inner(widget: QWidget) -> float:
    """The contrast of the words inside a widget, its border left out."""
    image = picture(widget)
    return best(image.copy(6, 6, image.width() - 12, image.height() - 12))


def edge_of(widget: QWidget, *, left: bool = False) -> float:
    """The contrast of a widget's border with what is around it: along its middle, from the side."""
    image = picture(widget)
    around = widget.window().palette().window().color().name()
    middle = image.height() // 2
    reach = 16 if left else 4
    return max(contrast(around, image.pixelColor(x, middle).name()) for x in range(reach))


def large(widget: QWidget) -> QWidget:
    widget.setStyleSheet(f"{type(widget).__name__} {{ font-size: {LARGE}px; }}")
    return widget


def test_an_icon_that_is_off_looks_it(worn: Theme, qtbot: QtBot) -> None:
    """Its ink stands out from that of one that is on, and still from the bar (3 to 1)."""
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    tools = [QToolButton(), QToolButton()]
    for tool in tools:
        tool.setIcon(icons_of(worn).icon("undo"))
        tool.setIconSize(QSize(40, 40))
        layout.addWidget(tool)
    tools[1].setEnabled(False)
    page.show()
    on, off = (inner(tool) for tool in tools)
    assert on >= 2 * off and off >= EDGE, (worn.title, on, off)


def test_painted_controls(worn: Theme, qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    plain, main, off = button("Move", "x"), button("Move", "x", primary=True), button("Off", "x")
    off.setEnabled(False)
    tool, typed, hint = QToolButton(), QLineEdit("Words"), QLineEdit()
    tool.setText("Tool")
    hint.setPlaceholderText("Filter")
    choice, count = QComboBox(), QSpinBox()
    choice.addItem("Everything")
    tick, radio = QCheckBox("Shown"), QRadioButton("First")
    widgets = (plain, main, off, tool, typed, hint, choice, count, tick, radio)
    for widget in widgets:
        layout.addWidget(large(widget))
    page.show()
    page.setFocus()
    for widget in widgets:
        if widget is not off:
            assert inner(widget) >= TEXT, widget
    assert inner(off) < inner(plain)
    for widget in (plain, main, typed, choice, count):
        assert edge_of(widget) >= EDGE, widget
    for widget in (tick, radio):
        assert edge_of(widget, left=True) >= EDGE, widget
    for press in (plain, main, tool):
        QTest.mousePress(press, LEFT)
        assert inner(press) >= TEXT, press
        QTest.mouseRelease(press, LEFT)
        assert inner(press) >= TEXT, press


def test_painted_words(worn: Theme, qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    roles = ("", "heading", "faint", "rule", "warning", "title", "score", "chip", "chip_now")
    words = [label("Words", role, wraps=False) for role in roles]
    for word in words:
        layout.addWidget(large(word))
    page.show()
    for word in words:
        assert inner(word) >= TEXT, word.property("role")


def test_painted_menus_lists_and_tabs(worn: Theme, qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    bar, tabs, lines, tree = QMenuBar(), QTabBar(), QListWidget(), QTreeWidget()
    menu = QMenu("File", bar)
    menu.addAction("Open")
    bar.addMenu(menu)
    for tab in ("Log", "Lines"):
        tabs.addTab(tab)
    lines.addItems(["First", "Second"])
    lines.setCurrentRow(0)
    tree.setHeaderLabels(["Name"])
    tree.addTopLevelItem(QTreeWidgetItem(["First"]))
    tree.setCurrentItem(tree.topLevelItem(0))
    for widget in (bar, tabs, lines, tree, menu):
        large(widget)
    for widget in (bar, tabs, lines, tree):
        layout.addWidget(widget)
    page.resize(320, 420)
    page.show()
    for tab in range(2):
        assert best(picture(tabs).copy(tabs.tabRect(tab))) >= TEXT
    for view in (lines, tree):
        row = view.visualItemRect(view.item(0) if view is lines else tree.topLevelItem(0))
        assert best(picture(view.viewport()).copy(row.adjusted(4, 2, -4, -2))) >= TEXT
    assert inner(tree.header()) >= TEXT
    bar.setActiveAction(menu.menuAction())
    place = bar.actionGeometry(menu.menuAction())
    assert best(picture(bar).copy(place.adjusted(3, 3, -3, -3))) >= TEXT
    menu.popup(page.mapToGlobal(QPoint(0, 0)))
    menu.setActiveAction(menu.actions()[0])
    assert best(picture(menu).copy(menu.actionGeometry(menu.actions()[0]))) >= TEXT
    menu.close()


def test_painted_pressed_and_checked(worn: Theme, qtbot: QtBot) -> None:
    """Words and marks while the mouse holds something down, and of what stays pressed."""
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    tick, radio, die = QCheckBox("Shown"), QRadioButton("First"), button("6", "x")
    die.setProperty("die", True)
    kept, quiet = QToolButton(), QToolButton()
    for tool in (kept, quiet):
        tool.setText("Tool")
        tool.setCheckable(True)
    quiet.setProperty("quiet", True)
    presses = (tick, radio, die, kept, quiet)
    for widget in presses:
        layout.addWidget(large(widget))
    page.show()
    for widget in presses:
        QTest.mousePress(widget, LEFT, pos=QPoint(10, widget.height() // 2))
        assert widget.isDown(), widget
        assert inner(widget) >= TEXT, widget
        if widget not in (kept, quiet):
            assert edge_of(widget, left=widget in (tick, radio)) >= EDGE, widget
        QTest.mouseRelease(widget, LEFT, pos=QPoint(10, widget.height() // 2))
    for widget in (tick, radio, kept, quiet):
        assert widget.isChecked() and inner(widget) >= TEXT, widget
    for widget in (tick, radio):
        mark = picture(widget).copy(2, widget.height() // 2 - 6, 13, 12)
        assert best(mark) >= EDGE, widget
    assert edge_of(kept) >= EDGE, "what stays pressed has an edge"


@pytest.mark.parametrize("is_tree", [False, True])
def test_painted_ticks_of_lists(worn: Theme, qtbot: QtBot, is_tree: bool) -> None:
    """The boxes before the lines of a list, ticked and not, of the current line and another."""
    view = WrappingTree("Ticks", 1) if is_tree else QListWidget()
    qtbot.addWidget(view)
    if not is_tree:
        view.setItemDelegate(Ticking(view))
    view.resize(260, 160)
    for on in (Qt.CheckState.Checked, Qt.CheckState.Unchecked) * 2:
        if isinstance(view, QTreeWidget):
            item = QTreeWidgetItem(["Italian SM.81"])
            item.setCheckState(0, on)
            view.addTopLevelItem(item)
            view.setRootIsDecorated(False)
        else:
            line = QListWidgetItem("Italian SM.81", view)
            line.setCheckState(on)
    view.show()
    index = view.model().index
    for current in (0, 1):
        view.setCurrentIndex(index(current, 0))
        for row in range(4):
            place = view.visualRect(index(row, 0))
            box = picture(view.viewport()).copy(place.left(), place.top(), 22, place.height())
            middle = box.rect().center()
            across = [box.pixelColor(x, middle.y()).name() for x in range(box.width())]
            chosen = row == current
            ground = worn.colours["accent" if chosen else "paper"]
            edge = max(contrast(ground, one) for one in across)
            assert edge >= EDGE, (row, current, "the box stands out")
            if row % 2 == 0:
                assert best(box.copy(box_of(across, ground), middle.y() - 4, 7, 9)) >= EDGE, row


def box_of(across: list[str], ground: str) -> int:
    """Where the inside of a box begins in a row of pixels over it."""
    first = next(x for x, one in enumerate(across) if contrast(ground, one) >= EDGE)
    return first + 3


def test_painted_lists_that_are_open(worn: Theme, qtbot: QtBot) -> None:
    """The lines of a choice that is folded out, of a menu within a menu, and of a list whose window
    lost the keyboard.
    """
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    choice, lines = QComboBox(), QListWidget()
    for widget in (choice, lines):
        widget.addItems(["Everything", "Moves"])
        layout.addWidget(large(widget))
    lines.setCurrentRow(0)
    page.show()
    QTest.mousePress(choice, LEFT)
    folded = choice.view()
    assert folded.isVisible() and inner(choice) >= TEXT
    for row in range(2):
        place = folded.visualRect(folded.model().index(row, 0)).adjusted(4, 2, -4, -2)
        assert best(picture(folded.viewport()).copy(place)) >= TEXT, row
    choice.hidePopup()
    page.setEnabled(True)
    lines.clearFocus()
    for row in range(2):
        place = lines.visualItemRect(lines.item(row)).adjusted(4, 2, -4, -2)
        assert best(picture(lines.viewport()).copy(place)) >= TEXT, row
    chosen = lines.visualItemRect(lines.item(0))
    shown = picture(lines.viewport()).pixelColor(chosen.right() - 3, chosen.center().y()).name()
    assert contrast(shown, worn.colours["paper"]) >= EDGE, "the selection stands out"


def test_painted_slider_in_the_hand(worn: Theme, qtbot: QtBot) -> None:
    """The handle of a slider, at rest and held, and the groove on both sides of it."""
    page, slider = QWidget(), QSlider(Qt.Orientation.Horizontal)
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    layout.addWidget(slider)
    slider.setFixedSize(200, 40)
    slider.setValue(50)
    page.show()
    for held in (False, True):
        if held:
            QTest.mousePress(slider, LEFT, pos=slider.rect().center())
            assert slider.isSliderDown()
        image, middle = picture(slider), slider.rect().center()
        down = [image.pixelColor(middle.x(), y).name() for y in range(middle.y() - 9, middle.y())]
        groove = [image.pixelColor(x, middle.y()).name() for x in (40, 160)]
        for seen in (max(contrast(page_of(worn), one) for one in down),
                     *(contrast(page_of(worn), one) for one in groove)):  # fmt: skip
            assert seen >= EDGE, held
    QTest.mouseRelease(slider, LEFT, pos=slider.rect().center())


def page_of(theme: Theme) -> str:
    """The colour of an empty window."""
    return theme.colours["window"]


def test_what_it_is_measured_by_finds_pale_words(qtbot: QtBot) -> None:
    word = label("Words", wraps=False)
    qtbot.addWidget(word)
    word.setStyleSheet(f"font-size: {LARGE}px; color: #aaaaaa; background: #ffffff")
    word.show()
    assert 2.0 < inner(word) < 2.6
