"""Bombing: of places, over battles, and of those who move; strengths, targets, attacks."""
