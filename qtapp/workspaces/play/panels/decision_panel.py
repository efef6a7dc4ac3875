"""The open decision: who decides, what about, buttons for short answers; a die when one is due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engine.core.view.display import Outcome
from engine.core.view.outlook import Duty
from engine.core.wording import with_noun, written
from qtapp.app.bridge import GameBridge
from qtapp.widgets.parts import Flow, button, column, label, linked, restyle, rule_link, scrolled
from qtapp.widgets.wording import sentence_case
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.panels.amounts import AmountButton, Run, runs
from qtapp.workspaces.play.panels.answer_groups import AnswerGroup, Group, groups
from qtapp.workspaces.play.panels.dice_page import DicePage
from qtapp.workspaces.play.panels.duty_list import DutyList

FEW = 8
"""Up to so many legal actions in all are shown as buttons, whatever they are about."""

NARROWEST = 190
"""Pixels that the side panels keep in a narrow window, or at a large scale."""
SEVERAL = 4
"""More answers than these stand below what ends the phase, so that it is seen in a low window."""
MOST = 14
"""No more buttons than this are shown; the rest stand in the list of actions. What differs in how
many of something are meant is one button.
"""


class DecisionPanel(QWidget):
    """Prompt, rule, duties and buttons. ``chosen`` carries the offer of the button that was
    pressed, ``rule_wanted`` the number of a rule that was clicked, ``duty_wanted`` the duty;
    ``needed`` the height in pixels that all of it needs, whenever that may be another.
    """

    chosen = Signal(object)
    pointed = Signal(object)
    duty_wanted = Signal(object)
    needed = Signal(int)
    rule_wanted = Signal(str)

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._offers: dict[QObject, Offer] = {}
        self._answered: list[tuple[Run, str]] = []
        self._side = label("", "heading", "Side to decide")
        self._prompt = label("", name="Decision")
        self._rule = rule_link()
        self._rule.linkActivated.connect(self.rule_wanted)
        self.duties = DutyList()
        self.duties.rule_wanted.connect(self.rule_wanted)
        self.duties.duty_wanted.connect(self.duty_wanted)
        self.answers = Flow()
        self._more = label("", "faint")
        self._page = column(self.answers, self._more, margin=0)
        self.dice = DicePage(bridge)
        self._points = label("", "score", "Final score")
        inner = QWidget()
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.setSpacing(5)
        for widget in (
            self._side,
            self._prompt,
            self._rule,
            self.duties,
            self._points,
            self._page,
            self.dice,
        ):
            layout.addWidget(widget)
        layout.addStretch(1)
        inner.setMinimumHeight(1)  # else it is as high as with its buttons one below the other
        area = scrolled(inner, "Decision", framed=False)
        self._inner, self._area = inner, area
        self._measuring = QTimer(self)
        self._measuring.setSingleShot(True)
        self._measuring.setInterval(0)
        self._measuring.timeout.connect(self._ask_for_height)
        self.setMinimumWidth(NARROWEST)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        bridge.changed.connect(self.refresh)
        bridge.closed.connect(self.refresh)
        self.refresh()

    def buttons(self) -> list[QPushButton]:
        """The answers shown now, in order."""
        found = self.answers.findChildren(QPushButton)
        return [press for press in found if press.isVisibleTo(self.answers)]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words wrap otherwise at another width; a lower window may cut buttons off."""
        super().resizeEvent(event)
        before, after = event.oldSize(), event.size()
        if before.width() != after.width() or after.height() < before.height():
            self._measuring.start()

    def _ask_for_height(self) -> None:
        """Say what height is needed once the other panels show the position, for that lays them all
        out again; several undos in a row do it once.
        """
        self._bridge.in_turn.drop(self)
        self._bridge.in_turn.ask(self, self._measure)

    def _measure(self) -> Iterator[None]:
        layout = self._inner.layout()
        if layout is not None and self.isVisible():
            self.needed.emit(layout.totalHeightForWidth(self._area.viewport().width()))
        yield from ()

    def refresh(self) -> None:
        """Follow the session."""
        self._measuring.start()
        if not self._bridge.is_open:
            self._show("No campaign is open", "Begin a new game or open a file.", "", [])
            return
        view = self._bridge.view
        if view.outcome is not None:
            self._show_outcome(view.outcome)
        elif view.chance is not None:
            self._show("A die is due", sentence_case(view.chance.reason), view.chance.rule, [])
            self.dice.show_die(view.chance)
            self._page.hide()
            self.dice.show()
        else:
            answers, more = self._answers()
            offers = [offer for run in answers for offer in run]
            decides = self._bridge.player_decides
            is_barred = decides and not any(offer.closing for offer in offers)
            duties = self._bridge.rules.duties(self._bridge.state) if is_barred else ()
            side = self._bridge.side_name(view.side)
            words = self._cautions(offers)
            if not words and not offers and decides:
                words = self._how(duties)
            elif not words and more:
                words = "More is in the list (L), and at targets on the board."
            self._show(f"{side} to decide", view.prompt, view.rule, answers, duties, words)

    def _how(self, duties: Sequence[Duty]) -> str:
        """How one decides where no button does it: by a unit, or by what must be done where no
        unit does that.
        """
        if duties and all(duty.places and not duty.units for duty in duties):
            return "Click a line above, then a lit hex; or choose from the list (L)."
        some = self._bridge.offers.everything(FEW + 1)
        then = "where" if any(offer.action.where() for offer in some) else "what it does"
        return f"Choose a unit, then {then}; or choose from the list (L)."

    def _cautions(self, offers: list[Offer]) -> str:
        """What the rules dislike of going on."""
        closing = (offer for offer in offers if offer.closing)
        told = [str(one) for offer in closing for one in self._bridge.offers.cautions(offer)]
        more = f"\nAnd {len(told) - FEW} more." if len(told) > FEW else ""
        return "\n".join(f"⚠ {text}" for text in told[:FEW]) + more

    def _answers(self) -> tuple[list[Run], bool]:
        offers = self._bridge.offers
        few = list(islice(offers.everything(FEW + 1), FEW + 1))
        plain, aimed = [offer for offer in offers.plain() if not offer.listed], []
        if len(few) <= FEW:
            aimed = [offer for offer in few if offer not in plain and not offer.listed]
        closing = [offer for offer in plain if offer.closing]
        answers = [offer for offer in plain if not offer.closing]
        open_ones = [one for one in answers if not (one.action.sent() and one.action.where())]
        open_ones.sort(key=lambda one: not one.main)
        open_runs, last = runs(open_ones), runs(closing)
        space = max(0, MOST - len(last))
        shown = open_runs[:space]
        first = last + shown if len(shown) > SEVERAL else shown + last
        targets = runs(one for one in aimed if not one.action.sent())
        is_more = len(open_ones) < len(answers) or len(shown) < len(open_runs)
        is_more = is_more or any(offer.action.sent() and offer not in answers for offer in few)
        return first + targets, is_more

    def _buttons_for(self, answers: list[Run]) -> list[QWidget]:
        self._offers = {}
        if len(answers) == 1:
            return [self._button_for(answers[0], alone=True)]
        return [self._told(group) for group in groups(answers)]

    def _told(self, group: Group) -> QWidget:
        if not group.shared:
            return self._button_for(group.runs[0])
        buttons = [self._button(run[0], group.told(run[0].text)) for run in group.runs]
        return AnswerGroup(group.shared, buttons)

    def _button_for(self, run: Run, *, alone: bool = False) -> QWidget:
        if len(run) == 1:
            offer = run[0]
            is_due = offer.closing and not self._bridge.offers.cautions(offer)
            return self._button(offer, primary=alone or is_due or offer.main)
        several = AmountButton(run)
        self._connect(several.press, several.offer)
        several.stepped.connect(partial(self._step, several.press))
        return several

    def _button(self, offer: Offer, words: str = "", *, primary: bool = False) -> QPushButton:
        """The button of an answer, with other words than its own where these are told beside it."""
        press = button(words or offer.text, offer.text if words else offer.title, primary=primary)
        press.setAccessibleName(offer.text)
        self._connect(press, offer)
        return press

    def _step(self, press: QPushButton, offer: Offer) -> None:
        self._offers[press] = offer

    def _connect(self, press: QPushButton, offer: Offer) -> None:
        self._offers[press] = offer
        press.clicked.connect(lambda: self.chosen.emit(self._offers[press]))
        press.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """An answer is shown on the board while the mouse rests on it."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            is_on = event.type() is QEvent.Type.Enter
            self.pointed.emit(self._offers.get(watched) if is_on else None)
        return super().eventFilter(watched, event)

    def _show(
        self,
        side: str,
        prompt: str,
        rule: str,
        answers: list[Run],
        duties: Sequence[Duty] = (),
        more: str = "",
    ) -> None:
        is_another = (self._side.text(), self._prompt.text()) != (side, prompt)
        self._side.setText(side)
        self._prompt.setText(prompt)
        self._rule.setText(f"Rule {linked(rule)}" if rule else "")
        self._rule.setVisible(bool(rule))
        self._more.setText(more)
        self._more.setVisible(bool(more))
        self.duties.show_duties(duties)
        self._points.hide()
        # Buttons that stay keep the keyboard, and cost nothing. One action may be worded otherwise.
        worded = [(run, run[-1].text) for run in answers]
        if worded != self._answered:
            self._answered = worded
            self.answers.fill(self._buttons_for(answers))
        self.dice.hide()
        self._page.show()
        restyle(self._side, "heading")
        if is_another:  # a button below the fold that had the keyboard goes, and with it its view
            self._area.verticalScrollBar().setValue(0)

    def _show_outcome(self, outcome: Outcome) -> None:
        names, noun = self._bridge.side_name, outcome.counted.removeprefix("victory ")
        points = "\n".join(
            f"{names(side)}: {with_noun(written(count), noun)}" for side, count in outcome.points
        )
        level, winner = outcome.level, names(outcome.winner) if outcome.winner else ""
        words = f"{sentence_case(level)}." if winner in level else f"{winner}: {level}."
        undo = "Undo (Ctrl+Z) goes back."
        what = "what the points are for" if noun == "point" else f"the {noun}s"
        more = f"Displays lists {what}. {undo}" if outcome.points else undo
        self._show("The game is over", words, "", [], more=more)
        self._points.setText(points)
        self._points.setVisible(bool(points))
