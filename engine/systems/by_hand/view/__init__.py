"""What a window shows of a game by hand."""
