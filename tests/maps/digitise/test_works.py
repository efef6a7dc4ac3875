"""Changes of a scan's work as JSON: read back to the letter, or refused for what they are."""

from __future__ import annotations

import pytest

from maps.digitise import works
from maps.digitise.works import change_from_plain
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
