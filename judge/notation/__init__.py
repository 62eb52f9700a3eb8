"""The language of orders and of map names, and of cases and exchanges made of them."""

from judge.notation.canonical import (
    NOBODY,
    CanonicalReader,
    read_canonical,
    read_phase,
    vocabulary_of,
    write_order,
    write_unit,
)
from judge.notation.conditions import (
    Both,
    Condition,
    Either,
    Not,
    Owns,
    Stands,
    case_word,
    read_condition,
)
from judge.notation.likeness import is_order_like
from judge.notation.long import location_name, long_order, unit_name
from judge.notation.mistakes import Ambiguous, Mistake, Trouble, Unreadable
from judge.notation.names import Names, find_exactly, find_power, names_of, places_meant, words_of
from judge.notation.phases import comes, phase_of
from judge.notation.reading.joining import joined, settled
from judge.notation.reading.lines import LONGEST_LINE
from judge.notation.reading.part import ReadOrder
from judge.notation.reading.qualifiers import qualifier_in
from judge.notation.reading.read import read_line, read_order, reader_for
from judge.notation.said import PHASE, password_word, phase_said
from judge.notation.sentence.order_reader import OrderReader
from judge.notation.words.elements import is_order_word

__all__ = [
    "LONGEST_LINE",
    "NOBODY",
    "PHASE",
    "Ambiguous",
    "Both",
    "CanonicalReader",
    "Condition",
    "Either",
    "Mistake",
    "Names",
    "Not",
    "OrderReader",
    "Owns",
    "ReadOrder",
    "Stands",
    "Trouble",
    "Unreadable",
    "case_word",
    "comes",
    "find_exactly",
    "find_power",
    "is_order_like",
    "is_order_word",
    "joined",
    "location_name",
    "long_order",
    "names_of",
    "password_word",
    "phase_of",
    "phase_said",
    "places_meant",
    "qualifier_in",
    "read_canonical",
    "read_condition",
    "read_line",
    "read_order",
    "read_phase",
    "reader_for",
    "settled",
    "unit_name",
    "vocabulary_of",
    "words_of",
    "write_order",
    "write_unit",
]
