"""The language of orders and of map names, and the files of variants."""

from judge.notation.long import location_name, long_order, unit_name
from judge.notation.mistakes import Ambiguous, Mistake, Trouble, Unreadable
from judge.notation.read import (
    ReadOrder,
    heading_of,
    looks_like_order,
    read_line,
    read_order,
    reader_for,
)
from judge.notation.sentence.reader import Reader
from judge.notation.variant_file import read_variant

__all__ = [
    "Ambiguous",
    "Mistake",
    "ReadOrder",
    "Reader",
    "Trouble",
    "Unreadable",
    "heading_of",
    "location_name",
    "long_order",
    "looks_like_order",
    "read_line",
    "read_order",
    "read_variant",
    "reader_for",
    "unit_name",
]
