"""Balkan Front (Europa III): the Balkans from November 1940 to August 1941.

The air war, airborne operations included, is played in scenarios with air units; the sea is played
whole in scenarios that say so, and from port to port in the others.
"""

from __future__ import annotations

from engine.core.system import Option, SideInfo
from engine.systems.balkan_front import actions
from engine.systems.balkan_front.charts import Charts, chart_text
from engine.systems.balkan_front.figures import FrontFigures
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.records import FRAMES, AirFront, Front, RovingFront, SeaFront
from engine.systems.europa.air import actions as air_actions
from engine.systems.europa.air.bombing import actions as bombing_actions
from engine.systems.europa.air.carrying import actions as carrying_actions
from engine.systems.europa.air.combat import actions as air_combat_actions
from engine.systems.europa.air.title.records import RECORDS as AIR_RECORDS
from engine.systems.europa.sea import actions as sea_actions
from engine.systems.europa.sea import records as sea_records
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.title import EuropaSystem

OPTIONS = (
    Option(
        "firm ownership",
        "Enemy cities and airbases are taken by units in them, not by zones of control.",
        "BF-32A1.1",
        False,
    ),
    Option(
        "german_mobile_retreats",
        "German c/m units retreat through enemy zones to friendly units.",
        "BF-32A2.1",
        False,
    ),
    Option(
        "rough supply",
        "Rough country and major rivers count more in overland supply lines.",
        "BF-32A3.1",
        False,
    ),
    Option(
        "partial airfields",
        "Temporary airfields of capacity 1 and 2 may be built.",
        "BF-32A4.1",
        False,
    ),
    Option("spring thaw", "Rivers flood when the weather clears up.", "BF-32A5.1", False),
    Option(
        "emergency evacuation",
        "British units leave their heavy equipment on the beach, where the sea is played.",
        "BF-32A6.1",
        False,
    ),
    Option(
        "heavy_antiaircraft",
        "Heavy antiaircraft units are not halved over fortified hexsides.",
        "BF-32B1.1",
        False,
    ),
    Option(
        "brandenburgers",
        "German commandos slip through zones, and seize bridges.",
        "BF-32B2.1",
        False,
    ),
    Option("bridges", "Bridges are owned, demolished, seized and repaired.", "BF-32C.1", False),
    Option(
        "italian rail link",
        "Italian railroads off the west edge are joined.",
        "BF-32D.1",
        False,
    ),
    Option(
        "greek morale",
        "Greek units stay on the mainland, and Greece builds no forts in the rear.",
        "BF-32E.1",
        False,
    ),
    Option(
        "rommel in africa",
        "The British optional reinforcements of May I 41 come.",
        "BF-32F.1",
        False,
    ),
)
"""The optional rules, each with its number."""

SYSTEM = EuropaSystem(
    id="balkan_front",
    title="Balkan Front",
    sides=(
        SideInfo(AXIS, "Axis", "#5b5b5b"),
        SideInfo(ALLIED, "Allied", "#3f7d8c"),
    ),
    options=OPTIONS,
    charts=Charts,
    figures=FrontFigures,
    text=chart_text,
    rules=BalkanFront,
    own_actions=(
        *actions.ACTIONS,
        *sea_actions.ACTIONS,
        *air_actions.ACTIONS,
        *air_combat_actions.ACTIONS,
        *bombing_actions.ACTIONS,
        *carrying_actions.ACTIONS,
    ),
    own_records=(
        Front,
        AirFront,
        SeaFront,
        RovingFront,
        *FRAMES,
        *sea_records.RECORDS,
        *sea_records.FRAMES,
        *AIR_RECORDS,
    ),
)
"""The one instance."""
