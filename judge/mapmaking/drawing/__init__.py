"""Draw the board of a variant for map makers, with exactly the borders that the rules have."""
