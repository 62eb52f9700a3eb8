"""Mails of up to a megabyte that cause as much work for their reader as known attacks can."""

_MOST = 1_000_000
_HEAD = b"From: eve@evil.test\nMessage-ID: <1@evil.test>\nSubject: x\n"
_COMBINING = "a" + "\u0315\u0300" * (_MOST // 4)
_LINES = {
    "bad orders": "A PRA - BRU\n",
    "bad convoys": "A LON - NTH - NWY via convoy from holand to denmrak\n",
    "conditions": "F ENG S A LON - BEL if not Germny does perhaps\n",
    "dashes": "- - - - - - - - - - - - - -\n",
    "many on a line": "1. A Par-Bur, 2. A Mar S A Par-Bur; 3) F Bre H\n",
    "attributions": "On 1 Jan 2030 at 10:10, x\n",
    "questions": "when is the deadline of the game please\n",
    "sentences": "HELP yourself to it now then\n",
    "spaces": " " * 50 + "x\n",
    "marks above a letter": "a" + "\u0300\u0316" * 300 + "\n",
    "wishes": "I would like to " * 6 + "\n",
    "cases": "IF A PAR - BUR THEN A MAR - SPA and so on\n",
    "names": "Bob\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
    "farewells": "Regards, my dear friends, and all the best\n",
    "messages": "PRESS TO FRANCE and some more names of powers\n",
    "sign-ons": "SIGN ON FRANCE smp a-password-of-some-length\n",
    "orders below a signature": "A Par - Burgundy, with some words\n",
}
_HTML = {
    "tables": "<table>" + "<tr><td>x</td></tr>" * (_MOST // 20) + "</table>",
    "wide cells": f"<table><tr><td>{'x' * 100_000}</td></tr>"
    + "<tr><td>y</td></tr>" * 20_000
    + "</table>",
    "cells": "<table><tr>" + "<td>x" * (_MOST // 5) + "</table>",
    "spans": "<table>" + "<tr><td colspan=1000>x</td></tr>" * 15_000 + "</table>",
    "indents": "<ul>" * 900 + "<li>x" * (_MOST // 10),
    "quotes": "<blockquote type=cite>x</blockquote>" * (_MOST // 36),
    "signs": "<" * _MOST,
    "comments": "<!--" * (_MOST // 4),
    "styles": "<b style='font-family:Wingdings'>J</b>" * (_MOST // 40),
}
_HEADERS = {
    "words in a subject": b"Subject: " + b"=?utf-8?b?" * 6_000,
    "parameters": b"Content-Type: text/plain; " + b"a=b; " * 12_000,
    "continuations": b"Content-Type: text/plain"
    + b"".join(b"; charset*%d*=a" % number for number in range(3_000)),
    "a date": b"Date: " + b"1" * 60_000,
    "a bracket": b"From: " + b"(" * 60_000,
}


def _plain(body: str, head: bytes = b"") -> bytes:
    kind = b"Content-Type: text/plain; charset=utf-8\n"
    return _HEAD + kind + head + b"\n" + body.encode()


def _filled(line: str) -> bytes:
    head = "HELP\n-- \n" if line.startswith("A Par") else ""
    return _plain(head + line * (_MOST // len(line.encode())))


ATTACKS = {
    "one line": _plain("x" * _MOST),
    "brackets": _plain("(" * _MOST),
    "blanks": _plain(" " * _MOST + "x"),
    "marks above one letter": _plain(_COMBINING),
    "short names": _plain("Bob\n" * 4_900),
    "a letter a line": _plain("a\n" * 9_900),
    "one order": _plain("A Par - " + "Bur " * 4_700),
    "parts": _HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 20_000,
    "soft ends": _HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + b"x=\n" * 39_000,
    **{f"lines: {name}": _filled(line) for name, line in _LINES.items()},
    **{
        f"html: {name}": _HEAD + b"Content-Type: text/html\n\n" + page.encode()
        for name, page in _HTML.items()
    },
    **{f"header: {name}": head + b"\n" + _HEAD + b"\nHELP" for name, head in _HEADERS.items()},
}
