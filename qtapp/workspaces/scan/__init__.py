"""Digitising in the window: the scan with its grid, what is read off it, and its review."""
