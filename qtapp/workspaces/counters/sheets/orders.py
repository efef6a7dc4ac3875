"""The counters of an order of battle that a word names: shipped, in a file, or in a project."""

from __future__ import annotations

from pathlib import Path

from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.game.session import GameSession
from maps.errors import KnownError
from oob.ledger import files, shipped
from oob.ledger.model import Ledger, roster_of
from oob.model import OrderOfBattle
from oob.sheets.mix import counter_mix


def order_of(word: str) -> OrderOfBattle:
    """All counters of a shipped order of battle, of a file of one, or of a project file.

    Raises KnownError when the word names none, or the file cannot be read.
    """
    path = Path(word)
    if path.suffix == ".sandtable":
        return _of_project(path)
    if path.is_file():
        return counters_of(files.load(path))
    if path.suffix in files.LEDGERS.suffixes():
        raise KnownError(word, "there is no such file.", "Check the name.")
    return counters_of(shipped.load(word))


def counters_of(ledger: Ledger) -> OrderOfBattle:
    """All counters of a ledger, also those that are no ground units."""
    return counter_mix(roster_of(ledger))


def _of_project(path: Path) -> OrderOfBattle:
    if not path.is_file():
        raise KnownError(str(path), "there is no such file.", "Check the name.")
    with ProjectSession.reading(path) as project:
        if project.games:
            with GameSession.open(path) as game:
                return game.scenario.oob
        return counters_of(OobSession.peek(path))
