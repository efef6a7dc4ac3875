"""The bench's measures of a campaign measure what they say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.benchmarks import campaign as campaign_measures
from tests.benchmarks.campaign import CAMPAIGN_MEASURES, campaign
from tests.benchmarks.games import MEASURES


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Measures over fewer decisions; what they remember is forgotten afterwards."""
    for name, value in {"DECISIONS": 60, "RANDOM": 40, "ATTACKS": 2, "ROUNDS": 2}.items():
        monkeypatch.setattr(campaign_measures, name, value)
    campaign.cache_clear()
    yield
    campaign.cache_clear()


def test_a_campaign_is_measured_under_its_own_names() -> None:
    for name in ("campaign_reach", "campaign_supply", "campaign_attack"):
        figure = CAMPAIGN_MEASURES[name]()
        assert figure.name == name and figure.unit == "ms"
        assert figure.p95 >= figure.median > 0
        assert campaign().scenario.title in figure.what
    assert CAMPAIGN_MEASURES.items() <= MEASURES.items()


def test_random_play_of_a_campaign_is_a_rate() -> None:
    figure = CAMPAIGN_MEASURES["campaign_play"]()
    assert figure.unit == "actions/s" and figure.median >= figure.p95 > 0
