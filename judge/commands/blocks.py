"""Reads headings and blocks of lines: PHASE and GAME headings, REGISTER ... END, IF cases."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from judge.commands.entries import sign_on
from judge.commands.known import Place, Role, cleaned, hidden, is_order
from judge.commands.passage import Found, Heading, Meaning, Misread, Passage, Step, is_own
from judge.game import Aside, NotObeyed, NotUnderstood, filing, inquiry, places
from judge.letter import Line, Standing
from judge.notation import (
    LONGEST_LINE,
    PHASE,
    case_word,
    find_power,
    password_word,
    phase_of,
    read_condition,
    read_phase_name,
    words_of,
)

_PHASE = re.compile(rf"(?<![\w-])(?:{PHASE})(?!\w)", re.I)
_BEHIND_PHASE = re.compile(rf"(?P<phase>{PHASE})[\s,:]+(?P<line>\S.*)", re.I)
_NEXT = re.compile(
    r"\b(?:next|following(?!\W*\Z| (?:orders|moves)\b)|coming|later|nächste[nr]?"
    r"|prochain(?:e|s)?|próxim[oa])\b"
    r"(?: (?:turn|phase|round|season|year|move|time|spring|fall|autumn|winter|runde"
    r"|zug|tour|turno)s?)?",
    re.I,
)
_TWO_DIGITS = re.compile(r"(?<![\d-])\d\d(?!\d)(?!\s*bc)", re.I)
_SHORTEST_YEAR = 1_000
# A year alone, which may name a phase of the game if it is near.
_YEAR = re.compile(
    r"\W*(?:(?:the )?year|anno|jahr|année|año|(?:my )?orders? (?:of|for|from))?\s*(\d{4})\W*", re.I
)
_MOST_YEARS = 50
_THEIRS = re.compile(r"\b(?:his|her|their) (?:orders?|moves?|units?)\b", re.I)
_SEASON = re.compile(r"\b(spring|fall|autumn|winter)\b", re.I)
_WORD = re.compile(r"[^\W\d_][\w'’]*")  # noqa: RUF001 - phones write that apostrophe
# Words above people's orders, beside the names of a power, game and phase.
_FILLER_WORDS = """
a again all and are as armies army as at below build builds dear fleet fleets follow
following follows for from game here hereby i in is it judge list mine move moves
movement movements my new now of order orders our phase please power province
provinces retreat retreats season send set submit the these this turn
units unit with year
final real updated revised corrected changed full complete season's do doing want i'll i'd i'm
here's would like to am going we we'll us today tonight hello hi dear sorry late
those there come three two ever really attached by
fwiw so anyway correct change note latest hey hallo hola olá ciao salut bonjour
hoi hei hej cześć ahoj привет merhaba szia γεια οι εντολές こんにちは 你好
befehle befehl lauten folgen bitte das die für hier meine meiner mein sind unsere wir züge zug und
ici la les mes mon nos ordre ordres pour voici sont mouvements déplacements
aquí aqui estas estos las los mis mi movimientos órdenes ordenes orden para son nuestras
ecco gli i miei ordini della per le mie mosse sono
de hier mijn onze orders order zetten zijn voor
mina mine mitt våra här är mina drag ordrar order för
her er mine min mit ordrer ordrene ordre træk trekk for til
as os aqui estão minhas meus ordens ordem movimentos jogadas para
oto moje są rozkazy rozkaz ruchy na
zde jsou moje mé rozkazy příkazy tahy pro
вот мои приказы приказ ходы на это мої накази ось
tässä ovat käskyni määräykseni siirtoni
íme parancsaim utasításaim lépéseim itt vannak az
işte emirlerim emirleri hamlelerim
iată ordinele mele
οι διαταγές μου κινήσεις
neue neuen nouveaux nouvelles nuevas nuevos nuovi nuove nieuwe nya nye novas novos nowe nové
новые нові endgültigen endgültige définitifs definitivas definitivi definitieve slutgiltiga
我的新命令 附上我的命令 命令です 私の命令です 私の新しい命令です
我的命令 我的指令 命令 指令 私の命令 내 명령 명령
"""  # noqa: RUF001 - Greek
_FILLERS = frozenset(_FILLER_WORDS.split())
_ANNOUNCING = """
order orders moves move movements armies fleets army fleet units builds retreats
befehle züge befehl ordres ordre mouvements órdenes ordenes orden movimientos ordini mosse
zetten drag ordrar ordrer ordrene træk trekk ordens ordem movimentos jogadas rozkazy rozkaz ruchy
příkazy tahy приказы приказ ходы накази käskyni määräykseni siirtoni parancsaim
utasításaim lépéseim emirlerim emirleri hamlelerim ordinele διαταγές εντολές κινήσεις
我的新命令 附上我的命令 命令です 私の命令です 私の新しい命令です
我的命令 我的指令 命令 指令 私の命令 명령
"""
#: Words for orders, in many languages.
WORDS_FOR_ORDERS = frozenset(_ANNOUNCING.split())
# Names of seasons and of the powers of the standard board in other languages.
_SEASONS = {
    name: season
    for season, names in {
        "Spring": "frühjahr frühling printemps primavera voorjaar lente vår våren forår foråret"
        " wiosna wiosnę jaro весна kevät tavasz ilkbahar primăvara άνοιξη 春 봄",
        "Fall": "herbst automne otoño autunno herfst höst hösten efterår efteråret høst høsten"
        " outono jesień podzim осень осінь syksy ősz sonbahar toamna φθινόπωρο"
        " 秋 가을",
        "Winter": "hiver invierno inverno vinter vintern vinteren zima зима talvi tél iarna"
        " χειμώνας 冬 겨울",
    }.items()
    for name in names.split()
}
_SEASON_ELSEWHERE = re.compile(rf"\b(?:{'|'.join(_SEASONS)})\b", re.I)
_POWERS = {
    " ".join(words_of(name)): power
    for power, names in {
        "Austria": "österreich autriche oostenrijk österrike østrig østerrike áustria rakousko"
        " austrii австрия австрии австрія itävalta ausztria avusturya αυστρία オーストリア"
        " 奥地利 오스트리아",
        "England": "angleterre inglaterra inghilterra engeland anglia anglii anglie англия англии"
        " англія englanti ingiltere αγγλία großbritannien イギリス 英国 英格兰 영국",
        "France": "frankreich francia frankrijk frankrike frankrig frança francja francji francie"
        " франция франции франція ranska franciaország fransa franța γαλλία フランス 法国 프랑스",
        "Germany": "deutschland allemagne alemania germania duitsland tyskland alemanha niemcy"
        " niemiec niemcom německo германия германии німеччина saksa németország almanya γερμανία"
        " ドイツ 德国 독일",
        "Italy": "italien italie italia itália italië włochy itálie италия італія olaszország"
        " włoch włochom италии italya ιταλία イタリア 意大利 이탈리아",
        "Russia": "russland rußland russie rusia rusland ryssland rússia rosja rosji rusko"
        " россия россии росія venäjä oroszország rusya ρωσία ロシア 俄罗斯 俄国 러시아",
        "Turkey": "türkei turquie turquía turchia turkije turkiet tyrkiet tyrkia turquia turcja"
        " turcji turecko турция турции туреччина turkki törökország türkiye τουρκία トルコ"
        " 土耳其 터키",
    }.items()
    for name in names.split()
}
_CASE_HEADING = re.compile(
    r"\W*(?:but |and |or |only )*(?:if|unless|when|whenever|once(?! (?:more|again)\b)|should"
    r"|in case|provided|assuming|otherwise|else|or else|alternatively|plan [b-z]|option \w+"
    r"|wenn|falls|sonst|si|sinon|quand|sauf)\b.*:\W*",
    re.I,
)
_SHORT_CASE = re.compile(
    r"\s*if\b(?P<condition>.*?)\bthen\b[\s:,]*(?P<order>\S.*?)"
    r"(?:[\s,;.]+else\b[\s:,]*(?P<other>\S.*))?",
    re.I,
)
_ELSE = re.compile(r"\W*(?:or )?(?:else|otherwise)\W*", re.I)
_TOLD = re.compile(
    r"(?!\W*as (?:i|we|already|before)? ?(?:said|wrote|told you)\b)"
    r".*\b(?:last (?:turn|year|time|phase|season|round)|previous\w*|yesterday"
    r"|old orders?|had ordered|ordered|example|instance|letzte \w+|told me|wrote"
    r"|says?|said)\b.*:\W*",
    re.I,
)
_LONGEST = 12  # words
_LONGEST_TEXT = 300
_LONGEST_POWER = 3  # in words; a line with more other words is no heading
_BEFORE_ORDER = re.compile(
    rf"\W*(?:(?:and|then|but|now|my|orders?|moves?)\s+)*(?:for\s+|in\s+|on\s+)?"
    rf"(?:the\s+|my\s+)?(?P<when>{PHASE}|{_NEXT.pattern}"
    r"|(?:spring|fall|autumn|winter))\s*[,:]*\s+(?P<rest>\S.*)",
    re.I,
)


_WHEN = (
    r"(?:(?:for|in|of|für|im|pour|en|para|per|voor|för|til)\s+(?:the\s+|den\s+)?)?"
    rf"(?P<when>{PHASE}|spring|fall|autumn|winter)[\s)\]}}.,!;]*"
)
_ENDS_WITH_PHASE = re.compile(rf"(?P<order>.*?\w)[\s(\[{{;.,:\u2026-]+{_WHEN}", re.I)
_SAYS_PHASE = re.compile(
    r"\W*(?:(?:wait|sorry|oops|no|all|that|this|these|those|they|it|is|are|was|were|meant|orders"
    rf"|moves|only)\W+)*{_WHEN}",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _HeadingWords:
    """The phase and the power that a heading names.

    `when` is the running phase in its short form, "" if no phase is named, None for another phase.
    `whose` is a power or "". `words` are the other words.
    """

    when: str | None
    whose: str
    words: frozenset[str]


def heading(line: str, place: Place) -> Found | None:
    """Return the effect of a heading on the lines below it, or None if `line` is no heading."""
    text = _in_english(cleaned(line))
    words = text.split()
    is_short = len(words) <= _LONGEST and len(text) <= _LONGEST_TEXT
    if is_short and (_ELSE.fullmatch(text) or _CASE_HEADING.fullmatch(text)):
        return _governing(line, Aside.CASE)
    if is_short and _TOLD.fullmatch(text):
        return _governing(line, Aside.TOLD)
    if _THEIRS.search(text) or len({*map(str.lower, words)} - _FILLERS) > _LONGEST:
        return None  # more words than a power, a game and a phase need
    parts = _words_of_heading(text, place)
    dated = parts.when != "" or _PHASE.search(text) is not None
    named = dated or bool(parts.whose) or not parts.words.isdisjoint(WORDS_FOR_ORDERS)
    if not named or not parts.words <= _FILLERS:
        return None
    if not dated and not parts.whose and not text.endswith((":", "\uff1a")):
        return None
    return _heeded(line, parts, place)


def in_another_phase(line: str, place: Place) -> Found | None:
    """Return the result of a line with an order for a named phase, or None for any other line.

    An order for a later phase, such as `Next turn A Bur - Mun`, is returned to its writer.
    """
    match = _BEFORE_ORDER.fullmatch(cleaned(line))
    if match is None or not is_order(match["rest"], place):
        return None
    when = _phase_in(match["when"], place)
    if when == "":
        return None
    if when is None:
        lines = (line.strip(),)
        return Found((NotObeyed(Aside.PHASE, lines),), meaning=Meaning.ELSEWHERE)
    return Found((filing.SubmitOrders((match["rest"],)),), meaning=Meaning.ORDER)


def order_for_another_phase(line: str, place: Place) -> str:
    """Return the order before the name of a phase that does not run, or "": `A PAR H (Fall)`."""
    match = _ENDS_WITH_PHASE.fullmatch(_in_english(line)) if len(line) <= _LONGEST_TEXT else None
    return match["order"] if match and _phase_in(match["when"], place) is None else ""


def says_another_phase(line: str, place: Place) -> bool:
    """Return whether a line says only that orders are for another phase: `That is for fall`."""
    match = _SAYS_PHASE.fullmatch(_in_english(line)) if len(line) <= _LONGEST_TEXT else None
    return match is not None and _phase_in(match["when"], place) is None


def _in_english(line: str) -> str:
    """Return `line` with the English names of seasons."""
    return _SEASON_ELSEWHERE.sub(lambda word: _SEASONS[word[0].casefold()], line)


def short_case(line: str) -> tuple[str, ...] | None:
    """Return a case on one line, `IF A ROM THEN A VEN - APU`, as several lines, otherwise None."""
    match = _SHORT_CASE.fullmatch(line)
    if match is None:
        return None
    first, second = match["order"], match["other"]
    case_lines = (f"IF {match['condition'].strip()}", first)
    return (*case_lines, "ELSE", second, "ENDIF") if second else (*case_lines, "ENDIF")


def later_phase(passage: Passage) -> Found | Misread:
    """Return a heading that plans the lines below PHASE for another phase than the running one.

    The plan is stored until that phase. The first order may follow on the same line: `PHASE F1901M
    A PAR H`.
    """
    place = passage.place
    running = _running(place)
    named = passage.rest.lstrip(" :=")
    phase, order = _named(named, place), ""
    if phase is None and (both := _BEHIND_PHASE.fullmatch(named)):
        phase, order = _named(both["phase"], place), both["line"]
    if running and phase == running:
        if order:
            return Found((filing.SubmitOrders((order,)), Heading(None)), meaning=Meaning.ORDER)
        return Found((Heading(None),))
    if phase:
        lines = (short_case(order) or (order,)) if order else ()
        return Found((filing.PlanOrders(phase, lines), Heading(Aside.PHASE, phase=phase)))
    if named and not named[:1].isdigit():
        return Misread()
    line = f"PHASE {hidden(named, 3)}".strip()
    return Found((NotObeyed(Aside.PHASE, (line,)), Heading(Aside.PHASE)))


def _governing(line: str, why: Aside) -> Found:
    steps = (NotObeyed(why, (line.strip(),)), Heading(why))
    return Found(steps, meaning=Meaning.ELSEWHERE, unclear=why is Aside.CASE)


def _heeded(line: str, parts: _HeadingWords, place: Place) -> Found:
    """Return the effect of a heading; lines for other powers or phases are sent back."""
    if parts.when is None:
        why: Aside | None = Aside.PHASE
    elif parts.whose in place.lent and parts.whose:
        # The unit on each line shows whose order it is.
        return Found((Heading(None),), meaning=Meaning.HEADING)
    elif parts.whose and place.power and parts.whose != place.power:
        why = Aside.POWER
    elif parts.when or parts.whose:
        why = None
    else:
        return Found(meaning=Meaning.HEADING)
    if why is None:
        return Found((Heading(None, parts.whose, parts.when or ""),), meaning=Meaning.HEADING)
    steps = (NotObeyed(why, (line.strip(),)), Heading(why))
    return Found(steps, meaning=Meaning.HEADING)


def _words_of_heading(text: str, place: Place) -> _HeadingWords:
    when = _phase_in(text, place)
    rest = _NEXT.sub(" ", _PHASE.sub(" ", text))
    rest = rest if when == "" else _SEASON.sub(" ", rest)
    words = [word.lower() for word in _WORD.findall(rest)]
    if place.game:
        words = [word for word in words if word != place.game.lower()]
    strange = sum(word not in _FILLERS for word in words)
    for size in (3, 2, 1) if strange <= _LONGEST_POWER else ():
        for at in range(len(words) - size + 1):
            name = words[at : at + size]
            if power := power_named(name, place):
                rest_words = frozenset(words[:at] + words[at + size :])
                return _HeadingWords(when, power, rest_words)
    return _HeadingWords(when, "", frozenset(words))


def power_named(words: Sequence[str], place: Place) -> str:
    """Return the power with this whole name or adjective, also in other languages, or ""."""
    written = " ".join(words_of(" ".join(words)))
    is_short = min(map(len, words), default=0) < 3 and written not in _POWERS
    if place.names is None or is_short:
        return ""
    name = words_of(_POWERS.get(written, written))
    power = find_power(name, place.names)
    return power if power and "".join(name) in place.names.powers else ""


def _phase_in(text: str, place: Place) -> str | None:
    """Return the running phase if `text` names it, None for another phase, "" for no phase."""
    running = _running(place)
    if not running:
        return ""
    if (year := _YEAR.fullmatch(text)) and place.reader:
        apart = abs(int(year[1]) - place.reader.position.phase.year)
        if apart < _MOST_YEARS:
            return None if apart else running
    if match := _PHASE.search(text):
        return running if _named(match[0], place) == running else None
    if _NEXT.search(text):
        return None
    season = _SEASON.search(text)
    if season is None:
        return ""
    letter = "F" if season[1].lower() in ("fall", "autumn") else season[1][0].upper()
    return running if running.startswith(letter) else None


def _named(text: str, place: Place) -> str | None:
    """Return the phase in `text`, in its short form if the game is known, otherwise None.

    A year of two digits is one of the running century: `S01`.
    """
    if place.reader and place.reader.position.phase.year >= _SHORTEST_YEAR:
        century = place.reader.position.phase.year // 100
        text = _TWO_DIGITS.sub(lambda year: f"{century}{year[0]}", text)
    phase = read_phase_name(text)
    return phase_of(phase, place.reader.variant) if phase and place.reader else phase


def _running(place: Place) -> str:
    return str(place.reader.position.phase) if place.reader else ""


_KEYS = {
    "name": "name",
    "full name": "name",
    "zone": "zone",
    "time zone": "zone",
    "timezone": "zone",
    "email": "email",
    "e-mail": "email",
    "phone": "phone",
    "site": "site",
    "address": "address",
    "country": "country",
    "level": "level",
    "birthdate": "birthdate",
    "sex": "sex",
    "package": "package",
}
_KEY = "|".join(sorted(_KEYS, key=len, reverse=True))
_FIELD = re.compile(rf"(?P<key>{_KEY})\s*[:=]\s*(?P<value>.*)", re.I)
_ANY_FIELD = re.compile(r"(?P<key>[a-z][a-z -]{0,20}?)\s*[:=]\s*(?P<value>.*)", re.I)
_IN_LINE = re.compile(r"[\s,]+(name|time\s?zone|zone)\b[\s:=]*", re.I)
_END_REGISTER = re.compile(r"end(\s*register)?", re.I)

# IF needs a unit in capitals or the word THEN after it: `If a friend asks` is prose.
_CASE = re.compile(
    r"\s*(?i:if)\b(?:.*\b(?i:then)\W*"
    r"|(?:\s+(?i:not|and|or|\())*\s+(?:A|F|ARMY|FLEET|Army|Fleet)(?:\s+[\w/.)]+){1,3})"
)
_LONGEST_SHORT_CASE = 24  # words
_OF_CONDITIONS = frozenset({"not", "and", "or"})
_UNIT = re.compile(r"(?:A|F|ARMY|FLEET)\b", re.I)
_IF = re.compile(r"\s*(?:else\s*)?if\b", re.I)
_NEXT_IF = re.compile(r"\s*if\b", re.I)
_PREFER = re.compile(r"\s*prefer\b", re.I)
_END_IF = re.compile(r"\s*end\s*if\W*", re.I)
_MOST_CASES = 50  # nested, or one after another without an ENDIF
_NOBODY = re.compile(r"(?:me|us|now|again|please|for .*|in .*|to .*)\W*", re.I)
_END_ADJUDICATE = re.compile(r"\s*end\s*(?:adjudicate|preview)\W*", re.I)
_END_PREVIEW = re.compile(r"\s*end\s*preview\W*", re.I)
_HEADING = re.compile(r"\s*[^\W\d_][^\W\d_ '-]{2,30}\s*:\s*")
_END_COMMENT = re.compile(r"\s*(?:end(?:\s*comment)?|sign\s*off)\W*", re.I)


def register(passage: Passage) -> Found | Misread:
    """Return the command REGISTER with the fields on its own line and the lines below.

    Without an END only lines with known keys belong to the form; the others are read as usual.
    """
    if _NOBODY.fullmatch(passage.rest):
        return Misread()
    lines = tuple(takewhile(is_own, passage.following))
    size, ends = _closed_form(lines)
    if not ends:
        size = sum(1 for _ in takewhile(is_known_field, lines))
        behind = "".join(cleaned(line.text) for line in lines[size : size + 1])
        ends = size > 0 and _END_REGISTER.fullmatch(behind) is not None
    texts = [line.text for line in lines[:size]]
    fields = [*_fields_in_line(passage.rest), *map(_field, texts)]
    inside = (*[Meaning.ARGUMENT] * size, *[Meaning.COMMAND] * ends)
    return Found((inquiry.Register(tuple(filter(None, fields))),), inside)


def is_known_field(line: Line) -> bool:
    """Return whether `line` is a line of REGISTER's form."""
    return _FIELD.fullmatch(cleaned(line.text)) is not None


