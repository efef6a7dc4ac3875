"""What ships carry: units, resource points and supplies of both sides (FE-28C, 28D)."""
