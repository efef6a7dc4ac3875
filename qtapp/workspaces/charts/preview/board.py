"""What declared rules mean on a board: reach with its costs, zones, stacking, supply of a unit."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from engine.game.ask.rules_trial import Ground, Meaning, RulesTrial, Sheet
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.board.view import MapView
from qtapp.painters.overlays.overlays import Overlays
from qtapp.painters.schemes import Scheme
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.wording import unit_title
from qtapp.workspaces.play.analysis_panels.chance_bars import percent
from resources import Theme

HEX_PX = 36
"""Pixels per hex to begin with: as small as costs can be read."""
STACKING, SUPPLY, ZONES, WEATHER = "stacking", "supply", "zones", "weather"


class BoardPreview(QWidget):
    """A small board. A click on a counter chooses it, one on an empty hex tries the unit there."""

    def __init__(self) -> None:
        super().__init__()
        self._trial: RulesTrial | None = None
        self._ground: Ground | None = None
        self._moved: dict[UnitId, Hex] = {}
        self._topic = ""
        self.unit = QComboBox()
        self.unit.setAccessibleName("Unit of the preview")
        self.unit.setToolTip(plain("The unit whose reach, zone and supply are shown"))
        self.unit.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.unit.setMinimumContentsLength(12)
        self.unit.currentIndexChanged.connect(lambda _at: self._picked())
        self.sky = QComboBox()
        self.sky.setAccessibleName("Weather of the preview")
        self.sky.setToolTip(plain("The kind of weather that the rules are tried in"))
        self.sky.currentIndexChanged.connect(lambda _at: self._weather_chosen())
        self.back = button("Put back", "Let all units stand where they begin again")
        self.back.clicked.connect(self._put_back)
        self.view = MapView()
        self.view.setAccessibleName("Preview on the board")
        self.view.setToolTip(
            plain("Click a counter to choose it, an empty hex to try the chosen unit there")
        )
        self.view.setMinimumHeight(180)
        self.view.clicked.connect(lambda at, _held, _button: self._clicked(at))
        self.said = label("", "", "What the rules mean for the unit")
        head = QHBoxLayout()
        head.addWidget(self.sky, 1)
        head.addWidget(self.back)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.unit)
        layout.addLayout(head)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.said)

    def show_ground(self, ground: Ground) -> None:
        """Use another board and its units."""
        self._ground, self._trial, self._moved = ground, None, {}
        self.unit.blockSignals(True)
        self.unit.clear()
        for unit in ground.order.units:
            self.unit.addItem(unit_title(ground.order, unit), unit)
        self.unit.blockSignals(False)
        self.view.board.set_board(ground.board)

    def show_rules(self, trial: RulesTrial, topic: str) -> None:
        """Show what rules mean for the chosen unit, above all the chart ``topic``."""
        first = self._trial is None
        self._trial, self._topic = trial, topic
        self._list_skies(trial)
        if first:
            self._begin(trial)
        trial.weather(self.sky.currentData() or "")
        trial.place(self._moved)
        self._show()

    def _list_skies(self, trial: RulesTrial) -> None:
        """Offer each declared kind of weather; the one that was chosen stays so."""
        kinds, chosen = trial.skies, self.sky.currentData()
        if [
            (self.sky.itemData(row), self.sky.itemText(row)) for row in range(self.sky.count())
        ] != [*kinds.items()]:
            self.sky.blockSignals(True)
            self.sky.clear()
            for kind, name in kinds.items():
                self.sky.addItem(name, kind)
            self.sky.setCurrentIndex(max(0, self.sky.findData(chosen)))
            self.sky.blockSignals(False)
        self.sky.setVisible(bool(kinds))

    def _weather_chosen(self) -> None:
        if self._trial is not None:
            self._trial.weather(self.sky.currentData() or "")
            self._show()

    @property
    def chosen(self) -> UnitId | None:
        """The unit that is shown; None without any."""
        unit = self.unit.currentData()
        return None if unit is None else UnitId(unit)

    def wear(self, theme: Theme, scheme: Scheme) -> None:
        """Use a theme's colours around the board, and those of a scheme on it."""
        self.view.setBackgroundBrush(QColor(theme.colours["border"]))
        self.view.board.wear(scheme)

    def _begin(self, trial: RulesTrial) -> None:
        """Choose a unit that is on the board; where none is, try the first amid the land."""
        unit = next(iter(trial.on_board), self.chosen)
        if unit is None:
            return
        if trial.where(unit) is None and trial.middle is not None:
            self._moved[unit] = trial.middle
            trial.place(self._moved)
        self.unit.blockSignals(True)
        self._choose(unit)
        self.unit.blockSignals(False)
        QTimer.singleShot(0, self.view, self._look_at_it)

    def _look_at_it(self) -> None:
        """Bring the chosen unit to the middle, near enough to read what hexes cost."""
        at = self._trial.where(self.chosen) if self._trial and self.chosen is not None else None
        if at is None:
            self.view.zoom_to_fit()
        else:
            self.view.go_to(at, HEX_PX * self.view.devicePixelRatioF())

    def _picked(self) -> None:
        """Another unit was picked: show it, unless it is in sight already."""
        self._show()
        at = self._trial.where(self.chosen) if self._trial and self.chosen is not None else None
        if at is not None:
            self.view.ensure_hex_visible(at)

    def _choose(self, unit: UnitId) -> None:
        self.unit.setCurrentIndex(self.unit.findData(unit))

    def _clicked(self, at: Hex) -> None:
        if self._trial is None:
            return
        there = [unit for unit in self._trial.on_board if self._trial.where(unit) == at]
        if there:
            others = there[there.index(self.chosen) + 1 :] if self.chosen in there else there
            self._choose((others or there)[0])
        elif self.chosen is not None:
            self._moved[self.chosen] = at
            self._trial.place(self._moved)
            self._show()

    def _put_back(self) -> None:
        self._moved = {}
        if self._trial is not None:
            self._trial.place(self._moved)
            self._show()

    def _show(self) -> None:
        trial, unit, ground = self._trial, self.chosen, self._ground
        self.back.setEnabled(bool(self._moved))
        if trial is None or ground is None:
            return
        self.view.board.set_counters(trial.counters, ground.order)
        if unit is None:
            self.view.board.set_overlays(Overlays())
            self.said.setText("There are no units to try the rules with.")
            return
        found, at = trial.meaning(unit), trial.where(unit)
        selected = () if at is None else (at,)
        self.view.board.set_overlays(painted(found, self._topic, selected))
        lines = [worded(found, self._topic, on_board=at is not None)]
        if self._topic == WEATHER:
            lines += [chances(sheet) for sheet in trial.told(WEATHER)]
        self.said.setText("\n".join(lines))


