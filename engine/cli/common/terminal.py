"""What is printed on a terminal is shown, never obeyed: names from files may hold its commands."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters but tab and line feed; a terminal takes them for commands."""


def visible(text: str) -> str:
    """A text with its control characters as they are written in programs: ``\\x1b``."""
    return _COMMANDS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


class _Shown(io.TextIOWrapper):
    """Standard output on a terminal, made visible."""

    def write(self, text: str) -> int:
        """Write a text; its length."""
        super().write(visible(text))
        return len(text)


@contextmanager
def shown_output() -> Iterator[None]:
    """Make visible what is printed meanwhile, where standard output is a terminal."""
    plain = sys.stdout
    if not isinstance(plain, io.TextIOWrapper) or not plain.isatty():
        yield
        return
    plain.flush()
    shown = _Shown(plain.buffer, plain.encoding, plain.errors, line_buffering=True)
    sys.stdout = shown
    try:
        yield
    finally:
        sys.stdout = plain
        shown.flush()
        shown.detach()
