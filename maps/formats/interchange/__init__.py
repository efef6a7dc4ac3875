"""Boards as tables and JSON: forms that other programs read and write."""
