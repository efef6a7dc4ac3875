"""The live sessions of boards, orders of battle, charts and scans of a project file."""
