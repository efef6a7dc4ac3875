"""Editing tools, one file each."""
