"""Maps of other judges and of map programs, read into variants of ours."""
