"""A game in play: the session, and what is behind it."""
