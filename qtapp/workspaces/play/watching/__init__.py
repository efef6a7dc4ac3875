"""Watching what happens: at a chosen speed, in sum since one decided, and along the whole war."""
