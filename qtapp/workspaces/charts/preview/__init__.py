"""The preview of declared rules: on a board, in a sample attack, in words and chances."""
