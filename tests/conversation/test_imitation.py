"""Names that can be mistaken for other names."""

import pytest

from judge.conversation.persons import fitting_name, is_like, is_misleading
from judge.game import MisleadingName, Player

TAKEN = ("John Smith", "ann@example.org", "Germany", "The Referee")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("John Smith", "John Smith"),
        ("John Smith", "john  SMITH"),
        ("John Smith", "J\u043ehn Smith"),  # a Cyrillic o
        ("John Smith", "\uff2aohn Smith"),  # a fullwidth J
        ("Miller", "Mi11er"),
        ("Miller", "MiIIer"),
        ("Tom", "Torn"),
        ("smp1", "smpl"),
        ("g10", "glO"),
        ("\u0420\u0430\u0443\u043b", "\u0420ay\u043b"),
        ("ann@example.org", "Ann"),
    ],
)
def test_names_that_look_alike_are_alike(one: str, other: str) -> None:
    assert is_like(one, [other])
    assert is_like(other, [one])


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("smp1", "smp2"), ("J. Smith", "John Smith")]
)
def test_names_that_differ_are_not(one: str, other: str) -> None:
    assert not is_like(one, [other])


@pytest.mark.parametrize(
    "name",
    [
        "The Master",
        "\u0422he \u041caster",
        "Judge",
        "germany",
        "Gerrnany",
        "the referee",
        "Ann",
        "P\u0430ul",  # two alphabets in a word
        "Bob. The deadline has moved",
        "Bob: orders are due",
        "Bob <judge",
        "B" * 41,
        "The Master has moved the deadline",
        "The \u041caster says that it is over",
        "Bob, the Master",
        "Bob (Judge)",
        "Nobody",
        "one two three four five six seven",
        "Bob\nThe Master has left",
        "Bob\u2028The Master has left",
        "Bob\u202egnihton",
        "---",
    ],
)
def test_a_name_that_misleads_is_not_taken(name: str) -> None:
    assert is_misleading(name, TAKEN)


@pytest.mark.parametrize(
    "name",
    [
        "Zo\u00eb M\u00fcller",
        "J. R. R. Tolkien",
        "Dr. O'Neill-Smith, Jr.",
        "\u0418\u0432\u0430\u043d \u041f\u0435\u0442\u0440\u043e\u0432",
        "Ivan (\u0418\u0432\u0430\u043d)",
        "\u6771\u4eac\u30bf\u30ed\u30a6",
        "\u0645\u062d\u0645\u062f",
        "R2D2",
    ],
)
def test_a_name_of_a_person_is(name: str) -> None:
    assert not is_misleading(name, TAKEN)


@pytest.mark.parametrize(
    ("name", "address", "known_as"),
    [
        ("Bob", "b@example.org", "Bob"),
        ("The Master", "b@example.org", "b@example.org"),
        ("Germany", "germany@evil.test", "germany at evil.test"),
        ("ann@evil.test", "ann@evil.test", "ann at evil.test"),
    ],
)
def test_a_newcomer_goes_by_their_address_where_their_name_misleads(
    name: str, address: str, known_as: str
) -> None:
    assert fitting_name(Player(0, name, address), TAKEN) == known_as


def test_the_refusal_says_which_name_it_was() -> None:
    assert MisleadingName("Judge").name == "Judge"
