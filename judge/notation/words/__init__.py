"""The words an order can be written in, and the text of a line cut into them."""
