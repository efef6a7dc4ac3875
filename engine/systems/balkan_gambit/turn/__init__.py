"""The turn besides battles: initial phase, commands, movement, replacements."""
