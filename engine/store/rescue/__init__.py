"""Copies of a project file, and what can be saved of a damaged one."""
