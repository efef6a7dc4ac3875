"""What a project file holds, as typed rows in and out: boards, orders of battle, scans, games."""
