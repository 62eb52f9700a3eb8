"""Names on maps whose words are also words of orders, or parts of other names."""

from dataclasses import replace

import pytest

from judge.engine import (
    Move,
    Phase,
    PhaseKind,
    Position,
    Power,
    Province,
    Season,
    SupportHold,
    Terrain,
    Unit,
    UnitKind,
    Variant,
    compile_geography,
)
from judge.notation import Ambiguous, Unreadable, find_power, names_of, read_order, reader_for
from judge.notation.names import find_beginning, find_exactly, near_names, words_of
from judge.notation.words import elements_of
from tests.notation.readers import standard

NAMES = {
    "THE": "Thebes",
    "AND": "Andaman Sea",
    "JAV": "Java",
    "JVS": "Java Sea",
    "SOO": "Sea of Okhotsk",
    "WDC": "Washington D+C",
    "BXA": "Box A",
    "NGU": "New Guinea",
    "HOR": "Horn",
    "MUZ": "Muz",
    "HMZ": "Hormuz",
    "CHN": "Ch'in",
}


def _awkward() -> Variant:
    provinces = [Province(key, name, Terrain.COAST) for key, name in NAMES.items()]
    units = tuple(Unit("Ch'in", UnitKind.FLEET, n) for n in range(len(provinces)))
    start = Position(Phase(Season.SPRING, 1, PhaseKind.MOVEMENT), units, (None,) * len(provinces))
    powers = (Power("Ch'in", "Ch'in", "C", "#000000", ()),)
    board = compile_geography(provinces, (), ())
    return Variant("awkward", "Awkward", "", board, powers, start, 1)


AWKWARD = reader_for(_awkward(), _awkward().start, "Ch'in")


@pytest.mark.parametrize(
    ("line", "home", "target"),
    [
        ("F the - and", "THE", "AND"),
        ("The fleet in the Andaman Sea - the", "AND", "THE"),
        ("and - the", "AND", "THE"),
        ("Java-Sea of Okhotsk", "JAV", "SOO"),
        ("Java Sea-Sea of Okhotsk", "JVS", "SOO"),
        ("Java Sea Sea of Okhotsk", "JVS", "SOO"),
        ("Washington D+C - Box A", "WDC", "BXA"),
        ("F Box A - Washington D.C.", "BXA", "WDC"),
        ("F Horn New Guinea", "HOR", "NGU"),
        ("hor-muz", "HOR", "MUZ"),
        ("hormuz-chin", "HMZ", "CHN"),
        ("Ch'in - Java", "CHN", "JAV"),
        ("Ch\u2019in F Java - Ch'in", "JAV", "CHN"),
    ],
)
def test_a_move_on_an_awkward_map_is_read(line: str, home: str, target: str) -> None:
    order = read_order(line, AWKWARD)

    places = list(NAMES)
    assert order == Move(AWKWARD.units[places.index(home)], places.index(target))


def test_a_verb_after_a_province_is_no_part_of_a_name() -> None:
    order = read_order("the s and", AWKWARD)

    assert order == SupportHold(AWKWARD.units[0], 1)


@pytest.mark.parametrize(
    ("typed", "meant"), [("Burgandy", "Burgundy"), ("Sweed", "Sweden"), ("Skaggerak", "Skagerrak")]
)
def test_a_typo_finds_its_province(typed: str, meant: str) -> None:
    names = names_of(standard())

    assert names.full[near_names(typed.lower(), names, 0.6)[0].provinces[0]] == meant


def test_a_power_is_found_by_the_beginning_of_its_name() -> None:
    assert find_power(("aus",), names_of(standard())) == "Austria"
    assert find_power(("xyz",), names_of(standard())) is None


def test_a_typo_is_never_taken_for_the_name() -> None:
    reader = reader_for(standard(), standard().start, "France")

    assert isinstance(read_order("A Par - Burgandy", reader), Unreadable)
    assert isinstance(read_order("A Par - nort", reader), Ambiguous)


def test_names_in_other_languages_leave_the_words_of_the_board_alone() -> None:
    variant = standard()
    board = variant.geography
    own = [replace(province, foreign=()) for province in board.provinces]
    plain = names_of(replace(variant, geography=replace(board, provinces=tuple(own))))
    names = names_of(variant)
    words = {
        *plain.exact,
        *plain.spelled,
        *plain.coasts,
        *plain.powers,
        *map(str.lower, names.full),
    }
    begun = {word[:size] for word in words for size in range(1, len(word) + 1)}
    beginnings = begun - names.exact.keys() | words
    changed = {w for w in beginnings if elements_of(w, names) != elements_of(w, plain)}
    assert changed == set()
    assert all(near_names(w, names, 0.7) == near_names(w, plain, 0.7) for w in words)


def test_a_name_in_another_language_means_its_provinces_and_what_it_meant_before() -> None:
    names = names_of(standard())
    wrong = []
    for number, province in enumerate(standard().geography.provinces):
        for text in province.foreign:
            words = words_of(text)
            if {number, *find_beginning(words, names)} - {*find_exactly(words, names)}:
                wrong.append(text)
            if elements_of(text, names)[0].end != len(text):
                wrong.append(text)
    assert wrong == []
