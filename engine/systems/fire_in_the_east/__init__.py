"""Fire in the East (Europa I): the Russian front from June 1941 to March 1942.

The air war is played in scenarios with air units, the sea in those with ships. Parts of the economy
and of the rules of single nations are not yet played; scenarios of a part of the front are
Sandtable's own.
"""

from __future__ import annotations

from engine.core.system import Option, SideInfo
from engine.systems.europa.air import actions as air_actions
from engine.systems.europa.air.bombing import actions as bombing_actions
from engine.systems.europa.air.carrying import actions as carrying_actions
from engine.systems.europa.air.combat import actions as air_combat_actions
from engine.systems.europa.air.groups import actions as group_actions
from engine.systems.europa.air.groups import records as group_records
from engine.systems.europa.air.title.records import RECORDS
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.title import EuropaSystem
from engine.systems.fire_in_the_east.charts import Charts, chart_text
from engine.systems.fire_in_the_east.economy.actions import ACTIONS
from engine.systems.fire_in_the_east.figures import FireFigures
from engine.systems.fire_in_the_east.resources.actions import ACTIONS as RESOURCE_ACTIONS
from engine.systems.fire_in_the_east.rules import FireInTheEast
from engine.systems.fire_in_the_east.sea.actions import ACTIONS as NAVAL_ACTIONS
from engine.systems.fire_in_the_east.sea.boats.actions import ACTIONS as BOAT_ACTIONS
from engine.systems.fire_in_the_east.sea.records import FRAMES as NAVAL_FRAMES
from engine.systems.fire_in_the_east.sea.records import RECORDS as NAVAL_RECORDS
from engine.systems.fire_in_the_east.state.records import (
    FRAMES,
    AirEast,
    East,
    SeaEast,
    SearchedEast,
)
from engine.systems.fire_in_the_east.state.records import RECORDS as EAST_RECORDS
from engine.systems.fire_in_the_east.works.actions import ACTIONS as WORK_ACTIONS

SYSTEM = EuropaSystem(
    id="fire_in_the_east",
    title="Fire in the East",
    sides=(
        SideInfo(AXIS, "Axis", "#5b5b5b"),
        SideInfo(ALLIED, "Soviet", "#a8322c"),
    ),
    options=(
        Option(
            "air_landing",
            "The German 22nd Air Landing Division breaks down into a headquarters and regiments.",
            "FE-39D.1",
            False,
        ),
        Option(
            "district_stacks",
            "Soviet units of a military district that are no divisions are set up with its others.",
            "FE-36.4",
            False,
        ),
        Option(
            "winterized_elite",
            "German units of Grossdeutschland and Lehr are winterized (advanced rule).",
            "FE-38D.1",
            False,
        ),
        Option(
            "riga_line",
            "The railroad from Velikie Luki to Riga has broad gauge (advanced rule).",
            "FE-38C.1",
            False,
        ),
        Option(
            "fire_at_harassers",
            "Units that come into a harassed hex fire at the air units over it (advanced rule).",
            "FE-38B2.1",
            False,
        ),
        Option(
            "retreat_overruns",
            "Retreating stacks overrun enemies that are weak enough (advanced rule).",
            "FE-38A.1",
            False,
        ),
        Option(
            "artillery_exchange",
            "Two eliminated Soviet artillery units a turn make one up (advanced rule).",
            "FE-38E.1",
            False,
        ),
        Option(
            "capture_points",
            "Half of the resource points in a hex that falls are captured.",
            "FE-39B.2",
            False,
        ),
        Option("bridges", "Bridges are owned, demolished and repaired.", "FE-39A.1", False),
        Option(
            "parachute_infantry",
            "Soviet parachute infantry drops, badly; the worst drops lose the unit.",
            "FE-OPT2.1",
            False,
        ),
        Option(
            "heavy_antiaircraft",
            "Heavy antiaircraft is not halved against fortresses.",
            "FE-OPT3.1",
            False,
        ),
        Option(
            "finnish_war_effort",
            "A card that the German player alone sees decides how Finland wages war.",
            "FE-39C.1",
            False,
        ),
        Option(
            "night_fighter",
            "An Me 110D may be taken once in place of an Me 110E reinforcement.",
            "FE-OPT1.1",
            False,
        ),
        Option(
            "naval_search",
            "Bombers search the sea in the enemy's turn; sea movement there is declared first.",
            "FE-OPT4.1",
            False,
        ),
        Option("sivash", "No ship enters the Sivash.", "FE-39E.1", False),
        Option(
            "gradual_ice",
            "Rivers and lakes freeze as snow comes or in a second turn of frost, and stay frozen.",
            "FE-39F1.1",
            False,
        ),
        Option("spring thaw", "Rivers flood when frost or snow turns to mud.", "FE-39F2.1", False),
    ),
    charts=Charts,
    figures=FireFigures,
    text=chart_text,
    rules=FireInTheEast,
    own_actions=(
        *ACTIONS,
        *WORK_ACTIONS,
        *RESOURCE_ACTIONS,
        *NAVAL_ACTIONS,
        *BOAT_ACTIONS,
        *air_actions.ACTIONS,
        *air_combat_actions.ACTIONS,
        *bombing_actions.ACTIONS,
        *carrying_actions.ACTIONS,
        *group_actions.ACTIONS,
    ),
    own_records=(
        East,
        AirEast,
        SeaEast,
        SearchedEast,
        *FRAMES,
        *NAVAL_FRAMES,
        *NAVAL_RECORDS,
        *EAST_RECORDS,
        *RECORDS,
        *group_records.RECORDS,
        *group_records.FRAMES,
    ),
)
"""The one instance."""
