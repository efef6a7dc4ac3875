"""A project file before it is used: its lock, log, tables and rows, judged and connected."""
