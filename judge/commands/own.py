"""What one line of a letter was meant to be, where it is its sender's own."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from judge.commands.blocks import case, heading, in_another_phase
from judge.commands.entries import SIGN_ON_ALONE
from judge.commands.help import topic_of
from judge.commands.known import (
    Known,
    Place,
    Role,
    cleaned,
    games_of,
    is_lone_word_of_order,
    is_order,
)
from judge.commands.match import (
    badly_entered,
    badly_written,
    find_row,
    masked,
    misread,
    mistyped_row,
    read_alone,
)
from judge.commands.passage import (
    Found,
    Meaning,
    Misread,
    Passage,
    Step,
    Stop,
    Whole,
    proxy_as_order,
)
from judge.commands.questions import (
    Answer,
    answer_to,
    games_in,
    is_closing,
    is_name,
    is_name_of,
    is_shouted,
    is_small_talk,
)
from judge.commands.table import ENTRIES, Row
from judge.engine import PhaseKind, supply_gaps
from judge.game import (
    Command,
    Entry,
    NotUnderstood,
    Remark,
    Unobeyed,
    Wish,
    absences,
    base,
    filing,
    inquiry,
    proposals,
    votes,
)
from judge.letter import Line, Standing
from judge.notation import (
    LONGEST_LINE,
    OrderReader,
    order_on_coast,
    password_word,
    rejoined,
    write_order,
)

# Blanks in front are looked at once, from the first of them on.
_SPACE = r"(?<!\s)\s+"
_CUT = re.compile(
    rf"(?:{_SPACE})?[.,;:]\s+(?:(?:and|then)\s+)?|(?:{_SPACE})?[,;]\s*"
    rf"|{_SPACE}(?:and|then)\s+",
    re.I,
)
_MOST_CUTS = 6
_SHORT = (
    proposals.Agree,
    votes.SetWait,
    filing.ShowOrders,
    filing.UndoOrders,
    absences.WithdrawAbsence,
    votes.WithdrawDraw,
)
# With more words they may go on behind a comma.
_BARE = (filing.ClearOrders(), votes.VoteDraw(), filing.SubmitOrders((), replaces=True))


def parts_of(line: str, passage: Passage) -> tuple[str, ...]:
    """Return the commands and orders that stand on `line`, () if it is one of them."""
    cuts = list(_CUT.finditer(line))
    if not 0 < len(cuts) <= _MOST_CUTS:
        return ()
    return _at_the_end(line, cuts, passage) or _in_front(line, cuts, passage)


def together(parts: Iterable[Found]) -> Found:
    """Return what all parts of a line say, one after the other."""
    found = tuple(parts)
    orders = any(one.meaning is Meaning.ORDER for one in found)
    steps = tuple(step for one in found for step in one.steps)
    return Found(steps, meaning=Meaning.ORDER if orders else Meaning.COMMAND)


def _at_the_end(line: str, cuts: list[re.Match[str]], passage: Passage) -> tuple[str, ...]:
    for cut in reversed(cuts):
        before, last = line[: cut.start()], line[cut.end() :]
        if _is_short(last, passage) and (parts := _parts(before, passage)):
            return (*parts, last)
    return ()


def _in_front(line: str, cuts: list[re.Match[str]], passage: Passage) -> tuple[str, ...]:
    for cut in cuts:
        first, behind = line[: cut.start()], line[cut.end() :]
        if _is_short(first, passage) and (parts := _parts(behind, passage)):
            return (first, *parts)
    return ()


def _parts(line: str, passage: Passage) -> tuple[str, ...]:
    if _is_short(line, passage) or _is_plain_order(line, passage.place):
        return (line,)
    return parts_of(line, passage)


def _is_plain_order(line: str, place: Place) -> bool:
    return find_row(cleaned(line)) is None and is_order(line, place)


def _is_short(line: str, passage: Passage) -> bool:
    """Return whether `line` is such a command, and nothing is left of it."""
    match read_alone(cleaned(line), passage.known, passage.place):
        case (_, Found(steps=(_, *_) as steps)):
            return all(isinstance(one, _SHORT) or one in _BARE for one in steps)
        case _:
            return False


# In a table of the manual two blanks or more stand between a line and what it means.
_GAP = re.compile(r"\s*(\S.*?)(?:[ \xa0]{2,}|[ \xa0]*\t\s*)(?=[a-z(])(\S+\s+\S.*)")
_LONGEST = 300  # three lines of the manual


def copied_line(line: str, row: Row, passage: Passage) -> Found | None:
    """Return that a line of `row` is offered without the words behind a gap in it.

    None where it has none, or its command takes any words. It is offered and not
    obeyed, for what stands there may belong to it: `SET ABSENCE 5 Jan  and 9 Jan`.
    """
    found = _GAP.fullmatch(line.rstrip()) if len(line) <= _LONGEST else None
    if found is None or row in ENTRIES or password_word(line):
        return None
    bare = cleaned(found[1])
    if " because " in line or not _reads(bare, row, passage, whole=True):
        return None
    if not _reads(cleaned(line), row, passage, whole=False):
        return None
    offer = Wish(" ".join(line.split()), (bare,))
    return Found((offer,), meaning=Meaning.QUESTION, unclear=row.unclear)


def _reads(words: str, row: Row, passage: Passage, *, whole: bool) -> bool:
    """Return whether `words` are the command of `row`, or (not `whole`) may be it."""
    match read_alone(words, passage.known, passage.place):
        case (its, Found(steps=steps)) if its is row:
            return not any(_takes_any_words(step) for step in steps)
        case (its, _):
            return its is row and not whole
        case _:
            return False


def _takes_any_words(step: object) -> bool:
    return isinstance(step, Unobeyed) or (isinstance(step, base.AnyCommand) and step.any_words)


_ORDERS = r"(?:(?:my|the|these|those|all) )*(?:orders?|moves?)"
_KEPT = re.compile(
    rf"{_ORDERS} (?:(?:still )?(?:stand|stay|remain|hold good)|(?:are )?unchanged)"
    rf"|(?:keep|leave) {_ORDERS}(?: as (?:they are|before|is|stored))?"
    rf"|(?:(?:there (?:are|is) )?no|without) changes?(?: (?:to|in|of) {_ORDERS})?"
    rf"|unchanged|{_ORDERS} as (?:they are|stored|sent)",
    re.IGNORECASE,
)
_BEFORE = r"(?:(?:the )?(?:last|previous)(?: \w+)?|before|above|always|ever|usual)"
_REPEATED = re.compile(
    rf"(?:{_ORDERS} )?(?:the )?same(?: (?:orders|moves|thing))?"
    rf"(?: again)?(?: as {_BEFORE})?|ditto|(?:{_ORDERS} )?as {_BEFORE}"
    r"|repeat (?:(?:my|the|all) )*(?:(?:last|previous) )?(?:orders|moves)"
    r"(?: (?:of|from) .+)?",
    re.IGNORECASE,
)
_PASSED = re.compile(
    r"(?:(?:i|we) )?pass|skip(?: (?:me|(?:my|this) (?:turn|phase)))?|nothing|none|nmr"
    r"|(?:(?:i|we) )?(?:do|order|move) nothing"
    r"|(?:i have )?no (?:orders|moves)(?: (?:for )?(?:this|me)(?: \w+)?)?",
    re.IGNORECASE,
)
_NOT = r"(?:i )?(?:do not|don\W?t|will not|won\W?t)(?: want to)?"
_NONE = re.compile(
    rf"(?:no (?:more |new )?(?P<kind>build|retreat|removal|disband)s?"
    rf"|{_NOT} (?P<verb>build|retreat|remove)(?: anything)?"
    rf"|(?P<order>build|remove) nothing)"
    r"(?: (?:please|now|this (?:time|turn|phase|year|winter)|for (?:me|now)))*",
    re.IGNORECASE,
)
_LONGEST_COAST = 8  # words
# Other orders in the letter stand, so it is said of the rest.
_REST = {"build": "all others waive", "retreat": "all others disband"}


def about_orders(line: str, words: str, place: Place) -> Found | None:
    """Return what a line says of orders that might be read as something else."""
    if coast := _coast_asked_for(line, place):
        return Found((filing.SubmitOrders((coast,)),), meaning=Meaning.ORDER)
    if given := proxy_as_order(words, place):
        return Found((given,))
    return _order_talk(line, place)


def _coast_asked_for(line: str, place: Place) -> str | None:
    """Return the order that was asked about, on the coast that `line` names."""
    reader = place.reader
    if reader is None or len(line.split()) > _LONGEST_COAST:
        return None
    for question in place.troubled:
        if order := order_on_coast(question, line, reader):
            return write_order(order, reader.geography, reader.units)
    return None


def _order_talk(line: str, place: Place) -> Found | None:
    """Return what is told of a line that speaks of orders, None of any other.

    It is for who has orders to give.
    """
    reader, said = place.reader, cleaned(line).rstrip("!, ")
    if reader is None or reader.power is None:
        return None
    if _KEPT.fullmatch(said):
        return Found((filing.ShowOrders(),), meaning=Meaning.QUESTION)
    if none := _NONE.fullmatch(said):
        return _nothing(said, next(filter(None, none.groups())).lower(), reader)
    offers: tuple[str, ...] = ()
    if _REPEATED.fullmatch(said):
        offers = ("ORDERS?", "HISTORY")
    elif _PASSED.fullmatch(said):
        offers = _passing(reader, reader.power)
    if not offers:
        return None
    return Found((NotUnderstood(said, offers),), unclear=True)


def _nothing(said: str, what: str, reader: OrderReader) -> Found:
    """Return who builds or retreats nothing as who waives or disbands, where it is due.

    To remove nothing is nobody's choice.
    """
    phase = reader.position.phase.kind
    due = {"build": PhaseKind.ADJUSTMENT, "retreat": PhaseKind.RETREAT}.get(what)
    if phase is due:
        return Found((filing.SubmitOrders((_REST[what],)),), meaning=Meaning.ORDER)
    unclear = phase is PhaseKind.ADJUSTMENT
    return Found((NotUnderstood(said, ("ORDERS?",)),), unclear=unclear)


def _passing(reader: OrderReader, power: str) -> tuple[str, ...]:
    """Return the lines that say in order that no unit is to do anything."""
    match reader.position.phase.kind:
        case PhaseKind.MOVEMENT:
            return ("HOLD ALL", "ORDERS?")
        case PhaseKind.RETREAT:
            return ("DISBAND ALL", "ORDERS?")
        case PhaseKind.ADJUSTMENT:
            builds = supply_gaps(reader.position, reader.variant)[power] > 0
            return ("WAIVE ALL", "ORDERS?") if builds else ("ORDERS?",)


_PLEASE = re.compile(r"(?:^|(?<![\s,])[\s,]+)(?:please|pls)$", re.I)
_LONGEST_TOPIC = 4  # words
_LONGEST_END = 12  # lines of a farewell
_UNIT = re.compile(r"\W*(?:\d+\W+)?(?:a|f|army|fleet)\b", re.I)


def own_line(line: str, passage: Passage) -> Found:
    """Return what `line` was meant to be and what is to be done for it.

    Behind it stand the lines of `passage`. A command that stands alone is one before
    all else; a question is asked in plain words; then come orders.
    """
    words = cleaned(line)
    if not words:
        return Found(meaning=Meaning.BLANK)
    if len(line) > LONGEST_LINE:
        return _long_line(line, words, passage)
    place = passage.place
    if of_orders := about_orders(line, words, place):
        return of_orders
    if parts := parts_of(line, passage):
        return together(own_line(part, passage) for part in parts)
    matched = find_row(words)
    if matched:
        copied = copied_line(line, matched[0], passage)
        found = copied or _command(line, matched, passage)
        if found is None and not _is_meant(words, matched):
            found = case(line, passage) or _question(line, passage)
        found = found or _misread(line, matched, passage)
    elif _UNIT.match(line) and is_order(line, place) and not password_word(line):
        found = _order(line, passage)
    else:
        told = badly_entered(line, passage.known.vocabulary, place)
        found = (Found(told) if told else None) or _talk(line, passage)
        found = found or case(line, passage) or _question(line, passage)
    return found or _no_command(line, passage)


def _long_line(line: str, words: str, passage: Passage) -> Found:
    """Return what a line is that is longer than any order: a command with a text, or prose."""
    matched, place = find_row(words), passage.place
    if matched:
        found = _command(line, matched, passage) or _misread(line, matched, passage)
        if found is not None:
            return found
    told = badly_entered(line, passage.known.vocabulary, place) or badly_written(line, place)
    if told:
        return Found(told)
    return Found((Remark((masked(line.strip(), place),)),), meaning=Meaning.PROSE)


def _is_meant(words: str, matched: tuple[Row, str]) -> bool:
    """Return whether a line is surely the command that it begins with.

    So it is with a way into a game, behind which may be a password, and in capitals.
    """
    row, rest = matched
    return row in ENTRIES or words.removesuffix(rest).isupper()


def games_on(line: str, passage: Passage) -> tuple[str, ...]:
    """Return the games that `line` may name: a way into one, or a question about it."""
    matched = find_row(cleaned(line))
    if matched and (matched[0] in ENTRIES or "@" in matched[1]):
        found = matched[0].read(replace(passage, rest=matched[1]))
        steps = () if isinstance(found, Misread) else found.steps
        entries = (step for step in steps if isinstance(step, Entry))
        return tuple(game for entry in entries for game in games_of(entry))
    names = games_in(line)
    if not names or _UNIT.match(line) or is_order(line, passage.place):
        return ()
    return names if answer_to(line, passage.known, passage.place) else ()


def is_for_judge(line: str, known: Known, place: Place) -> bool:
    """Return whether `line`, where nothing is read, was meant for the judge."""
    words = cleaned(line)
    matched = find_row(words) if words else None
    if matched is None:
        return bool(words) and is_order(line, place)
    row, rest = matched
    found = row.read(Passage(rest, (), known, place))
    if isinstance(found, Misread):
        return not rest or is_order(line, place) or bool(row in ENTRIES and len(rest.split()) < 3)
    return not any(map(_says_little, found.steps))


def _says_little(step: Step) -> bool:
    """Return whether it is what a sentence in a signature may read as."""
    match step:
        case inquiry.Help(topic):
            return topic_of(topic) is None
        case _:
            return isinstance(step, Stop | Whole | inquiry.Register)


def _command(line: str, matched: tuple[Row, str], passage: Passage) -> Found | None:
    """Return what a line with a command's words says, None where the rest is wrong."""
    row, rest = matched
    if mistyped_row(cleaned(line), row):
        return None
    said = rest if row in ENTRIES else _PLEASE.sub("", rest)
    found = row.read(replace(passage, rest=said))
    if isinstance(found, Misread):
        return None
    steps = _told(line, row, found.steps)
    return None if steps is None else replace(found, steps=steps)


