"""Facts for templates: boards, orders, results, persons, variants, mistakes."""
