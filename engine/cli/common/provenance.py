"""Where the entries of a chart come from: printed, derived or reconstructed."""

from __future__ import annotations

from collections.abc import Iterator


def provenances(table: object, path: str = "") -> Iterator[tuple[str, str]]:
    """(chart entry, provenance) for every entry of a chart table that states one."""
    if isinstance(table, dict):
        if isinstance(table.get("provenance"), str):
            yield path, table["provenance"]
        for cell, sure in table.get("provenance_of", {}).items():
            yield f"{path}.{cell}", sure
        for key, value in table.items():
            yield from provenances(value, f"{path}.{key}" if path else key)
    elif isinstance(table, list):
        for number, value in enumerate(table, 1):
            name = value.get("id", number) if isinstance(value, dict) else number
            yield from provenances(value, f"{path}.{name}")
