"""What is written down of all that happens, and what the keeper of the judge does."""
