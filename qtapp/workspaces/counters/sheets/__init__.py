"""Counter sheets: printed for cutting out, and the drawn signs that scans are compared with."""
