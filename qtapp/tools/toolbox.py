"""All tools, in the order they stand in menu and toolbar."""

from __future__ import annotations

from qtapp.tools.areas import FillTool, LassoTool, LineTool, SelectTool
from qtapp.tools.boxes import BoxTool
from qtapp.tools.brush import BrushTool, RegionTool
from qtapp.tools.eyedropper import EyedropperTool
from qtapp.tools.links import LinkTool
from qtapp.tools.places import LabelTool, PlaceTool
from qtapp.tools.sides import HexsideTool, RiverTool
from qtapp.tools.stamps import StampTool
from qtapp.tools.tool import Tool

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
