"""What a step tells: put into words when it is read, and once."""

from __future__ import annotations

from engine.core.events import Event, event
from engine.play.sentences import Sentences

EVENTS = (event("rain", "R-1"), event("snow", "R-2"))


def test_nothing_is_worded_before_somebody_reads_it() -> None:
    """Random play makes thousands of steps that nobody reads."""
    asked: list[str] = []

    def prose(happened: Event) -> str:
        asked.append(happened.what)
        return f"There is {happened.what}."

    told = Sentences(EVENTS, prose)
    assert len(told) == 2 and told
    assert asked == []
    assert told[1] == ("R-2", "There is snow.")
    assert [*told] == [("R-1", "There is rain."), ("R-2", "There is snow.")]
    assert asked == ["rain", "snow"], "each is worded once"


def test_it_equals_the_pairs_that_a_file_holds() -> None:
    """A step taken and the same step read from a file are equal."""
    told = Sentences(EVENTS, lambda happened: happened.what)
    pairs = (("R-1", "rain"), ("R-2", "snow"))
    assert told == pairs and pairs == told and hash(told) == hash(pairs)
    assert told == Sentences(EVENTS, lambda happened: happened.what)
    assert told != pairs[:1] and told[:1] == pairs[:1] and repr(told) == repr(pairs)
    assert not Sentences((), str)
