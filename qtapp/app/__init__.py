"""The program: start, main window, files, settings, errors."""
