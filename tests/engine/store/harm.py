"""Ways in which a file can be harmed, and what a folder holds before and after."""

from __future__ import annotations

import sqlite3
from pathlib import Path


def contents(folder: Path) -> dict[str, bytes]:
    return {item.name: item.read_bytes() for item in sorted(folder.iterdir()) if item.is_file()}


def set_version(path: Path, number: int) -> None:
    conn = sqlite3.connect(path)
    conn.execute(f"PRAGMA user_version = {number}")
    conn.commit()
    conn.close()


def cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size * 2 // 3)


def scribble(path: Path) -> None:
    with path.open("r+b") as file:
        for page in range(1, path.stat().st_size // 4096):
            file.seek(page * 4096)
            file.write(b"\xa5" * 200)


def lose_a_table(path: Path) -> None:
    conn = sqlite3.connect(path)
    conn.execute("DROP TABLE game_snapshot")
    conn.close()


def lose_a_row(path: Path) -> None:
    conn = sqlite3.connect(path)
    conn.execute("DELETE FROM map WHERE id = 3")
    conn.commit()
    conn.close()
