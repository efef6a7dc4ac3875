"""Choose versions for every dependency and write them, with hashes, to packaging/locked.txt.

One file for all systems and Pythons from 3.11 on, installed by pip alone. `uv` does the choosing
in a throw-away environment of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import environment

COMPILE = (
    "pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade "
    "--extra dev --extra geo --no-emit-index-url --custom-compile-command"
)


def main() -> int:
    """Write the lock file and return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "uv"], check=True)
        command = [str(python), "-m", "uv", *COMPILE.split(), "make lock"]
        command += ["--output-file", str(environment.LOCK), "pyproject.toml"]
        return subprocess.run(command, cwd=environment.ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
