"""Much checked in one process: ``python -m engine.cli.common.check_each NAME...`` says of each name
what ``sandtable check`` says of it, and ends with the worst exit code.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from engine.cli import main


def check_each(names: Iterable[str]) -> int:
    """Check one after the other; 0 when nothing is wrong with any."""
    codes = (main.main(["check", name], "sandtable", standalone_mode=False) for name in names)
    return max((code or 0 for code in codes), default=0)


if __name__ == "__main__":
    sys.exit(check_each(sys.argv[1:]))
