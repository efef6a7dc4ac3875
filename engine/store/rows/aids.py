"""Player aids in a project: pictures of charts, and the journal of what was done with them."""

from __future__ import annotations

from engine.core.charts.aids import (
    LONGEST,
    LONGEST_NOTE,
    MOST,
    Aid,
    Aids,
    Change,
    apply,
    change_from_plain,
    change_to_plain,
    joined,
)
from engine.store.faults import damaged
from engine.store.journal import Book
from engine.store.live import WatchedLive
from engine.store.project import Project
from maps.errors import KnownError
from maps.files.pictures import Media, Picture

AIDS: Book[Change] = Book("aids", change_to_plain, change_from_plain, joined)
"""Steps with the player aids of a file."""
ONLY = 1
"""The number of the one collection of player aids that each file has."""


class LiveAids(WatchedLive[Change, frozenset[int]]):
    """The player aids of a project. Get them with :meth:`of`."""

    def __init__(self, project: Project) -> None:
        super().__init__(project, ONLY, AIDS)
        self.aids = Aids(_load(project))

    @classmethod
    def of(cls, project: Project) -> LiveAids:
        """The live player aids of a file, the same for everyone who has the project open."""
        return project.shared(("aids", ONLY), lambda: cls(project))

    def take_in(self, picture: Picture, name: str, folder: str, note: str) -> int:
        """Write a picture into the open transaction, not to be seen yet; its number.

        Raises KnownError when the file keeps as many as it can.
        """
        if len(self.aids.found) >= MOST:
            what = f"keeps {MOST} pictures of charts already, removed ones included."
            raise KnownError(str(self.project.path), what, "Begin another file.")
        rank = 1 + max((aid.rank for aid in self.aids.found.values()), default=-1)
        words = (" ".join(name.split())[:LONGEST], " ".join(folder.split())[:LONGEST])
        aid = Aid(
            words[0] or "Chart", words[1], note[:LONGEST_NOTE], rank, False,
            picture.media, picture.width, picture.height,
        )  # fmt: skip
        number = write_aid(self.project, aid, picture.data)
        self.aids.found = {**self.aids.found, number: aid}
        return number

    def release(self, numbers: frozenset[int]) -> None:
        """Forget pictures that were taken in by a transaction that failed."""
        kept = self.aids.found.items()
        self.aids.found = {number: aid for number, aid in kept if number not in numbers}

    def _apply(self, change: Change) -> frozenset[int]:
        return apply(self.aids, change)

    def _write(self, change: Change) -> None:
        for number in dict.fromkeys(fact.key.aid for fact in change.facts):
            aid = self.aids.found[number]
            self.project.run(
                "UPDATE aid SET name = ?, folder = ?, note = ?, rank = ?, present = ? WHERE id = ?",
                (aid.name, aid.folder, aid.note, aid.rank, int(aid.present), number),
            )


def write_aid(project: Project, aid: Aid, data: bytes) -> int:
    """Write a player aid into the open transaction; its number."""
    return project.run(
        "INSERT INTO aid (aids, name, folder, note, rank, present, media, width, height, data)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            ONLY, aid.name, aid.folder, aid.note, aid.rank, int(aid.present), aid.media.value,
            aid.width, aid.height, data,
        ),
    )  # fmt: skip


def picture_of(project: Project, number: int) -> Picture:
    """The picture of a player aid, unpacked once to be sure of it.

    Raises KnownError when there is none, or it is damaged.
    """
    rows = project.rows("SELECT name, data FROM aid WHERE id = ?", (number,))
    if not rows:
        raise KnownError(str(project.path), f"holds no player aid {number}.", "Choose another.")
    from maps.digitise.unpacking import sound_picture

    name, data = rows[0]
    return sound_picture(data, f"{project.path}, player aid {name}")


def loaded(project: Project) -> dict[int, Aid]:
    """The player aids of a file that were not removed, in their order.

    Raises KnownError when a row is damaged.
    """
    return Aids(_load(project)).present()


def _load(project: Project) -> dict[int, Aid]:
    found = {}
    for number, name, folder, note, rank, present, media, width, height in project.rows(
        "SELECT id, name, folder, note, rank, present, media, width, height FROM aid ORDER BY id"
    ):
        try:
            kind = Media(media)
        except ValueError as error:
            raise damaged(project.path, f"player aid {number}: {error}") from error
        found[number] = Aid(name, folder, note, rank, bool(present), kind, width, height)
    return found
