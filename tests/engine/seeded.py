"""Lines of play told step by step, so that processes with different hash seeds can be compared.

``python -m tests.engine.seeded`` prints those of all shipped scenarios as JSON.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache, partial

from engine.core.actions import Action, Roll
from engine.core.chance import Stream
from engine.core.codec import digest
from engine.core.legal import LegalActions
from engine.core.state import State
from engine.core.system import OfScenarios, Rules
from engine.scenarios import load_scenario, scenarios
from engine.systems import SYSTEMS
from tests.examples import IS_SOAK, often
from tests.games import FIRST, LARGE

STEPS = {False: often(100, 1000), True: often(40, 500)}
"""Steps of a random line and of an automatic one; the soak takes more."""
FURTHER = often(40, 1000)
"""Steps of a random line of a scenario whose system has another that goes on for longer."""
DIGEST_EVERY = 20
"""The whole position is compared every so many steps."""
WIDER = {"fire_in_the_east/campaign_air", "fire_in_the_east/campaign_sea"}
"""Scenarios whose set-up takes longer than their line; the same rules have a line of a smaller one:
Barbarossa in the air, Army Group North with its fleet.
"""
LINES = [
    *((info.id, False) for info in scenarios() if info.id not in LARGE | WIDER or IS_SOAK),
    *((name, True) for name in FIRST.values()),
]
"""A random line of each scenario, an automatic one of the first of each system."""


@cache
def rules_of(name: str) -> Rules:
    """The rules of a shipped scenario."""
    scenario = load_scenario(name, {})
    system = SYSTEMS[scenario.system]
    return (system.for_scenario(scenario) if isinstance(system, OfScenarios) else system).bind(
        scenario
    )


def steps_of(name: str, automatic: bool) -> int:
    """How many steps a line is followed at most."""
    return STEPS[automatic] if name in FIRST.values() else FURTHER


def told(name: str, automatic: bool) -> list[str]:
    """What is done, in words, with the position now and then, as short hashes."""
    rules, stream = rules_of(name), Stream(9, name)
    state: State = rules.begin().state
    lines: list[str] = []
    for step in range(steps_of(name, automatic)):
        node = rules.chance(state)
        advice = rules.advise(state) if automatic and node is None else None
        action: Action | None
        if node is not None:
            action = Roll(1 + stream.below(node.sides))
        elif advice is not None:
            action = advice.action
        else:
            legal = LegalActions(rules.question(state).families, partial(rules.check, state))
            action = legal.random(stream)
        if action is None:
            break
        words = [rules.describe(state, action)]
        done = rules.apply(state, action)
        words += [rules.prose(event) for event in done.events]
        state = done.state
        if step % DIGEST_EVERY == 0:
            words.append(digest(state))
        lines.append(hashlib.blake2b("\n".join(words).encode(), digest_size=4).hexdigest())
    return [*lines, digest(state)]


if __name__ == "__main__":
    print(json.dumps([told(*line) for line in LINES]))
