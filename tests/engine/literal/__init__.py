"""A second solver: each phase of each variant, implemented once more from the rules' documents.

It is slow and simple on purpose and shares no code with the engine. It reads a variant's file by
itself, works on names, and lists all convoy routes. If the fate of an order depends on others that
are unknown, it tries every combination of their fates. If a document has two readings, it follows
the variant's README.
"""
