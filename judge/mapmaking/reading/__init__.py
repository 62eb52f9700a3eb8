"""Read maps of other judges and map programs, and turn them into variants."""
