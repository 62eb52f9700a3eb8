"""The Master sets the board otherwise than the rules have left it, and takes it back.

He tells it in the lines of `judge.notation.cases`; what cannot stand is refused.
"""
