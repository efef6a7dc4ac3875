"""Words for what happened: a line of a list, a whole tool tip, a banner over the board."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.wording import counted
from engine.reports.happenings import Happening, Kind
from maps.hexgrid import Hex
from oob.model import Unit
from qtapp.app.bridge import GameBridge
from qtapp.board.banner import Banner
from qtapp.widgets.wording import place_title

HEADS = {
    Kind.BATTLE: "Battles",
    Kind.LOSS: "Losses",
    Kind.HEX: "Hexes that changed hands",
    Kind.MOVE: "Moves and arrivals",
    Kind.EVENT: "Events",
}
"""The heads of a list of happenings, in its order."""
FEW = 2
"""A unit that came in a step of more sentences is told by its own alone."""
MOST = 5
"""Sentences that a banner shows."""
DICE = 2 * MOST
"""Dice that it shows: a roll of air combat or antiaircraft fire has two."""


def line(one: Happening, bridge: GameBridge) -> str:
    """What happened in one sentence."""
    match one.kind:
        case Kind.BATTLE if len(one.faces) == 1 and one.rolled:
            place = _place(one, bridge)
            is_named = bool(place) and place in one.rolled
            return one.rolled if is_named else f"{one.title}: {one.rolled}"
        case Kind.BATTLE:
            dice = f" ({counted(len(one.faces), 'die', 'dice')})" if one.faces else ""
            return f"{one.title}{dice}"
        case Kind.LOSS:
            return _loss(one, bridge)
        case Kind.HEX:
            return f"{bridge.side_name(one.side)} takes {_place(one, bridge)}"
        case Kind.MOVE if one.first != one.last and len(one.ways[0]) > 1:
            board = bridge.game.scenario.map
            start, end = (place_title(board, at) for at in (one.ways[0][0], one.ways[0][-1]))
            verb = "falls back" if one.fell_back else "moves"
            return f"{_units(one, bridge)} {verb} from {start} to {end}"
        case Kind.MOVE if len(one.told) > FEW:
            return _about(one, bridge) or f"{_units(one, bridge)} comes to {_place(one, bridge)}"
    return " ".join(text for _rule, text in one.told) or _units(one, bridge)


def _loss(one: Happening, bridge: GameBridge) -> str:
    """The sentence that names the unit, else that it was lost."""
    return _about(one, bridge) or f"{_units(one, bridge)} is lost at {_place(one, bridge)}"


def _about(one: Happening, bridge: GameBridge) -> str:
    """The last of the sentences that name the units best, in the best case with the place; '' for
    none.
    """
    units, board = bridge.game.scenario.oob.units, bridge.game.scenario.map
    place = board.label(one.at) if isinstance(one.at, Hex) else ""
    best = (0, False), ""
    for _rule, text in one.told:
        named = max((_named(units[unit], text) for unit in one.units), default=0)
        rank = named, bool(place) and place in text
        if named and rank >= best[0]:
            best = rank, text
    return best[1]


def _named(unit: Unit, text: str) -> int:
    """How much of a unit's name is in a text: nothing, the name, or type or size behind it too."""
    name = unit.name.split("#")[0].strip()
    if not name or not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
        return 0
    full = rf"(?<!\w){re.escape(name)} (?:{re.escape(unit.type)}|{re.escape(unit.size)})(?!\w)"
    return 2 if re.search(full, text, re.IGNORECASE) else 1


def everything(one: Happening) -> str:
    """Every sentence with its rule, and the automatic player's reason."""
    told = [f"{text} [{rule}]" if rule else text for rule, text in one.told]
    return "\n".join([*told, *([f"Automatic player: {one.why}"] if one.why else [])])


def banner(happenings: Sequence[Happening], bridge: GameBridge) -> Banner | None:
    """What dice did, or an event, in large letters; None where there is neither."""
    shown = [one for one in happenings if one.faces or one.kind is Kind.EVENT]
    told = [text for _rule, text in dict.fromkeys(pair for one in shown for pair in one.told)]
    if not shown or not told:
        return None
    title = next((one.title for one in reversed(shown) if one.title), "") or _phase(bridge)
    faces = tuple(face for one in shown for face in one.faces)
    more = len(told) - MOST
    lines = [*told[:MOST], f"And {more} more in the log."] if more > 1 else told
    return Banner(title, tuple(lines), faces[:DICE])


def _phase(bridge: GameBridge) -> str:
    phases = bridge.rules.phases(bridge.state)
    return phases.turn_words


def _units(one: Happening, bridge: GameBridge) -> str:
    return ", ".join(map(bridge.name_of, one.units))


def _place(one: Happening, bridge: GameBridge) -> str:
    board = bridge.game.scenario.map
    return place_title(board, one.at) if isinstance(one.at, Hex | str) else ""
