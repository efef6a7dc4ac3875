"""The board as rules ask about it: who is where, land and sea."""
