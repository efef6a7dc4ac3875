"""The sea: waters that join places, voyages over them, and what catches units on the way."""
