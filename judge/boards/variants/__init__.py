"""A variant's file, step by step: tables, drafts, what is wrong with them, the board.

`judge.boards.variant_file` is the door to it.
"""
