"""The guided way by which a game that somebody owns comes in."""