def resign(passage: Passage) -> Found | Misread:
    """Return the command RESIGN; if power, game and password follow, a sign-on comes before it."""
    game = passage.place.game.lower()
    if passage.rest.lower().removeprefix("from ") in ("", game):
        return Found((places.Resign(),))
    is_sign_on = "@" in passage.rest
    entry = sign_on(passage.rest, passage.known.vocabulary) if is_sign_on else None
    if entry:
        return Found((entry, places.Resign()))
    if len(passage.rest.split()) > 2 or passage.rest.endswith("?"):
        return Misread()
    shown_line = hidden(f"RESIGN {passage.rest}", 2)
    ejects = passage.place.role is Role.MASTER
    suggestion = f"EJECT {passage.rest}" if ejects else "RESIGN"
    return Found((NotUnderstood(shown_line, (suggestion,)),))


def case(line: str, passage: Passage) -> Found | None:
    """Return the orders of a case (IF ... ENDIF), or None if `line` does not begin a case.

    If the board cannot decide the condition, the case up to its ENDIF is returned to its writer:
    its orders would otherwise count in every case. Without an ENDIF it goes up to its last ELSE,
    and that line, or the condition, is a heading of the lines below.
    """
    if not _IF.match(line):
        return None
    place = passage.place
    if short := _case_on_one_line(line, place):
        return Found((filing.SubmitOrders(short),))
    size = _to_end_if(passage.following)
    closed = size > 0
    if not closed:
        size = _to_else(passage.following)
        if not size and not _is_condition(line[:LONGEST_LINE], place):
            return None
    own = passage.following[:size]
    lines = (line.strip(), *(following_line.text.strip() for following_line in own))
    inside = (*[Meaning.ARGUMENT] * (size - 1), Meaning.COMMAND)[-size:]
    if closed and all(map(is_own, own)) and _is_of_the_board(lines, place):
        case_lines = tuple(filter(None, lines))
        return Found((filing.SubmitOrders(case_lines),), inside)
    steps: tuple[Step, ...] = (NotObeyed(Aside.CASE, lines),)
    if not closed:
        steps, inside = (*steps, Heading(Aside.CASE)), (Meaning.ELSEWHERE,) * size
    return Found(steps, inside, unclear=True)