def painted(found: Meaning, topic: str, selected: tuple[Hex, ...]) -> Overlays:
    """What is laid over the board for a chart: supply alone for its own, else reach and zones."""
    if topic == SUPPLY:
        return Overlays(
            selected=selected, reach=dict.fromkeys(found.fed, ""), supply=_traces(found)
        )
    own = dict.fromkeys(found.zone, "now") if topic == ZONES else {}
    return Overlays(
        selected=selected,
        reach=found.costs,
        zoc=tuple(sorted(found.hampering)),
        marks=own,
        objections=tuple(sorted(found.full | found.crowded)),
    )


def worded(found: Meaning, topic: str, *, on_board: bool) -> str:
    """What is said below the board: of the chart that is edited, and of movement."""
    first = [found.said[topic]] if topic in found.said else []
    if not on_board:
        return "\n".join((found.said["movement"], "Click a hex to try it there."))
    reach = [] if topic == SUPPLY else [found.said["movement"]]
    if topic != STACKING and (found.full or found.crowded) and topic != SUPPLY:
        reach.append(found.said[STACKING])
    return "\n".join(dict.fromkeys((*first, *reach)))


def chances(sheet: Sheet) -> str:
    """A sheet of chances as a sentence: ``Weather: dry 50.0 %, mud 50.0 %.``"""
    told = ", ".join(f"{line.label} {percent(line.chance or 0.0)}" for line in sheet.lines)
    return f"{sheet.title}: {told}."


def _traces(found: Meaning) -> tuple[tuple[Hex, ...], ...]:
    return (found.trace,) if len(found.trace) > 1 else ()
