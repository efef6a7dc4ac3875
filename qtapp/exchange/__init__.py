"""What goes out as a whole: modules of VASSAL, print and play, films of a war."""
