"""What players of Balkan Gambit see."""
