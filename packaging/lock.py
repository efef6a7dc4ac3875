"""Choose versions for every dependency and write them, with hashes, to two lock files.

`packaging/locked.txt` holds what set-up and playing need, `packaging/locked-tests.txt` what testing
needs besides; a package is in one of them only, and both are parts of one choice of versions, for
all systems and all Pythons from 3.11 on: one version of each package where one serves all Pythons,
so that types, pictures and figures agree. pip alone installs them; `uv` does the choosing in a
throw-away environment of its own.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path

import environment

COMPILE = (
    "pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest "
    "--generate-hashes --no-emit-index-url "
    "--no-header --no-annotate --group build"
)
ALL = ("--group", "test", "--extra", "geo")
HEAD = "# Written by `make lock`: {}.\n"
HEADS = ("what set-up and playing need", "what testing needs besides what playing needs")


def main(arguments: Sequence[str]) -> int:
    """Write both lock files and return the exit code; with --keep, no version changes."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "uv"], check=True)
        uv = [str(python), "-m", "uv", *COMPILE.split(), "pyproject.toml", "--output-file"]
        kept, everything, play = (Path(folder, f"{name}.txt") for name in ("kept", "all", "play"))
        kept.write_text("".join(_single(_text(lock)) for lock in environment.LOCKS))
        keep = ["--constraint", str(kept)] if "--keep" in arguments else []
        _compile([*uv, str(everything), *ALL, *keep])
        _compile([*uv, str(play), "--constraint", str(everything)])
        for lock, head, blocks in zip(
            environment.LOCKS, HEADS, shared_out(everything.read_text(), play.read_text()),
            strict=True,
        ):  # fmt: skip
            text = HEAD.format(head) + "".join(blocks.values())
            (environment.ROOT / lock).write_text(text)
    return 0


def shared_out(everything: str, play: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the blocks of what playing needs, and of what only testing needs, by name.

    A block is the pinned version with its marker and its hashes; a package may have several, one
    for each range of Pythons. All come from `everything`, so that no version can differ.
    """
    needed = blocks(play).keys()
    found = blocks(everything)
    return (
        {name: block for name, block in found.items() if name in needed},
        {name: block for name, block in found.items() if name not in needed},
    )


def blocks(lock: str) -> Mapping[str, str]:
    """Return the lines of each package of a lock file, by its name."""
    found: dict[str, str] = {}
    for block in re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE):
        if "==" in block:
            name = block.partition("==")[0]
            found[name] = found.get(name, "") + block
    return found


def _single(lock: str) -> str:
    """Return the blocks of a lock file that are of one version for all Pythons."""
    return "".join(block for block in blocks(lock).values() if block.count("==") == 1)


def _text(lock: Path) -> str:
    path = environment.ROOT / lock
    return path.read_text() if path.is_file() else ""


def _compile(command: Sequence[str]) -> None:
    subprocess.run(command, cwd=environment.ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
