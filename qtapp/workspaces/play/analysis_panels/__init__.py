"""Panels for the player who plans, looks back, and reads up."""
