"""Air units: bases, missions, antiaircraft fire, return to base and repair."""
