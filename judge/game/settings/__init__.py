"""What a Master may set: the table of options, their values, and changing them."""
