"""Icons, themes, fonts and the manual: what the program shows that is not code."""
