"""What ``sandtable bench`` measures of a campaign with hundreds of units: one that the automatic
player has carried into its second turn, and random play from its first decision.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from functools import cache, partial
from time import thread_time

from engine.core.chance import Stream
from engine.game.session import GameSession
from engine.play.opponent import choose
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.benchmarks.figures import Figure, Measure, timed

CAMPAIGN = "boot_camp/balkan_campaign"
DECISIONS = 300
"""Decisions of the automatic player before the campaign is measured."""
RANDOM = 1500
"""Decisions of random play."""
ATTACKS = 40
"""Attacks out of three hexes or more that are reckoned."""
ROUNDS = 20


@cache
def campaign() -> GameSession:
    """The campaign with its armies at the front."""
    game = GameSession.start(CAMPAIGN, seed=1)
    for _ in range(DECISIONS):
        game.act(choose(game))
    return game


def reach() -> Figure:
    """Reach of one unit."""
    game = campaign()
    units = [unit for unit, piece in game.state.pieces.items() if piece.hex is not None]
    jobs = [partial(game.rules.reach, game.state, unit) for unit in units]
    return timed("campaign_reach", f"reach of one unit, {game.scenario.title}", "5 ms", jobs)


def supply() -> Figure:
    """Supply of both sides."""
    game = campaign()
    units = [unit for unit, piece in game.state.pieces.items() if piece.hex is not None]

    def all_units() -> None:
        fresh = game.state.having(turn=game.state.turn)
        for unit in units:
            game.rules.supply(fresh, unit)

    what = f"supply of both sides, line by line, {game.scenario.title}"
    return timed("campaign_supply", what, "50 ms", [all_units] * ROUNDS)


def random_play() -> Figure:
    """Random legal play in memory, from set-up on."""
    rates = sorted(_rate(seed) for seed in range(1, 4))
    title = campaign().scenario.title
    return Figure(
        "campaign_play",
        f"random legal play, {title}",
        statistics.median(rates),
        rates[0],
        "actions/s",
        "1,500 actions/s",
    )


def _rate(seed: int) -> float:
    """Actions a second of a core's own time."""
    game = GameSession.start(CAMPAIGN, seed=seed)
    stream = Stream(seed, "bench")
    start = thread_time()
    for _ in range(RANDOM):
        action = game.view().legal.random(stream)
        if action is None or game.view().outcome is not None:
            break
        game.act(action)
    return len(game.log) / (thread_time() - start)


def attack() -> Figure:
    """Exact chances of an attack out of three hexes or more, with losses and modifiers."""
    game = GameSession.start(CAMPAIGN, seed=1)
    jobs: list[Callable[[], object]] = []
    while len(jobs) < ATTACKS and game.view().outcome is None:
        jobs += _attacks(game)
        game.act(choose(game))
    what = f"exact odds of a three-hex attack with losses and modifiers, {game.scenario.title}"
    return timed("campaign_attack", what, "100 ms", jobs[:ATTACKS])


def _attacks(game: GameSession) -> Iterator[Callable[[], object]]:
    """The reckonings of attacks out of three hexes or more that may be declared now."""
    rules, state = game.rules, game.state
    side = game.view().side
    for at in sorted({piece.at for piece in state.pieces.values() if isinstance(piece.at, Hex)}):
        able: tuple[UnitId, ...] = rules.candidates(state, at)
        if len({state.pieces[unit].at for unit in able}) < 3 or rules.owner(state, able[0]) != side:
            continue
        plan = rules.plan(state, at, able)
        if plan is not None and plan.results and not plan.objections:
            yield partial(rules.plan, state.having(turn=state.turn), at, able)


CAMPAIGN_MEASURES: dict[str, Measure] = {
    "campaign_reach": reach,
    "campaign_supply": supply,
    "campaign_attack": attack,
    "campaign_play": random_play,
}
"""All measures of a campaign by name."""
