"""Text is decoded correctly, whatever name the mail program gave to its charset."""

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from judge.letter import Letter
from judge.mail import read_letter
from judge.mail.mime import decode_bytes
from tests.mail.grafted import JUDGE
from tests.mail.words import own_words

CHARSETS = Path(__file__).parents[1] / "cases" / "charsets.txt"
ROWS = [
    tuple(part.strip() for part in row.split(" | "))
    for row in CHARSETS.read_text().splitlines()[1:]
]


@pytest.mark.parametrize(("label", "codec", "text"), ROWS)
def test_text_is_read_by_what_mail_programs_mean(label: str, codec: str, text: str) -> None:
    head = f"From: a@example.org\nContent-Type: text/plain; charset={label}\n\n"

    letter = read_letter(head.encode() + text.encode(codec), JUDGE)

    assert isinstance(letter, Letter)
    assert own_words(letter) == text


@given(st.binary(max_size=60), st.text(max_size=20) | st.sampled_from(ROWS).map(min))
def test_any_bytes_of_any_charset_are_a_text(data: bytes, charset: str) -> None:
    decode_bytes(data, charset).encode("utf-8", "surrogatepass")


@pytest.mark.parametrize(
    "charset", ["idna", "punycode", "undefined", "base64", "rot13", "unicode-escape"]
)
def test_what_is_no_charset_is_read_as_if_none_were_named(charset: str) -> None:
    assert decode_bytes(b"A PAR - BUR \xfc", charset) == "A PAR - BUR ü"
