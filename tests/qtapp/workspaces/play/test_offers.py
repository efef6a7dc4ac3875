"""What may be done, sorted for people."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from engine.core.actions import Action
from engine.core.legal import Family, LegalActions
from engine.core.state import State
from engine.game.catalogue import choose
from engine.game.player_view import PlayerView
from engine.game.session import GameSession
from engine.rules.combat.actions import TakeLoss
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.workspaces.play.acting.selection_follower import only_units
from qtapp.workspaces.play.offers import Offers, counters_at, namesakes_of
from qtapp.workspaces.play.panels.choices_panel import EACH
from tests.benchmarks.clicks import BUDGET, CheckCount
from tests.engine.fakes import HOME, March, Raid, Rest
from tests.engine.systems.fire_in_the_east.eastern import rules_of
from tests.qtapp import toy
from tests.qtapp.toy import ASH, BIRCH


@pytest.fixture
def game(raid: None) -> GameSession:
    return toy.begin()


def test_namesakes_are_units_that_lines_call_alike() -> None:
    """Their lines tell the hex they stand in. *German 611 Mot Antitank II* and *German 611 Mot
    Light AA II* differ; that both are *German 611 II* beside their counters is no matter.
    """
    found = namesakes_of(rules_of("campaign"))
    guns, tubes = UnitId("german-611-mot-lt-aa-ii"), UnitId("german-611-mot-antitank-ii")
    assert not {guns, tubes} & found
    called = rules_of("campaign").laying.called
    assert called(guns) != called(tubes)
    border = {unit for unit in found if called(unit) == "Soviet Border III"}
    assert len(border) > 2


def test_offers_of_a_unit_are_all_legal_and_only_its_own(game: GameSession) -> None:
    offers = Offers(PlayerView(game)).of(ASH)
    assert {type(offer.action) for offer in offers} == {March, Raid}
    assert all(not game.check(offer.action) for offer in offers)
    assert Offers(PlayerView(game)).of(BIRCH) == ()
    assert Offers(PlayerView(game)).can_act(ASH) and not Offers(PlayerView(game)).can_act(BIRCH)


def test_nobody_is_idle_for_what_is_seldom_done(
    game: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = partial(game.rules.check, game.state)
    often = Family("march", "March", lambda: (March(ASH, Hex(1, 0)),))
    seldom = replace(often, rare=True)
    for families, is_idle in (((often, seldom), True), ((seldom,), False)):
        view = replace(game.view(), legal=LegalActions(families, check))
        monkeypatch.setattr(GameSession, "view", lambda _game, view=view: view)
        offers = Offers(PlayerView(game))
        assert offers.is_idle(ASH) is is_idle
        assert offers.can_act(ASH) and not offers.is_idle(BIRCH)


def test_an_offer_is_worded_when_its_line_is_looked_at(
    game: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    worded: list[Action] = []
    describe = game.rules.describe

    def counted(state: State, action: Action) -> str:
        worded.append(action)
        return describe(state, action)

    monkeypatch.setattr(game.rules, "describe", counted)
    first, *_rest = Offers(PlayerView(game)).of(ASH)
    assert worded == []
    assert first.text == first.text == describe(game.state, first.action)
    assert worded == [first.action]


def test_offers_aimed_at_a_hex(game: GameSession) -> None:
    (offer,) = Offers(PlayerView(game)).aimed(ASH, Hex(1, 0))
    assert offer.action == March(ASH, Hex(1, 0))
    assert offer.hex == Hex(1, 0)
    assert Offers(PlayerView(game)).aimed(ASH, HOME) == ()


def test_answers_without_a_hex(game: GameSession) -> None:
    offers = Offers(PlayerView(game))
    assert [offer.action for offer in offers.plain()] == [Rest()]
    assert [offer.action for offer in offers.closing()] == [Rest()]
    assert offers.at(Hex(1, 0)) == ()


def test_why_not_says_what_the_rules_say(game: GameSession) -> None:
    (objection,) = Offers(PlayerView(game)).why_not(ASH, Hex(1, 1))
    assert objection.rule == "S 3"
    assert Offers(PlayerView(game)).why_not(ASH, "sea") == ()


def test_who_can_do_nothing_is_told_what_forbids_what_is_aimed(
    game: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as guns that go by rail alone, where no railroad is."""
    aim = Family("march", "March", tuple, aimed=lambda unit, at: (March(unit, at),))
    check = partial(game.rules.check, game.state)
    view = replace(game.view(), legal=LegalActions((aim,), check))
    monkeypatch.setattr(GameSession, "view", lambda _game: view)
    why = Offers(PlayerView(game)).why_not(BIRCH, Hex(1, 0))
    assert why and why == check(March(BIRCH, Hex(1, 0)))


