"""Modules of VASSAL and game boxes of CyberBoard, taken into a project."""
