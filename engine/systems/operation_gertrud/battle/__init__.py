"""Combat, raids and missions of Operation Gertrud (OG 11 to 17)."""
