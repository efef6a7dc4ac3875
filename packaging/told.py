"""What set-up says to the person at the keyboard, and how it stops."""

from __future__ import annotations

import sys


class SetupError(Exception):
    """Set-up cannot go on; the text is one plain sentence that names the fix."""


def say(sentence: str) -> None:
    """Print one sentence at once, before the output of the next command."""
    print(sentence, flush=True)


def complain(error: SetupError) -> int:
    """Print why set-up stopped on standard error; the exit code 2 is returned."""
    print(error, file=sys.stderr, flush=True)
    return 2
