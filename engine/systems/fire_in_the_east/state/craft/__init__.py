"""Ships and river flotillas: part of the positions, and what befalls those that are hit (FE-28)."""
