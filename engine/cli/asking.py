"""``sandtable ask``: lay out a position, of a scenario or of a game, and ask the rules about it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from engine.cli.common import FILE, json_option, say_json
from engine.core.wording import written
from engine.game.ask import answers
from engine.game.ask.exporting import told
from engine.game.ask.reading import read_file
from engine.game.ask.table import Table, lay_out
from maps.errors import KnownError, nearest
from maps.files.reading import json_of, read_text
from maps.untyped import Json, JsonList
from maps.untyped import Table as Untyped

STDIN = Path("-")
NOT_SHOWN = ("gone", "reserve", "components")
"""Boxes whose units are not in play; ``--json`` tells them too."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a question after its first, and the units named with ``--with``."""

    words: tuple[str, ...]
    force: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question: how it is written, how many words it takes, and who answers it."""

    usage: str
    least: int
    most: int
    answer: Callable[[Table, Asked], Json]


def _one(answer: Callable[[Table, str], Json]) -> Callable[[Table, Asked], Json]:
    """Answers a question of one word."""
    return lambda table, asked: answer(table, asked.words[0])


def _none(answer: Callable[[Table], Json]) -> Callable[[Table, Asked], Json]:
    """Answers a question without further words."""
    return lambda table, _asked: answer(table)


QUESTIONS: Mapping[str, Question] = {
    "legal": Question(
        "legal [UNIT]", 0, 1, lambda table, asked: answers.legal(table, *asked.words)
    ),
    "check": Question(
        "check ACTION.json", 1, 1, _one(lambda table, word: answers.check(table, _json(word)))
    ),
    "reach": Question("reach UNIT", 1, 1, _one(answers.reach)),
    "odds": Question(
        "odds HEX [--with UNIT]...",
        1,
        1,
        lambda table, asked: answers.odds(table, asked.words[0], asked.force),
    ),
    "supply": Question("supply UNIT", 1, 1, _one(answers.supply)),
    "zoc": Question("zoc SIDE", 1, 1, _one(answers.zoc)),
    "units": Question("units", 0, 0, _none(answers.units)),
    "do": Question(
        "do ACTIONS.jsonl", 1, 1, _one(lambda table, word: answers.do(table, read_lines(word)))
    ),
    "decision": Question("decision", 0, 0, _none(answers.decision)),
    "position": Question("position", 0, 0, _none(lambda table: dict(told(table).tables))),
}
"""The questions by their first word."""


@click.command()
@click.argument("what", metavar="SCENARIO|FILE")
@click.argument("question", nargs=-1, metavar="QUESTION")
@click.option("--position", type=FILE, metavar="POS.toml", help="The position to lay out.")
@click.option("--with", "force", multiple=True, metavar="UNIT", help="A unit of an attack (odds).")
@click.option("--option", "options", multiple=True, help="Choose an option of the scenario.")
@click.option("--seed", default=1, show_default=True, help="Seed of dice that are not stated.")
@json_option
def ask(
    what: str,
    question: tuple[str, ...],
    position: Path | None,
    force: tuple[str, ...],
    options: tuple[str, ...],
    seed: int,
    as_json: bool,
) -> None:
    """Lay out a position and ask what is legal, in reach, in supply, what an attack brings.

    QUESTION is legal [UNIT], check ACTION.json, reach UNIT, odds HEX [--with UNIT]..., supply
    UNIT, zoc SIDE, units, do ACTIONS.jsonl, decision, or position. Units go by id or by name.
    """
    asked = _question(question, force)
    tables = {} if position is None else read_file(position)
    table = lay_out(what, tables, options=dict.fromkeys(options, True), seed=seed)
    gc.freeze()  # what is read stays, and a collection that looks through it outlasts the answer
    kind = QUESTIONS[question[0]]
    answer = kind.answer(table, asked)
    if as_json:
        say_json(answer)
    elif question[0] == "position":
        click.echo(told(table).text, nl=False)
    else:
        click.echo(worded(question[0], answer))


def _question(question: tuple[str, ...], force: tuple[str, ...]) -> Asked:
    usages = "; ".join(kind.usage for kind in QUESTIONS.values())
    if not question:
        raise KnownError("ask", "has no question.", f"Ask {usages}.")
    word, rest = question[0], question[1:]
    kind = QUESTIONS.get(word)
    if kind is None:
        raise KnownError("ask", f"{word!r} is no question.", nearest(word, QUESTIONS))
    if not kind.least <= len(rest) <= kind.most:
        raise KnownError(f"ask {word}", "has too few or too many words.", f"Write {kind.usage}.")
    if force and word != "odds":
        raise KnownError(f"ask {word}", "knows no --with.", "Leave it out.")
    return Asked(rest, force)


def _json(word: str) -> Json:
    """The JSON of a file, of standard input (-), or of the word itself."""
    if word.lstrip().startswith("{"):
        return json_of(word, "action")
    return json_of(_text(word), word)


def read_lines(word: str) -> JsonList:
    """The JSON lines of a file or of standard input (-); empty and # lines are left out."""
    found = []
    for number, line in enumerate(_text(word).splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            found.append(json_of(line, f"{word} line {number}"))
    return found


def _text(word: str) -> str:
    if Path(word) == STDIN:
        return sys.stdin.read()
    return read_text(Path(word))


def worded(question: str, answer: Json) -> str:
    """An answer as lines for a person."""
    if question == "legal":
        return "\n".join(each["text"] for each in answer) or "Nothing."
    if question == "check":
        objections = [f"{each['text']} [{each['rule']}]" for each in answer["objections"]]
        return "\n".join(objections) or "Legal."
    if question == "zoc":
        return " ".join(answer) or "None."
    if question == "odds":
        return _odds(answer)
    if question == "units":
        return _units(answer)
    if question == "do":
        return "\n".join(answer["events"])
    if isinstance(answer, Mapping):
        return "\n".join(f"{key}: {_plain(value)}" for key, value in answer.items()) or "None."
    return str(answer)


def _units(answer: Untyped) -> str:
    """The units a person cares for: those off the board and out of the game are left out."""
    shown = {unit: told for unit, told in answer.items() if told["at"] not in NOT_SHOWN}
    return "\n".join(f"{unit}: {_plain(told)}" for unit, told in shown.items()) or "None."


def _odds(answer: Untyped) -> str:
    lines = [answer["column"]]
    for each in answer["ledger"]:
        amount = each["amount"]
        words = amount if isinstance(amount, str) else written(amount)
        lines.append(f"  {each['text']}: {words} [{each['rule']}]")
    lines += [f"{code}: {chance:.1%}" for code, chance in answer["outcomes"].items()]
    lines += [f"But: {each['text']} [{each['rule']}]" for each in answer["objections"]]
    return "\n".join(lines)


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(entry)}" for key, entry in value.items() if entry)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(map(str, value))
    return str(value)
