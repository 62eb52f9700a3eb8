"""Reading a line of a letter as orders: its pieces, what stands by, what bends it."""
