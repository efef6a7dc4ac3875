"""The raid on the Goeben, and what becomes of a scuttled Yavuz (OG 17.0, 5.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.systems.operation_gertrud import missions
from engine.systems.operation_gertrud.battle_actions import RaidGoeben
from engine.systems.operation_gertrud.battles import RaidRoll, SinkingRoll
from engine.systems.operation_gertrud.common import Work, bury, come_down, objection, set_marker
from engine.systems.operation_gertrud.duels import DIE
from engine.systems.operation_gertrud.position import Position
from engine.systems.operation_gertrud.records import (
    DROPPING,
    GERMAN,
    OFF_MAP,
    Moving,
    Status,
    Yavuz,
)
from engine.systems.operation_gertrud.table import YAVUZ

SIZES = ("large", "small")


def due(pos: Position) -> bool:
    """True while the compulsory raid of turn one has not been launched (OG 17.0)."""
    kommando = pos.table.kommando
    return (
        kommando is not None
        and pos.state.turn == 1
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


def launch(pos: Position, _frame: Moving, action: RaidGoeben, doing: Work) -> None:
    """The Kommando drops, at full strength in a large raid, reduced in a small one (OG 17.0c)."""
    unit = pos.table.kommando
    assert unit is not None, "checked to be there"
    steps = pos.table.units[unit].steps if action.size == "large" else 1
    berth = pos.table.berth
    doing.state = doing.state.with_piece(unit, at=DROPPING, steps=steps)
    doing.set(raid=action.size, drops={**doing.state.drops, unit: berth})
    doing.tell("raid launched", "OG-17.0a", size=action.size, unit=unit, at=berth)


def modifier(pos: Position) -> int:
    """What the size of the raid and the scenario add to the dice (OG 17.0)."""
    chart = pos.table.charts.raid
    size = chart.large if pos.state.raid == "large" else chart.small
    return size + pos.table.figures.raid_modifier


def raid_node(pos: Position, frame: RaidRoll) -> ChanceNode:
    """Two dice, one after the other; the second says what each face would do."""
    meanings: tuple[str, ...] = ()
    if frame.faces:
        rows = (
            pos.table.charts.raid.row(frame.faces[0] + face + modifier(pos))
            for face in range(1, DIE + 1)
        )
        meanings = tuple(
            f"Yavuz {row.yavuz}, Kommando {'holds' if row.holds else 'lost'}"
            + (", bonus lost" if row.surprise_lost else "")
            for row in rows
        )
    which = "second" if frame.faces else "first"
    return ChanceNode(DIE, f"the raid on the Goeben, {which} die", "OG-17.0b", meanings)


def roll_raid(pos: Position, frame: RaidRoll, face: int, doing: Work) -> None:
    """Settle the raid when both dice lie (OG 17.0e)."""
    faces = (*frame.faces, face)
    if len(faces) < 2:
        doing.state = doing.state.swapped(replace(frame, faces=faces))
        return
    total = sum(faces) + modifier(pos)
    row = pos.table.charts.raid.row(total)
    unit, berth = pos.table.kommando, pos.table.berth
    assert unit is not None, "it was launched"
    doing.state = doing.state.popped()
    doing.set(raided=True, yavuz=Yavuz(row.yavuz))
    doing.tell("raid", "OG-17.0e", faces=faces, total=total, yavuz=Yavuz(row.yavuz))
    if row.holds and not pos.enemies(berth, GERMAN):
        come_down(doing, unit, berth)
        doing.tell("landed", "OG-17.0e", unit=unit, at=berth)
    else:
        bury(doing, unit)
        doing.tell("eliminated", "OG-17.0e", unit=unit)
    if row.surprise_lost:
        doing.set(blitzkrieg=False)
        doing.tell("surprise lost", "OG-17.0e")


def sinking_node(pos: Position, _frame: SinkingRoll) -> ChanceNode:
    """A die for a scuttled Yavuz (OG 5.1)."""
    meanings = tuple(_fate(pos, face).value for face in range(1, DIE + 1))
    return ChanceNode(DIE, "the scuttled Yavuz", "OG-5.1b", meanings)


def _fate(pos: Position, face: int) -> Yavuz:
    chart = pos.table.charts.sinking
    if face <= chart.sinks_to:
        return Yavuz.SUNK
    if face <= chart.settles_to:
        return Yavuz.SCUTTLED
    held = any(pos.nation(unit) == "german" for unit in pos.friends(pos.table.berth, GERMAN))
    return Yavuz.SEIZED if held else Yavuz.TURKISH


def roll_sinking(pos: Position, _frame: SinkingRoll, face: int, doing: Work) -> None:
    """It sinks, settles on, or is saved by whoever holds its berth (OG 5.1)."""
    fate = _fate(pos, face)
    doing.state = doing.state.popped()
    doing.set(yavuz=fate)
    doing.tell("sinking", "OG-5.1b", face=face, yavuz=fate)
    if fate is Yavuz.SUNK:
        set_marker(doing, YAVUZ, Status.ELIMINATED)


MOVES: Mapping[type[Action], Answer] = {
    RaidGoeben: Answer(raid_objections, launch),
    **missions.MOVES,
}
"""What else the German player may do in his Movement Phase."""

DESKS = (
    Desk(RaidRoll, chance=raid_node, rolled=roll_raid),
    Desk(SinkingRoll, chance=sinking_node, rolled=roll_sinking),
    *missions.DESKS,
)
