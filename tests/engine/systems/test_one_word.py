"""One act has one word: on its button, in its menu line and in the log, in every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.events import Event
from engine.core.wording import Wording

SYSTEMS = Path(__file__).parents[3] / "engine" / "systems"
WORDS = {
    "move by sea": (
        r"\"(?:Ship|Sail|Transport) \{unit|\"Sea move\"|\"Carry by sea\""
        r"|\{unit\} (?:goes by sea|sails) "
    ),
    "move by rail": r"\{unit\} goes by rail|\"Rail movement\", [a-z]",
    "move by land": r"\{unit\} goes by land|\"Cross over\", [a-z]",
    "move": r"\"move\", \"March\"",
    "add to an attack": r"joined by \{|Into the attack:|joins the force",
    "place a reinforcement": r"\"Bring \{units?\}|Reinforcements in \{",
    "restore": r"back at full strength",
    "convert": r"become \{unit\}",
    "call off": r"\"Abandon the overrun",
    "enter": r"goes on into \{",
    "displace": r"band slips away|(?:partisan|Chetniks) relocates?",
    "the reason of a move": r"is wanted at|wanted elsewhere",
}
"""What is done, and other words that it had."""
ELSEWHERE = {
    'sails = "{unit} sails from {at} for {to}."',
    'sails = "{unit} sails from {at} to {to}."',
}
"""The voyage of a unit that may still be met on its way: it has moved by sea where it is there."""


def lines() -> Iterator[tuple[str, str]]:
    """The menu lines, titles of actions and sentences of all games, with their place."""
    for path in sorted(SYSTEMS.rglob("*")):
        if path.suffix == ".py" or path.name.endswith("prose.toml"):
            for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
                if '"' in text and text not in ELSEWHERE:
                    yield f"{path.relative_to(SYSTEMS)} line {number}", text


@pytest.mark.parametrize("act", WORDS)
def test_an_act_has_one_word(act: str) -> None:
    others = re.compile(WORDS[act])
    assert not [f"{where}: {text.strip()}" for where, text in lines() if others.search(text)]


@pytest.mark.parametrize(
    ("units", "said"),
    [
        (("3 XX",), "3 XX overruns it with 1 hit."),
        (("3 XX", "4 X"), "3 XX and 4 X overrun it with 1 hit."),
    ],
)
def test_verbs_follow_their_lists(units: tuple[str, ...], said: str) -> None:
    event = Event("done", "1", (("units", units), ("count", 1)))
    told = {"done": "{units} [units: overruns|overrun] it with {count} [hit|hits]."}
    assert Wording(str, {}, str, {}).event(event, told) == said
