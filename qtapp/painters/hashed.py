"""What is looked up and compared so often that it is hashed once."""

from __future__ import annotations

from collections.abc import Hashable


class Hashed:
    """Whatever tells one look of something from another."""

    __slots__ = ("_content", "_hash")

    def __init__(self, content: Hashable) -> None:
        self._content = content
        self._hash = hash(content)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Hashed)
            and self._hash == other._hash
            and self._content == other._content
        )
