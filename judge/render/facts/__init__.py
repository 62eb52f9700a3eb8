"""Facts for templates about boards, orders, results, persons, variants and mistakes."""
