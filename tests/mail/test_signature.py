"""Only content that the sender's domain signed counts as signed."""

import base64
import re
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache

import dkim
import pytest
from hypothesis import given, settings, strategies as st

from judge.mail import Unshown, signed_words
from tests.amount import many

NOW = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)
ADDRESS = "judge@judge.test"
HEAD = (
    b"From: Ann <ann@example.org>\r\nTo: Judge <judge@judge.test>\r\n"
    b"Subject: [smp] orders\r\nDate: Tue, 01 Jan 2030 11:59:00 +0000\r\n"
    b"Message-ID: <1@example.org>\r\nContent-Type: text/plain\r\n"
)
MAIL = HEAD + b"\r\nJOIN smp\r\n"


@cache
def keys(size: int = 2048) -> tuple[bytes, bytes]:
    """Return a private key, and the TXT record of its public key."""
    words = ["openssl", "genrsa", "-traditional", str(size)]
    private = subprocess.run(words, check=True, capture_output=True).stdout
    words = ["openssl", "rsa", "-pubout", "-outform", "der"]
    public = subprocess.run(words, input=private, check=True, capture_output=True)
    return private, b"v=DKIM1; k=rsa; p=" + base64.b64encode(public.stdout)


class Names:
    """A fake DNS with these records, which records the names that it was asked for."""

    def __init__(self, **records: bytes) -> None:
        self.records = {b"sel._domainkey.example.org.": keys()[1]}
        for name, record in records.items():
            self.records[name.replace("__", ".").encode() + b"."] = record
        self.asked: list[bytes] = []

    def __call__(self, name: bytes, timeout: int) -> bytes | None:
        self.asked.append(name)
        return self.records.get(name)


def signed(mail: bytes = MAIL, domain: str = "example.org", **how: object) -> bytes:
    words = {"canonicalize": (b"relaxed", b"relaxed"), **how}
    key = keys()[0]
    return bytes(dkim.sign(mail, b"sel", domain.encode(), key, **words)) + mail


def found(raw: bytes, names: Names | None = None, sender: str = "") -> str:
    unshown = Unshown(raw, sender or "ann@example.org", (ADDRESS,), NOW - timedelta(minutes=1), NOW)
    return signed_words(unshown, ("mx.judge.test",), names or Names())


def test_a_letter_is_shown_by_what_the_domain_of_its_sender_signed() -> None:
    assert found(signed())


def test_the_same_mail_is_known_again_however_it_is_dressed() -> None:
    once = found(signed())
    others = (
        b"Received: from x by y\r\n" + signed(),
        signed(include_headers=[b"from", b"date", b"subject"]).replace(
            b"<1@example.org>", b"<2@example.org>"
        ),
        signed().replace(b"JOIN smp", b"JOIN  smp"),
        signed().replace(b"\r\n", b"\n"),
    )

    assert [found(raw) for raw in others] == [once] * len(others)


FORGED: dict[str, Callable[[], bytes]] = {
    "not signed": lambda: MAIL,
    "another text": lambda: signed().replace(b"JOIN smp", b"JOIN two"),
    "another subject": lambda: signed().replace(b"orders", b"RESIGN"),
    "a second subject above": lambda: b"Subject: RESIGN\r\n" + signed(),
    "a second body": lambda: b"Content-Type: text/html\r\n" + signed(),
    "a second sender": lambda: b"From: ann@example.org\r\n" + signed(),
    "a second sender below": lambda: signed().replace(
        b"\r\n\r\n", b"\r\nFrom: bob@example.org\r\n\r\n"
    ),
    "signed by another": lambda: signed(domain="evil.test"),
    "more below what was signed": lambda: signed(length=True) + b"RESIGN\r\n",
    "signed in part": lambda: signed(length=True),
    "the subject not signed": lambda: signed(include_headers=[b"from", b"date"]),
    "the date not signed": lambda: signed(include_headers=[b"from", b"subject"]),
    "by SHA-1": lambda: signed(signature_algorithm=b"rsa-sha1"),
    "to somebody else": lambda: signed(MAIL.replace(b"judge@judge", b"bob@judge")),
    # Characters that end a line for one reader and not for another.
    "another head above": lambda: b"X-A: 1\rFrom: eve@example.org\r\rRESIGN\r\n" + signed(),
    "a head that ends early": lambda: signed().replace(b"Subject", b"Not a header\r\nSubject", 1),
    "our server found nothing": lambda: (
        b"Authentication-Results: mx.judge.test; dkim=none\r\n" + signed()
    ),
    "no signature at all": lambda: b"DKIM-Signature: v=1; a=\xff; d==;\r\n" + MAIL,
}


@pytest.mark.parametrize("raw", FORGED.values(), ids=FORGED)
def test_nothing_else_shows_whose_a_letter_is(raw: Callable[[], bytes]) -> None:
    assert not found(raw())


