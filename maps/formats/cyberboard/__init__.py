"""Game boxes of CyberBoard: boards of hexes and the pictures of their tiles, read only."""
