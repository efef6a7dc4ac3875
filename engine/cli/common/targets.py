"""What a word of the command line names: a file, a shipped map, order of battle or scenario."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import maps.data
import oob.data
import oob.formats.text
from engine.core.system import Scenario
from engine.scenarios import load_scenario, scenarios
from maps.errors import KnownError, nearest
from maps.formats.boards import BOARDS
from maps.model import GameMap
from oob.model import OrderOfBattle

PROJECT_ENDING = ".sandtable"


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """A project file, not opened yet."""

    path: Path


Target = GameMap | OrderOfBattle | Scenario | ProjectFile


def target_of(word: str) -> Target:
    """What a word names. Raises KnownError, with the nearest name, when it names nothing."""
    path = Path(word)
    if (
        path.suffix in (*BOARDS.suffixes(), oob.formats.text.SUFFIX, PROJECT_ENDING)
        or path.is_file()
    ):
        return _file(path)
    if word in {info.id for info in scenarios()}:
        return load_scenario(word)
    if word in maps.data.names():
        return maps.data.load(word)
    if word in oob.data.names():
        return oob.data.load(word)
    known = [*(info.id for info in scenarios()), *maps.data.names(), *oob.data.names()]
    raise KnownError(repr(word), "names no file and nothing that is shipped.", nearest(word, known))


def targets_of(word: str) -> list[Target]:
    """All that a word names: a board and an order of battle may bear the same name."""
    found = [target_of(word)]
    if isinstance(found[0], GameMap) and word in maps.data.names() and word in oob.data.names():
        found.append(oob.data.load(word))
    return found


def _file(path: Path) -> Target:
    if not path.exists():
        raise KnownError(str(path), "there is no such file.", "Check the name.")
    if path.suffix in BOARDS.suffixes():
        return BOARDS.read(path)
    if path.suffix == oob.formats.text.SUFFIX:
        return oob.formats.text.load(path)
    return ProjectFile(path)