def test_everything_is_limited_by_family(game: GameSession) -> None:
    assert len(list(Offers(PlayerView(game)).everything(1))) == 3


def test_a_way_of_two_steps_is_found_in_the_campaign() -> None:
    game = GameSession.start("balkan_gambit/1943")
    while game.state.active != "axis":
        offers = Offers(PlayerView(game))
        recommended = [offer for offer in offers.plain() if "recommended" in offer.text]
        game.act((recommended or offers.closing() or list(offers.everything(1)))[0].action)
    offers = Offers(PlayerView(game))
    unit, goal = next(
        (unit, goal)
        for unit, piece in game.state.pieces.items()
        if game.rules.owner(game.state, unit) == "axis" and piece.hex is not None
        for goal in game.rules.reach(game.state, unit)
        if goal != piece.at and not offers.aimed(unit, goal)
    )
    first, then = offers.prepared(unit, goal)[0]
    game.act(first.action)
    game.act(then)
    assert game.state.pieces[unit].at == goal


def test_counters_of_a_place(game: GameSession) -> None:
    counters = game.rules.counters(game.state)
    assert [counter.unit for counter in counters_at(counters, HOME)] == [ASH, BIRCH]
    assert counters_at(counters, Hex(1, 0)) == ()


def test_a_decision_that_one_unit_must_take_names_it(
    game: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert only_units(Offers(PlayerView(game)), game.state.pieces) == ()
    forced = Offers(PlayerView(game))
    march = forced.of(ASH)[0]
    monkeypatch.setattr(forced, "can_close", lambda: False)
    monkeypatch.setattr(forced, "everything", lambda limit: iter([march, march][:limit]))
    assert only_units(forced, game.state.pieces) == (ASH,)


def test_a_decision_that_a_stack_must_take_names_its_units(
    game: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As attackers who all must retreat, together or one by one; units apart are left to choose."""
    forced = Offers(PlayerView(game))
    march = forced.of(ASH)[0]
    assert isinstance(march.action, March)
    both = [march, replace(march, action=replace(march.action, unit=BIRCH))]
    monkeypatch.setattr(forced, "can_close", lambda: False)
    monkeypatch.setattr(forced, "everything", lambda limit: iter(both[:limit]))
    pieces = game.state.pieces
    assert only_units(forced, pieces) == (ASH, BIRCH)
    losses = [
        replace(one, action=TakeLoss(unit)) for one, unit in zip(both, (ASH, BIRCH), strict=True)
    ]
    monkeypatch.setattr(forced, "everything", lambda limit: iter(losses[:limit]))
    assert only_units(forced, pieces) == ()
    monkeypatch.setattr(forced, "everything", lambda limit: iter(both[:limit]))
    apart = {**pieces, BIRCH: replace(pieces[BIRCH], at=Hex(1, 0))}
    assert only_units(forced, apart) == ()


def test_a_turn_of_commands_costs_few_checks_wherever_it_is() -> None:
    """What panels ask after each decision: all there is, what can be ended, what a unit may do."""
    game = GameSession.start("balkan_gambit/1943", seed=1)
    count, costs, families = CheckCount(game.rules), dict[str, int](), set[str]()
    for number in range(130):
        action = choose(game)
        for unit in action.who()[:1]:
            count.taken()
            offers = Offers(PlayerView(game))
            offers.can_close()
            offers.plain()
            offers.of(unit)
            offers.goals(unit)
            families |= {offer.family for offer in offers.everything(EACH)}
            costs[f"{number}: {type(action).__name__}"] = count.taken()
        game.act(action)
    assert {"activate", "move", "attack", "landing", "displace", "switch mode"} <= families
    assert sum(costs.values()) > 0, "they are counted at all"
    assert max(costs.values()) <= BUDGET, costs
