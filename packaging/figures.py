"""Measure the budgets and write the figures into the README, between its two bench marks."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- bench -->", "<!-- /bench -->"


def between_marks(readme: str, figures: str) -> str:
    """Return `readme` with `figures` in place of what stood between the marks."""
    before, rest = readme.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n{figures.strip()}\n{END}{after}"


def machine() -> str:
    """Return one line on what the figures were measured with."""
    name = platform.processor() or platform.machine()
    for line in _lines(Path("/proc/cpuinfo")):
        if line.startswith("model name"):
            name = line.split(":", 1)[1].strip()
            break
    return f"One core of {name}, Python {platform.python_version()}."


def main() -> int:
    """Measure, write, and return the exit code."""
    command = [str(Path(sys.executable).with_name("sandtable")), "bench"]
    result = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if result.returncode == 0:
        readme = ROOT / "README.md"
        text = readme.read_text(encoding="utf-8")
        readme.write_text(between_marks(text, f"{machine()}\n\n{result.stdout}"), encoding="utf-8")
        print(result.stdout)
    return result.returncode


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


if __name__ == "__main__":
    sys.exit(main())
