"""What the titles of Europa share: units, zones, movement, supply, combat, construction.

This is no system of its own. Each title binds it with its charts, its citations, its nations and
its sequence of play.
"""