# The headers that providers sign, each named once or twice; X-... are their own headers.
GMAIL = "to:subject:message-id:date:from:mime-version:from:to:cc:subject:date:message-id:reply-to"
BY_GMAIL = f"content-transfer-encoding:{GMAIL}"
OUTLOOK = "From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck"
YAHOO = "Date:From:To:Subject:References:From:Subject:Reply-To"
ICLOUD = "Content-Type:From:Mime-Version:Subject:Message-Id:Date:To:x-icloud-hme"
GMX = (
    "X-UI-Sender-Class:Date:From:To:Subject:MIME-Version:Content-Type:Message-ID:cc:"
    "content-transfer-encoding:content-type:date:from:message-id:mime-version:reply-to:subject:to"
)
OLD_GMX = "X-UI-Sender-Class:Date:From:To:cc:Subject:In-Reply-To:References"

PLAIN = "Content-Type: text/plain; charset=us-ascii\nContent-Transfer-Encoding: 7bit\n\nJOIN smp\n"
FLOWED = 'Content-Type: text/plain; charset="UTF-8"; format=flowed\n\nJOIN smp\n\nGruß\n'
QUOTED = (
    'Content-Type: text/plain; charset="UTF-8"\nContent-Transfer-Encoding: quoted-printable\n\n'
    "JOIN smp\n\nGr=C3=BC=C3=9Fe\n"
)
PAGE = 'Content-Type: text/html; charset="UTF-8"\n\n<div>JOIN smp</div>\n'
PARTS = (
    'Content-Type: multipart/alternative; boundary="000000000000a1b2"\n\n--000000000000a1b2\n'
    f"{QUOTED}\n--000000000000a1b2\n{PAGE}\n--000000000000a1b2--\n"
)
NESTED = (
    "Content-Type: multipart/mixed; boundary=outer\n\nThis is a multi-part message in MIME "
    f"format.\n--outer\n{PARTS}\n--outer\n{PLAIN.replace('smp', 'two')}\n--outer--\n"
)
QUOTING = (
    "Content-Type: text/plain\n\nJOIN smp\n\n--x\nContent-Type: text/plain\n\nJOIN two\n--x--\n"
)


def by(listed: str, content: str, body_as: bytes = b"relaxed") -> bytes:
    """Return a mail with this content and a signature over the headers in `listed`."""
    head = HEAD.replace(b"Content-Type: text/plain", b"MIME-Version: 1.0")
    mail = head + content.encode().replace(b"\n", b"\r\n")
    names = [name.lower().encode() for name in listed.split(":")]
    return signed(mail, include_headers=names, canonicalize=(b"relaxed", body_as))


@pytest.mark.parametrize(
    "raw",
    [
        by(GMAIL, PARTS),
        by(GMAIL, NESTED),
        by(GMAIL, FLOWED),
        by(BY_GMAIL, QUOTED),
        by(OUTLOOK, PARTS),
        by(OUTLOOK, PLAIN),
        by(YAHOO, PARTS),
        by(YAHOO, PLAIN),
        by(ICLOUD, PLAIN),
        by(ICLOUD, NESTED),
        by(GMX, QUOTED),
        by(GMX, PAGE),
        by(OLD_GMX, PARTS, b"simple"),
        by(OLD_GMX, QUOTING, b"simple"),
        by(YAHOO, "\nJOIN smp\n\nAnn <ann@example.org> wrote:\n> ==== x=10 ====\n"),
        by(YAHOO, "\nSTOP\n"),
    ],
)
def test_the_signatures_of_the_great_providers_count(raw: bytes) -> None:
    assert found(raw)


DROPPED = "Content-Disposition: attachment\nMIME-Version"
ADDED = "Content-Type: text/html\nMIME-Version"
READ_OTHERWISE = {
    "a text as a page": (GMAIL, FLOWED, "text/plain", "text/html"),
    "one part of several": (GMAIL, NESTED, "boundary=outer", "boundary=000000000000a1b2"),
    "the source of several": (YAHOO, PARTS, "multipart/alternative", "text/plain"),
    "what a text quotes": (YAHOO, QUOTING, "text/plain", "multipart/mixed; boundary=x"),
    "other letters": (YAHOO, PLAIN, "us-ascii", "utf-16"),
    "a text as code": (ICLOUD, PLAIN, "Encoding: 7bit", "Encoding: base64"),
    "a text as a file": (GMX, PLAIN, "MIME-Version", DROPPED),
    "a page of what was none": (GMAIL, "\nJOIN smp\nRESIGN\n", "MIME-Version", ADDED),
}


@pytest.mark.parametrize(
    ("listed", "content", "before", "after"), READ_OTHERWISE.values(), ids=READ_OTHERWISE
)
def test_a_body_that_reads_otherwise_by_headers_that_nobody_signed_shows_nothing(
    listed: str, content: str, before: str, after: str
) -> None:
    raw = by(listed, content)
    old, new = (text.encode().replace(b"\n", b"\r\n") for text in (before, after))
    changed = raw.replace(old, new, 1)

    assert changed != raw
    assert found(raw)
    assert not found(changed)


