"""What a booklet says, line by line: the order of battle as the field prints it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from engine.core.wording import counted, with_noun
from oob.ledger.model import Ledger, roster_of
from oob.ledger.sums import summed
from oob.notation.counters import ANY_TURN, SET_UP, UNPLACED, facts_of, is_counters, nations_of
from oob.notation.model import Action, Item, Section
from oob.notation.text.entries import written
from oob.notation.text.keyed import is_keyed, written_keyed

_NOTE = re.compile(r"\[note ([^\]]*)\]")

DEEDS = {
    Action.WITHDRAW: "Withdraw:",
    Action.CONVERT_FROM: "Convert:",
    Action.CONVERT_TO: "To:",
    Action.RELEASE: "Release:",
    Action.POOL: "To the replacement pool:",
    Action.BREAKDOWN_BOX: "In the breakdown box:",
    Action.MOBILIZE: "Mobilize:",
    Action.RETURN: "Return:",
    Action.CONDITIONAL: "On condition:",
    Action.OPTIONAL: "Optional:",
    Action.SUBSTITUTE: "Instead of others:",
    Action.INITIAL: "Set up:",
    Action.REINFORCE: "Arrive:",
}
_STATUS = {
    "printed": "Units, ratings and dates as they were published.",
    "reconstructed": (
        "Reconstructed: each entry says in brackets how sure it is, units and dates before the"
        " slash, ratings behind it. P printed, H history, H- history with date or place rounded,"
        " E quoted from the series, X estimated."
    ),
}


class Style(StrEnum):
    """How a line of the booklet is set."""

    TITLE = "title"
    SIDE = "side"
    TURN = "turn"
    GROUP = "group"
    FORCE = "force"
    PART = "part"
    AREA = "area"
    NATION = "nation"
    DEED = "deed"
    ENTRY = "entry"
    TEXT = "text"


HEADINGS = (Style.SIDE, Style.TURN, Style.GROUP, Style.FORCE, Style.PART, Style.NATION, Style.DEED)
"""Lines that must not stand alone at the end of a column."""

CONTENTS = (Style.SIDE, Style.TURN, Style.GROUP)
"""Headings that are in the table of contents."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the booklet."""

    style: Style
    text: str


def preface(ledger: Ledger) -> Iterator[Line]:
    """What is on the first page before the contents."""
    yield Line(Style.TITLE, ledger.title or ledger.id or "Order of battle")
    yield Line(Style.TEXT, _STATUS.get(ledger.status, ""))
    if ledger.laid:
        count = len(ledger.laid)
        yield Line(Style.TEXT, f"With {count} correction{'s' * (count != 1)} laid over it.")
    for side, whole in summed(ledger.ordered(), lambda item: item.section.side).items():
        air = f", {counted(whole.air, 'air unit')}" if whole.air else ""
        many = with_noun(f"{whole.regimental_equivalents:,g}", "RE")
        yield Line(
            Style.TEXT,
            f"{_titled(side)}: {counted(whole.units, 'ground unit')}"
            f" ({many}, {whole.attack:,} attack and"
            f" {counted(whole.defense, 'defense point')}){air}.",
        )


def body(ledger: Ledger) -> Iterator[Line]:
    """All entries under their headings."""
    roster = roster_of(ledger)
    names = {id_: nation.name for id_, nation in nations_of(roster.heads).items()}
    last = Section(side="\0")
    deed = Action.INITIAL
    for (section, keyed, action), run in groupby(roster.items, _stand):
        items = list(run)
        headings = list(_headings(last, section, names))
        yield from headings
        usual = Action.INITIAL if section.initial else Action.REINFORCE
        if headings:
            deed = usual
        if action is not deed and not keyed:
            yield Line(Style.DEED, DEEDS[action])
            deed = action
        elif keyed:
            deed = usual
        lines = written_keyed(items) if keyed else map(_entry, items)
        yield from (Line(Style.ENTRY, _NOTE.sub(r"(\1)", text)) for text in lines)
        last = section
    if is_counters(roster):
        for key, text in facts_of(roster).items():
            if key.startswith(("reading.", "scheme.", "counter.", "picture.")):
                continue
            yield Line(Style.TEXT, f"{key}: {text}")


def _stand(item: Item) -> tuple[Section, bool, Action]:
    keyed = is_keyed(item)
    usual = Action.INITIAL if item.section.initial else Action.REINFORCE
    return item.section, keyed, usual if keyed else item.action


def _entry(item: Item) -> str:
    """One entry; of counters without what tells their ids apart."""
    if not item.tags:
        return written(item)
    tags = dict(item.tags)
    shown = ids = item.ids
    if "id" not in tags:
        shown = tuple(name.partition("#")[0] for name in ids)
    if len(set(shown)) == 1 and len(shown) > 1:
        shown = ()
    text = written(replace(item, ids=shown, tags=()))
    if "faces" in tags:
        text += f" [{tags['faces']}]"
    for key, said in (("cost", "{} VP"), ("for", "for {}"), ("doubt", "{}"), ("remark", "{}")):
        if key in tags:
            text += f" ({said.format(tags[key])})"
    return text


def _headings(last: Section, now: Section, names: dict[str, str]) -> Iterator[Line]:
    turned = (now.side, now.turn, now.initial) != (last.side, last.turn, last.initial)
    if now.side != last.side:
        yield Line(Style.SIDE, _titled(now.side))
    if turned:
        yield Line(Style.TURN, _turn_words(now))
    grouped = turned or now.group != last.group
    if now.group and grouped:
        yield Line(Style.GROUP, now.group)
    forced = grouped or now.force != last.force
    place = _titled(now.force.replace("_", " "))
    style = Style.FORCE if now.initial else Style.NATION
    if now.force and forced:
        yield Line(style, place)
    if now.part and (forced or now.part != last.part):
        yield Line(Style.PART, now.part)
    if now.area and (forced or now.area != last.area):
        yield Line(Style.AREA, now.area)
    nation = names.get(now.nationality, now.nationality)
    changed = now.nationality != last.nationality or (forced and bool(names))
    told = nation in (now.group.title(), now.force, now.force.split(",")[0].split(" ")[0])
    if changed and nation and not told and (names or last.side == now.side):
        yield Line(Style.NATION, nation)


def _turn_words(now: Section) -> str:
    if now.turn == SET_UP:
        return "Set-up"
    if now.turn == UNPLACED:
        return "Never placed"
    if now.turn == ANY_TURN:
        return "Any turn"
    if now.initial:
        return f"Initial forces, {now.turn}" if now.turn else "Initial forces"
    return f"Turn {now.turn}" if now.turn.isdigit() else now.turn or "Reinforcements"


def _titled(side: str) -> str:
    return side[:1].upper() + side[1:] or "No side"
