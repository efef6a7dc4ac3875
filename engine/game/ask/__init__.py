"""Questions about any position: laid out by hand, or as a game in a file has it."""