def _is_condition(line: str, place: Place) -> bool:
    """Return whether an IF line without an ENDIF is a condition alone, with no order behind it.

    Prose begins with the word, too: `If you have questions, write to me`.
    """
    if _CASE.fullmatch(line):
        return True
    if line.split(maxsplit=1)[0] != "IF" and not is_order(line, place):
        return False
    for condition, order, _ in _cut_behind_if(line):
        parts = _words_of_heading(condition[2:], place)
        asks_nothing = parts.words <= _OF_CONDITIONS
        if is_order(order, place) and not asks_nothing:
            return False
    return True


def _case_on_one_line(line: str, place: Place) -> tuple[str, ...] | None:
    """Return a case on one line, with or without THEN, as several lines; None if unreadable."""
    lines = short_case(line)
    if lines is not None:
        return lines if _is_of_the_board(lines, place) else None
    cuts = [cut for cut in _cut_behind_if(line) if _is_of_the_board(cut, place)]
    return cuts[0] if len(cuts) == 1 else None


def _cut_behind_if(line: str) -> Iterator[tuple[str, str, str]]:
    """Yield each way to cut `IF A MUN A PAR - BUR` into a condition and an order to a unit."""
    words = line.split()[1:_LONGEST_SHORT_CASE]
    for at in range(1, len(words)):
        condition, order = " ".join(words[:at]).rstrip(" ,:;"), " ".join(words[at:])
        if _UNIT.match(order):
            yield f"IF {condition}", order, "ENDIF"


