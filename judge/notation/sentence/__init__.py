"""The sentences an order can be, from its elements to the orders of the phase."""
