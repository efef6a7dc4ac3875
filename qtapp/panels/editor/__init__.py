"""The panels of the map editor: what stands around a board that is being drawn."""
