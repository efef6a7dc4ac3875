"""The door to player aids: the charts of a project file that are pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from engine.core.charts import aids
from engine.core.charts.aids import Aid, Change, Value
from engine.core.wording import counted
from engine.editing.live_session import LiveSession
from engine.frozen import dataclass
from engine.store.live import Listener
from engine.store.owning import added_to, opened
from engine.store.project import Project
from engine.store.rows.aids import LiveAids, picture_of
from maps.digitise.unpacking import sound_picture
from maps.errors import KnownError
from maps.files.pictures import MOST_BYTES, Picture
from maps.files.reading import read_bytes
from maps.files.writing import refuse_existing, require_folder, whole_files

__all__ = ["AidSession", "NewAid", "aids_of", "read_aid", "write_aids"]

Report = Callable[[float, str], None]
"""Told how far it has come, 0 to 1, and with what; raises to stop."""


@dataclass(frozen=True, slots=True)
class NewAid:
    """A picture of a chart that is to be kept, or goes out: its name, its folder, a note."""

    picture: Picture
    name: str
    folder: str = ""
    note: str = ""


def read_aid(path: Path, folder: str = "", name: str = "") -> NewAid:
    """The picture of a file as a player aid of a name; without one it is called like the file.

    Raises KnownError when it is not there, no picture that can be kept, or cannot be called so.
    """
    called = " ".join(name.split())
    odd = aids.odd_name(called) if name else ""
    if odd:
        raise KnownError(f"player aid {path.name}", odd, "Choose other words.")
    picture = sound_picture(read_bytes(path, MOST_BYTES), str(path))
    return NewAid(picture, called or path.stem.replace("_", " "), folder)


def aids_of(path: Path) -> tuple[NewAid, ...]:
    """All player aids of a file with their pictures, in their order.

    Raises KnownError when the file cannot be used, or a picture is damaged.
    """
    with Project.reading(path) as project:
        held = LiveAids.of(project).aids.present()
        return tuple(
            NewAid(picture_of(project, number), aid.name, aid.folder, aid.note)
            for number, aid in held.items()
        )


def write_aids(path: Path, folder: Path, report: Report = lambda _share, _words: None) -> int:
    """Write all player aids of a file as picture files, all or none; how many.

    Raises KnownError when there are none, a file is there already, or one cannot be written.
    """
    found = aids_of(path)
    if not found:
        raise KnownError(str(path), "has no player aids.", "Add some pictures first.")
    files: dict[str, bytes] = {}
    for number, aid in enumerate(found, 1):
        words = "".join(sign if sign.isalnum() else " " for sign in aid.name).split()
        name = f"{number:02} {' '.join(words)[:60]}".strip() + aid.picture.media.ending
        refuse_existing(folder / name) if folder.is_dir() else require_folder(folder)
        files[name] = aid.picture.data
    with whole_files(folder) as staged:
        for done, (name, data) in enumerate(files.items()):
            report(done / len(files), f"Writing {name}")
            (staged / name).write_bytes(data)
    return len(files)


class AidSession(LiveSession[Change, frozenset[int]]):
    """The player aids of a project file. A step is committed at once."""

    def __init__(self, project: Project) -> None:
        self._aids = LiveAids.of(project)
        self._listener: Listener[frozenset[int]] | None = None
        super().__init__(project, self._aids)

    @classmethod
    def open(cls, path: Path | str) -> AidSession:
        """Open the player aids of a project. Raises KnownError when the file cannot be used."""
        with opened(path) as project:
            return cls(project)

    @classmethod
    def at(cls, path: Path | str) -> AidSession:
        """The same, of a file that is made when there is none."""
        with added_to(path) as (project, _fresh):
            return cls(project)

    @property
    def aids(self) -> Mapping[int, Aid]:
        """The player aids by number, in their order."""
        return self._aids.aids.present()

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders they are in, in the order of the list."""
        return tuple(dict.fromkeys(aid.folder for aid in self.aids.values()))

    def picture(self, number: int) -> Picture:
        """The picture of a player aid. Raises KnownError when there is none or it is damaged."""
        return picture_of(self._project, number)

    def watch(self, listener: Callable[[frozenset[int]], object]) -> None:
        """Call ``listener`` after every step, by whichever session on this file."""
        self._listener = self._aids.watch(listener)

    def add(self, wanted: Sequence[NewAid]) -> tuple[int, ...]:
        """Keep pictures at the end of the list, as one step; their numbers.

        Raises KnownError when the file keeps too many or cannot be written; then none is kept.
        """
        numbers: list[int] = []
        if not wanted:
            return ()
        try:
            with self._project.transaction():
                for one in wanted:
                    numbers.append(self._aids.take_in(one.picture, one.name, one.folder, one.note))
                label = f"Add {_named([one.name for one in wanted])}"
                self._change({one: {"present": True} for one in numbers}, label)
        except BaseException:
            self._aids.release(frozenset(numbers))
            raise
        return tuple(numbers)

    def rename(self, number: int, name: str) -> None:
        """Call one otherwise. Raises KnownError for an empty name or one that is too long."""
        self.describe(number, name)

    def describe(
        self, number: int, name: str, folder: str | None = None, note: str | None = None
    ) -> None:
        """Call one otherwise, put it into a folder and note something on it, as one step; None
        leaves folder or note. Raises KnownError for words that are too long, or no name.
        """
        wanted: dict[str, Value] = {"name": name}
        if folder is not None:
            wanted["folder"] = folder
        if note is not None:
            wanted["note"] = note.strip()
        self._change({number: wanted}, f"Name {self._name(number)} again")

    def annotate(self, number: int, note: str) -> None:
        """Say something of one. Raises KnownError for a note that is too long."""
        self._change({number: {"note": note.strip()}}, f"Note on {self._name(number)}")

    def put_into(self, number: int, folder: str) -> None:
        """Put one into a folder; an empty one takes it out. Raises KnownError for a long name."""
        self._change({number: {"folder": folder}}, f"Put {self._name(number)} into a folder")

    def move(self, number: int, by: int) -> bool:
        """Move one down the list by so many places (negative: up); False at its end."""
        self._name(number)
        wanted = aids.moved(self._aids.aids, number, by)
        self._change(wanted, f"Move {self._name(number)}")
        return bool(wanted)

    def remove(self, numbers: Iterable[int]) -> None:
        """Take some out; undo brings them back. Raises KnownError for one that is not there."""
        gone = list(numbers)
        names = [self._name(number) for number in gone]
        label = f"Remove {_named(names)}"
        self._change({one: {"present": False} for one in gone}, label)

    def close(self) -> None:
        """Close the project file. Safe to call twice."""
        self._listener = None
        super().close()

    def _name(self, number: int) -> str:
        held = self.aids
        if number not in held:
            known = ", ".join(f"{one} ({aid.name})" for one, aid in held.items()) or "none"
            what = f"holds no player aid {number}."
            raise KnownError(str(self.path), what, f"It has: {known}.")
        return held[number].name

    def _change(self, wanted: Mapping[int, Mapping[str, Value]], label: str) -> None:
        self._live.commit(aids.changed(self._aids.aids, wanted, label))


def _named(names: Sequence[str]) -> str:
    """The name of the only one, or how many there are."""
    return names[0] if len(names) == 1 else counted(len(names), "player aid")
