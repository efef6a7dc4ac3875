"""Orders of battle as typed rows, whole, in and out; the order of everything is kept."""

from __future__ import annotations

from collections.abc import Iterable

from engine.store.faults import damaged
from engine.store.project import Project
from engine.store.rows.ledgers import is_ledger, load_ledger
from oob.ledger.model import roster_of
from oob.model import (
    DepleteChoice,
    EntryKind,
    Face,
    Formation,
    Nation,
    OrderOfBattle,
    ScheduleEntry,
    SetUp,
    Size,
    Unit,
    UnitId,
)
from oob.notation.instantiate import instantiated


def save_oob(project: Project, order: OrderOfBattle) -> int:
    """Write an order of battle into the open transaction; its number in the project."""
    number = project.run("INSERT INTO oob (ident, title) VALUES (?, ?)", (order.id, order.title))
    project.run_all(
        "INSERT INTO oob_nation (oob, position, ident, name, side, fill, ink, band)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (number, at, n.id, n.name, n.side, n.fill, n.ink, n.band)
            for at, n in enumerate(order.nations.values())
        ),
    )
    for position, unit in enumerate(order.units.values()):
        _write_unit(project, number, position, unit)
    project.run_all(
        "INSERT INTO oob_formation (oob, position, ident, name, parent) VALUES (?, ?, ?, ?, ?)",
        ((number, at, f.id, f.name, f.parent) for at, f in enumerate(order.formations.values())),
    )
    for position, setup in enumerate(order.setups):
        row = project.run(
            "INSERT INTO oob_setup (oob, position, place, doubt, steps) VALUES (?, ?, ?, ?, ?)",
            (number, position, setup.place, setup.doubt, setup.steps),
        )
        project.run_all(
            "INSERT INTO oob_setup_unit (setup, position, unit) VALUES (?, ?, ?)",
            ((row, at, unit) for at, unit in enumerate(setup.units)),
        )
    for position, entry in enumerate(order.schedule):
        _write_entry(project, number, position, entry)
    for position, choice in enumerate(order.choices):
        row = project.run(
            "INSERT INTO oob_choice (oob, position, count) VALUES (?, ?, ?)",
            (number, position, choice.count),
        )
        project.run_all(
            "INSERT INTO oob_choice_unit (choice, position, unit) VALUES (?, ?, ?)",
            ((row, at, unit) for at, unit in enumerate(choice.units)),
        )
    project.run_all(
        "INSERT INTO oob_note (oob, position, key, text) VALUES (?, ?, ?, ?)",
        ((number, at, key, text) for at, (key, text) in enumerate(order.notes.items())),
    )
    return number


def load_oob(project: Project, number: int) -> OrderOfBattle:
    """Read an order of battle; one that is kept as rows to be edited is instantiated.

    Raises KnownError when it is missing or damaged.
    """
    if is_ledger(project, number):
        return instantiated(roster_of(load_ledger(project, number)))
    head = project.rows("SELECT ident, title FROM oob WHERE id = ?", (number,))
    if not head:
        raise damaged(project.path, f"order of battle {number} is missing")
    try:
        ident, title = head[0]
        return OrderOfBattle(
            id=ident,
            title=title,
            nations={
                nation.id: nation
                for nation in (
                    Nation(*row)
                    for row in project.rows(
                        "SELECT ident, name, side, fill, ink, band FROM oob_nation"
                        " WHERE oob = ? ORDER BY position",
                        (number,),
                    )
                )
            },
            units=_units(project, number),
            formations={
                ident: Formation(ident, name, parent)
                for ident, name, parent in project.rows(
                    "SELECT ident, name, parent FROM oob_formation WHERE oob = ? ORDER BY position",
                    (number,),
                )
            },
            setups=_setups(project, number),
            schedule=_schedule(project, number),
            choices=_choices(project, number),
            notes=dict(
                project.rows(
                    "SELECT key, text FROM oob_note WHERE oob = ? ORDER BY position", (number,)
                )
            ),
        )
    except (ValueError, TypeError) as error:
        raise damaged(project.path, f"order of battle {number}: {error}") from error


def clear_counters(project: Project, number: int) -> None:
    """Remove, in the open transaction, all that an order of battle keeps as counters."""
    for table in ("nation", "unit", "formation", "setup", "entry", "choice", "note"):
        project.run(f"DELETE FROM oob_{table} WHERE oob = ?", (number,))


