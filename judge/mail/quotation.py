"""Sorts the lines of a mail: the sender's own, quoted, or below a signature.

Mail programs put a heading above the mail that they quote: a line such as "On Monday Ann
<ann@example.org> wrote:", in any language, or a block of From, Sent, To and Subject.
"""

# ruff: noqa: RUF001 - mail programs write in many alphabets

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from judge.letter import REPLY_MARKER, Line, Standing

_QUOTED = re.compile(r"\s*(?:[>|\u00bb\uff1e]|&gt;)")


@dataclass(frozen=True, slots=True)
class Heading:
    """The lines that a mail program puts above an older mail; `length` is their number.

    A heading that is not `certain` may also be a person's own line.
    """

    length: int
    certain: bool


def is_quoted(line: str) -> bool:
    """Return whether a mail program marked this line as quoted."""
    return _QUOTED.match(line) is not None


MAX_LINE = 400

_WROTE = (
    r"wrote|writes|schrieb\b.{0,120}|a écrit|écrit|escribió|escribio|escreveu|"
    r"ha scritto|scrisse|schreef\b.{0,120}|skrev\b.{0,120}|kirjoitti|napisał\(a\)|"
    r"napisała?|pisze|napsal\(a\)|napsala?|napísala?|написал\(а\)|написала?|пишет|"
    r"написав|пише|yazdı|yazmış|írta|έγραψε|a scris|je napisao|написа|"
    r"写道|寫道|のメール|のメッセージ|は書きました|님이 작성|작성|כתב|כתבה|كتب"
)
# The line that a mail program puts above the mail that it quotes.
ATTRIBUTION = re.compile(
    rf"\S.*?(?:{_WROTE})\s*[:：]\s*|.*\d\d.*<[^<>@]+@[^<>@]+>\s*[:：]", re.IGNORECASE
)

# The beginning of a wrapped attribution: a small word, then a date.
ATTRIBUTION_START = re.compile(
    r"\W{0,2}(?:on|am|le|el|il|em|op|den|dnia|w dniu|dne|dňa|på|a|la|în|"
    r"\d{1,2}[./-]\s?\d|\d{4}[年./-]|"
    r"(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|"
    r"пн|вт|ср|чт|пт|сб|вс)\w*[,.])(?=.*\d)",
    re.IGNORECASE,
)
# An address, a time of day or a year in an attribution proves that a mail program wrote it.
ATTRIBUTION_PROOF = re.compile(r"@|\b\d{1,2}[:.]\d\d\b|\b20\d\d\b")

_ORIGINAL = (
    r"original message|original mail|forwarded (?:message|mail|by)|reply message|"
    r"(?:ursprüngliche|weitergeleitete|original)[- ]?\s?nachricht|"
    r"message (?:d'origine|original|transféré|transmis)|mensaje (?:original|reenviado)|"
    r"mensagem (?:original|encaminhada)|messaggio (?:originale|inoltrato)|"
    r"(?:oorspronkelijk|doorgestuurd) bericht|ursprungligt meddelande|"
    r"vidarebefordrat meddelande|oprindelig (?:meddelelse|besked)|"
    r"(?:opprinnelig|videresendt) melding|alkuperäinen viesti|"
    r"(?:oryginalna|przekazana) wiadomość|původní (?:zpráva|e-mail)|pôvodná správa|"
    r"(?:исходное|пересылаемое|оригинальное) сообщение|переадресоване повідомлення|"
    r"orijinal (?:mesaj|ileti)|eredeti üzenet|原始邮件|原始郵件|转发邮件|"
    r"元のメッセージ|원본 메일"
)
# A ruled line such as "-----Original Message-----".
ORIGINAL = re.compile(
    rf"\s*(?:[-_=*‐‑‒–—]{{2,}}\s*(?:(?:{_ORIGINAL})\b.{{0,40}}|original\s*-+)"
    r"|begin forwarded message:|début du message (?:réexpédié|transféré) :"
    r"|anfang der weitergeleiteten nachricht:|inizio messaggio inoltrato:"
    r"|inicio del mensaje reenviado:)\s*",
    re.IGNORECASE,
)
RULE = re.compile(r"\s*(?:_{10,}|-{20,})\s*")

