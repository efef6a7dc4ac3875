"""What opens the window imports its modules without their source."""

from __future__ import annotations

import subprocess
import sys

COUNTS = """
import inspect
from qtapp.verbs.display import import_plainly
read = []
real = inspect.getsource
inspect.getsource = lambda module: read.append(module) or real(module)
if {plainly}:
    import_plainly()
import PySide6.QtCore
read.clear()
import qtapp.app.settings
print(len(read))
"""


def sources_read(plainly: bool) -> int:
    """How many modules PySide6 reads the source of as the window's are imported."""
    told = subprocess.run(
        [sys.executable, "-c", COUNTS.format(plainly=plainly)],
        capture_output=True,
        text=True,
        check=True,
    )
    return int(told.stdout)


def test_no_source_is_read_once_imports_are_plain() -> None:
    """Without it PySide6 reads each."""
    assert sources_read(plainly=False) > 0
    assert sources_read(plainly=True) == 0
