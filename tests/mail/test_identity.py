"""Secret reply addresses: one for each player and role in each game."""

import re

import pytest
from hypothesis import given, strategies as st

from judge.letter import ReplyTo
from judge.mail import address_token, reply_address, reply_token, token_digest
from judge.mail.identity import without_reply_addresses

KEY = b"sixteen bytes at least"
SEAT = ReplyTo(7, "demo", "France")

places = st.builds(ReplyTo, st.integers(0), st.text(), st.text(), st.integers(0))


def test_a_token_is_26_letters_and_digits_and_always_the_same():
    token = reply_token(KEY, SEAT)
    assert re.fullmatch("[a-z2-7]{26}", token)
    assert token == reply_token(KEY, SEAT)


@given(places, places)
def test_different_places_have_different_tokens(one, other):
    assert (reply_token(KEY, one) == reply_token(KEY, other)) == (one == other)


def test_the_first_generation_has_the_tokens_of_mails_that_went_out_long_ago():
    assert reply_token(KEY, SEAT) == "i22gn7spzu3vbg6umqanbzd6bi"


def test_fields_do_not_run_into_each_other():
    one, other = ReplyTo(1, "ab", "c"), ReplyTo(1, "a", "bc")
    assert reply_token(KEY, one) != reply_token(KEY, other)


def test_another_key_gives_another_token():
    assert reply_token(KEY, SEAT) != reply_token(KEY + b"x", SEAT)


def test_a_short_key_is_an_error():
    with pytest.raises(ValueError, match="16 bytes"):
        reply_token(b"short", SEAT)


def test_the_address_gives_the_token_back_whatever_its_case():
    token = reply_token(KEY, SEAT)
    address = reply_address("judge@judge.example", token)
    assert address == f"judge+{token}@judge.example"
    assert len(address.partition("@")[0]) <= 64
    assert address_token(address) == address_token(address.upper()) == token


TOKEN = reply_token(KEY, SEAT)
JUDGE = "judge@judge.example"


@pytest.mark.parametrize(
    ("written", "left"),
    [
        (f"judge+{TOKEN}@judge.example", JUDGE),
        (f"<judge+{TOKEN}@judge.example>", f"<{JUDGE}>"),
        (f"(mailto:judge+{TOKEN}@judge.example)", f"(mailto:{JUDGE})"),
        (f"judge%2B{TOKEN}%40judge.example", JUDGE),
        (f"JUDGE+{TOKEN.upper()}@JUDGE.EXAMPLE", JUDGE),
        (f"judge+{TOKEN[:9]}\n{TOKEN[9:]}@judge.example\nHi", f"{JUDGE}\nHi"),
        (f"> judge+{TOKEN[:9]}\n> {TOKEN[9:]}@judge.example>", f"> {JUDGE}>"),
        (f"> > judge+{TOKEN}\n> > @judge.example:", f"> > {JUDGE}:"),
        (f"judge+{TOKEN[:20]}=\n{TOKEN[20:]}=40judge.example", JUDGE),
        (f"judge+{TOKEN}@judge.ex\nample", JUDGE),
        (f"judge\n+{TOKEN}@judge.example", JUDGE),
        (f"judge\uff0b{TOKEN}\uff20judge.example", JUDGE),
        (f"judge+{TOKEN}", "judge"),
        (f"judge+{TOKEN}@old.example", "judge@old.example"),
        (f"{2 * ('judge+' + TOKEN + '@judge.example ')}", f"{JUDGE} {JUDGE} "),
        ("judge+list@judge.example", JUDGE),
        (f"_judge+{TOKEN}@judge.example_", f"_{JUDGE}_"),
    ],
)
def test_reply_addresses_are_taken_out_of_a_text(written: str, left: str) -> None:
    assert without_reply_addresses(f"See {written}.", JUDGE) == f"See {left}."


@pytest.mark.parametrize(
    "text",
    [
        JUDGE,
        "judge@judge.example+a@b.example",
        f"jury+{TOKEN}@judge.example",
        "judge + jury\nA PAR - BUR\n> A MAR S A PAR - BUR @ 9",
        "judge+list@judge.example.org",
    ],
)
def test_a_text_without_reply_addresses_is_left_as_it_is(text: str) -> None:
    assert without_reply_addresses(text, JUDGE) == text


@pytest.mark.parametrize("address", ["judge@judge.example", "judge+@x", "", "judge"])
def test_an_address_without_a_token_has_none(address):
    assert address_token(address) is None


def test_everything_behind_the_first_plus_is_the_token():
    assert address_token("judge+A+b@x") == "a+b"


def test_the_digest_does_not_depend_on_case_and_does_not_hold_the_token():
    assert token_digest("ABC") == token_digest("abc")
    assert re.fullmatch("[0-9a-f]{64}", token_digest("abc"))
