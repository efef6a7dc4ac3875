"""The dockable panels around the board."""
