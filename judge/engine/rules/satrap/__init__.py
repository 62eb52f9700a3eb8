"""The rules of Satrap and Satrap II: a king, his city, and satraps loyal or not.

Seed 003 has their 17 clauses; each rule names its own. What the text leaves open, and
how it is read here, stands in `variants/satrap/README.md`.
"""
