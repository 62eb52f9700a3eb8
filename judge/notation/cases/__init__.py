"""Cases: positions, orders and what is expected of them, as players write them."""

from judge.notation.cases.changed import board_lines, read_changes
from judge.notation.cases.expect import disappointments
from judge.notation.cases.model import Case, Misread
from judge.notation.cases.play import OrderResult, Played, play
from judge.notation.cases.read import read_cases

__all__ = [
    "Case",
    "Misread",
    "OrderResult",
    "Played",
    "board_lines",
    "disappointments",
    "play",
    "read_cases",
    "read_changes",
]
