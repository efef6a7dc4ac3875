"""Events that parts of a game wait for."""

from __future__ import annotations

from engine.rules.politics.nations import Box, Trigger


def test_a_nation_that_joins_a_side() -> None:
    event = Trigger("b joins", nation="b", side="axis")
    assert event.happened({"b": "axis"}, 0)
    assert not event.happened({"b": "allied"}, 3) and not event.happened({}, 3)


def test_entry_into_the_war() -> None:
    event = Trigger("entered", entered=True)
    assert event.happened({}, 4) and not event.happened({}, 0)


def test_both_together() -> None:
    event = Trigger("both", nation="b", side="axis", entered=True)
    assert event.happened({"b": "axis"}, 1)
    assert not event.happened({"b": "axis"}, 0) and not event.happened({"b": ""}, 1)


def test_a_box_has_a_name_in_sentences() -> None:
    assert (
        Box("east", "East", "the East").title == "the East" and Box("isle", "Isle").title == "Isle"
    )