def _write_unit(project: Project, number: int, position: int, unit: Unit) -> None:
    row = project.run(
        "INSERT INTO oob_unit (oob, position, ident, name, nation, side, type, size, steps,"
        " formation, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number,
            position,
            unit.id,
            unit.name,
            unit.nation,
            unit.side,
            unit.type,
            unit.size.value,
            unit.steps,
            unit.formation,
            unit.note,
        ),
    )
    project.run_all(
        "INSERT INTO oob_face (unit, position, attack, defense, move, parenthesised, label)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (row, at, f.attack, f.defense, f.move, int(f.parenthesised), f.label)
            for at, f in enumerate(unit.faces)
        ),
    )
    project.run_all(
        "INSERT INTO oob_trait (unit, trait) VALUES (?, ?)",
        ((row, trait) for trait in sorted(unit.traits)),
    )


def _write_entry(project: Project, number: int, position: int, entry: ScheduleEntry) -> None:
    row = project.run(
        "INSERT INTO oob_entry (oob, position, kind, turn, place, cost, note)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (number, position, entry.kind.value, entry.turn, entry.place, entry.cost, entry.note),
    )
    for role, units in (("enters", entry.units), ("replaced", entry.replaces)):
        project.run_all(
            "INSERT INTO oob_entry_unit (entry, role, position, unit) VALUES (?, ?, ?, ?)",
            ((row, role, at, unit) for at, unit in enumerate(units)),
        )


def _units(project: Project, number: int) -> dict[UnitId, Unit]:
    faces: dict[int, list[Face]] = {}
    for row, attack, defense, move, parenthesised, label in project.rows(
        "SELECT unit, attack, defense, move, parenthesised, label FROM oob_face"
        " JOIN oob_unit ON oob_unit.id = unit WHERE oob = ? ORDER BY unit, oob_face.position",
        (number,),
    ):
        face = Face(attack, defense, move, bool(parenthesised), label)
        faces.setdefault(row, []).append(face)
    traits = _grouped(
        project.rows(
            "SELECT unit, trait FROM oob_trait JOIN oob_unit ON oob_unit.id = unit WHERE oob = ?",
            (number,),
        )
    )
    found: dict[UnitId, Unit] = {}
    for row, ident, name, nation, side, type_, size, steps, formation, note in project.rows(
        "SELECT id, ident, name, nation, side, type, size, steps, formation, note FROM oob_unit"
        " WHERE oob = ? ORDER BY position",
        (number,),
    ):
        found[UnitId(ident)] = Unit(
            id=UnitId(ident),
            name=name,
            nation=nation,
            side=side,
            type=type_,
            size=Size(size),
            faces=tuple(faces.get(row, ())),
            steps=steps,
            traits=frozenset(traits.get(row, ())),
            formation=formation,
            note=note,
        )
    return found


def _setups(project: Project, number: int) -> list[SetUp]:
    units = _grouped(
        project.rows(
            "SELECT setup, unit FROM oob_setup_unit JOIN oob_setup ON oob_setup.id = setup"
            " WHERE oob = ? ORDER BY setup, oob_setup_unit.position",
            (number,),
        )
    )
    return [
        SetUp(place, _ids(units.get(row, ())), doubt, steps)
        for row, place, doubt, steps in project.rows(
            "SELECT id, place, doubt, steps FROM oob_setup WHERE oob = ? ORDER BY position",
            (number,),
        )
    ]


def _schedule(project: Project, number: int) -> list[ScheduleEntry]:
    roles = {
        role: _grouped(
            project.rows(
                "SELECT entry, unit FROM oob_entry_unit JOIN oob_entry ON oob_entry.id = entry"
                " WHERE oob = ? AND role = ? ORDER BY entry, oob_entry_unit.position",
                (number, role),
            )
        )
        for role in ("enters", "replaced")
    }
    return [
        ScheduleEntry(
            kind=EntryKind(kind),
            turn=turn,
            place=place,
            units=_ids(roles["enters"].get(row, ())),
            cost=cost,
            replaces=_ids(roles["replaced"].get(row, ())),
            note=note,
        )
        for row, kind, turn, place, cost, note in project.rows(
            "SELECT id, kind, turn, place, cost, note FROM oob_entry WHERE oob = ?"
            " ORDER BY position",
            (number,),
        )
    ]


def _choices(project: Project, number: int) -> list[DepleteChoice]:
    units = _grouped(
        project.rows(
            "SELECT choice, unit FROM oob_choice_unit JOIN oob_choice ON oob_choice.id = choice"
            " WHERE oob = ? ORDER BY choice, oob_choice_unit.position",
            (number,),
        )
    )
    return [
        DepleteChoice(count, _ids(units.get(row, ())))
        for row, count in project.rows(
            "SELECT id, count FROM oob_choice WHERE oob = ? ORDER BY position", (number,)
        )
    ]


def _grouped(rows: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for row, word in rows:
        found.setdefault(row, []).append(word)
    return found


def _ids(words: Iterable[str]) -> tuple[UnitId, ...]:
    return tuple(UnitId(word) for word in words)
