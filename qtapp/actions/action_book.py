"""The action table as live QActions, shared by menus, toolbar, palette and shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QToolButton, QWidget

from qtapp.actions.action_table import (
    ACTIONS,
    WHY_OFF,
    ActionSpec,
    Category,
    When,
    by_id,
    plain_text,
)
from qtapp.app.settings import Preferences
from qtapp.widgets.icons import Icons
from qtapp.widgets.mnemonics import keep_apart
from qtapp.widgets.plain import plain


class ActionBook(QObject):
    """All actions of one window, by id."""

    def __init__(self, window: QWidget, preferences: Preferences) -> None:
        super().__init__(window)
        self._preferences = preferences
        self._actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._workspace = ""
        self._held: set[str] | None = None
        for spec in ACTIONS:
            self._actions[spec.id] = self._build(spec)
            window.addAction(self._actions[spec.id])
        self.set_conditions(())

    def __getitem__(self, ident: str) -> QAction:
        return self._actions[ident]

    def on(self, ident: str, slot: Callable[[], object]) -> None:
        """Do ``slot`` when the action is triggered by anyone."""
        self._actions[ident].triggered.connect(lambda _checked=False: slot())

    def set_conditions(self, holding: Iterable[str], workspace: str = "") -> None:
        """Switch every action on or off by what holds now and which workspace is in view."""
        held = {When.ALWAYS, *holding}
        if (held, workspace) == (self._held, self._workspace):
            return
        is_first, before = self._held is None, self._workspace
        turned = held ^ (self._held or set())
        self._held, self._workspace = held, workspace
        for spec in ACTIONS:
            other = workspace != before and spec.workspace in (before, workspace)
            if not (is_first or other or spec.when in turned):
                continue
            action = self._actions[spec.id]
            is_on = spec.when in held and spec.workspace in ("", workspace)
            if is_first or other or is_on is not action.isEnabled():
                action.setEnabled(is_on)
                self._say_what(spec, action)

    def keys(self, spec: ActionSpec) -> str:
        """The shortcut an action has now."""
        chosen = self._preferences.shortcut(spec.id)
        return spec.keys if chosen is None else chosen

    def set_keys(self, spec: ActionSpec, keys: str) -> None:
        """Give an action another shortcut and remember it."""
        self._preferences.set_shortcut(spec.id, None if keys == spec.keys else keys)
        self._apply_keys(spec, self._actions[spec.id])

    def holder_of(self, keys: str, besides: str = "") -> ActionSpec | None:
        """The action that already has a shortcut where ``besides`` would need it, if any."""
        wanted = QKeySequence(keys)
        workspace = next((spec.workspace for spec in ACTIONS if spec.id == besides), "")
        for spec in ACTIONS:
            if spec.id == besides or not keys or QKeySequence(self.keys(spec)) != wanted:
                continue
            if spec.workspace == workspace or "" in (spec.workspace, workspace):
                return spec
        return None

    def why_dead(self, keys: QKeySequence) -> str:
        """Why a shortcut does nothing now, in a sentence; empty where it is none, or works."""
        for spec in ACTIONS:
            action = self._actions[spec.id]
            here = spec.workspace in ("", self._workspace)
            if here and not keys.isEmpty() and action.shortcut() == keys:
                if action.isEnabled():
                    return ""
                return f"{plain_text(spec).rstrip('…')} is off now: {self._why_off(spec)}"
        return ""

    def why_off(self, ident: str) -> str:
        """Why an action is off now, in a sentence."""
        one = by_id(ident)
        return f"{plain_text(one).rstrip('…')} is off now: {self._why_off(one)}"

    def fill_menu(self, bar: QMenuBar, category: Category) -> QMenu:
        """Add the menu of a category to a menu bar."""
        menu = bar.addMenu(f"&{category.value}")
        menu.setToolTipsVisible(True)
        for spec in ACTIONS:
            if spec.category is category:
                if spec.gap and not menu.isEmpty():
                    menu.addSeparator()
                menu.addAction(self._actions[spec.id])
        keep_apart(menu)
        return menu

    def fill_toolbar(self, bar: QToolBar, workspace: str) -> None:
        """Add the actions of a workspace, or of the window, that are marked for it to a toolbar."""
        for spec in ACTIONS:
            if spec.toolbar and spec.workspace == workspace:
                if spec.gap and bar.actions():
                    bar.addSeparator()
                bar.addAction(self._actions[spec.id])
                if spec.beside:
                    button = bar.widgetForAction(self._actions[spec.id])
                    if isinstance(button, QToolButton):
                        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
                        self._actions[spec.id].setIconText(spec.beside)

    def set_icons(self, icons: Icons) -> None:
        """Use a theme's icons."""
        for spec in ACTIONS:
            if spec.icon:
                self._actions[spec.id].setIcon(icons.icon(spec.icon))

    def _build(self, spec: ActionSpec) -> QAction:
        action = QAction(spec.text, self)
        action.setObjectName(spec.id)
        action.setCheckable(spec.checkable)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setStatusTip(spec.tip)
        if spec.group:
            self._groups.setdefault(spec.group, QActionGroup(self)).addAction(action)
        self._apply_keys(spec, action)
        return action

    def _apply_keys(self, spec: ActionSpec, action: QAction) -> None:
        keys = QKeySequence(self.keys(spec))
        action.setShortcut(keys)
        self._held = None
        self._say_what(spec, action)

    def _why_off(self, spec: ActionSpec) -> str:
        entrance = self._actions.get(f"workspace_{spec.workspace}")
        if entrance is not None and spec.workspace != self._workspace:
            keys = entrance.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            title = entrance.text().replace("&", "")
            return f"it belongs to the workspace “{title}” ({keys})."
        return WHY_OFF[spec.when]

    def _say_what(self, spec: ActionSpec, action: QAction) -> None:
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        title = plain_text(spec).rstrip("…")
        lines = [f"{title} ({shown})" if shown else title, spec.tip]
        if not action.isEnabled():
            lines.append(f"Off now: {self._why_off(spec)}")
        text = "\n".join(lines)
        if action.toolTip() != text:
            action.setToolTip(plain(text))
