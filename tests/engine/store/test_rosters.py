"""Rosters in notation, instantiated, are kept by a project file as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store.project import Project
from engine.store.rows.oobs import load_oob, save_oob
from oob.notation import shipped
from oob.notation.instantiate import instantiated


@pytest.mark.parametrize("name", shipped.names())
def test_an_instantiated_roster_comes_back_as_it_was(tmp_path: Path, name: str) -> None:
    order = instantiated(shipped.load(name, corrected=True))
    with Project.create(tmp_path / "a.sandtable") as project:
        with project.transaction():
            number = save_oob(project, order)
        again = load_oob(project, number)
    assert again == order
    assert list(again.units) == list(order.units)