_LABELS = {
    "from": "from|von|de|da|van|från|fra|lähettäjä|od|от|від|kimden|feladó|από|"
    "发件人|寄件者|差出人|보낸 사람|מאת",
    "sent": "sent|date|gesendet|datum|envoyé|enviado(?: el)?|enviada(?: em)?|fecha|"
    "data|inviato|verzonden|skickat|sendt|dato|lähetetty|päiväys|wysłano|odesláno|"
    "odoslané|отправлено|дата|надіслано|gönderildi|gönderilme tarihi|elküldve|"
    "发送时间|日期|送信日時|보낸 날짜",
    "to": "to|an|à|para|a|aan|till|til|vastaanottaja|do|komu|pro|кому|kime|címzett|"
    "cc|kopie|kopia|копия|bilgi|收件人|宛先|받는 사람",
    "subject": "subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|"
    "temat|předmět|predmet|тема|konu|tárgy|θέμα|主题|主旨|件名|제목",
}
# A line of the block of headers that Outlook puts above the mail that it quotes.
LABELS = {
    kind: re.compile(rf"[\s*]*(?:{words})[\s*]*[:：][\s*]*(.*)", re.IGNORECASE)
    for kind, words in _LABELS.items()
}

SIGNATURE = re.compile(r"\s*(?:--|—|–)\s*")

MOBILE_SIGNATURE = re.compile(
    r"\W{0,3}(?:"
    r"sent (?:from|via|with|using) \W?(?:my|the|a|an|yahoo|outlook|mail for|"
    r"samsung|proton|protonmail|blackberry|aol|gmail|iphone|ipad|android|k-9|fairemail|mobile|nine|spark|"
    r"canary|xiaomi|huawei|windows|mailbird|tuta)\b|"
    r"get outlook for|get bluemail|sent from outlook|"
    r"(?:diese nachricht wurde )?(?:gesendet (?:von|mit|aus)|von meinem)\b|"
    r"holen sie sich outlook|outlook (?:für|pour|para|per|voor) (?:ios|android)|"
    r"envoyé (?:de|depuis|à partir|avec)\b|télécharge[rz] outlook|obtene[rz] outlook|"
    r"enviado (?:desde|do|de|a partir|con)\b|enviada do|obtener outlook|"
    r"obter o outlook|inviato (?:da|con|dal)\b|scarica outlook|"
    r"(?:verzonden|verstuurd) (?:vanaf|met|van)\b|download outlook|outlook downloaden|"
    r"skickat från|hämta outlook|sendt fra|hent outlook|lähetetty|hanki outlook|"
    r"wysłan[eoa] z|pobierz outlook|odesláno z|odoslané z|získat outlook|"
    r"отправлено (?:с|из)\b|отримати outlook|надіслано (?:з|із)\b|скачать outlook|"
    r".{0,20}gönderildi\W*$|elküldve|az iphone-omról küldve|trimis de pe|στάλθηκε από|"
    r"iphoneから送信|ipadから送信|发自我的|從我的|나의 iphone에서 보냄"
    r")",
    re.IGNORECASE,
)

# Subjects of automatic answers.
AWAY = re.compile(
    r"\W*(?:(?:re|aw|fwd?|sv|vs|antw)\s?:\s*)*\W*(?:"
    r"auto(?:matic|mated|matische|matisch|matisk|matico)?[- ]?"
    r"(?:re(?:ply|sponse|spuesta|sponder)|antwo?or[dt]|svar|generated)|"
    r"out[- ]of[- ](?:the[- ])?office|away from (?:the|my) office|"
    r"vacation (?:reply|response)|"
    r"(?:on|i am on|i'm on) (?:vacation|holiday|annual leave)|"
    r"on leave|not in the office|"
    r"abwesen(?:d|heit)\w*|automatische antwort|urlaubsbenachrichtigung|"
    r"nicht im (?:haus|büro)|"
    r"réponse automatique|absen(?:ce|t)\b.{0,20}(?:bureau|office)?|message d'absence|"
    r"respuesta autom[áa]tica|fuera de (?:la )?oficina|"
    r"resposta autom[áa]tica|ausência|fora do escritório|"
    r"risposta automatica|fuori (?:sede|ufficio)|assenza|"
    r"automatisch antwoord|afwezig\w*|"
    r"autosvar|automatiskt? svar|frånvaro\w*|ikke til stede|fravær|"
    r"automaattinen vastaus|poissaolo\w*|"
    r"autoodpowiedź|odpowiedź automatyczna|automatyczna odpowiedź|poza biurem|"
    r"nieobecność|"
    r"automatická odpověď|mimo kancelář|"
    r"автоматический ответ|автоответ|нет на месте|"
    r"otomatik (?:yanıt|cevap)|automatikus válasz|"
    r"自动回复|自動回覆|自動応答|不在通知|자동 (?:회신|응답)|부재중"
    r")",
    re.IGNORECASE,
)