def _misread(line: str, matched: tuple[Row, str], passage: Passage) -> Found | None:
    """Return what is told of a line with a command's words and a wrong rest."""
    row, rest = matched
    if meant := mistyped_row(cleaned(line), row):
        row, rest = meant, ""
    found = row.read(replace(passage, rest=rest))
    inside = found.inside if isinstance(found, Misread) else ()
    told = misread(line, rest, row, passage.place)
    return Found(told, inside, unclear=row.unclear) if told else None


def _told(line: str, row: Row, steps: tuple[Step, ...]) -> tuple[Step, ...] | None:
    """Return `steps`, where a way into a game was unclear with one into none.

    None where a sentence only begins like a command: `Help yourself to some wine`.
    """
    match steps:
        case (inquiry.Help(topic),) if topic:
            long = len(topic.split()) > _LONGEST_TOPIC and "HELP" not in line
            return None if long and topic_of(topic) is None else steps
        case (NotUnderstood(),) if row in ENTRIES:
            return (SIGN_ON_ALONE, *steps)
        case _:
            return steps


def _question(line: str, passage: Passage) -> Found | None:
    """Return the answer to a question in plain words, None if it is none known."""
    place = passage.place
    if is_order(line, place):
        return None
    answer = answer_to(line, passage.known, place)
    if answer is None:
        return None
    steps = _answered(line, answer, passage)
    return Found(steps, meaning=Meaning.QUESTION)