def _is_of_the_board(lines: Sequence[str], place: Place) -> bool:
    """Return whether each line is a condition that the board can decide, or an order."""
    names = place.names
    if names is None or not place.power:
        return False
    for line in filter(None, lines):
        match case_word(line):
            case "IF" | "ELSE IF":
                is_read = read_condition(line, names) is not None
            case "ELSE" | "ENDIF":
                is_read = True
            case _:
                is_read = is_order(line, place) or _PREFER.match(line) is not None
        if not is_read:
            return False
    return True


_ASSUMING = re.compile(r"^(?:with|if|assuming|of)\s+", re.I)


def preview(passage: Passage) -> Found | Misread:
    """Return the command PREVIEW with the assumed orders below it.

    They end with END PREVIEW or before the first line that is not an order. They are never stored.
    The first order may follow on the line of PREVIEW.
    """
    place = passage.place
    first = _ASSUMING.sub("", passage.rest)
    if first and not is_order(first, place):
        return Misread()

    def is_assumed(line: Line) -> bool:
        text = line.text
        is_empty_or_power = not text.strip() or _HEADING.fullmatch(text)
        return is_own(line) and bool(is_empty_or_power or is_order(text, place))

    lines = tuple(takewhile(is_assumed, passage.following))
    ends = [line.text for line in passage.following[len(lines) :][:1]]
    closed = any(map(_END_PREVIEW.fullmatch, ends))
    inside = (*[Meaning.ARGUMENT] * len(lines), *[Meaning.COMMAND] * closed)
    below = (line.text.strip() for line in lines)
    order_lines = tuple(filter(None, [first, *below]))
    return Found((filing.PreviewOrders(order_lines),), inside)