# Outlook's text in front of a reaction if it cannot show the symbol.
_PICTURE = r"\[(?:like|heart|celebrate|laugh|surprised?|sad)\]"
_REACTED_TO = (
    r"(?:reacted to|removed (?:a|their) reaction (?:from|to)) your (?:message|mail|e-?mail|post)|"
    r"hat auf (?:ihre|deine) (?:nachricht|e-?mail) reagiert|"
    r"a réagi à (?:votre|ton) (?:message|e-?mail)|"
    r"(?:ha reaccionado|reaccionó) a (?:su|tu) mensaje|"
    r"reagiu (?:à|a) (?:sua|tua) mensagem|"
    r"ha reagito al (?:suo|tuo) messaggio|"
    r"heeft (?:gereageerd op (?:uw|je) bericht|op (?:uw|je) bericht gereageerd)|"
    r"reagerade på ditt meddelande|reagerede på din meddelelse|"
    r"reagerte på meldingen din|reagoi viestiisi|"
    r"zareagowa\S{1,8} na twoją wiadomość|zareagoval\S{0,4} na vaši zprávu|"
    r"отреагировал\S{0,5} на ваше сообщение"
)
GMAIL_LINK = re.compile(r"https?://www\.google\.com/gmail/about/[^<>\s\"]*emojireaction", re.I)
_BY_GMAIL = (
    r"(?:reacted via|a réagi (?:via|avec)|ha reagito (?:tramite|con|via)|"
    r"(?:ha reaccionado|reaccionó) (?:a través de|mediante|con|desde)|"
    r"reagiu (?:pelo|via|com o|através do)|heeft gereageerd via|reager(?:ade|ede|te) via) gmail|"
    r"hat (?:über|mit|per) gmail reagiert"
)
# The whole text of a reaction: Gmail's words for readers whose programs do not show reactions, in
# any language and with its link, and Outlook's words, which end with a colon.
REACTED = re.compile(
    rf"{_PICTURE} .{{1,150}}[:：]|.{{1,150}}\b(?:{_REACTED_TO})\s?[:：]|"
    rf"\[[^\[\]]{{1,60}}\] .{{1,150}}\b(?:{_REACTED_TO})|"
    rf".{{1,150}} (?:{_BY_GMAIL})|"
    rf".{{1,150}}\bGmail\b.{{0,60}} .{{0,20}}{GMAIL_LINK.pattern}\S*",
    re.IGNORECASE,
)
# The same text, as read from an HTML page, without the link.
BY_GMAIL = re.compile(r".{1,150}\bGmail\b.{0,60}", re.IGNORECASE)

