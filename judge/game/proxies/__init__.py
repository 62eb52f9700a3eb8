"""One player orders for another: who lets whom, and what comes of it."""
