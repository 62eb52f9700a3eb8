"""What templates are told of a board, orders, results, people, a variant, a mistake."""
