"""The sentences an order can be, from the words of a line to orders of the phase."""
