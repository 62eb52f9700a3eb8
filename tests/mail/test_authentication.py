"""Only the verdict of our own server about a sender counts."""

import pytest
from hypothesis import given, strategies as st

from judge.letter import Letter
from judge.mail import read_letter

OURS = frozenset({"mx.judge.test", "dmarc.judge.test"})
TOP = "Authentication-Results: mx.judge.test; "
ANN = "From: Ann <ann@example.org>"

BELIEVED = [
    (f"{TOP}dmarc=pass header.from=example.org", ANN),
    (f"{TOP}dmarc=pass (p=none dis=none) header.from=EXAMPLE.org", ANN),
    (f"{TOP}dkim=pass (2048-bit key) header.d=example.org header.s=sel", ANN),
    (f"{TOP}dkim=pass header.i=@example.org header.b=abc", ANN),
    (f"{TOP}dkim=fail header.d=example.org; dkim=pass header.d=example.org", ANN),
    (f"{TOP}dkim=pass header.d=example.org", "From: ann@mail.example.org"),
    (f"{TOP}dkim=pass header.d=mail.example.org", ANN),
    (f"{TOP}dkim=pass header.d=news.example.co.uk", "From: ann@mail.example.co.uk"),
    (f"{TOP}spf=pass smtp.mailfrom=bounce@example.org", ANN),
    (f"{TOP}spf=pass smtp.mailfrom=x@bounce.example.org", ANN),
    (f"{TOP}spf=pass smtp.mailfrom=example.org smtp.helo=x", ANN),
    ("authentication-results: MX.judge.test 1;\n\tspf=none;\n\tdkim=pass\n"
     "\theader.d=example.org", ANN),
    (f"Authentication-Results: other.test; dmarc=fail\n{TOP}dmarc=pass "
     "header.from=example.org", ANN),
    (f"{TOP}dkim=none\nAuthentication-Results: dmarc.judge.test; dmarc=pass "
     "header.from=example.org", ANN),
    ('Authentication-Results: "mx.judge.test" (Postfix (ours)); dkim=pass '
     "header.d=example.org", ANN),
    (f'{TOP}dkim=pass reason="a; (b" header.d=example.org', ANN),
    # The forms of Google, Microsoft and OpenDKIM.
    (f"{TOP}dkim=pass header.i=@example.org header.s=20230601 header.b=Ab/c+d==;\n\tspf=pass "
     "(mx.judge.test: domain of a@example.org designates 1.2.3.4 as permitted sender) "
     "smtp.mailfrom=a@example.org;\n\tdmarc=pass (p=NONE sp=QUARANTINE dis=NONE) "
     "header.from=example.org;", ANN),
    (f"{TOP}spf=none smtp.helo=x; dkim=none (message not signed) header.d=none;dmarc=pass "
     "action=none header.from=example.org;compauth=pass reason=100", ANN),
    (f'{TOP}dkim = pass (2048-bit key; unprotected) header.d=example.org header.b="x/(y"', ANN),
]  # fmt: skip
NOT_BELIEVED = [
    ("", ANN),
    (f"{TOP}none", ANN),
    (f"{TOP}dmarc=fail header.from=example.org", ANN),
    (f"{TOP}dmarc=pass", ANN),
    (f"{TOP}dmarc=pass header.from=evil.test", ANN),
    (f"{TOP}dmarc=pass header.from=org", ANN),
    (f"{TOP}dkim=pass header.d=org", ANN),
    (f"{TOP}dkim=pass header.d=ample.org", ANN),
    # Public suffixes: anybody can register a name below them.
    (f"{TOP}dkim=pass header.d=evil.co.uk", "From: ann@example.co.uk"),
    (f"{TOP}dkim=pass header.d=co.uk", "From: ann@example.co.uk"),
    (f"{TOP}dkim=pass header.d=evil.github.io", "From: ann@example.github.io"),
    (f"{TOP}dkim=pass header.d=evil.github.io", "From: ann@github.io"),
    # The domain's DMARC policy allows no other domain of its owner to sign for it.
    (f"{TOP}dmarc=fail header.from=example.org; dkim=pass header.d=mail.example.org",
     ANN),
    (f"{TOP}spf=pass smtp.helo=example.org", ANN),
    (f"{TOP}dmarc=pass header.from=evil.test header.from=example.org", ANN),
    (f"ARC-{TOP}dmarc=pass header.from=example.org", ANN),
    ("Authentication-Results: mx.judge.test.evil.test; dmarc=pass "
     "header.from=example.org", ANN),
    ("Authentication-Results: (mx.judge.test) evil.test; dmarc=pass "
     "header.from=example.org", ANN),
    # RFC 8601 section 2.2: a result is a whole word, without other text beside it.
    (f"{TOP}dkim=pass-not header.d=example.org", ANN),
    (f"{TOP}dkim=pass_ header.d=example.org", ANN),
    (f"{TOP}dkim=pass/x header.d=example.org", ANN),
    (f"{TOP}dkim=pass, header.d=example.org", ANN),
    (f"{TOP}dkim pass header.d=example.org", ANN),
    (f"{TOP}not dkim=pass header.d=example.org", ANN),
    (f"{TOP}dkim=pass is what I say header.d=example.org", ANN),
    (f"{TOP}dmarc=fail in doubt header.from=example.org; dkim=pass header.d=example.org", ANN),
    (f"{TOP}dkim=pass header.d=example.org)", ANN),
    (f'{TOP}dkim=pass header.d=example.org "', ANN),
    (f"{TOP}spf=softfail smtp.mailfrom=example.org", ANN),
    (f"{TOP}auth=pass smtp.auth=example.org", ANN),
    # The upper header is of our server, the lower one was written by the sender.
    (f"{TOP}dkim=none\n{TOP}dmarc=pass header.from=example.org", ANN),
    ("Authentication-Results: mx.evil.test; dmarc=pass header.from=example.org", ANN),
    ("Authentication-Results: dmarc=pass header.from=example.org", ANN),
    (f"X-{TOP}dmarc=pass header.from=example.org", ANN),
    # Text by which a sender tries to add a result to our server's header.
    (f'{TOP}spf=pass smtp.mailfrom="x; dkim=pass header.d=example.org"@evil.test', ANN),
    (f'{TOP}spf=pass smtp.mailfrom="\\"; dkim=pass header.d=example.org"@x.test', ANN),
    (f"{TOP}spf=none (a; dkim=pass header.d=example.org)", ANN),
    (f"{TOP}spf=none (a (b) ; dkim=pass header.d=example.org", ANN),
    # A line ends with a line feed, not with a carriage return (RFC 5322 section 2.2).
    (f"X-Spam: no\r{TOP}dmarc=pass header.from=example.org", ANN),
    (f"Subject: x\r\r{TOP}dmarc=pass header.from=example.org", ANN),
    (f"{TOP}dmarc=pass header.from=example.org", "From: eve@evil.test\rFrom: ann@example.org"),
    # A mail with two authors is of neither.
    (f"{TOP}dmarc=pass header.from=example.org", f"{ANN}, Bob <bob@example.org>"),
    (f"{TOP}dmarc=pass header.from=example.org", f"{ANN}\nFrom: bob@example.org"),
    (f"{TOP}dmarc=pass header.from=example.org",
     'From: "Ann <ann@example.org>" <eve@evil.test>\nSender: ann@example.org'),
    (f"{TOP}dmarc=pass header.from=example.org",
     "From: Friends: ann@example.org, eve@evil.test;"),
    (f"{TOP}dmarc=pass header.from=example.org",
     "From: <ann@example.org> <eve@evil.test>"),
]  # fmt: skip


