"""A second solver: each phase of each variant, written once more from the documents.

It is slow and simple on purpose and shares no code with the engine. It reads a
variant's file by itself, works on names, lists all convoy routes, and where the fate of
an order is not plain it tries every combination of those it hangs on. Where a document
can be read in two ways it reads it as the variant's README does.
"""
