"""What a value of a chart may be, beyond its type: marks for ``Annotated``.

``cost: Annotated[int, AtLeast(0)]`` is refused below 0 when a chart is read, and whoever edits the
chart is told so beforehand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from engine.frozen import dataclass


class Mark(ABC):
    """A limit on one value of a table."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What is allowed: ``0 or more``."""

    @abstractmethod
    def holds(self, value: object) -> bool:
        """Whether a value of the right type is allowed, as far as it can be told from it alone."""


@dataclass(frozen=True, slots=True)
class AtLeast(Mark):
    """A number that is no smaller."""

    least: int

    @property
    def words(self) -> str:
        """``0 or more``."""
        return f"{self.least} or more"

    def holds(self, value: Any) -> bool:
        """True from ``least`` on."""
        return bool(value >= self.least)


@dataclass(frozen=True, slots=True)
class Between(Mark):
    """A number from ``least`` to ``most``, both allowed."""

    least: int
    most: int

    @property
    def words(self) -> str:
        """``1 to 6``."""
        return f"{self.least} to {self.most}"

    def holds(self, value: Any) -> bool:
        """True from ``least`` to ``most``."""
        return bool(self.least <= value <= self.most)


@dataclass(frozen=True, slots=True, init=False)
class OneOf(Mark):
    """One of some words."""

    choices: tuple[str, ...]

    def __init__(self, *choices: str) -> None:
        object.__setattr__(self, "choices", choices)

    @property
    def words(self) -> str:
        """``one of red, blue``."""
        return f"one of {', '.join(self.choices)}"

    def holds(self, value: object) -> bool:
        """True for one of the words."""
        return value in self.choices


@dataclass(frozen=True, slots=True, init=False)
class RowOf(Mark):
    """The id of a row of a list of the same charts: ``RowOf("combat", "codes")``."""

    path: tuple[str, ...]

    def __init__(self, *path: str) -> None:
        object.__setattr__(self, "path", path)

    @property
    def words(self) -> str:
        """``the id of a row of combat, codes``."""
        return f"the id of a row of {', '.join(self.path)}"

    def holds(self, value: object) -> bool:
        """Always true: only the whole of the charts tells (:func:`.schema.typed`)."""
        return True


@dataclass(frozen=True, slots=True)
class AsShipped(Mark):
    """A value that set-ups or the board need as it is; nobody edits it."""

    @property
    def words(self) -> str:
        """``as it is shipped``."""
        return "as it is shipped"

    def holds(self, value: object) -> bool:
        """Always true: the shipped text is believed."""
        return True


@dataclass(frozen=True, slots=True)
class AnyText(Mark):
    """Words for people, which no rule reads; ``empty`` if there need be none."""

    empty: bool = False

    @property
    def words(self) -> str:
        """``some text``."""
        return "some text or nothing" if self.empty else "some text"

    def holds(self, value: object) -> bool:
        """True for any text with something in it."""
        return self.empty or bool(str(value).strip())


@dataclass(frozen=True, slots=True)
class Numeral(AnyText):
    """A number from 1, as text: the id of a row that is counted, such as a turn."""

    @property
    def words(self) -> str:
        """``a number, 1 or more``."""
        return "a number, 1 or more"

    def holds(self, value: object) -> bool:
        """True for digits that do not begin with 0."""
        text = str(value)
        return text.isascii() and text.isdecimal() and not text.startswith("0")


@dataclass(frozen=True, slots=True, init=False)
class KeysOf(Mark):
    """Values by the ids of the rows of a list of the same charts, and by some words ``more``, of
    which the first is the usual one: ``KeysOf("movement", "classes", more=("every",))``. Others are
    allowed.
    """

    path: tuple[str, ...]
    more: tuple[str, ...]

    def __init__(self, *path: str, more: tuple[str, ...] = ()) -> None:
        object.__setattr__(self, "path", path)
        object.__setattr__(self, "more", more)

    @property
    def words(self) -> str:
        """``by the ids of movement, classes``."""
        return f"by the ids of {', '.join(self.path)}"

    def holds(self, value: object) -> bool:
        """Always true: words of other tables are allowed too."""
        return True