SOFT = QUOTED.replace("JOIN smp\n", "I shall never write =\nRESIGN\n")
CODED = PLAIN.replace("7bit", "base64").replace("JOIN smp", "Sk9JTiBzbXAK")
HIDDEN = 'Content-Type: text/html; charset="UTF-8"\n\n<div>JOIN smp</div><!--\nRESIGN\n-->\n'
LONG = FLOWED.replace("JOIN smp\n", f"I shall {'never, ' * 8}write to you this: \nRESIGN\n")


@pytest.mark.parametrize(
    ("listed", "content", "header"),
    [
        (YAHOO, SOFT, "Content-Transfer-Encoding"),
        (ICLOUD, SOFT, "Content-Transfer-Encoding"),
        (OUTLOOK, SOFT, "Content-Transfer-Encoding"),
        (ICLOUD, CODED, "Content-Transfer-Encoding"),
        (GMAIL, PARTS, "Content-Type"),
        (YAHOO, NESTED, "Content-Type"),
        (BY_GMAIL, HIDDEN, "Content-Type"),
        (GMAIL, LONG, "Content-Type"),
    ],
)
def test_nobody_has_other_words_obeyed_by_taking_an_unsigned_header_away(
    listed: str, content: str, header: str
) -> None:
    raw = by(listed, content)
    bare = re.sub(rf"(?m)^{header}:.*\n".encode(), b"", raw, count=1)

    assert bare != raw
    assert not found(bare)


@pytest.mark.parametrize("raw", [by(YAHOO, QUOTED), by(ICLOUD, QUOTED), by(GMAIL, PAGE)])
def test_a_body_that_only_its_unsigned_headers_explain_shows_nothing(raw: bytes) -> None:
    assert not found(raw)


def test_a_user_of_the_same_provider_signs_only_for_themselves() -> None:
    eve = signed(MAIL.replace(b"ann@", b"eve@"))

    assert found(eve, sender="eve@example.org")
    assert not found(eve, sender="ann@example.org")


@pytest.mark.parametrize(
    ("signing", "sender", "policy", "holds"),
    [
        ("example.org", "mail.example.org", b"", True),
        ("mail.example.org", "example.org", b"", True),
        ("mail.example.org", "example.org", b"v=DMARC1; p=none; adkim=s", False),
        ("mail.example.org", "example.org", b"v=DMARC1; adkim=r; p=none", True),
        ("a.co.uk", "b.co.uk", b"", False),
        ("co.uk", "b.co.uk", b"", False),
        ("eve.github.io", "github.io", b"", False),
    ],
)
def test_the_domains_of_one_owner_may_sign_for_one_another(
    signing: str, sender: str, policy: bytes, *, holds: bool
) -> None:
    mail = MAIL.replace(b"ann@example.org", f"ann@{sender}".encode())
    records = {f"sel._domainkey.{signing}": keys()[1], f"_dmarc.{sender}": policy}
    names = Names(**{name.replace(".", "__"): one for name, one in records.items()})

    assert bool(found(signed(mail, signing), names, f"ann@{sender}")) == holds


@pytest.mark.parametrize(
    "record",
    [
        b"",
        b"v=DKIM1; k=rsa; p=",
        b"t=y; " + keys()[1],
        keys(512)[1],
        keys()[1] + b"A" * 9000,
        b"\xff",
    ],
)
def test_a_key_that_is_withdrawn_tried_out_or_too_short_shows_nothing(record: bytes) -> None:
    assert not found(signed(), Names(sel___domainkey__example__org=record))


def test_but_few_names_are_looked_up_and_none_of_strangers() -> None:
    names = Names(sel___domainkey__example__org=b"")
    strange = signed(domain="evil.test").partition(b"From:")[0]
    own = signed().partition(b"From:")[0]
    found(strange * 50 + own * 50 + MAIL, names)

    assert names.asked == [b"sel._domainkey.example.org."] * 3


@pytest.mark.parametrize(("days", "holds"), [(4, True), (6, False), (-2, False)])
def test_an_old_mail_shows_nothing_any_more(days: int, *, holds: bool) -> None:
    unshown = Unshown(signed(), "ann@example.org", (ADDRESS,), NOW - timedelta(days), NOW)

    assert bool(signed_words(unshown, (), Names())) == holds


def test_a_silent_dns_is_told_apart() -> None:
    def silent(_name: bytes, timeout: int) -> bytes:
        raise dkim.DnsTimeoutError(str(timeout))

    unshown = Unshown(signed(), "ann@example.org", (ADDRESS,), NOW, NOW)
    with pytest.raises(TimeoutError):
        signed_words(unshown, (), silent)


SIGNED = signed()


@settings(max_examples=many(100), deadline=None)
@given(st.integers(0, len(SIGNED)), st.integers(0, 4), st.binary(max_size=8))
def test_what_is_changed_anywhere_shows_nothing_else(at: int, lost: int, put: bytes) -> None:
    changed = SIGNED[:at] + put + SIGNED[at + lost :]

    assert found(changed) in ("", found(SIGNED))