# A whole mail between quotation marks. A person would quote only a part of it.
_PASSAGE = (
    r"(?:“(?=.{15})(?:[^“”]|“[^“”]*”)*”|\"[^\"]{15,}\"|«[^«»]{15,}»|"
    r"an? (?:image|photo|picture|movie|video|attachment))"
)
# Reactions of iMessage and Google Messages: a verb or an emoji, then the whole mail between
# quotation marks.
TAPBACK = re.compile(
    r"(?:(?:liked|loved|disliked|laughed at|emphasized|emphasised|questioned|"
    r"reacted (?:\S{1,20}|with a sticker) to|"
    r"a (?:aimé|adoré|ri de|souligné)|n[’']a pas aimé|"
    r"removed (?:an? (?:like|heart|dislike|laugh|exclamation|exclamation mark|question mark)"
    rf"|\S{{1,20}}) from)|[^\w\s“\"]{{1,20}} to) {_PASSAGE}\.?",
    re.IGNORECASE,
)
# The text of Exchange's receipt for an opened mail, if a server on the way removed the other parts.
RECEIPT = re.compile(
    r"your message to: .{1,200} subject: .{0,400} sent: .{1,100} was "
    r"(?:read|deleted without being read) on .{1,100}",
    re.IGNORECASE,
)
# Outlook's request to recall a mail, which works only inside its sender's organization.
RECALLED = re.compile(
    r".{1,100} would like to recall the message, [\"“].{0,500}[\"”]\.?", re.IGNORECASE
)


_LONGEST = 12
_FEWEST = 3
_ROW = re.compile(r"[\s*_]*([^\W\d_][^:\uff1a\d]{0,30}?)[\s*_]*[:\uff1a][\s*_]*(.*)")
_LONGEST_LABEL = 4  # words
# Subjects of the judge's mails begin with the game: `Re: [smp] S1901M results`.
_OUR_SUBJECT = re.compile(r"(?:[^\W\d_]{1,4}\s?:\s*)*\[[\w-]+\] \S")
_REPLY = re.compile(r"(?:[^\W\d_]{1,4}\s?[:\uff1a]\s*)+")
# "------ Original Message ------" in any words.
_DASHED = re.compile(r"\s*[-_=*\u2010-\u2015]{4,}\s*\w.{0,60}\w\W*[-_=*\u2010-\u2015]{4,}\s*")
_NEAR = 3
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class _Row:
    """A line `label: value`; `kind` is the meaning of the label, or "".

    `subject` is the value without Re:. `proves` is true if the value contains an address or is the
    subject of a mail of ours.
    """

    kind: str
    value: str
    subject: str
    proves: bool


def table_at(lines: list[str], index: int, subject: str) -> Heading | None:
    """Return the block of headers that begins here, or None.

    `subject` is the subject of the mail that contains it.
    """
    rows: list[_Row] = []
    length = 0
    for offset, line in enumerate(lines[index : index + _LONGEST]):
        row = _row(line)
        if row is not None:
            rows.append(row)
            length = offset + 1
        elif not rows or not _may_go_on(line, rows, offset - length):
            break
    if not rows or not rows[0].value:
        return None
    certain = _is_certain(rows, subject)
    if not certain and not _is_possible(rows):
        return None
    return Heading(length, certain)


def ruled_at(lines: list[str], index: int, subject: str) -> Heading | None:
    """Return the heading that begins here with a rule or with words between dashes, or None.

    Words between dashes may be a person's own if no address follows.
    """
    line = lines[index][:MAX_LINE]
    if not (ORIGINAL.fullmatch(line) or RULE.fullmatch(line) or _DASHED.fullmatch(line)):
        return None
    below = index + 1
    while below < len(lines) and not lines[below].strip():
        below += 1
    table = table_at(lines, below, subject) if below < len(lines) else None
    if table is not None:
        return Heading(below - index + table.length, certain=True)
    if ORIGINAL.fullmatch(line):
        return Heading(below - index, certain=True)
    if RULE.fullmatch(line):
        return None
    return _below_dashes(lines, index, below)


def _below_dashes(lines: list[str], index: int, below: int) -> Heading:
    """Return the heading of eM Client, whose labels have no colons."""
    end = below
    while end < min(len(lines), below + _LONGEST) and lines[end].strip():
        if is_quoted(lines[end]):
            break
        end += 1
    near = lines[below : min(end, below + _NEAR)]
    if any("@" in line and ADDRESS.search(line[:MAX_LINE]) for line in near):
        return Heading(end - index, certain=True)
    return Heading(1, certain=False)


