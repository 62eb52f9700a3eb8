"""Reading a line of a letter as orders: its pieces, what stands beside, what bends it."""
