"""Orders of battle as files: the text format of shipped ones."""