@lru_cache(maxsize=4 * _LONGEST)
def _row(line: str) -> _Row | None:
    if ":" not in line and "\uff1a" not in line:
        return None
    match = _ROW.fullmatch(line[:MAX_LINE])
    if match is None or len(match[1].split()) > _LONGEST_LABEL:
        return None
    value = match[2].strip()
    addressed = "@" in value and ADDRESS.search(value) is not None
    ours = _OUR_SUBJECT.match(value) is not None
    return _Row(_kind(line), value, _without_reply_mark(value), addressed or ours)


def _without_reply_mark(subject: str) -> str:
    return _REPLY.sub("", subject, count=1)


def _kind(line: str) -> str:
    known = (kind for kind, label in LABELS.items() if label.match(line[:MAX_LINE]))
    return next(known, "")


def _may_go_on(line: str, rows: list[_Row], since: int) -> bool:
    """Return whether `line` continues a block: an empty line, or a wrapped value."""
    if not line.strip():
        return since == 0
    wrapped = line[:1] in " \t" or rows[-1].value.endswith((",", ";")) or "@" in line
    return wrapped and since == 0 and not is_quoted(line)


def _is_certain(rows: list[_Row], subject: str) -> bool:
    values = {row.kind: row.value for row in reversed(rows) if row.kind}
    if "from" in values and len(values) > 1:
        dated = re.search(r"\d", values.get("sent", ""))
        if "@" in values["from"] or dated:
            return True
    if len(rows) < _FEWEST:
        return False
    answered = _without_reply_mark(subject)
    answers_us = len(answered) > _SHORTEST and any(row.subject == answered for row in rows)
    return answers_us or any(row.proves for row in rows)


def _is_possible(rows: list[_Row]) -> bool:
    kinds = {row.kind for row in rows if row.kind}
    if "from" in kinds and len(kinds) > 1:
        return True
    return len(rows) >= _FEWEST and any(DATE.search(row.value) for row in rows)


# Mail programs wrap lines at about 72 columns: with long names a heading takes four lines.
_LONGEST_ATTRIBUTION = 4
_LAST_WORDS = 40
_FEWEST_ALONE = 3
_WHOLE_DATE = re.compile(
    r"\d{1,4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,4}|(?<!\d)(?:1[34]|19|20|2[45])\d\d(?!\d)"
)

ADDRESS = re.compile(r"[^\s<>()\[\]\"',;:@]+@[\w-]+(?:\.[\w-]+)+")
_ENCLOSED = re.compile(r"[<(\[]\s*(?:mailto:)?[^\s<>()\[\]@]+@[^\s<>()\[\]@]+")
# A time of day, a year (also of the Buddhist, the Persian and the Islamic calendar), or a day and a
# month in figures.
DATE = re.compile(
    r"(?<!\d)(?:\d{1,2}\s?[:h時시]\s?\d\d(?!\d)|(?:1[34]|19|20|2[45])\d\d(?!\d)"
    r"|\d{1,2}\s?[./-]\s?\d{1,2}(?!\d)|\d{1,2}\s?[年月日년월일])"
)
# Colons of other scripts: Chinese, Armenian, Ethiopic.
_COLON = re.compile("[:\uff1a\ufe55\u0589\u2024\u1361\u1366]\\W*\\Z")
# The end of a sentence, which shows prose: in a date only short words and figures come before
# a full stop.
_SENTENCE = re.compile(
    r"[^\W\d_]{4,}[.!?]+\s+[^\W\d_]|(?:\w{3}|:\d\d)[.!?]\s+[A-ZÀ-ÞА-Я]|[.!?]\s*\Z"
)
# GroupWise: `>>> Ann <ann@example.org> 21.11.2026 10:00 >>>`
_BETWEEN_ARROWS = re.compile(r"\s*>>>\s+(\S.*\S)\s+>>>\s*")


def attribution_at(lines: list[str], index: int) -> Heading | None:
    """Return the attribution that begins here, wrapped or not: the author and date of a quotation.

    Without an address or without a date it is not certain.
    """
    window = _window(lines, index)
    if _is_each_alone(lines, index, window):
        return Heading(len(window), certain=any(map(str.strip, lines[:index])))
    whole = _joined(window)
    if "@" not in whole or not ADDRESS.search(whole):
        return _possible(window)
    for length in range(1, len(window) + 1):
        text = _joined(window[:length])
        if _is_attribution(text):
            if _begins_later(window[:length]):
                return None
            return Heading(length + _last_words(window, length), certain=True)
    return _possible(window)


