"""A title of one file, composed of the rules library: its proof."""
