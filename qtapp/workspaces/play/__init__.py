"""The Play workspace: the game on the board, its panels, and the panels of analysis."""
