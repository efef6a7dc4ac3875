"""From a fresh clone to a running Sandtable: `python3 packaging/bootstrap.py setup|run`.

Only the standard library, and nothing above the version check that an old Python could not read.
"""

import sys

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    sys.exit(
        "Sandtable needs Python %d.%d or newer, and this is Python %d.%d. "
        "Install a newer one and name it: make PYTHON=python3.12 run"
        % (OLDEST + tuple(sys.version_info[:2]))
    )

import faults  # noqa: E402

_lacking = faults.missing_parts()
if _lacking:
    sys.exit(faults.of_parts(_lacking))

import launch  # noqa: E402

if __name__ == "__main__":
    sys.exit(launch.main(sys.argv[1:]))
