"""The panels of the map editor: what is around a board that is being drawn."""
