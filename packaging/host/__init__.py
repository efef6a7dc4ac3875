"""What set-up asks of the machine: its packages, its screen, the libraries Qt needs of it."""
