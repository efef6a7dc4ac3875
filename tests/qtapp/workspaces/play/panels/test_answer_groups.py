"""Answers that begin alike: what they share is told once, what differs is on the buttons."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QScrollArea

from engine.core.actions import Action
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.panels.answer_groups import AnswerGroup, groups
from tests.qtapp.conftest import Opener, answer
from tests.qtapp.hands import press

BELOW = 60
"""Pixels below the last button that may be empty: a line of words, and margins."""
RETREAT = [
    "Retreat Turkish 66 XX and Turkish 72 X to 2506",
    "Retreat Turkish 66 XX to 2506",
    "Retreat Turkish 72 X to 2506",
]


def told(texts: Sequence[str], *, closing: bool = False) -> list[tuple[str, list[str]]]:
    """What is told of answers of one family, group by group."""
    runs = [(Offer(Action(), lambda _, text=text: text, "f", "F", closing),) for text in texts]
    return [(one.shared, [one.told(run[0].text) for run in one.runs]) for one in groups(runs)]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (
            ["Attack 2606 Gelibolu", "Attack 2806 Edirne", "Attack 2808"],
            [("Attack", ["2606 Gelibolu", "2806 Edirne", "2808"])],
        ),
        (["Throw: A die", "Throw: Two dice"], [("Throw:", ["A die", "Two dice"])]),
        (
            ["Look up Bombing: 1 point", "Look up Bombing: 3 points", "Look up Morale: good",
             "Look up Morale: disrupted"],
            [("Look up Bombing:", ["1 point", "3 points"]),
             ("Look up Morale:", ["Good", "Disrupted"])],
        ),
        (
            ["Set Air points to 3", "Set Air points to 5", "Set Losses to 0", "Set Losses to 2"],
            [("Set Air points to", ["3", "5"]), ("Set Losses to", ["0", "2"])],
        ),
        (
            ["Commit German CAS 1 +2", "Commit German CAS 2", "Commit Italian CAS 1",
             "Commit Italian CAS 2"],
            [("Commit German CAS", ["1 +2", "2"]), ("Commit Italian CAS", ["1", "2"])],
        ),
        (RETREAT, [("Retreat", [text.removeprefix("Retreat ") for text in RETREAT])]),
        (
            ["Advance German 8 Pz XX", "Advance Italian 9 XX", "Advance German 3 III"],
            [("Advance", ["German 8 Pz XX", "Italian 9 XX", "German 3 III"])],
        ),
        (
            ["Convert Italian 9 II to airborne", "Convert Italian 9 III to motorized troops",
             "Convert Italian 9 X to light armor"],
            [("Convert Italian", ["9 II to airborne", "9 III to motorized troops",
                                  "9 X to light armor"])],
        ),
    ],
)  # fmt: skip
def test_what_answers_share_is_told_once(
    texts: list[str], expected: list[tuple[str, list[str]]]
) -> None:
    assert told(texts) == expected


@pytest.mark.parametrize(
    "texts",
    [
        ["Take the bonus", "Take no prisoners at all"],
        ["Raid the Goeben, large (17 % seized, 42 % lost)",
         "Raid the Goeben, small (56 % seized, 8 % lost)"],
        ["Enter Canadian 5 XX at the Med Box: 3 points to the Axis",
         "Enter British 25 X at the Med Box: 1 point to the Axis",
         "Enter British 34 XX at the Med Box: 2 points to the Axis"],
        ["Build a fort", "Lay mines", "Rest"],
    ],
)  # fmt: skip
def test_answers_that_would_gain_nothing_are_told_whole(texts: list[str]) -> None:
    assert told(texts) == [("", [text]) for text in texts]


def test_what_ends_a_phase_is_told_whole() -> None:
    texts = ["End the phase now", "End the phase later"]
    assert told(texts, closing=True) == [("", [text]) for text in texts]


def test_in_the_window_words_stand_beside_or_above_their_buttons_and_all_is_in_reach(
    opened: Opener,
) -> None:
    """The dice beside their word, the columns of a table below it; screen readers hear it all; the
    panel scrolls no further than its last button.
    """
    window = opened("by_hand/theatre")
    found = [one for one in window.decision.findChildren(AnswerGroup) if one.isVisible()]
    words = {one.findChild(QLabel).text(): one for one in found}
    assert words.keys() >= {"Throw:", "Look up Bombing:", "Set Transport points to"}
    buttons = {press.accessibleName(): press for press in window.decision.buttons()}
    for text, is_beside in (("Throw: Two dice", True), ("Look up Bombing: 6 points", False)):
        group = words[text.split(":")[0] + ":"]
        top = buttons[text].mapTo(group, QPoint()).y()
        assert (top == 0) is is_beside, text
        assert buttons[text].geometry().right() <= group.width()
    assert buttons["Look up Bombing: 6 points"].text() == "6 points"
    low = [one.mapTo(window.decision, one.rect().bottomLeft()).y() for one in buttons.values()]
    (area,) = window.decision.findChildren(QScrollArea)
    empty = area.verticalScrollBar().maximum() - (max(low) - window.decision.height())
    assert empty < BELOW
    answer(window, "Set Transport points to 7")
    assert any("points to 6" in one.accessibleName() for one in window.decision.buttons())
    before = window.bridge.game.log.current
    press(next(one for one in window.decision.buttons() if one.text() == "A die"))
    assert window.bridge.game.log.current != before