def adjudicate(passage: Passage) -> Found | Misread:
    """Return the command ADJUDICATE with the lines below it, up to END ADJUDICATE.

    Without END ADJUDICATE the end of the lines is unknown, and they are returned to the writer.
    """
    if passage.rest:
        return Misread()
    text, inside, closed = up_to(_END_ADJUDICATE, passage)
    if not closed:
        missing = NotUnderstood("ADJUDICATE", ("END ADJUDICATE",), text)
        return Found((missing,), inside)
    return Found((inquiry.Adjudicate(text),), inside)


def up_to(end: re.Pattern[str], passage: Passage) -> tuple[str, tuple[Meaning, ...], bool]:
    """Return the lines before the line `end`, their meanings, and whether `end` exists.

    Without `end` all following lines are returned.
    """
    lines = [line.text for line in takewhile(is_own, passage.following)]
    size = next((at for at, line in enumerate(lines) if end.fullmatch(line)), len(lines))
    closed = size < len(lines)
    inside = [Meaning.ARGUMENT] * size + [Meaning.COMMAND] * closed
    return "\n".join(lines[:size]), tuple(inside), closed


def comment(passage: Passage) -> Found | Misread:
    """Return the answer that SET COMMENT with several lines is not supported, with its text."""
    text, inside, _ = up_to(_END_COMMENT, passage)
    line = "SET COMMENT BEGIN"
    return Found((NotUnderstood(line, ("SET COMMENT text",), text),), inside)


