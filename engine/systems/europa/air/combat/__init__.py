"""Patrol attacks, interception, and air combat step by step."""
