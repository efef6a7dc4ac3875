"""Reports on a game: statistics, strengths, comparison of lines, and the exported log."""