_TIMED = re.compile(r"\s\d{1,2}[:.]\d{2}\b")


def between_arrows(line: str) -> bool:
    """Return whether `line` is an attribution between two `>>>`.

    GroupWise writes it above a mail that it does not mark as quoted.
    """
    match = _BETWEEN_ARROWS.fullmatch(line[:MAX_LINE])
    if match is None:
        return False
    return _is_attribution(f"{match[1]}:") or _TIMED.search(match[1]) is not None


# 163.com writes the heading of an older mail as a table: `| From | Fred<fred@example.org> |`.
_TABLE_ROW = re.compile(r"\s*\|[^|]*\w[^|]*\|[^|]*\w[^|]*\|\s*")
# GroupWise: `>>> On 1/4/2027 at 9:00 PM, in message <...>, Fred wrote:`
_BEHIND_ARROWS = re.compile(r"\s*>>>\s+\S.*[:\uff1a]\s*")


def behind_arrows(lines: list[str], index: int) -> bool:
    """Return whether this line is an attribution after `>>>`, above text that is not marked."""
    if not _BEHIND_ARROWS.fullmatch(lines[index][:MAX_LINE]):
        return False
    return index + 1 < len(lines) and not is_quoted(lines[index + 1])


def _window(lines: list[str], index: int) -> list[str]:
    window: list[str] = []
    for line in lines[index : index + _LONGEST_ATTRIBUTION]:
        if not line.strip() or is_quoted(line):
            break
        window.append(line[:MAX_LINE])
    return window


def _is_each_alone(lines: list[str], index: int, window: list[str]) -> bool:
    """Return whether a name, an address and a date stand here, each on its own line.

    Blank lines surround them, and no other line is between.
    """
    alone = index == 0 or not lines[index - 1].strip()
    end = index + len(window)
    if not alone or not _FEWEST_ALONE <= len(window) <= _LONGEST_ATTRIBUTION:
        return False
    if end < len(lines) and lines[end].strip():
        return False
    dated = [line for line in window if _WHOLE_DATE.search(line) and "@" not in line]
    addressed = [line for line in window if ADDRESS.fullmatch(line.strip(" <>[]()"))]
    short = all(len(line) <= _LAST_WORDS for line in window)
    return short and len(dated) == 1 and len(addressed) == 1


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)[:MAX_LINE]


def _is_attribution(text: str) -> bool:
    if "@" not in text:
        return False
    plain = ADDRESS.sub(" ", text)
    ends = _COLON.search(text) or _ENCLOSED.search(text)
    dated = plain != text and DATE.search(plain)
    return bool(dated and ends) and not _SENTENCE.search(plain)


def _begins_later(lines: list[str]) -> bool:
    """Return whether the attribution begins after the first line, because the rest is complete."""
    first, *rest = lines
    if DATE.search(first) or ATTRIBUTION_START.match(first):
        return False
    return _is_attribution(_joined(rest))


def _last_words(window: list[str], length: int) -> int:
    """Return 1 if the next line ends the attribution, such as "wrote:", otherwise 0."""
    if _COLON.search(window[length - 1]):
        return 0
    following = "".join(window[length : length + 1])
    return int(len(following) <= _LAST_WORDS and bool(_COLON.search(following)))


def _possible(window: list[str]) -> Heading | None:
    """Return an attribution at the start of `window`, or None; it may not be certain.

    It is one in known words, or one with an address or a whole date.
    """
    longest = 4 if window and ATTRIBUTION_START.match(window[0]) else 1
    for length in range(1, min(longest, len(window)) + 1):
        text = _joined(window[:length])
        if not _COLON.search(text):
            continue
        if ATTRIBUTION.fullmatch(text):
            return Heading(length, certain=ATTRIBUTION_PROOF.search(text) is not None)
        if len(DATE.findall(text)) > 1 or ADDRESS.search(text):
            return Heading(length, certain=False)
    first = "".join(window[:1])
    dated = "@" in first and ADDRESS.search(first) and DATE.search(first)
    return Heading(1, certain=False) if dated else None