def _answered(line: str, answer: Answer, passage: Passage) -> tuple[Command, ...]:
    if answer.offered:
        shown = masked(line.strip(), passage.place)
        wish = Wish(shown, answer.lines)
        joins = answer.lines == ("JOIN game",) and passage.place.role is Role.STRANGER
        return (wish, inquiry.ListGames()) if joins else (wish,)
    told: list[Command] = []
    for one in answer.lines:
        matched = find_row(one)
        assert matched is not None
        found = _command(one, matched, replace(passage, following=()))
        assert found is not None
        told.extend(step for step in found.steps if isinstance(step, Command))
    return tuple(told)


def _no_command(line: str, passage: Passage) -> Found:
    """Return what a line without a command's words is."""
    place = passage.place
    found = _talk(line, passage) or heading(line, place)
    found = found or in_another_phase(line, place)
    if found is not None:
        return found
    if is_order(line, place) or is_lone_word_of_order(line, place):
        return _order(line, passage)
    if told := badly_written(line, place):
        return Found(told)
    if is_shouted(line):
        return Found((NotUnderstood(masked(line.strip(), place), ("HELP",)),))
    if passage.begun and is_name(line) and _is_end(passage):
        return Found(meaning=Meaning.SIGNATURE)
    return Found((Remark((masked(line.strip(), place),)),), meaning=Meaning.PROSE)


