"""Divide a line of a letter into orders and notes, and find words that make its orders uncertain.

Notes stand in brackets, after `#` or `//`, or in a sentence of their own after a full stop.
After a comma most words change the meaning of the order, so only words in the lists here count as
notes there.

A qualifier is a word that cancels an order, sets a condition for it, or only talks about it. Then
the writer does not simply want the order, so nothing on such a line is obeyed. Qualifiers are
listed in several languages. A province or power of the same name is no qualifier where an order
names it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.notation.daide import without_daide
from judge.notation.doubt import is_like_sentence
from judge.notation.names import Names, find_power, folded, plain_text, words_of
from judge.notation.order import Elements
from judge.notation.sayings import sayings_of
from judge.notation.words import (
    DOUBLE,
    FILLERS,
    KIND_OF,
    VERB_OF,
    Action,
    Kind,
    Nation,
    Number,
    Place,
    Shore,
    Token,
    Unclear,
    Verb,
    elements_of,
    tokens_of,
)

_SMILEY = re.compile(r"(?<=[\s.!])(?:[:;=8][-o^']?[()\[\]DPpO|]+|<3|\^_*\^|[xX]D)(?=\s|$)")
_IN_SMILEYS = frozenset(":;=8<^D")
#: Greetings of many languages, as a part of a regular expression, with and without accents.
GREETING = (
    r"hi|hello|hey|hej(?:san)?|hei|ho[iy]|hallo|hola|ol[áa]|ciao|bonjour|bonsoir|salut|salve|moin"
    r"|servus|dear|buongiorno|buona ?sera|buen(?:os d[ií]as|as(?: tardes| noches)?)"
    r"|bo[ma] (?:dia|tarde|noite)|goede(?:ndag|morgen|middag|navond)"
    r"|god(?: dag|dag| ?morgen|morgon)|gr(?:ü|u|ue)ezi|gr(?:ü|u|ue)(?:ß|ss) gott"
    r"|cze[sś][cć]|witam|dzie[nń] dobry|ahoj|terve|greetings|welcome back"
    r"|good (?:morning|day|afternoon|evening|night|luck)|guten (?:morgen|tag|abend)"
)
_PLEASE = (
    r"please|pls|plz|kindly|bitte|svp|s'?il (?:vous|te) plait|por favor|prego"
    r"|per favore|alstublieft|aub|graag|if you please"
)
_THANKS = (
    r"(?:many |a thousand )?(?:thanks?|thank ?(?:you|u)|thanx|thx|tnx|tx|tyvm|ty)"
    r"(?: (?:a lot|a million|very much|so much|again|in advance|judge|sir))*"
    r"|(?:vielen |besten )?dank(?:e|eschon)?|merci(?: beaucoup)?|(?:muchas )?gracias"
    r"|(?:mille )?grazie|bedankt|dank (?:je|u)(?: wel)?|cheers|viel gluck"
    r"|good luck(?: (?:to )?(?:everyone|everybody|all))?"
    r"|bonne chance|buona fortuna|(?:best|kind) regards|have fun|sorry|no offen[cs]e"
    r"|see you(?: all)?(?: soon| later| tomorrow| next \w+)?"
)
_WHEN = r"this (?:turn|time|season|phase|year|spring|fall|autumn)|today|for now|now"
_ALSO = (
    r"too|also|as well|again|then|instead|once more|finally|indeed|for sure|definitely"
    r"|new|kept"  # receipts write these words beside orders
)
_LIGHT = r"ok|okay|yes|yep|yeah|sure|alright|judge|sir|lol|haha+|hehe|xd|yay|hooray"
_BEHIND = re.compile(
    rf"(?:[ ,.!]+(?:and )?(?:{_PLEASE}|{_THANKS}|{_WHEN}|{_ALSO}|{_LIGHT})(?![\w'/-]))+[ ,.!]*$",
    re.IGNORECASE,
)
_ORDERS = r"(?:new |final |first |next |corrected |revised )?(?:orders?|moves?)"
# "My orders" in other languages, with a colon behind it, and what people say before a correction.
_OWN = (
    r"(?:(?:ecco|voici|hier(?: sind)?|aqui estan?|i|les|los|las|le|mein?e?|mes|mon|mi[se]?|miei"
    r"|mijn|mina|mine|minhas|moje) )*(?:ecco|befehle?|zuge|zuege|ordres?|mouvements|ordini|mosse"
    r"|ordenes|movimientos|ordens|zetten|ordrar|ordrer|drag|trekk|rozkazy|ruchy|tahy|prikazy)"
    r"(?: (?:sind|sont|son|sono|sao|zijn|ar|er))? ?:"
    r"|(?:i|we) (?:mean|meant|want) (?=(?:a|f|army|fleet)\b)"
    r"|(?:typo|correction|korrektur|correzione|correccion)[ :]"
)
_DEEDS = r"order|move|build|remove|disband|retreat|support|convoy|hold|send|waive"
_BEFORE = re.compile(
    rf"(?:(?:{_PLEASE}|{_THANKS}|{_WHEN}|{_ALSO}|{_LIGHT}|and|so|then|well|first(?:ly)?"
    rf"|second(?:ly)?|third(?:ly)?|lastly|send|{GREETING}|here)(?![\w'/-])"
    r" ?[,:!.]* ?"
    rf"|(?:{_OWN}) ?"
    rf"|(?:here (?:is|are) |this is )?(?:(?:my|our|the|these) )?{_ORDERS}"
    r"(?: (?:is|are)| (?:for|of|in) [^:,;]{1,30}(?=:))? ?(?::|(?<= is)|(?<= are)) ?"
    rf"|(?:i|we)(?: will| shall| hereby| now| also)* (?=(?:{_DEEDS})\b))+",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r" (?:will|shall|also|now|just|simply)(?= [^\W\d_]+s?\b)"
    r"|(?<=[a-z]) (?:up|down|over|across|back|straight|directly|on|out|along)"
    r"(?= (?:to|into|in|towards)\b)",
    re.I,
)
_STILL = re.compile(
    r"\b((?:hold|stay|stand|remain)s?) (?:put|(?:in )?position|firm|fast|still|in place"
    r"|at home|its ground|there|where it is)$",
    re.IGNORECASE,
)
_GREETED = re.compile(rf"(?:{GREETING})(?: [^\W\d_]+){{0,3}} ?[,!.:]+ ?(?=\w)", re.IGNORECASE)
_REASON = re.compile(
    r"(?:(?:in order )?to|so(?: that)?|because|since|for|as|thanks|good|let"
    r"(?:'?s)?|hop\w+"
    r"|this|that|sorry|love|yours|best|see|my|our|um|zu[rm]?|damit|weil|wie|pour|afin|car"
    r"|parce|comme|para|porque|como|per|perche|om|omdat|zoals) [^\W\d_]",
    re.IGNORECASE,
)
_HARMLESS_WORDS = """
a an the and to in of on with for from my your our me you us it is this that really all
attack attacks bounce bounces support supports cut cuts defend protect stab comment note
attacking bouncing defending expecting covering self go hi hello hey dear judge everyone
zusammen allerseits ragazzi amigos leute jongens folks guys
tutti tous todos allemaal alla giudice juge richter juez rechter
friend friends luck good nice great typo expected intended arranged
"""
_HARMLESS = frozenset(_HARMLESS_WORDS.split())
_COURTEOUS = re.compile(
    rf"(?:(?:{_PLEASE}|{_THANKS}|{_WHEN}|{_ALSO}|{_LIGHT}|{GREETING})(?![\w'/-])[ ,.!]*)+",
    re.IGNORECASE,
)


def without_smileys(text: str) -> str:
    """Return a plain line without text smileys."""
    # Most lines have no such character, and need no slow search.
    return text if _IN_SMILEYS.isdisjoint(text) else _SMILEY.sub(" ", text).rstrip()


def without_courtesy(text: str, names: Names) -> str:
    """Return a sentence without polite words around it, unless they are names on the board."""
    match = _BEFORE.match(text)
    if match and not _is_named(match[0], names):
        text = text[match.end() :]
    match = _BEHIND.search(text)
    if match and not _is_named(match[0], names):
        text = text[: match.start()]
    return without_adverbs(text)


def without_adverbs(text: str) -> str:
    """Return a sentence without words at its verb that change nothing: `stays where it is`."""
    return _STILL.sub(r"\1", _INSIDE.sub("", text))


def is_harmless(words: str, names: Names) -> bool:
    """Return whether words after a comma are only thanks, a reason, or a name."""
    text = words.strip(" .!")
    if _COURTEOUS.fullmatch(text) or _REASON.match(text):
        return True
    remaining = _COURTEOUS.sub(" ", text)
    return all(_is_harmless_word(word, names) for word in remaining.split())


def is_courtesy(words: str) -> bool:
    """Return whether a sentence is only thanks or a farewell."""
    return _COURTEOUS.fullmatch(words) is not None


def _is_harmless_word(word: str, names: Names) -> bool:
    key = "".join(words_of(word))
    if key in _HARMLESS or not key or find_power((key,), names) is not None:
        return True
    elements = elements_of(word, names)
    return all(isinstance(element, Place | Nation | Number | Kind) for element in elements)


def _is_named(words: str, names: Names) -> bool:
    return all(word in names.exact for word in words_of(words))


LONGEST_LINE = 2000  # room for 34 orders in long form, about 60 characters each
# Four times the longest support of a convoy in long form on any board, to leave room for a route.
LONGEST_ORDER = 500
QUOTED = (">", "|")
# While a line is divided, each note is replaced by one private-use character (a mark), which
# plain text never contains.
_MARK, _MOST_MARKS = 0xE000, 0x1900
_DEEPEST = 10  # levels of nested brackets
_ENCLOSED = re.compile(r"\(([^()]*)(?:\)|$)|\[([^\[\]]*)(?:\]|$)")
# `#` before a number begins a comment only after other text; at the start it numbers the line.
_COMMENT = re.compile(r"(?:#(?!\d)|(?<=[^\s;]) *#|(?<!:)//)([^\n]*)")
_BRACKETED = re.compile(r"\W*(?:\[([^\[\]]+)\]|\(([^()]+)\))[\s.,;:!?*_-]*")
_BRACKET = re.compile(r"\[([^\[\]]+)\]")
_BRACKETS = re.compile(rf"\W*(?:{_BRACKET.pattern}[\s.,;:!?*_-]*){{2,}}")
_RESULT = re.compile(r"\*.*\*$")
_BY_CONVOY = re.compile(
    r"(?:via|by|through|using|convoy|convoyed|with (?:a )?convoy)\b", re.IGNORECASE
)
_BULLET = re.compile(
    r"[*\u2022\u00b7\u2023] ?|#(?=\d)|"
    r"\d{1,2}(?:\.\)|[.):]) ?|\d{1,2} (?=[^\W\d])|[a-zA-Z]\) ?"
)
_DASH_BULLET = re.compile(r"-+>? +")
_LABEL = re.compile(r"(?:\[([^\[\]]+)\] ?:?|([^\W\d_][^:()\[\];,]{0,40}?) ?([:)])) ?")
_AND = re.compile(r"(?:and|then|also|&) +(?=[^\W_])", re.IGNORECASE)
_WRAPPING = " *'\"!."


# Forms that other judges and people write: `A(Par)-Bur`, `A Mar - S - A Par - Bur`.
_UNIT_IN_BRACKETS = re.compile(
    r"(?<![^\W_])(a|f|army|fleet) ?(?:\(([^()\[\]]{2,40})\)|\[([^()\[\]]{2,40})\])", re.IGNORECASE
)
# Behind it stands a unit, or a place and a move: `Kiel naar Denemarken en Berlijn naar Kiel`.
_FOREIGN_AND = re.compile(
    r",? (?:und|et|y|e|en|och|og) (?:die |la |el |de )?(?=(?:a|f|army|fleet)\b"
    # A board has a place Roi Et, behind which stands a verb.
    rf"|(?!(?:{'|'.join(VERB_OF)})\b)(?:[^\W\d_]+\.? ){{1,3}}"
    r"(?:[-=]*>|-|(?:nach|naar|vers|hacia|verso|al?|till?"
    r"|halt|bleibt|tient|reste|tiene|queda|resta|blijft|stays?|holds?)\b))",
    re.IGNORECASE,
)
_DASHED_VERB = re.compile(r" - ?([sc]) ?- ?(?=(?:a|f|army|fleet)\b)", re.IGNORECASE)
_BETWEEN_PIECES = re.compile(
    r"[;\n]| (?:/|\d{1,2}(?:\.\)|[.)])) ?(?=(?:a|f|army|fleet) )", re.IGNORECASE
)
# Verbs that some people write in brackets: `A Par (S) A Mar - Bur`.
_VERB_IN_BRACKETS = frozenset(("s", "support", "supports", "c", "convoy", "convoys", "h", "hold"))
_HELPS_UNIT = re.compile(r"\b(?:s|supports?|c|convoys?) ?$", re.IGNORECASE)
_BEGINS_WITH_UNIT = re.compile(r"(?:a|f|army|fleet)\b", re.IGNORECASE)
# A French or Portuguese preposition; without its accent it is an army.
_TO_PLACE = re.compile(r"(?<!\w)à(?!\w)", re.IGNORECASE)
# Phrases of other judges and players, and the words of an order that replace them.
_REPLACEMENTS = {
    "moveviaconvoy": "convoyed to",
    "off the board": "disbands",
    "waive one": "waive 1",
    "waive two": "waive 2",
    "waive both": "waive 2",
}
_REPLACED = re.compile(rf"\b(?:{'|'.join(_REPLACEMENTS)})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """A power at the beginning of a line, `Italy:` or `[ITALY]`, and the text after it."""

    power: str
    text: str
    rest: str


@dataclass(frozen=True, slots=True)
class OrderPiece:
    """A part of a line that should be one order, with the notes beside it."""

    text: str
    notes: tuple[str, ...] = ()
    #: Words beside the order that may change its meaning.
    strange: tuple[str, ...] = ()


def plain_line(line: str) -> str:
    """Return a line of a letter in plain form; a line that is too long is returned unchanged."""
    if len(line) > LONGEST_LINE:
        return line
    text = without_daide(without_smileys(plain_text(_TO_PLACE.sub("in", line))))
    text = _UNIT_IN_BRACKETS.sub(lambda match: f"{match[1]} {match[2] or match[3]} ", text)
    text = _REPLACED.sub(lambda match: _REPLACEMENTS[folded(match[0])], text)
    return _FOREIGN_AND.sub(" and ", _DASHED_VERB.sub(r" \1 ", text))


def label_of(text: str, names: Names, power: str | None) -> Label | None:
    """Return the label at the beginning of a plain line, or None.

    `A)` is a bullet when a player's orders are read. `A:` and `F:` are units, unless the letter is
    that of the player's own power.
    """
    match = _LABEL.match(text)
    if not match:
        # The name of a power alone on a line is a label too.
        words = words_of(text)
        named = names.powers.get("".join(words))
        return Label(named, text, "") if named and words_of(named) == words else None
    word = match[1] or match[2]
    rest = text[match.end() :]
    labelled = find_power(words_of(word), names)
    if labelled is None and len(word) == 1 and _is_power_letter(match, names, power):
        labelled = names.letters.get(word.upper())
    return Label(labelled, word, rest) if labelled else None


def _is_power_letter(match: re.Match[str], names: Names, power: str | None) -> bool:
    """Return whether a single letter in the place of a label means a power."""
    letter = (match[1] or match[2]).upper()
    if match[3] == ")":
        return power is None and match[2].isupper()
    return bool(match[1]) or letter not in "AF" or names.letters.get(letter) == power


def without_bullet(text: str, *, dash: bool) -> str:
    """Return `text` without a bullet or number before it; `dash` counts dashes as bullets."""
    if match := _BULLET.match(text):
        return text[match.end() :].strip()
    if dash and (match := _DASH_BULLET.match(text)):
        return text[match.end() :].strip()
    return text


def without_opening(text: str, names: Names, power: str | None, *, dash: bool) -> Label | str:
    """Return the label at the beginning of a line, or the line itself, without bullets."""
    label = label_of(text, names, power)
    if label is None:
        text = without_bullet(text, dash=dash)
        label = label_of(text, names, power)
    if label is None:
        return without_bullet(text, dash=dash)
    return replace(label, rest=unwrapped(without_bullet(label.rest, dash=dash)))


def in_brackets(text: str) -> str:
    """Return the text in brackets, if the line has no other text; otherwise "".

    Semicolons part the texts of several brackets: `[A PAR - BUR] [F BRE - MAO]`.
    """
    if _BRACKETS.fullmatch(text):
        return "; ".join(part.strip() for part in _BRACKET.findall(text))
    match = _BRACKETED.fullmatch(text)
    return (match[1] or match[2]).strip() if match else ""


def pieces_of(text: str, names: Names) -> tuple[OrderPiece, ...]:
    """Return the parts of a plain text between semicolons or line ends."""
    marked, notes = _marked(text, names)
    pieces = []
    for part in _BETWEEN_PIECES.split(marked):
        own = tuple(notes[ord(char) - _MARK] for char in part if _is_mark(char))
        unmarked = "".join(" " if _is_mark(char) else char for char in part)
        pieces.append(OrderPiece(unwrapped(unmarked), own))
    return tuple(pieces)


def parts_of(piece: OrderPiece, names: Names) -> tuple[OrderPiece, ...]:
    """Return the orders of a piece, which commas divide.

    A comma before a coast, or inside a sentence, does not divide. Text that is no order is added to
    the last order: as a note, or as strange words if it may change the order's meaning.
    """
    parts: list[str] = []
    others: list[str] = []
    text = piece.text
    if (greeting := _GREETED.match(text)) and is_harmless(greeting[0], names):
        others.append(unwrapped(greeting[0].strip(" ,!:")))
        text = text[greeting.end() :]
    for part in filter(None, map(unwrapped, text.split(","))):
        chunk = without_and(part, names)
        elements = elements_of(chunk, names)
        if parts and _continues(elements):
            parts[-1] = f"{parts[-1]}{_joint(parts[-1], elements, names)}{chunk}"
        elif is_like_sentence(chunk, names) or (not parts and _holds_order(elements)):
            parts.append(chunk)
        else:
            others.append(chunk)
    if not parts and others:
        parts, others = others[:1], others[1:]
    short_forms = {saying.beside for saying in sayings_of(names.variant)}
    notes = tuple(x for x in others if x.lower() in short_forms or is_harmless(x, names))
    strange = tuple(other for other in others if other not in notes)
    *first, last = parts or [""]
    return (*map(OrderPiece, first), OrderPiece(last, (*piece.notes, *notes), strange))


def _joint(before: str, elements: Elements, names: Names) -> str:
    """Return the text that joins a part to the part before it: a space, or a comma and a space.

    A part that begins with a place is joined by a space only if it continues a convoy's route.
    """
    if not isinstance(elements[0], Place | Unclear):
        return " "
    on_route = any(
        isinstance(element, Action) and element.verb is Verb.BY
        for element in elements_of(before, names)
    )
    return " " if on_route else ", "


def _holds_order(elements: Elements) -> bool:
    """Return whether a unit or a move stands among other words: `For Austria: Vienna - Galicia`."""
    for at in range(len(elements)):
        match elements[at : at + 3]:
            case [Kind(), Place(), *_] | [Place(), Action(verb=Verb.MOVE), Place()]:
                return True
            case _:
                continue
    return False


def _continues(elements: Elements) -> bool:
    """Return whether a part continues the part before it."""
    match elements:
        case [Shore(), *_] | [Place() | Unclear()] | [Action(verb=Verb.BY), *_]:
            return True
        case [Action(verb=Verb.HOLD | Verb.SUPPORT | Verb.CONVOY), *_]:
            return True
        case _:
            return False


def unwrapped(text: str) -> str:
    """Return `text` without the quotes, stars, full stops and spaces around it."""
    text = " ".join(text.split()).lstrip(" '\"").rstrip(_WRAPPING)
    without_stars = text.lstrip("*")
    return without_stars if without_stars[:1].isalpha() else text


def without_and(text: str, names: Names) -> str:
    """Return `text` without `and` before it, unless the board has a province `and`."""
    match = _AND.match(text)
    return text[match.end() :] if match and "and" not in names.exact else text


def _marked(text: str, names: Names) -> tuple[str, list[str]]:
    """Return the text with each note replaced by a mark, and the notes by number."""
    notes: list[str] = []

    def mark(match: re.Match[str]) -> str:
        content = next((group for group in match.groups() if group), "")
        # In this note the marks of the notes inside it are replaced by their text.
        inner = "".join(f"({notes[ord(c) - _MARK]})" if _is_mark(c) else c for c in content).strip()
        words = words_of(inner)
        word = "".join(words)
        is_power = word in names.powers or word.upper() in names.letters
        if match.start() == 0 and match[0][0] == "[" and is_power:
            return match[0]
        before, behind = match.string[: match.start()], match.string[match.end() :]
        helps = _HELPS_UNIT.search(before) and _BEGINS_WITH_UNIT.match(inner)
        # `(s)` is a coast, except before a unit, where it means a support.
        is_verb = word in _VERB_IN_BRACKETS and (
            word.startswith("h") or _BEGINS_WITH_UNIT.match(behind.lstrip())
        )
        if helps or is_verb:
            return f" {inner} "
        if word in names.coasts:
            return f"/{inner} "
        if _BY_CONVOY.match(inner):
            return f" {inner} " if words[0] != "convoy" else f" via {inner} "
        if len(words) == 2 and words[1] == "coast":
            return f" {inner} "  # An unknown coast must lead to a question, not be ignored.
        if not any(word.isalpha() for word in words) or _RESULT.match(inner):
            return " "
        notes.append(inner)
        return chr(_MARK + len(notes) - 1)

    for _ in range(_DEEPEST):
        before, text = text, _ENCLOSED.sub(mark, text)
        if before == text:
            break
    return _COMMENT.sub(mark, text), notes


def _is_mark(char: str) -> bool:
    return _MARK <= ord(char) < _MARK + _MOST_MARKS


_PLAIN_NOT = """
not dont doesnt didnt wont wouldnt shouldnt couldnt mustnt neednt isnt arent wasnt cant
cannot aint havent hasnt hadnt never no none
"""
_NEGATION = """
nope nah neither nor without
cancel canceled cancelled cancels ignore ignored forget scratch delete deleted revoke
revoked undo undone void retract retracted rescind disregard abort skip
withdrawn superseded obsolete outdated expired scrap joke joking kidding jk mistake
wrong error oops false fake lie lying bluff pretend
nicht nichts nie niemals kein keine keinen nein storniert stornieren streichen vergiss
ne pas jamais aucun aucune non annuler annule annulez oubliez
nunca jamas cancelar cancela ni mai annulla annullare niente niet nooit geen nee
"""
_MODAL = "should would could might may can"
_CONDITION = """
if iff unless provided providing assuming assumes suppose supposing when whenever once
until till while whether depending depends dependent otherwise else except excepting
subject pending permitting conditional conditionally contingent lest willing after
falls wenn sofern ausser vorausgesetzt sonst andernfalls ansonsten sobald solange bis
abhangig wurde konnte sollte
si sauf sinon quand lorsque condition pourvu autrement moins
sino salvo excepto cuando mientras caso
se quando altrimenti tranne purche als indien tenzij anders mits wanneer senao
"""
_ALTERNATIVE = """
or either alternatively alternative alternate alt option optional optionally backup
fallback versus vs rather preferably
oder entweder ou soit oppure ofwel beziehungsweise bzw
"""
_DOUBT = """
maybe perhaps possibly possible probably presumably likely unlikely unsure uncertain
undecided tentative tentatively tbd tbc guess think thinking thought believe wonder
wondering hopefully consider considering considered unclear dunno doubt doubtful
draft provisional provisionally preliminary proposal proposed propose hypothetical
hypothetically theoretically theory imagine dream dreams wish example eg test
idea ideas discussion vorschlag idee proposition propuesta proposta voorstel forslag
moze kanske maske возможно может ehka talan mozna
vielleicht eventuell evtl moglicherweise wahrscheinlich vermutlich unsicher glaube
ob beispiel zb peut probablement quiza quizas acaso posiblemente probablemente
forse magari probabilmente misschien wellicht mogelijk waarschijnlijk talvez
"""
_PAST = """
last previous previously earlier ago yesterday past was were had did formerly old
originally been moved held supported ordered failed attempted
letzte letzten letzter letztes gestern vorher fruher vorige hatte
dernier derniere hier etait avait ultimo ultima ayer pasado pasada era fue ieri scorso
scorsa gisteren laatste vorig
"""
_QUOTATION = """
said says say told tells tell wrote writes asked asks asking wants wanted wishes
suggested suggests promised claims claimed demands demanded insists according quote
quoted quoting
sagt sagte schrieb wollte dit veut ecrit dijo dice quiere detto vuole zegt zei
"""
# These words postpone an order, unless a place stands beside them.
_LATER_WORDS = "later tomorrow soon next spater morgen demain manana domani"
_LATER = frozenset(_LATER_WORDS.split())
_WORDS = frozenset(
    " ".join(
        (
            *(_PLAIN_NOT, _NEGATION, _MODAL, _CONDITION, _ALTERNATIVE),
            *(_DOUBT, _PAST, _QUOTATION, *_LATER),
        )
    ).split()
)
# An order beside one of these is one that its writer does not want.
_DENIALS = frozenset(f"{_PLAIN_NOT}{_NEGATION}".split()) - {"oops", "mistake", "wrong", "error"}
# After an order, thanks and "I hope that he does not mind" do not change it. "I hope not" may, and
# so may a further clause.
_HOPE = re.compile(
    r"(?P<order>.*?\w) ?(?:[.!;,]+ | ?\( ?| -+ )"
    r"(?P<hope>(?:(?:and|so|just) )?(?:"
    r"(?:let(?:'?s| us)? |(?:i|we)(?:'m|'re| am| are| do| just| really)* )?"
    r"hop(?:e|es|ing)(?! (?:so )?not\b) \w"
    r"|(?:keep (?:your )?)?fingers crossed|wish (?:me|us) luck"
    r"|(?:thanks|thank you) for \w|(?:good|best of) (?:luck|game)\b|have fun\b"
    r"|all the best\b|(?:best|kind) (?:wishes|regards)\b|cheers\b|greetings\b"
    r"|see you\b|take care\b|happy \w)[^.,!?;:()]*)[.! )]*",
    re.IGNORECASE,
)
_QUALIFYING_IN_HOPE = (
    frozenset(" ".join((_NEGATION, _CONDITION, _ALTERNATIVE, _DOUBT)).split())
    | {"but", "though", *_LATER}
) - {"wish"}
_PHRASE = re.compile(
    r"\b(?:in case|as long as|instead of|strike that|plan b|used to|back then|tal vez"
    r"|(?:first|second|third|2nd|3rd|other|next) choice|(?:what|how) about"
    r"|s'il (?!vous|te)|of (?=(?:a|f|army|fleet) \w+ ?-))\b",
    re.IGNORECASE,
)
# Phrases that contain a qualifier, but do not qualify an order.
_INNOCENT = re.compile(
    r"\b(?:as (?:agreed|asked|discussed|ordered|planned|promised|proposed|requested"
    r"|said|suggested|told)|(?:every|any)(?:thing|body|one) else|(?:supported|held) by"
    r"|if you please|s'?il (?:vous|te) plait|no (?:problem|worries|sea|matter what"
    r"|offen[cs]e|hard feelings)|non-?aggression|can'?t wait|why not"
    r"|(?:i|we) would (?:like|love)|at (?:long )?last"
    r"|see you (?:all )?(?:next|soon|later|tomorrow))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_QUESTION = re.compile(r"\?[\s\"')\]?!.]*$|\(\s*\?+\s*\)")
_MOVE_WORDS = {word for word, verb in VERB_OF.items() if verb is Verb.MOVE and len(word) > 2}
_BEFORE_NAME = ({*KIND_OF, *DOUBLE, *VERB_OF, *FILLERS} - _MOVE_WORDS) | {"-", "->", "/"}
_BEHIND_NAME = {*VERB_OF, "-", "->", "/", "("}


def denies(qualifier: str) -> bool:
    """Return whether the words that qualify an order deny it or take it back: `don't`."""
    return "".join(words_of(qualifier)) in _DENIALS


def qualifier_in(text: str, names: Names) -> str:
    """Return the words of a plain line that qualify its orders, or ""."""
    if "?" in text and (question := _QUESTION.search(text)):
        return question[0].strip()
    if phrase := _PHRASE.search(text):
        return phrase[0].strip()
    words = map(folded, _WORD.findall(text))
    if _WORDS.isdisjoint(words):
        return ""
    plain = _INNOCENT.sub(lambda match: " " * len(match[0]), text)
    tokens = tokens_of(plain)
    elements = elements_of(plain, names)
    for at, token in enumerate(tokens):
        if token.key not in _WORDS or _is_name(tokens, at, elements):
            continue
        if token.key not in _LATER or not _is_beside_place(tokens, at, elements):
            return text[token.start : token.end]
    return ""


def hope_behind(text: str, names: Names) -> tuple[str, str]:
    """Return a plain line without a hope or thanks at its end, and these words.

    The line is unchanged if these words may be an order, or may qualify one.
    """
    match = _HOPE.fullmatch(text)
    if match is None:
        return text, ""
    hope = match["hope"].strip()
    words = map(folded, _WORD.findall(hope))
    if not _QUALIFYING_IN_HOPE.isdisjoint(words) or is_like_sentence(hope, names):
        return text, ""
    return match["order"], hope


def _is_beside_place(tokens: Sequence[Token], at: int, elements: Elements) -> bool:
    beside = (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2])
    starts = {element.start for element in elements if isinstance(element, Place)}
    ends = {element.end for element in elements if isinstance(element, Place)}
    return any(token.start in starts or token.end in ends for token in beside)


def _is_name(tokens: Sequence[Token], at: int, elements: Elements) -> bool:
    """Return whether the word at token `at` is in a position where an order names a place.

    Such a position is after a unit, a verb or a dash, or before one of these at the beginning of a
    sentence.
    """
    token = tokens[at]
    named = next((e for e in elements if e.start <= token.start < e.end), None)
    if not isinstance(named, Place | Nation | Unclear):
        return False
    if named.start < token.start or token.end < named.end:
        return True
    before = tokens[at - 1] if at else None
    behind = tokens[at + 1].key if at + 1 < len(tokens) else ""
    if before is None or not (before.is_word or before.key in _BEFORE_NAME):
        return behind in _BEHIND_NAME
    return before.key in _BEFORE_NAME