def _to_end_if(lines: Sequence[Line]) -> int:
    """Return the number of lines up to the ENDIF of a case, or 0 without an ENDIF.

    A case may contain other cases, with or without an ENDIF. The result is also 0 if it contains
    too many of them.
    """
    last, open_cases, cases = 0, 1, 1
    for index, line in enumerate(lines):
        if line.standing is Standing.CUT or cases > _MOST_CASES:
            break
        if _END_IF.fullmatch(line.text):
            last = index + 1
            open_cases -= 1
        elif _IF.match(line.text):
            open_cases += 1
            cases += 1
        if not open_cases:
            break
    return last


def _to_else(lines: Sequence[Line]) -> int:
    """Return the number of lines up to the last ELSE of a case without an ENDIF, or 0.

    Another IF ends the case.
    """
    last = 0
    for size, line in enumerate(lines, 1):
        if not is_own(line) or _NEXT_IF.match(line.text):
            break
        if _ELSE.fullmatch(line.text):
            last = size
    return last


def _closed_form(lines: Sequence[Line]) -> tuple[int, bool]:
    """Return the number of lines of a form before its END, and whether it has an END."""
    for index, line in enumerate(cleaned(line.text) for line in lines):
        if _END_REGISTER.fullmatch(line):
            return index, True
        if line and not _ANY_FIELD.fullmatch(line):
            break
    return 0, False


def _field(line: str) -> tuple[str, str] | None:
    match = _ANY_FIELD.fullmatch(cleaned(line))
    if match is None or "pass" in match["key"].lower() or not match["value"].strip():
        return None
    key = match["key"].strip().lower()
    return _KEYS.get(key, key), match["value"].strip()


def _fields_in_line(rest: str) -> Iterator[tuple[str, str]]:
    secret = password_word(rest)
    public_part = rest[: secret.start()] if secret else rest
    name, *others = _IN_LINE.split(f" {public_part}")
    if name.strip(" ,:"):
        yield "name", name.strip(" ,:")
    for key, value in zip(others[::2], others[1::2], strict=True):
        if value.strip(" ,"):
            # Patterns without case take a dotless i for an i, too, so `lower` is not enough.
            yield _KEYS[" ".join(words_of(key))], value.strip(" ,")
