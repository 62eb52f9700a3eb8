"""Mails that are built to break their reader: charsets, parameters and structures."""

from pathlib import Path

from hypothesis import strategies as st

CASES = Path(__file__).parents[1] / "cases"
CORPUS = [path.read_bytes() for path in sorted(CASES.glob("letters/*.eml"))]
# Mails that tests/benchmarks/fuzz.py found; each takes another path through the code.
FOUND = [path.read_bytes() for path in sorted(CASES.glob("fuzz/*"))]
# Names of Python codecs that are not for text, or that have several spellings.
CHARSETS = (
    "idna", "undefined", "punycode", "unicode_escape", "raw_unicode_escape", "utf-7",
    "utf-16", "utf-32", "hz", "iso2022_jp", "iso2022_kr", "cp65001", "mbcs", "oem",
    "rot13", "zlib", "base64", "hex", "uu", "quopri", "bz2", "utf_8_sig", "utf-8\0",
    "\0", "", " ", "a" * 300, "../etc", "utf-8;", "encodings", "x-mac-roman", "\xff",
    "us-ascii'en'", "%00", "é", "unknown-8bit",
)  # fmt: skip
ENCODINGS = (
    "7bit", "8bit", "base64", "quoted-printable", "x-uuencode", "uue", "binary",
    "\0", "base64; x", "=?idna?q?7bit?=",
)  # fmt: skip
TYPES = (
    "text/plain", "text/html", "multipart/mixed; boundary=b", "message/rfc822",
    "message/delivery-status", "multipart/report; boundary=b", "text/calendar",
    "application/pkcs7-mime", "text/enriched", "multipart/alternative; boundary=",
    "text", "/", "", "message/external-body", "message/partial; boundary=b",
)  # fmt: skip
PARAMETERS = (
    '; charset="{0}"', "; charset={0}", "; charset*={0}''x%ff%00y",
    "; charset*0*={0}''a; charset*1=b", "; charset*=''{0}", "; method*={0}'en'REPLY",
    "; method={0}", '; format="{0}"', "; format*={0}''flowed", "; boundary*={0}''b",
    "; boundary*0*={0}''b; boundary*9*=%ff", "; name*=x'{0}'%e2%82",
)  # fmt: skip
WORDS = (
    "=?{0}?q?=41=ff=00?=", "=?{0}?b?/wBB?=", "=?{0}*en?q?a?=", "=?{0}?x?a?=",
    "{0}", "=?{0}?b?A?= =?{0}?q?_?=",
)  # fmt: skip
HEADERS = ("Subject", "From", "Date", "Message-ID", "References", "Return-Path", "To")
BODIES = (
    b"A PAR - BUR", b"caf\xe9 \xff\xfe\0", b"+AGE-", b"~{<:~}", b"\x1b$B\x1b(J",
    b"xn--a-ecp.ru", b"--b\nContent-Type: text/plain\n\nx\n--b--", b"--\n",
    b"begin 644 x\n#86)C\n \nend\n", b"=\n=\xff=4", b"QUF=\xff=", b"<p>&#xd800;</p>",
    b"<b style=Wingdings>\xff</b>", b"Status: 5\n\nAction: failed\nFinal-Recipient: x",
    b"\xe2\x80\xa8\xed\xa0\x80", b"\r", b"",
)  # fmt: skip


def _told(charset: str, text: str) -> bytes:
    return text.format(charset).encode("utf-8", "replace")


@st.composite
def built(draw: st.DrawFn) -> bytes:
    """Return a mail made of nasty headers and parts, or a real mail with some of them added."""
    charset = draw(st.sampled_from(CHARSETS))
    head = [
        f"{name}: ".encode() + _told(charset, draw(st.sampled_from(WORDS)))
        for name in draw(st.lists(st.sampled_from(HEADERS), max_size=3))
    ]
    named = draw(st.sampled_from(TYPES))
    told = draw(st.lists(st.sampled_from(PARAMETERS), max_size=2))
    head.append(f"Content-Type: {named}".encode() + _told(charset, "".join(told)))
    encoding = draw(st.sampled_from(ENCODINGS))
    head.append(f"Content-Transfer-Encoding: {encoding}".encode())
    body = draw(st.lists(st.sampled_from(BODIES) | st.binary(max_size=9), max_size=4))
    # Of two headers with the same name the first one counts.
    rest = draw(st.sampled_from([b"From: ann@example.org\n\n", *CORPUS]))
    return b"\n".join(head) + b"\n" + rest + b"\n" + b"\n".join(body)
