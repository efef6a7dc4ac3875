"""The raid on the Goeben, and what becomes of a scuttled Yavuz (OG 17.0, 5.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.rules.combat.chances import chances
from engine.systems.operation_gertrud.battle import missions
from engine.systems.operation_gertrud.battle.battle_actions import RaidGoeben
from engine.systems.operation_gertrud.battle.battles import RaidRoll, SinkingRoll
from engine.systems.operation_gertrud.battle_charts import RaidRow
from engine.systems.operation_gertrud.state.common import (
    Work,
    bury,
    come_down,
    mark,
    objection,
    set_marker,
)
from engine.systems.operation_gertrud.state.context import YAVUZ, Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ATTACKED,
    DROPPING,
    GERMAN,
    OFF_MAP,
    Moving,
    Status,
    Yavuz,
)

SIZES = ("large", "small")


def due(pos: Position) -> bool:
    """True while the compulsory raid of turn one has not been launched (OG 17.0)."""
    kommando = pos.context.kommando
    return (
        kommando is not None
        and pos.state.turn == pos.context.charts.raid.turn
        and not pos.state.raid
        and not pos.state.duplicity
        and pos.state.pieces[kommando].at == OFF_MAP
    )


def families(pos: Position, frame: Moving) -> list[Family]:
    """The raid and the further missions, in the German Movement Phase."""
    if frame.side != GERMAN:
        return []
    found = list(missions.families(pos))
    if due(pos):
        found.append(
            Family(
                "raid",
                "Raid on the Goeben",
                lambda: (RaidGoeben(size) for size in SIZES),
                weight=6,
            )
        )
    return found


def raid_objections(pos: Position, frame: Moving, action: RaidGoeben) -> Iterator[Objection]:
    """The raid happens once, on turn one (OG 17.0)."""
    if frame.side != GERMAN or not due(pos):
        yield objection("OG-17.0f", "The raid on the Goeben happens once, on turn one.")
    if action.size not in SIZES:
        yield objection("OG-17.0c", "A raid is large or small.")


def launch(pos: Position, _frame: Moving, action: RaidGoeben, transition: Work) -> None:
    """The Kommando drops, at full strength in a large raid, reduced in a small one (OG 17.0c)."""
    unit = pos.context.kommando
    assert unit is not None, "checked to be there"
    steps = pos.context.units[unit].steps if action.size == "large" else 1
    berth = pos.context.berth
    transition.state = transition.state.with_piece(unit, at=DROPPING, steps=steps)
    transition.set(raid=action.size, drops={**transition.state.drops, unit: berth})
    transition.tell("raid launched", "OG-17.0a", size=action.size, unit=unit, at=berth)


def modifier(pos: Position) -> int:
    """What the size of the raid and the scenario add to the dice (OG 17.0)."""
    return _modifier_of(pos.context, pos.state.raid)


def _modifier_of(context: Context, size: str) -> int:
    chart = context.charts.raid
    return (chart.large if size == "large" else chart.small) + context.figures.raid_modifier


def raid_chances(context: Context, size: str) -> Mapping[RaidRow, Fraction]:
    """The exact chance of each row of the raid table, for a raid of a size (OG 17.0)."""
    chart, plus = context.charts.raid, _modifier_of(context, size)
    return chances((context.die,) * 2, lambda a, b: chart.row(a + b + plus))


def raid_node(pos: Position, frame: RaidRoll) -> ChanceNode:
    """Two dice, one after the other; the second says what each face would do."""
    meanings: tuple[str, ...] = ()
    if frame.faces:
        rows = (
            pos.context.charts.raid.row(frame.faces[0] + face + modifier(pos))
            for face in range(1, pos.context.die + 1)
        )
        meanings = tuple(
            f"Yavuz {row.yavuz}, Kommando {'holds' if row.holds else 'lost'}"
            + (", bonus lost" if row.surprise_lost else "")
            for row in rows
        )
    which = "second" if frame.faces else "first"
    return ChanceNode(pos.context.die, f"the raid on the Goeben, {which} die", "OG-17.0b", meanings)


def roll_raid(pos: Position, frame: RaidRoll, face: int, transition: Work) -> None:
    """Settle the raid when both dice lie; it was the Kommando's attack of this phase (OG 17.0e,
    11.0.10).
    """
    faces = (*frame.faces, face)
    if len(faces) < 2:
        transition.state = transition.state.swapped(replace(frame, faces=faces))
        return
    total = sum(faces) + modifier(pos)
    row = pos.context.charts.raid.row(total)
    unit, berth = pos.context.kommando, pos.context.berth
    assert unit is not None, "it was launched"
    transition.state = transition.state.popped()
    transition.set(raided=True, yavuz=Yavuz(row.yavuz))
    transition.tell("raid", "OG-17.0e", faces=faces, total=total, yavuz=Yavuz(row.yavuz))
    if row.holds and not pos.enemies(berth, GERMAN):
        come_down(transition, unit, berth)
        mark(transition, unit, ATTACKED)
        transition.tell("landed", "OG-17.0e", unit=unit, at=berth)
    else:
        bury(transition, unit)
        transition.tell("eliminated", "OG-17.0e", unit=unit)
    if row.surprise_lost:
        transition.set(blitzkrieg=False)
        transition.tell("surprise lost", "OG-17.0e")


def sinking_node(pos: Position, _frame: SinkingRoll) -> ChanceNode:
    """A die for a scuttled Yavuz (OG 5.1)."""
    meanings = tuple(_fate(pos, face).value for face in range(1, pos.context.die + 1))
    return ChanceNode(pos.context.die, "the scuttled Yavuz", "OG-5.1b", meanings)


def _fate(pos: Position, face: int) -> Yavuz:
    chart = pos.context.charts.sinking
    if face <= chart.sinks_to:
        return Yavuz.SUNK
    if face <= chart.settles_to:
        return Yavuz.SCUTTLED
    held = any(pos.nation(unit) == "german" for unit in pos.friends(pos.context.berth, GERMAN))
    return Yavuz.SEIZED if held else Yavuz.TURKISH


def roll_sinking(pos: Position, _frame: SinkingRoll, face: int, transition: Work) -> None:
    """It sinks, settles on, or is saved by whoever holds its berth (OG 5.1)."""
    fate = _fate(pos, face)
    transition.state = transition.state.popped()
    transition.set(yavuz=fate)
    transition.tell("sinking", "OG-5.1b", face=face, yavuz=fate)
    if fate is Yavuz.SUNK:
        set_marker(transition, YAVUZ, Status.ELIMINATED)


MOVES = (
    Answer(RaidGoeben, raid_objections, launch),
    *missions.MOVES,
)
"""What else the German player may do in his Movement Phase."""

HANDLERS = (
    Handler(RaidRoll, chance=raid_node, rolled=roll_raid),
    Handler(SinkingRoll, chance=sinking_node, rolled=roll_sinking),
    *missions.HANDLERS,
)
