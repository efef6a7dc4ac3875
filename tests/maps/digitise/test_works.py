"""Changes of a scan's work as JSON: read back to the letter, or refused for what they are."""

from __future__ import annotations

import json

import pytest

from maps.digitise import works
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.works import ScanWork, change_from_plain, from_plain
from maps.errors import KnownError

SOUND: dict[str, object] = {
    "label": "Turn",
    "stroke": "",
    "facts": [[1, "turn", 0.0, 1.5], [2, "link", "", "a.png"]],
}


def test_a_change_is_read_back() -> None:
    assert works.change_to_plain(change_from_plain(SOUND, "scan 1")) == SOUND


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {**SOUND, "facts": {}},
        {**SOUND, "facts": [1]},
        {**SOUND, "facts": [[1, "turn", 0]]},
        {**SOUND, "facts": [["1", "turn", 0, 1]]},
        {**SOUND, "facts": [[True, "turn", 0, 1]]},
        {**SOUND, "facts": [[1, "colour", 0, 1]]},
        {**SOUND, "facts": [[1, ["turn"], 0, 1]]},
        {**SOUND, "facts": [[1, "turn", 0, 1], [1, "turn", 1, 2]]},
        {**SOUND, "label": 3},
        {**SOUND, "stroke": None},
    ],
)
def test_what_is_no_change_is_refused(data: object) -> None:
    with pytest.raises(KnownError, match=r"^scan 1: is no change of a scan\."):
        change_from_plain(data, "scan 1")


def test_a_bug_of_ours_is_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_values: object) -> None:
        raise TypeError("ours")

    monkeypatch.setattr(works, "WorkKey", broken)
    with pytest.raises(TypeError, match="ours"):
        change_from_plain(SOUND, "scan 1")


SCAN = works.to_plain(ScanWork("north", "a", 800, 600, points=(ControlPoint("0101", 4.0, 5.0),)))


def test_a_scan_comes_back_from_json() -> None:
    work = from_plain(json.loads(json.dumps(SCAN)), "scan 1")
    assert works.to_plain(work) == SCAN and work.points[0].x == 4.0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("points", None),
        ("points", [["0101", 4.0]]),
        ("points", [["0101", "four", 5.0]]),
        ("checks", {"0101": "0102"}),
        ("exemplars", [["0101"]]),
        ("stretches", [["river", "0101", "0102", 1, 2]]),
        ("crop", [1, 2, 3]),
        ("laid", [1.0, 2.0, 3.0]),
        ("laid", [1.0, 2.0, 0, 0]),
        ("fit", "roughly"),
        ("fit", ["affine"]),
        ("width", "800"),
        ("turn", None),
    ],
)
def test_a_damaged_scan_says_what_is_wrong(name: str, value: object) -> None:
    with pytest.raises(KnownError, match=f"^scan 1: is damaged: its {name} cannot be"):
        from_plain({**SCAN, name: value}, "scan 1")


def test_a_scan_without_a_fact_or_with_one_too_many_is_damaged() -> None:
    with pytest.raises(KnownError, match="it has no points"):
        from_plain({name: fact for name, fact in SCAN.items() if name != "points"}, "scan 1")
    with pytest.raises(KnownError, match="'colour' is no fact of a scan"):
        from_plain({**SCAN, "colour": 1}, "scan 1")
