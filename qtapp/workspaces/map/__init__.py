"""The Map workspace: tools, panels and legend of the board that is edited."""
