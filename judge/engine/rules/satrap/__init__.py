"""The rules of Satrap and Satrap II: a king, a city, and satraps loyal or disloyal.

Seed 003 has the 17 clauses; each rule names its own. `variants/satrap/README.md` says how the open
questions of the text are answered here.
"""
