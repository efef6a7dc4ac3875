"""All tools, in the order they stand in menu and toolbar."""

from __future__ import annotations

from qtapp.workspaces.map.tools.areas import FillTool, LassoTool, LineTool, SelectTool
from qtapp.workspaces.map.tools.boxes import BoxTool
from qtapp.workspaces.map.tools.brush import BrushTool, RegionTool
from qtapp.workspaces.map.tools.eyedropper import EyedropperTool
from qtapp.workspaces.map.tools.links import LinkTool
from qtapp.workspaces.map.tools.places import LabelTool, PlaceTool
from qtapp.workspaces.map.tools.sides import HexsideTool, RiverTool
from qtapp.workspaces.map.tools.stamps import StampTool
from qtapp.workspaces.map.tools.tool import Tool

TOOLS: tuple[type[Tool], ...] = (
    BrushTool,
    FillTool,
    LineTool,
    HexsideTool,
    RiverTool,
    LinkTool,
    PlaceTool,
    LabelTool,
    RegionTool,
    BoxTool,
    SelectTool,
    LassoTool,
    StampTool,
    EyedropperTool,
)
"""Every tool that writes on the board; the hand, which only looks, is none."""
