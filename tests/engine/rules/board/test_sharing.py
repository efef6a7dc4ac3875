"""Answers are shared by positions with the very same terms, and by no others."""

from __future__ import annotations

from engine.rules.board.sharing import MOST, Recent, Shared


def test_work_is_done_again_only_where_a_term_is_another_object() -> None:
    shared, done = Shared(), list[str]()

    def work() -> str:
        done.append("work")
        return f"answer {len(done)}"

    owners, built = {"a": 1}, frozenset({"b"})
    assert shared.once("bases", (owners, built), work) == "answer 1"
    assert shared.once("bases", (owners, built), work) == "answer 1"
    assert shared.once("bases", (dict(owners), built), work) == "answer 2"
    assert shared.once("others", (owners, built), work) == "answer 3"
    assert shared.once("bases", (owners, built), work) == "answer 1"


def test_no_more_than_the_last_few_answers_are_kept() -> None:
    shared = Shared()
    terms = [(object(),) for _ in range(MOST + 1)]
    for number, term in enumerate(terms):
        assert shared.once("key", term, lambda number=number: number) == number
    assert shared.once("key", terms[-1], lambda: -1) == MOST
    assert shared.once("key", terms[0], lambda: -1) == -1


def test_recent_answers_are_told_apart_by_what_their_keys_are_worth() -> None:
    recent = Recent[tuple[int, ...], str](2)
    assert recent.once((1,), lambda: "one") == "one"
    assert recent.once(tuple([1]), lambda: "again") == "one"
    assert recent.once((2,), lambda: "two") == "two"
    assert recent.once((3,), lambda: "three") == "three"
    assert recent.once((1,), lambda: "one once more") == "one once more"
