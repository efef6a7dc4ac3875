"""What a window asks: answers composed of a title's functions, forces in line, plans."""
