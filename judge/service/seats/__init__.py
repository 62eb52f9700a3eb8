"""What is known and told of seats, beside the games themselves."""
