"""Files of any kind: read within bounds, written whole or not at all, each form registered once."""