def _talk(line: str, passage: Passage) -> Found | None:
    """Return a greeting with the name below it, or the sender's name, if it is one."""
    if is_small_talk(line):
        return Found(meaning=Meaning.GREETING, inside=_signed(line, passage))
    if is_name_of(line, passage.known.sender):
        return Found(meaning=Meaning.SIGNATURE)
    return None


def _order(line: str, passage: Passage) -> Found:
    """Return an order, with the lines that it was wrapped into."""
    reader, text, size = passage.place.reader, line.strip(), 0
    for following in passage.following:
        if reader is None or not _may_go_on(following):
            break
        longer = rejoined(text, following.text, reader)
        if longer is None:
            break
        text, size = longer, size + 1
    inside = (Meaning.JOINED,) * size
    return Found((filing.SubmitOrders((text,)),), inside, Meaning.ORDER)


def _may_go_on(line: Line) -> bool:
    """Return whether `line` may be the rest of an order: not if it names a unit."""
    own = line.standing is Standing.OWN and line.text.strip() != ""
    return own and not _UNIT.match(line.text) and find_row(cleaned(line.text)) is None


def _signed(line: str, passage: Passage) -> tuple[Meaning, ...]:
    """Return what the lines below a farewell are: empty ones, and a name."""
    if not is_closing(line):
        return ()
    for index, below in enumerate(passage.following):
        text = below.text
        if below.standing is not Standing.OWN:
            break
        if text.strip():
            language = find_row(cleaned(text)) or is_order(text, passage.place)
            named = is_name(text) and not language
            blanks = (Meaning.BLANK,) * index
            return (*blanks, Meaning.SIGNATURE) if named else ()
    return ()


def _is_end(passage: Passage) -> bool:
    """Return whether the sender wrote nothing more but a few names."""
    own = (
        one.text for one in passage.following if one.standing is Standing.OWN and one.text.strip()
    )
    ended = list(islice(own, _LONGEST_END))
    return len(ended) < _LONGEST_END and all(is_name(text) or is_small_talk(text) for text in ended)