def is_authentic(headers: str, author: str, servers: frozenset[str] = OURS) -> bool:
    head = f"{headers}\n{author}" if headers else author
    letter = read_letter(f"{head}\n\nHELP\n".encode(), "judge@judge.test", servers)
    assert isinstance(letter, Letter)
    return letter.authentic


@pytest.mark.parametrize(("headers", "author"), BELIEVED)
def test_the_word_of_our_own_server_is_believed(headers: str, author: str) -> None:
    assert is_authentic(headers, author)


@pytest.mark.parametrize(("headers", "author"), NOT_BELIEVED)
def test_no_other_word_is_believed(headers: str, author: str) -> None:
    assert not is_authentic(headers, author)


def test_without_a_server_of_ours_nobody_is_believed() -> None:
    assert not any(is_authentic(*one, frozenset()) for one in BELIEVED)


@given(st.text(st.characters(codec="utf-8"), max_size=200), st.integers(0, 300))
def test_reading_what_servers_found_never_fails(text: str, depth: int) -> None:
    found = f"{TOP}{'(' * depth}{text}".replace("\n", " ").replace("\r", " ")
    raw = f"{ANN}\n{found}\n\nHELP\n".encode()

    assert isinstance(read_letter(raw, "judge@judge.test", OURS), Letter)
