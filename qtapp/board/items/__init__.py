"""What lies over the board: ghost, stacks spread out, measures, overlays and their legend."""
