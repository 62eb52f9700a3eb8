"""Drawing the board of a variant, true to the rules, for map makers."""
