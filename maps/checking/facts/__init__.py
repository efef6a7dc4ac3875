"""Facts that a board must show, held as data: what they say, where they come from, do they hold."""