ENCRYPTED = "-----BEGIN PGP MESSAGE-----"
_BEGINS = re.compile(r"-----BEGIN PGP (MESSAGE|SIGNATURE|PUBLIC KEY BLOCK)-----")
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_HEADER = re.compile(r"(?:Hash|Version|Comment|Charset): \S.*")


def without_armor(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return `lines`; lines that PGP added are marked as a signature."""
    if not any(line.text.startswith("-----BEGIN PGP") for line in lines):
        return tuple(lines)
    sorted_lines: list[Line] = []
    end = ""
    signed = False
    for line in lines:
        begins = _BEGINS.fullmatch(line.text)
        if begins:
            end = f"-----END PGP {begins[1]}-----"
        if end or line.text == _SIGNED or (signed and _HEADER.fullmatch(line.text)):
            sorted_lines.append(Line(line.text, Standing.BELOW_SIGNATURE))
        else:
            sorted_lines.append(line)
        signed = line.text == _SIGNED or (signed and line.text.strip() != "")
        end = "" if line.text == end else end
    return tuple(sorted_lines)


# This character alone on a line says that an older mail begins here, by the HTML page's structure.
OLDER_MAIL = "\ue002"
# The prefix of a line that counts as quoted because an element encloses the whole mail.
ENCLOSED = "\ue003"

_MARKER_WORDS = r"\s+".join(re.findall(r"\w+", REPLY_MARKER))
_MARKER_BEGINS = re.compile(_MARKER_WORDS.partition("\\")[0], re.IGNORECASE)
_MARKER = re.compile(
    rf"(?:.*[=\u2017\u2550]{{2,}}\s*{_MARKER_WORDS}|[\s>|*_=-]*{_MARKER_WORDS}\W*$)", re.IGNORECASE
)
_LONGEST_SIGNATURE = 120
# The marker is near the top of the mail that contains it.
_NEAR_MARKER = 25
_CLOSE = 8
_LONGEST_HEADING = 12


class _Mode(Enum):
    """The standing of a line without marks, which depends on the lines above it."""

    READ = Standing.OWN
    # After "Sent from my phone", until the next quotation.
    SKIP = "skip"
    BELOW_SIGNATURE = Standing.BELOW_SIGNATURE
    BELOW_HEADING = Standing.BELOW_HEADING
    # Between the heading of our own mail and its marker.
    ABOVE_MARKER = "above marker"

    @property
    def standing(self) -> Standing:
        match self:
            case _Mode.SKIP:
                return Standing.BELOW_SIGNATURE
            case _Mode.ABOVE_MARKER:
                return Standing.BELOW_HEADING
            case _:
                return Standing(self.value)


@dataclass(slots=True)
class _Sorting:
    """The lines above the marker, and the standings of the lines sorted so far."""

    lines: list[str]
    edge: int
    subject: str
    mode: _Mode = _Mode.READ
    found: list[Standing] = field(default_factory=list)


def lines_of(text: str, subject: str = "") -> tuple[Line, ...]:
    """Return the lines of `text`, each with its standing.

    `subject` is the subject of the mail, by which a quotation of an older mail is recognized.
    """
    marked = text.split("\n")
    lines = [line.removeprefix(ENCLOSED) for line in marked]
    end = _marker(lines)
    above = lines[:end]
    edge = _edge(above, subject) if end < len(lines) else end
    sorting = _Sorting(above, edge, subject)
    while len(sorting.found) < end:
        _sort_next(sorting)
    cut = [Standing.CUT] * (len(lines) - end)
    standings = [
        Standing.ENCLOSED if line.startswith(ENCLOSED) else standing
        for line, standing in zip(marked, (*sorting.found, *cut), strict=True)
    ]
    texts = ("" if line == OLDER_MAIL else line for line in lines)
    return without_armor(tuple(map(Line, texts, standings)))


def _marker(lines: list[str]) -> int:
    """Return the index of the first marker that is not quoted, or the number of lines.

    The text below a marker is cut off. A quoted marker is no reason to cut: the lines around it
    are sorted one by one, and the text below the quotation is read.
    """
    for index, line in enumerate(lines):
        if not _MARKER_BEGINS.search(line) or is_quoted(line):
            continue
        pair = " ".join(lines[index : index + 2])
        if _MARKER.match(line[:MAX_LINE]) or _MARKER.match(pair[:MAX_LINE]):
            return index
    return len(lines)


def _edge(lines: list[str], subject: str) -> int:
    """Return the index in `lines` at which the quoted mail with the marker begins.

    It begins at the last heading, or at the marker itself. A heading that is not certain must be
    close to the marker: it may be a person's own line.
    """
    for index in reversed(range(max(len(lines) - _NEAR_MARKER, 0), len(lines))):
        end = _heading_end(lines, index, subject)
        if end is not None:
            starts = range(max(index - _LONGEST_HEADING, 0), index + 1)
            return next(n for n in starts if _heading_end(lines, n, subject) == end)
    return len(lines)


def _heading_end(lines: list[str], index: int, subject: str) -> int | None:
    heading = _heading(lines, index, subject)
    near = heading and (heading.certain or len(lines) - index < _CLOSE)
    return index + heading.length if heading and near else None


def _sort_next(sorting: _Sorting) -> None:
    """Set the standing of the next line, or of all lines of a heading."""
    index = len(sorting.found)
    line = sorting.lines[index]
    if (
        line == OLDER_MAIL
        or (between_arrows(line) and not _is_quoted_after(sorting.lines, index + 1))
        or behind_arrows(sorting.lines, index)
        or all(map(_TABLE_ROW.fullmatch, [line, *sorting.lines[index + 1 : index + 2], ""][:2]))
    ):
        _begin(sorting, _Mode.BELOW_HEADING, Standing.HEADING)
    elif is_quoted(line):
        if sorting.mode is _Mode.SKIP:
            sorting.mode = _Mode.READ
        sorting.found.append(Standing.QUOTED)
    elif SIGNATURE.fullmatch(line):
        _begin(sorting, _Mode.BELOW_SIGNATURE, Standing.SIGNATURE)
    elif len(line) <= _LONGEST_SIGNATURE and MOBILE_SIGNATURE.match(line):
        _begin(sorting, _Mode.SKIP, Standing.SIGNATURE)
    else:
        _sort_plain(sorting, index)


def _begin(sorting: _Sorting, mode: _Mode, standing: Standing) -> None:
    """Note the standing of a line, and the mode for the lines below it.

    Below a heading the mode no longer changes.
    """
    if sorting.mode in (_Mode.BELOW_HEADING, _Mode.ABOVE_MARKER):
        mode = sorting.mode
    sorting.mode = mode
    sorting.found.append(standing)


def _sort_plain(sorting: _Sorting, index: int) -> None:
    heading = _heading(sorting.lines, index, sorting.subject)
    if heading is None:
        sorting.found.append(sorting.mode.standing)
    elif _is_quoted_after(sorting.lines, index + heading.length):
        sorting.found.extend([Standing.QUOTED] * heading.length)
    elif index == sorting.edge:
        sorting.mode = _Mode.ABOVE_MARKER
        sorting.found.extend([Standing.HEADING] * heading.length)
    elif heading.certain and sorting.mode is not _Mode.ABOVE_MARKER:
        sorting.mode = _Mode.BELOW_HEADING
        sorting.found.extend([Standing.HEADING] * heading.length)
    elif sorting.mode is _Mode.READ:
        sorting.found.extend([Standing.POSSIBLE_HEADING] * heading.length)
    else:
        sorting.found.append(sorting.mode.standing)


def _is_quoted_after(lines: list[str], index: int) -> bool:
    while index < len(lines) and not lines[index].strip():
        index += 1
    return index < len(lines) and is_quoted(lines[index])


def _heading(lines: list[str], index: int, subject: str) -> Heading | None:
    """Return the heading of an older mail that begins here, or None."""
    return (
        ruled_at(lines, index, subject)
        or table_at(lines, index, subject)
        or attribution_at(lines, index)
    )
