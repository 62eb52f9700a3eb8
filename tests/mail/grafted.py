"""Letters put together from orders and an old mail, quoted as a mail program does it.

Each is a text or an HTML page in the form of one program, in one language.
tests/cases/quotations/languages.txt has the words with which programs announce a quoted mail.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

LANGUAGES = Path(__file__).parents[1] / "cases" / "quotations" / "languages.txt"
TOKEN = "k7xq2mzn4bw5tr3ya6hcdefpsu"
JUDGE = f"judge+{TOKEN}@judge.example"
SUBJECT = "[smp] S1901M orders: 1 of 3"
ORDERS = ("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
OLD = ("A PAR - PIC", "A MAR - SPA", "F BRE - ENG")
RECEIPT = (
    "=== Write your answer above this line ===",
    "",
    "Your orders for Spring 1901 movement are complete.",
    "",
    "Orders of France",
    "  Fleet Brest -> English Channel",
    "  Army Marseilles -> Spain",
    "  Army Paris -> Picardy",
)


@dataclass(frozen=True, slots=True)
class Language:
    """The words of a language for the author, the date and the recipients of a mail."""

    code: str
    attribution: str
    wrapped: str
    labels: tuple[str, str, str, str]
    date: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """The quoted mail: its author, its recipients, and its lines."""

    name: str
    address: str
    to: str
    subject: str
    lines: tuple[str, ...]

    def said(self, text: str) -> str:
        return text.format(name=self.name, address=self.address).replace("/<", "\n<")


QUOTED = {
    "a receipt": Quoted("Diplomacy Judge", JUDGE, "ann@example.org", SUBJECT, RECEIPT),
    "a receipt, cut": Quoted("Diplomacy Judge", JUDGE, "ann@example.org", SUBJECT, RECEIPT[4:]),
    "an old letter": Quoted(
        "Ann Archer", "ann@example.org", JUDGE, f"Re: {SUBJECT}", (*OLD, "", "Ann")
    ),
}


def languages() -> Iterator[Language]:
    told = [line for line in LANGUAGES.read_text().splitlines() if line[0] != "#"]
    for first, wrapped, block in zip(told[::3], told[1::3], told[2::3], strict=True):
        code, attribution = first.split(maxsplit=1)
        labels, date = block.strip().split(": ", 1)
        four = tuple(labels.split(", "))
        assert len(four) == 4
        yield Language(code, attribution, wrapped.strip(), four, date)


def _wrapped(language: Language, quoted: Quoted) -> str:
    said = language.wrapped.replace("/<", "\n<")
    if "\n" not in said:
        head, _, tail = said.rpartition("/")
        said = f"{head}\n{tail}"
    return said.format(name=quoted.name, address=quoted.address)


def _block(language: Language, quoted: Quoted, pattern: str = "{}: {}") -> str:
    values = (f"{quoted.name} <{quoted.address}>", language.date, f"<{quoted.to}>", quoted.subject)
    rows = zip(language.labels, values, strict=True)
    return "\n".join(pattern.format(label, value) for label, value in rows)


def _names_only(language: Language, quoted: Quoted) -> str:
    values = (quoted.name, language.date, "Ann Archer", quoted.subject)
    rows = zip(language.labels, values, strict=True)
    return "\n".join(f"{label}: {value}" for label, value in rows)


def _dated_first(language: Language, quoted: Quoted) -> str:
    one, two, three, four = _block(language, quoted).splitlines()
    return "\n".join((two, one, three, four))


def _copied(language: Language, quoted: Quoted) -> str:
    one, two, three, four = _block(language, quoted).splitlines()
    copies = "Bob Bowman <bob@example.org>; Cleo Carter\n <cleo@example.org>"
    return "\n".join((one, two, three, f"Cc: {copies}", four))


def _without_colons(language: Language, quoted: Quoted) -> str:
    rows = _block(language, quoted, "{} {}")
    return f"------ {quoted.name} ------\n{rows}"


Heading = Callable[[Language, Quoted], str]
# The headings of programs above a mail in plain text that they do not mark with `>`.
HEADINGS: dict[str, Heading] = {
    "Gmail": lambda lang, old: old.said(lang.attribution),
    "Gmail, wrapped": _wrapped,
    "Proton": lambda lang, old: f"Proton Mail\n\n{old.said(lang.attribution)}",
    "iPhone": lambda lang, old: f"Sent from my iPhone\n\n{old.said(lang.attribution)}",
    "Superhuman": lambda lang, old: _wrapped(lang, old).replace("<", "< ", 1),
    "Airmail": lambda lang, old: old.said(lang.attribution).replace("<", "(").replace(">", ")"),
    "BlueMail": lambda lang, old: old.said(
        lang.attribution.replace("{address}", "mailto:{address}")
    ),
    "Outlook iOS": lambda lang, old: old.said(
        lang.attribution.replace("<{address}>", "<{address}<mailto:{address}>>")
    ),
    "Zoho": lambda lang, old: f"---- {old.said(lang.attribution).rstrip(':')} ---",
    "GroupWise": lambda lang, old: f">>> {old.name} <{old.address}> {lang.date} >>>",
    "Tutanota": lambda lang, old: f"21.11.2026, 10:00 {lang.code} {old.address}:",
    "Yandex": lambda lang, old: f'21.11.2026, 10:00, "{old.name}" <{old.address}>:',
    "Gmail, old": lambda lang, old: f"2026/11/21 {old.name} <{old.address}>",
    "Claws": lambda lang, old: f"{lang.date}\n{old.name} <{old.address}> {lang.code}:",
    "Outlook": _block,
    "Outlook, names only": _names_only,
    "Outlook, browser": lambda lang, old: f"{'_' * 32}\n{_block(lang, old)}",
    "Outlook, phone": lambda lang, old: _block(lang, old, "*{}:* {}"),
    "Outlook, French": lambda lang, old: _block(lang, old, "{} : {}"),
    "Foxmail": lambda lang, old: _block(lang, old, "{}\uff1a {}"),
    "Notes": lambda lang, old: _block(lang, old, "{}:\t{}"),
    "Samsung": lambda lang, old: f"-------- {lang.labels[3]} --------\n{_block(lang, old)}",
    "QQ": lambda lang, old: (
        f"{'-' * 18} {lang.labels[0]} {'-' * 18}\n{_block(lang, old, '{}: {};')}"
    ),
    "GMX": _dated_first,
    "Outlook, copies": _copied,
    "Apple, forwarded": lambda lang, old: _block(lang, old, "> {}: {}")[2:].replace("\n> ", "\n"),
    "Lotus, spaced": lambda lang, old: _block(lang, old).replace("\n", "\n\n"),
    "eM Client": _without_colons,
}


def topped(heading: str, old: Quoted) -> str:
    """Return a letter with its orders above an old mail without quotation marks."""
    return "\n".join((*ORDERS, "", heading, "", *old.lines))


def crowded(heading: str, old: Quoted) -> str:
    """Return the same letter as `topped`, without empty lines."""
    return "\n".join((*ORDERS, heading, *old.lines))


def bottomed(heading: str, old: Quoted) -> str:
    """Return a letter with its orders below an old mail that is marked with `>`."""
    return "\n".join((heading, *marked(old), "", *ORDERS))


def mixed(heading: str, old: Quoted) -> str:
    """Return a letter with its orders between the marked lines of an old mail."""
    first, *others = marked(old)
    answers = [part for pair in zip(others, ORDERS, strict=False) for part in pair]
    return "\n".join((heading, first, *answers, *others[3:]))


def marked(old: Quoted) -> tuple[str, ...]:
    return tuple(f"> {line}".rstrip() for line in old.lines)


PLACINGS = {"above": topped, "crowded": crowded, "below": bottomed, "mixed": mixed}


def _lines(*lines: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines)


def _rows(language: Language, old: Quoted) -> str:
    rows = _block(language, old, "<b>{}:</b> {}").splitlines()
    return "<br>".join(
        row.replace(" <", " &lt;").replace(">", "&gt;").replace("b&gt;", "b>") for row in rows
    )


def _attributed(language: Language, old: Quoted) -> str:
    return escape(old.said(language.attribution).replace("\n", " "))


def _enclosed(before: str, opening: str, closing: str) -> Callable[..., str]:
    """Return a function that writes a page with the old mail between `opening` and `closing`."""

    def page(language: Language, old: Quoted) -> str:
        said = before.replace("ATTRIBUTION", _attributed(language, old))
        said = said.replace("ROWS", _rows(language, old))
        return _lines(*ORDERS) + said + opening + _lines(*old.lines) + closing

    return page


_GMAIL = '<blockquote class="gmail_quote" style="border-left:1px solid #ccc">'
PAGES: dict[str, Callable[[Language, Quoted], str]] = {
    "Gmail": _enclosed(
        '<div class="gmail_quote"><div class="gmail_attr">ATTRIBUTION<br></div>',
        _GMAIL,
        "</blockquote></div>",
    ),
    "Apple Mail": _enclosed(
        "<br><div>ATTRIBUTION</div>", '<blockquote type="cite">', "</blockquote>"
    ),
    "Thunderbird": _enclosed(
        '<div class="moz-cite-prefix">ATTRIBUTION</div>',
        '<blockquote type="cite" cite="mid:x@y">',
        "</blockquote>",
    ),
    "Outlook, browser": _enclosed(
        '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">ROWS</div>', "", ""
    ),
    "Outlook, phone": _enclosed('<div id="appendonsend"></div><hr><div id="x">ROWS</div>', "", ""),
    "Outlook, desktop": _enclosed(
        "<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt'>"
        "<p class=MsoNormal>ROWS</p></div></div>",
        "<p>",
        "</p>",
    ),
    "Outlook, indented": _enclosed(
        "",
        "<div style='border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4pt'>"
        "<p>Judge</p>",
        "</div>",
    ),
    "GMX": _enclosed("", '<div name="quote" style="border-left:2px solid #C3D9E5">', "</div>"),
    "Yahoo": _enclosed(
        '<div id="yahoo_quoted_1" class="yahoo_quoted"><div>ATTRIBUTION</div>', "", "</div>"
    ),
    "Tutanota": _enclosed(
        "<br>ATTRIBUTION<br>", '<blockquote class="tutanota_quote">', "</blockquote>"
    ),
    "Zoho": _enclosed(
        '<div class="zmail_extra"><div>---- ATTRIBUTION ----</div>', "<div>", "</div></div>"
    ),
    "Zoho, new": _enclosed(
        '<div class="zmail_extra_hr"></div><div class="zmail_extra">ATTRIBUTION',
        '<blockquote id="blockquote_zmail">',
        "</blockquote></div>",
    ),
    "Proton": _enclosed(
        '<div class="protonmail_quote">ATTRIBUTION<br>',
        '<blockquote class="protonmail_quote" type="cite">',
        "</blockquote></div>",
    ),
    "mail.ru": _enclosed(
        "<br>", '<blockquote style="border-left:1px solid #0857A6">', "</blockquote>"
    ),
    "Yandex": _enclosed("<div>ATTRIBUTION</div>", "<blockquote>", "</blockquote>"),
    "NetEase": _enclosed("<p>ATTRIBUTION</p>", '<blockquote id="isReplyContent">', "</blockquote>"),
    "Zimbra": _enclosed(
        '<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">ROWS</div>',
        '<div data-marker="__QUOTED_TEXT__">',
        "</div>",
    ),
    "QQ": _enclosed('<div style="background:#efefef;padding:8px">ROWS</div>', "<div>", "</div>"),
    "Samsung": _enclosed("<div>ROWS</div>", "<div>", "</div>"),
    "Spark": _enclosed(
        '<div name="messageReplySection">ATTRIBUTION<br>',
        '<blockquote type="cite" style="margin:5px">',
        "</blockquote></div>",
    ),
    "Gmail, own indent": lambda lang, old: (
        '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">'
        f"{_lines(*ORDERS)}</blockquote><br><div>{_attributed(lang, old)}</div>"
        f"{_GMAIL}{_lines(*old.lines)}</blockquote>"
    ),
    "Gmail, mixed": lambda lang, old: (
        f'<div class="gmail_quote"><div class="gmail_attr">{_attributed(lang, old)}'
        "</div>"
        + "".join(
            f"{_GMAIL}{_lines(line)}</blockquote>{_lines(order)}"
            for line, order in zip(old.lines[:3], ORDERS, strict=True)
        )
        + f"{_GMAIL}{_lines(*old.lines)}</blockquote></div>"
    ),
}


def mail_of(body: str, media_type: str = "text/plain", subject: str = "") -> bytes:
    """Return a mail from Ann with this body."""
    return (
        "From: Ann Archer <ann@example.org>\r\n"
        f"To: Diplomacy Judge <{JUDGE}>\r\n"
        f"Subject: Re: {subject or SUBJECT}\r\n"
        "Date: Sat, 21 Nov 2026 11:15:00 +0100\r\n"
        "Message-ID: <grafted@example.org>\r\n"
        f"Content-Type: {media_type}; charset=utf-8\r\n"
        "Content-Transfer-Encoding: 8bit\r\n\r\n" + body
    ).encode()


def grafted() -> Iterator[tuple[str, bytes]]:
    """Yield every letter with its name: the program, the language, the quoted mail, its place."""
    for language in languages():
        for kind, old in QUOTED.items():
            for program, heading in HEADINGS.items():
                for placing, placed in PLACINGS.items():
                    said = heading(language, old)
                    name = f"{program} / {language.code} / {kind} / {placing}"
                    yield name, mail_of(placed(said, old))
            for program, page in PAGES.items():
                name = f"{program} / {language.code} / {kind} / HTML"
                yield name, mail_of(page(language, old), "text/html")
