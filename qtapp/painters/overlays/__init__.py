"""Painters of what is over the board: reach, ranges, previews of strokes."""
