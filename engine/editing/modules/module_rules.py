"""What a module of VASSAL is played by at once: turns and phases as declared rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from engine.core.charts.chart_set import ChartSet
from engine.editing.chart_session import imported
from engine.systems.by_hand import SYSTEM
from engine.systems.by_hand.charts.sequence import MOST_DEEP
from maps.files.reading import LARGEST, text_of
from maps.formats.vassal.archive import Archive
from maps.formats.vassal.own import CHARTS_FILE
from oob.formats.vassal.dice import Dice
from oob.formats.vassal.turns import Names, Turns
from oob.model import Nation, OrderOfBattle

_PHASE = "[[phases]]"
_DICE = "[[dice]]"
_LAST = "last = 10\n"
_BOTH = "both"
PLAY = "Play"
"""What a phase is called whose name nobody has given."""


def own_rules(archive: Archive) -> ChartSet | None:
    """The charts Sandtable put into a module, if they are there. Raises KnownError when broken."""
    if not archive.has(CHARTS_FILE):
        return None
    where = f"{archive.name}, {CHARTS_FILE}"
    return imported(text_of(archive.read(CHARTS_FILE, LARGEST), where), where)


MOST_PLAYERS = 8
"""Where more sides than these would play, as one for each palette of a module, a turn is one phase
of all together.
"""


def rules_by_hand(
    order: OrderOfBattle, turns: Turns | None = None, dice: Sequence[Dice] = ()
) -> ChartSet:
    """Charts to play an order of battle of a module by at once; nothing else is declared.

    Turns and phases are those of the module's turn tracker, those of its inner levels within those
    of the outer ones; ``dice`` are those of its buttons. Without
    phases a turn is one phase of each side with units that are set up or have ratings, which
    markers have not; of all together where these are many.
    """
    text = SYSTEM.chart_text()
    head, rest = text.split(_PHASE, 1)
    end = rest.index("\n[[")
    if turns is not None:
        head = head.replace(_LAST, _turns(turns))
    plain = _PHASE + rest[:end]
    if turns is not None and turns.phases:
        declared = list(_nested(turns.phases, order))
    else:
        declared = [(PLAY, side, 0) for side in _players(order)]
    phases = (
        plain.replace('id = "play"', f'id = "play_{number}"')
        .replace('name = "Play"', f"name = {_text(name)}" + _within(around))
        .replace('side = "each"', f"side = {_text(side)}")
        for number, (name, side, around) in enumerate(declared, 1)
    )
    tail = rest[end:]
    if dice:
        rows = (_die(number, one) for number, one in enumerate(dice, 1))
        tail = tail[: tail.index(_DICE)] + "\n".join(rows)
    text = "\n".join((head, *phases, *_sides(order)))
    return ChartSet(SYSTEM.id, f"{order.title}, by hand", text + tail)


def _sides(order: OrderOfBattle) -> Iterator[str]:
    """A row for each side, called as its first nation is; those that have no phase do not play."""
    players = _players(order)
    named: dict[str, Nation] = {}
    for nation in order.nations.values():
        named.setdefault(nation.side, nation)
    for side, nation in named.items():
        plays = "" if side in players or _BOTH in players else "plays = false\n"
        yield (
            f"[[sides]]\nid = {_text(side)}\nname = {_text(nation.name or side)}\n"
            f"colour = {_text(nation.fill)}\n{plays}"
        )


def _nested(ways: Sequence[Names], order: OrderOfBattle) -> Iterator[tuple[str, str, int]]:
    """Phases by the levels of a tracker, each name once for all that follow each other below it:
    name, whose, and the number of the phase around it, 0 for none.
    """
    above: list[tuple[str, int]] = []
    number = 0
    for way in ways:
        parts = (*way[: MOST_DEEP - 1], " - ".join(way[MOST_DEEP - 1 :]))[: len(way)]
        same = 0
        while same < min(len(above), len(parts) - 1) and above[same][0] == parts[same]:
            same += 1
        del above[same:]
        for deep in range(same, len(parts)):
            number += 1
            around = above[-1][1] if above else 0
            whole = way if deep + 1 == len(parts) else way[: deep + 1]
            yield parts[deep] or PLAY, _side(whole, order), around
            above.append((parts[deep], number))


def _within(around: int) -> str:
    return f'\nwithin = "play_{around}"' if around else ""


def _die(number: int, dice: Dice) -> str:
    words = f'id = "dice_{number}"\nname = {_text(dice.name)}\n'
    return f"{_DICE}\n{words}count = {dice.count}\nfaces = {dice.faces}\n"


def _players(order: OrderOfBattle) -> list[str]:
    """The sides with units that are set up or have ratings; where few units are either, as in
    modules whose pictures alone say ratings, all but those of markers.
    """
    placed = {unit for setup in order.setups for unit in setup.units}
    sides = list(dict.fromkeys(nation.side for nation in order.nations.values()))
    able = [
        unit.side
        for unit in order.units.values()
        if unit.id in placed or any(face.ratings() for face in unit.faces)
    ]
    if 2 * len(able) >= len(order.units):
        playing = set(able)
    else:
        playing = {side for side in sides if not re.search(r"\b(status|markers?)\b", side)}
    found = [side for side in sides if side in playing] or sides
    return found if len(found) <= MOST_PLAYERS else [_BOTH]


def _side(way: Names, order: OrderOfBattle) -> str:
    """Whose a phase is: of the one side that it names, else all sides' together."""
    said = " ".join(way).casefold()
    named = {
        nation.side
        for nation in order.nations.values()
        for name in (nation.name, nation.side)
        if name and re.search(rf"\b{re.escape(name.casefold())}\b", said)
    }
    return named.pop() if len(named) == 1 else _BOTH


def _turns(turns: Turns) -> str:
    return "".join((f"last = {len(turns.names)}\n", *_rows(turns)))


def _rows(turns: Turns) -> Iterator[str]:
    """A row for each turn that is called more than by its number."""
    for number, name in enumerate(turns.names, 1):
        date = re.sub(rf"^(turn\s+)?{number}(?![\w.])[\s:,.-]*", "", name, flags=re.IGNORECASE)
        if date:
            yield f'\n[[turns.rows]]\nid = "{number}"\ndate = {_text(date)}\n'


def _text(words: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")
