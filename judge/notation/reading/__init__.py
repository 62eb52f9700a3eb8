"""Reading a line of a letter as orders: its pieces, and what stands beside them."""
