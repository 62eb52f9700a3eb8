"""Reads one line that the sender wrote and did not quote: its meaning, and the commands in it."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, takewhile

from judge.commands.blocks import case, heading, in_another_phase
from judge.commands.doubts import (
    denies_below,
    introduces_own,
    is_above_order,
    is_second_thought,
    takes_back,
    talk_before_order,
)
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
    orders_anything,
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
from judge.commands.messages import behind_end
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
from judge.commands.questions import Answer, answer_to, games_in, message_meant
from judge.commands.spoken import (
    Corrected,
    adjusted_in,
    choices_asked,
    cleared_in,
    correction_in,
    explained_in,
    order_asked_about,
)
from judge.commands.table import ENTRIES, Row
from judge.commands.talk import (
    is_closing,
    is_contact,
    is_name,
    is_name_of,
    is_shouted,
    is_small_talk,
    is_title,
    words_beside,
)
from judge.engine import PhaseKind, supply_gaps
from judge.game import (
    Aside,
    Command,
    Entry,
    NotObeyed,
    NotUnderstood,
    Remark,
    Unobeyed,
    Wish,
    absences,
    base,
    filing,
    inquiry,
    phases,
    proposals,
    proxies,
    votes,
)
from judge.letter import Line, Standing
from judge.notation import (
    BEGINS_WITH_UNIT,
    LONGEST_LINE,
    OrderReader,
    find_exactly,
    order_on_coast,
    orders_within,
    password_word,
    read_line,
    rejoined,
    words_of,
    write_order,
)

# Leading blanks are matched only once, from the first of them.
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
# Commands that are complete without further words; a comma after them begins another command.
_BARE = (filing.ClearOrders(), votes.VoteDraw(), filing.SubmitOrders((), replaces=True))


def parts_of(line: str, passage: Passage) -> tuple[str, ...]:
    """Return the commands and orders on `line`, or () if it is a single one."""
    cuts = list(_CUT.finditer(line))
    if not 0 < len(cuts) <= _MOST_CUTS:
        return ()
    # Commas occur inside orders and prose. A comma divides only next to a short command.
    for cut in reversed(cuts):
        before, last = line[: cut.start()], line[cut.end() :]
        if _is_short(last, passage) and (parts := _parts(before, passage)):
            return (*parts, last)
    for cut in cuts:
        first, behind = line[: cut.start()], line[cut.end() :]
        if _is_short(first, passage) and (parts := _parts(behind, passage)):
            return (first, *parts)
    return ()


def together(parts: Iterable[Found]) -> Found:
    """Return the results of all parts of a line as one."""
    results = tuple(parts)
    has_orders = any(result.meaning is Meaning.ORDER for result in results)
    steps = tuple(step for result in results for step in result.steps)
    return Found(steps, meaning=Meaning.ORDER if has_orders else Meaning.COMMAND)


def _parts(line: str, passage: Passage) -> tuple[str, ...]:
    """Return `line` alone if it is a short command or an order, otherwise its parts."""
    if _is_short(line, passage) or (
        find_row(cleaned(line)) is None and is_order(line, passage.place)
    ):
        return (line,)
    return parts_of(line, passage)


def _is_short(line: str, passage: Passage) -> bool:
    """Return whether `line` is one of the short commands, with no words left."""
    match read_alone(cleaned(line), passage.known, passage.place):
        case (_, Found(steps=(_, *_) as steps)):
            return all(isinstance(step, _SHORT) or step in _BARE for step in steps)
        case _:
            return False


# In tables of the manual two blanks or more separate a line from its meaning.
_GAP = re.compile(r"\s*(\S.*?)(?:[ \xa0]{2,}|[ \xa0]*\t\s*)(?=[a-z(])(\S+\s+\S.*)")
_LONGEST = 300  # three lines of the manual


def copied_line(line: str, row: Row, passage: Passage) -> Found | None:
    """Return an offer of the command in a line that was copied with its explanation.

    None if the line has no gap, or its command takes any words. The command is offered, not obeyed,
    because the words after the gap may belong to it: `SET ABSENCE 5 Jan  and 9 Jan`.
    """
    match = _GAP.fullmatch(line.rstrip()) if len(line) <= _LONGEST else None
    if match is None or row in ENTRIES or password_word(line):
        return None
    command_words = cleaned(match[1])
    if " because " in line or not _reads(command_words, row, passage, whole=True):
        return None
    if not _reads(cleaned(line), row, passage, whole=False):
        return None
    offer = Wish(" ".join(line.split()), (command_words,))
    return Found((offer,), meaning=Meaning.QUESTION, unclear=row.unclear)


def _reads(words: str, row: Row, passage: Passage, *, whole: bool) -> bool:
    """Return whether `words` read as the command of `row`.

    If not `whole`, it is enough that they may be that command.
    """
    match read_alone(words, passage.known, passage.place):
        case (found_row, Found(steps=steps)) if found_row is row:
            return not any(
                isinstance(step, Unobeyed) or (isinstance(step, base.AnyCommand) and step.any_words)
                for step in steps
            )
        case (found_row, _):
            return found_row is row and not whole
        case _:
            return False


_ORDERS = r"(?:(?:my|the|these|those|all) )*(?:orders?|moves?)"
_KEPT = re.compile(
    rf"{_ORDERS} (?:(?:still )?(?:stand|stay|remain|hold good)|(?:are )?unchanged)"
    rf"|(?:(?:never ?mind|nvm)\W+)?(?:keep|leave) (?:{_ORDERS}|everything)"
    r"(?: as (?:they are|it is|before|is|stored))?"
    rf"|(?:(?:there (?:are|is) )?no|without) changes?(?: (?:to|in|of) {_ORDERS})?"
    rf"|unchanged|{_ORDERS} as (?:they are|stored|sent)",
    re.IGNORECASE,
)
# `The rest stays` says that the other orders stay, not that the other units hold.
_REST_STAYS = re.compile(
    r"(?:and |but )?(?:(?:the |all |my )*(?:rest|others?|other (?:units|orders|armies|fleets))"
    r"|everything else|all else)(?: of (?:the |my )?\w+)? (?:stays?|remains?)",
    re.IGNORECASE,
)
# Words behind orders that say the same, or that the others follow later.
_OTHERS = r"(?:the |my )*(?:rest|others?|(?:other|remaining) (?:two|three|ones?|units|orders))"
_BESIDE_REST = re.compile(
    rf"(?P<orders>.+?)\s*[,;.!(-]\s*(?:{_REST_STAYS.pattern}"
    rf"|(?:and |but )?(?:{_OTHERS}|more)(?: orders)?(?:(?: (?:will |to )?(?:follows?|comes?"
    r"|(?:is|are) coming|(?:is|are) (?:still )?open))?(?: (?:later|tomorrow|soon|tonight|tbd"
    r"|in the \w+|(?:i )?(?:do not|don\W?t) know(?: yet)?))+"
    r"| (?:will |to )?(?:follows?|comes?)))[\s.!)]*",
    re.IGNORECASE,
)
# Said after a line that failed: the stored orders are to stay.
_AS_IT_IS = r" as (?:before|stored|(?:it|they|things) (?:is|are|was|were|stands?))"
_AS_STORED = (
    rf"(?:please )?(?:just )?(?:keep|leave)"
    rf"(?: (?:it|that|them|things|everything|{_ORDERS})(?:{_AS_IT_IS})?|{_AS_IT_IS})"
)
_NEVER_MIND = re.compile(
    rf"(?:(?:never ?mind|nvm)(?: (?:that|it|this))?|forget (?:that|it)|{_AS_STORED}"
    rf"|(?:never ?mind|nvm|forget (?:that|it))\W+{_AS_STORED})",
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
    r"(?:(?:i|we) )?pass|skip(?: (?:me|(?:my|this) (?:turn|phase)))?|nothing|none(?: this \w+)?|nmr"
    r"|(?:(?:i|we) )?(?:do|order|move) nothing"
    r"|(?:i have )?no (?:orders|moves)(?: (?:for )?(?:this|me)(?: \w+)?)?",
    re.IGNORECASE,
)
_NOT = r"(?:i )?(?:do not|don\W?t|will not|won\W?t)(?: want to)?"
_NONE = re.compile(
    rf"(?:no (?:more |new )?(?P<kind>build|retreat|removal|disband)s?"
    rf"|{_NOT} (?P<verb>build|retreat|remove)(?: anything)?"
    rf"|(?P<order>build|remove) nothing|skip (?:my |the |all )?(?P<skipped>build|retreat)s?)"
    r"(?:[ ,]+(?:please|thanks|thank you|now|this (?:time|turn|phase|year|winter)"
    r"|for (?:me|now|later)))*",
    re.IGNORECASE,
)
_LONGEST_COAST = 8  # words
# Other orders in the letter count, so these lines are only for the remaining units.
_REST = {"build": "all others waive", "retreat": "all others disband"}


def about_orders(line: str, words: str, place: Place) -> Found | None:
    """Return the result of a line that speaks of orders without being one, or None."""
    if asked := choices_asked(line, place):
        return Found((asked,), meaning=Meaning.QUESTION)
    if coast := _coast_asked_for(line, place):
        return Found((filing.SubmitOrders((coast,)),), meaning=Meaning.ORDER)
    if proxy := proxy_as_order(words, place):
        return Found((proxy,))
    return _order_talk(line, place)


def _coast_asked_for(line: str, place: Place) -> str | None:
    """Return the order about which the judge asked, with the coast that `line` names, or None."""
    reader = place.reader
    if reader is None or len(line.split()) > _LONGEST_COAST:
        return None
    for question in place.troubled:
        if order := order_on_coast(question, line, reader):
            return write_order(order, reader.geography, reader.units)
    return None


def _order_talk(line: str, place: Place) -> Found | None:
    """Return the result of a line such as `same orders as before`, or None for any other line.

    The result is None unless the writer is a player of a running game.
    """
    reader, words = place.reader, cleaned(line).rstrip("!, ")
    if reader is None or reader.power is None:
        return None
    if place.troubled and (_KEPT.fullmatch(words) or _NEVER_MIND.fullmatch(words)):
        return Found((filing.SubmitOrders((), let_go=place.troubled),))
    if _KEPT.fullmatch(words) or _REST_STAYS.fullmatch(words):
        return Found((filing.ShowOrders(),), meaning=Meaning.QUESTION)
    if refusal := _NONE.fullmatch(words):
        return _nothing(words, next(filter(None, refusal.groups())).lower(), reader)
    offers: tuple[str, ...] = ()
    if _REPEATED.fullmatch(_PLEASE.sub("", words)):
        offers = ("ORDERS?", "HISTORY")
    elif _PASSED.fullmatch(words):
        offers = _passing(reader, reader.power)
    if not offers:
        return None
    return Found((NotUnderstood(words, offers),), unclear=True)


def _nothing(words: str, action: str, reader: OrderReader) -> Found:
    """Return the result of a line such as `no builds` or `no retreats`.

    It becomes orders to waive or disband, if these are due now. A refusal to remove is not
    understood, because removals are not optional.
    """
    phase = reader.position.phase.kind
    due = {"build": PhaseKind.ADJUSTMENT, "retreat": PhaseKind.RETREAT}.get(action)
    if phase is due:
        return Found((filing.SubmitOrders((_REST[action],)),), meaning=Meaning.ORDER)
    unclear = phase is PhaseKind.ADJUSTMENT
    return Found((NotUnderstood(words, ("ORDERS?",)),), unclear=unclear)


def _passing(reader: OrderReader, power: str) -> tuple[str, ...]:
    """Return the lines with which a player passes: all units hold, or all builds are waived."""
    match reader.position.phase.kind:
        case PhaseKind.MOVEMENT:
            return ("HOLD ALL", "ORDERS?")
        case PhaseKind.RETREAT:
            return ("DISBAND ALL", "ORDERS?")
        case PhaseKind.ADJUSTMENT:
            builds = supply_gaps(reader.position, reader.variant)[power] > 0
            return ("WAIVE ALL", "ORDERS?") if builds else ("ORDERS?",)


_PLEASE = re.compile(r"(?:^|(?<![\s,])[\s,]+)(?:please|pls)$", re.I)
_SAYING = re.compile(
    r"\W*[\"“”„«»](?P<said>[^\"“”„«»]+)[\"“”„«»]\s*[(,~\u2010-\u2015-]+\s*[^\W\d_].*"
)
_SHORTEST_SAYING = 3  # words
_LONGEST_TOPIC = 4  # words
_MOST_TITLES = 4  # lines below a name
_LONGEST_END = 12  # lines of a farewell


def own_line(line: str, passage: Passage) -> Found:
    """Return the meaning of `line` and the steps to take for it.

    `passage` has the following lines. A command takes precedence over a question in plain words,
    and a question over orders.
    """
    words = cleaned(line)
    if not words or _COMMENT.fullmatch(words):
        return Found(meaning=Meaning.BLANK)
    if len(line) > LONGEST_LINE:
        return _long_line(line, words, passage)
    if behind := behind_end(line):
        return own_line(behind, passage)
    place = passage.place
    if about := message_meant(line, passage) or about_orders(line, words, place):
        return about
    if _ASKS.fullmatch(words) and is_order(line, place):
        return _asked_about(line, words, passage)
    if _ends_with_question(words) and is_order(line, place) and not orders_anything(line, place):
        return _asked_about(line, words, passage)
    if spoken := _spoken(line, passage):
        return spoken
    if parts := parts_of(line, passage):
        return together(own_line(part, passage) for part in parts)
    # `Join a game, please` names no game.
    matched = None if _ANY_GAME.fullmatch(words) else find_row(words)
    if matched:
        row, rest = matched
        result = copied_line(line, row, passage) or _command(line, row, rest, passage)
        # Such a line is never a question in plain words: an entry may contain a password, and words
        # in capitals are a command.
        is_meant = row in ENTRIES or words.removesuffix(rest).isupper()
        if result is None and not is_meant:
            result = case(line, passage) or heading(line, place) or _question(line, passage)
        result = result or _misread(line, row, rest, passage)
    elif BEGINS_WITH_UNIT.match(line) and is_order(line, place) and not password_word(line):
        result = _order(line, passage)
    else:
        commands = badly_entered(line, passage.known.vocabulary, place)
        result = (Found(commands) if commands else None) or _talk(line, passage)
        result = result or case(line, passage) or _question(line, passage)
    return result or _no_command(line, passage)


_LABELLED = re.compile(r"(?P<label>[^:\uff1a]{3,200}[:\uff1a])\s*(?P<rest>\S.*)")


# The writer's name behind the orders: `A PAR - BUR, the rest holds. Frank`
_SIGNED = re.compile(r"(?P<orders>.{4,200}?)\s*[,.!;]+\s*(?:- ?)?(?P<name>[^\W\d_]{3,20})[\s.!]*")


def _orders_alone(line: str, passage: Passage) -> str:
    """Return the orders of a line without the words around them that change nothing, or "".

    Examples: `Sorry for the delay. My orders are as follows: Paris to Burgundy`, `A PAR - BUR, the
    rest stays`.
    """
    place, reader = passage.place, passage.place.reader
    beside = _BESIDE_REST.fullmatch(line.strip()) if len(line) <= _LONGEST else None
    if beside and is_order(beside["orders"], place):
        return beside["orders"]
    signed = _SIGNED.fullmatch(line.strip())
    if signed and reader is not None and is_order(signed["orders"], place):
        # Behind an order the name is left aside with a remark, but not behind one for the rest.
        for_rest = all(one.of_the_rest for one in read_line(signed["orders"], reader))
        if is_name_of(signed["name"], passage.known.sender) or (
            for_rest and is_name(signed["name"])
        ):
            return signed["orders"]
    match = _LABELLED.fullmatch(line.strip())
    if match is None or reader is None or reader.position.phase.kind is not PhaseKind.MOVEMENT:
        return ""
    label, rest = match.groups()
    # A label such as `Brest:` or `A:` belongs to the order.
    if "?" in label or is_order(label.rstrip(":\uff1a"), place) or not is_order(rest, place):
        return ""
    return rest if introduces_own(label, passage) else ""


_ALL_BUT = re.compile(
    r"(?:all|everything|everyone|everybody|all (?:my )?units)(?: else)?,? (?:holds?|stays?)"
    r"(?:,? please)?,?"
    r" (?:except|but|besides|apart from)(?: for| that)?:? (?P<orders>.+)",
    re.I,
)
_COMMENT = re.compile(r"/\*.*\*/|<!--.*-->")
_ANY_GAME = re.compile(
    r"(?:join|play|enter) (?:a|any|some|another) (?:new |open |other )?games?"
    r"(?:,? (?:please|pls|now|too))*",
    re.I,
)
_OFFERED = {"WAIT": "SET WAIT", "NOWAIT": "SET NOWAIT", "DRAW": "SET DRAW"}


def _spoken(line: str, passage: Passage) -> Found | None:
    """Return the result of a line that begins like talk and goes on with an order, or None.

    A correction such as `Sorry, I meant Paris to Gascony` is obeyed if it is sure, and otherwise
    offered.
    """
    if is_second_thought(line):
        return as_talk(line)
    all_but = _ALL_BUT.fullmatch(line.strip(" .!"))
    if all_but and is_order(all_but["orders"], passage.place):
        lines = (all_but["orders"], "all others hold")
        return Found((filing.SubmitOrders(lines),), meaning=Meaning.ORDER)
    if adjusted := adjusted_in(line, passage.place):
        return _corrected(line, adjusted)
    if talk := talk_before_order(line, passage.place):
        words_before, order = talk
        found = own_line(order, passage)
        # In capitals such words may be the command, which is asked about where it harms nobody.
        said = words_before.strip(" ,.:!")
        offered = _OFFERED.get(said)
        beside = Wish(said, (offered,)) if offered else Remark((words_before,))
        return replace(found, steps=(beside, *found.steps))
    taken_back = cleared_in(line, passage.place)
    corrected = None if taken_back else correction_in(line, passage.place)
    if not taken_back and corrected is None:
        orders = _orders_alone(line, passage)
        return own_line(orders, passage) if orders else None
    if matched := find_row(cleaned(line)):
        row, rest = matched
        if not isinstance(row.read(replace(passage, rest=rest)), Misread):
            return None
    if corrected is None:
        return Found((Wish(line.strip(), (taken_back,)),), meaning=Meaning.ELSEWHERE)
    return _corrected(line, corrected)


def _corrected(line: str, corrected: Corrected) -> Found:
    """Return the orders of a sentence: obeyed if they are sure, and otherwise offered."""
    if corrected.sure:
        return Found((filing.SubmitOrders(corrected.orders),), meaning=Meaning.ORDER)
    return Found((Wish(line.strip(), corrected.orders),), meaning=Meaning.QUESTION)


def _is_saying(line: str, place: Place) -> bool:
    """Return whether `line` is a saying with its author, such as `"War is hell" - Sherman`."""
    match = _SAYING.fullmatch(line.strip())
    if match is None or len(match["said"].split()) < _SHORTEST_SAYING:
        return False
    return not BEGINS_WITH_UNIT.match(match["said"]) and not is_order(match["said"], place)


# A question about orders, such as why an order failed, contains no orders to obey.
_ASKS = re.compile(
    r"(?:(?:and|so|but|or|also)\s+)?(?:why|how|what|when|who|where|which|did|does|do|can|could|should"
    r"|shall|would|will|is|are|was|were|may|might|has|have"
    r"|warum|wieso|weshalb|wie|wann|wer|kann|könnte|soll|darf"
    r"|pourquoi|comment|quand|qui|est-ce|peut|puis|peux"
    r"|por qué|qué|cómo|cuándo|quién|puedo|perché|come|quando|chi|posso"
    r"|waarom|hoe|wanneer|kan|mag|varför|hur|när|hvorfor|hvordan|hvornår|dlaczego|czy|proč|почему)"
    r"\b.*\?\W*",
    re.I,
)
_SENTENCE_ENDS = re.compile(r"(?<=[.!,;])\s+")


def _ends_with_question(words: str) -> bool:
    *before, last = _SENTENCE_ENDS.split(words)
    return bool(before) and _ASKS.fullmatch(last) is not None


def as_talk(line: str) -> Found:
    """Return the result of a line that is only talk, although it reads as a command."""
    return Found((Remark((line.strip(),)),), meaning=Meaning.ELSEWHERE)


_WHY = re.compile(
    r"(?:and |so |but )?(?:why|how come)\s+(?:did(?:n'?t)?|does(?:n'?t)?|has|was|is)\s+"
    r"(?:my\s+|the\s+)?(?P<order>.+?)\s*(?:order|move|attack|support)?\s*"
    r"(?:not )?(?:fail(?:ed)?|bounced?|work(?:ed)?|succeed(?:ed)?|cut|void|illegal)?\W*",
    re.I,
)


def _asked_about(line: str, words: str, passage: Passage) -> Found:
    """Return the result of a question with an order in it.

    The question why an order failed becomes EXPLAIN. A possible order of the writer's own is
    offered. A question in plain words is answered. Any other line is returned to its writer.
    """
    why = _WHY.fullmatch(words)
    explained = f"EXPLAIN {why['order']}" if why else ""
    if explained and (matched := find_row(explained)):
        result = _command(explained, *matched, passage)
        if result is not None:
            return replace(result, meaning=Meaning.QUESTION)
    if orders := order_asked_about(line, passage.place):
        return Found((Wish(line.strip(), orders),), meaning=Meaning.ELSEWHERE)
    if spoken_of := _orders_spoken_of(line, passage.place):
        return Found(spoken_of, meaning=Meaning.ELSEWHERE)
    answer = answer_to(line, passage.known, passage.place)
    if answer is not None and not answer.offered:
        return Found(_answered(line, answer, passage), meaning=Meaning.QUESTION)
    if passage.place.reader is not None and passage.place.reader.power:
        # `Where can A MUN go?` has no order that the writer may give.
        return as_talk(line)
    returned = NotObeyed(Aside.DOUBT, (masked(line.strip(), passage.place),))
    return Found((returned,), meaning=Meaning.ELSEWHERE)


def _orders_spoken_of(line: str, place: Place) -> tuple[Step, ...]:
    """Return the steps that name a sentence and offer the orders in it, () if it has none.

    They are possible orders of the writer's own units.
    """
    reader = place.reader
    within = orders_within(line, reader) if reader is not None and reader.power else ()
    if not within:
        return ()
    return Remark((masked(line.strip(), place),)), NotObeyed(Aside.DOUBT, within)


def _long_line(line: str, words: str, passage: Passage) -> Found:
    """Return the result of a line too long for an order: a command with a text, or prose."""
    matched, place = find_row(words), passage.place
    if matched:
        result = _command(line, *matched, passage) or _misread(line, *matched, passage)
        if result is not None:
            return result
    commands = badly_entered(line, passage.known.vocabulary, place) or badly_written(line, place)
    if commands:
        return Found(commands)
    return Found((Remark((masked(line.strip(), place),)),), meaning=Meaning.PROSE)


def games_on(line: str, passage: Passage) -> tuple[str, ...]:
    """Return the games that `line` may name, in an entry or in a question about a game."""
    matched = find_row(cleaned(line))
    if matched and (matched[0] in ENTRIES or "@" in matched[1]):
        result = matched[0].read(replace(passage, rest=matched[1]))
        steps = () if isinstance(result, Misread) else result.steps
        entries = (step for step in steps if isinstance(step, Entry))
        return tuple(game for entry in entries for game in games_of(entry))
    names = games_in(line)
    if not names or BEGINS_WITH_UNIT.match(line) or is_order(line, passage.place):
        return ()
    return names if answer_to(line, passage.known, passage.place) else ()


def is_for_judge(line: str, known: Known, place: Place) -> bool:
    """Return whether a line of a part that is not read, such as a signature, is for the judge."""
    words = cleaned(line)
    matched = find_row(words) if words else None
    if matched is None:
        return bool(words) and is_order(line, place)
    row, rest = matched
    result = row.read(Passage(rest, (), known, place))
    if isinstance(result, Misread):
        return not rest or is_order(line, place) or bool(row in ENTRIES and len(rest.split()) < 3)
    return not any(map(_says_little, result.steps))


def _says_little(step: Step) -> bool:
    """Return whether ordinary sentences are often read as this step, so that it proves nothing."""
    match step:
        case inquiry.Help(topic):
            return topic_of(topic) is None
        case _:
            return isinstance(step, Stop | Whole | inquiry.Register)


_TAKEN_BACK = re.compile(
    r"\W*(?:\?|\b(?:or not|maybe|perhaps|(?:just )?(?:kidding|joking)|no,? wait|not yet|haha|lol)\b"
    r"|(?<=\s)[:;]-?[)D](?=\s|\Z))"
    # Directly behind a command, such words speak of it, or say when or whether it is meant.
    r"|(?<=pause)\W+(?:please\W+)?(?:no(?:t|pe)?|don\W?t|draft|never|later|soon|as soon as|if"
    r"|when|once|unless|would|should|could|can|is(?:n\W?t)?|was|has)\b"
    r"|(?<=\w)\W+(?:not?|later|tomorrow|draft)\W*\Z",
    re.I,
)


# These commands take further words; others are not understood with such words.
_WITH_WORDS = (phases.Pause, filing.ClearOrders, proxies.GiveProxy)


def _command(line: str, row: Row, rest: str, passage: Passage) -> Found | None:
    """Return the result of a line with the words of `row`, or None if the rest is wrong."""
    if mistyped_row(cleaned(line), row):
        return None
    arguments = rest if row in ENTRIES else _PLEASE.sub("", rest)
    result = row.read(replace(passage, rest=arguments))
    if isinstance(result, Misread):
        return None
    match result.steps:
        case (step,) if isinstance(step, _WITH_WORDS) and (taken := _TAKEN_BACK.search(line)):
            return Found((Wish(line.strip(), (cleaned(line[: taken.start()]),)),))
        case (inquiry.Help(topic),) if topic:
            # A sentence may begin like the command: `Help yourself to some wine`.
            is_long = len(topic.split()) > _LONGEST_TOPIC and "HELP" not in line
            return None if is_long and topic_of(topic) is None else result
        case (NotUnderstood(),) if row in ENTRIES:
            # An unreadable sign-on enters no game: the lines below must not go to the game above.
            return replace(result, steps=(SIGN_ON_ALONE, *result.steps))
        case _:
            return result


def _misread(line: str, row: Row, rest: str, passage: Passage) -> Found | None:
    """Return the result of a line with the words of `row` and a wrong rest, or None."""
    if meant_row := mistyped_row(cleaned(line), row):
        row, rest = meant_row, ""
    result = row.read(replace(passage, rest=rest))
    inside = result.inside if isinstance(result, Misread) else ()
    commands = misread(line, rest, row, passage.place)
    return Found(commands, inside, unclear=row.unclear) if commands else None


def _question(line: str, passage: Passage) -> Found | None:
    """Return the answer to a question in plain words, or None if it is unknown."""
    place = passage.place
    # `Postpone by a day` is like an order, and names no place.
    names = place.names
    named = names is None or any(find_exactly((word,), names) for word in words_of(line))
    if is_order(line, place) and (named or orders_anything(line, place)):
        return None
    if orders := order_asked_about(line, place):
        return Found((Wish(line.strip(), orders),), meaning=Meaning.QUESTION)
    if unit := explained_in(line, place):
        answer: Answer | None = Answer((f"EXPLAIN {unit}",), offered=False)
    else:
        answer = answer_to(line, passage.known, place)
    if answer is None:
        return None
    if answer.lines in (("UNDO",), ("CLEAR",)) and is_above_order(passage.following, place):
        # After `Ignore my last mail` new orders stand below, which this would take back.
        return as_talk(line)
    steps = _answered(line, answer, passage)
    return Found(steps, meaning=Meaning.QUESTION)


def _answered(line: str, answer: Answer, passage: Passage) -> tuple[Command, ...]:
    """Return the commands that answer a question; for a wish, the offer of lines that fulfil it."""
    if answer.offered:
        shown_line = masked(line.strip(), passage.place)
        wish = Wish(shown_line, answer.lines)
        joins = answer.lines == ("JOIN game",) and passage.place.role is Role.STRANGER
        return (wish, inquiry.ListGames()) if joins else (wish,)
    commands: list[Command] = []
    for answer_line in answer.lines:
        matched = find_row(answer_line)
        assert matched is not None
        result = _command(answer_line, *matched, replace(passage, following=()))
        assert result is not None
        commands.extend(step for step in result.steps if isinstance(step, Command))
    return tuple(commands)


def _no_command(line: str, passage: Passage) -> Found:
    """Return the result of a line that does not begin with the words of a command."""
    place = passage.place
    result = _talk(line, passage) or heading(line, place)
    result = result or in_another_phase(line, place)
    if result is not None:
        return result
    if is_order(line, place) or is_lone_word_of_order(line, place):
        return _order(line, passage)
    if commands := badly_written(line, place):
        return Found(commands)
    if is_shouted(line):
        return Found((NotUnderstood(masked(line.strip(), place), ("HELP",)),))
    if passage.begun and (is_name(line) or is_contact(line)) and _is_end(passage):
        return Found(meaning=Meaning.SIGNATURE)
    # An order behind `never` is not offered.
    may_offer = not (line.rstrip().endswith((":", "?")) or denies_below(line))
    if may_offer and (spoken_of := _orders_spoken_of(line, place)):
        return Found(spoken_of, meaning=Meaning.PROSE)
    return Found((Remark((masked(line.strip(), place),)),), meaning=Meaning.PROSE)


def _talk(line: str, passage: Passage) -> Found | None:
    """Return a greeting with the name below it, the sender's name, or a saying; or None."""
    beside = words_beside(line)
    is_more = beside != "" and (is_order(beside, passage.place) or find_row(beside) is not None)
    if is_small_talk(line) and not is_more:
        return Found(meaning=Meaning.GREETING, inside=_signed(line, passage))
    said = passage.begun and _is_saying(line, passage.place)
    if said:
        return Found(meaning=Meaning.SIGNATURE)
    if is_name_of(line, passage.known.sender):
        return Found(meaning=Meaning.SIGNATURE, inside=_titles(0, passage))
    return None


def _order(line: str, passage: Passage) -> Found:
    """Return an order, joined with the lines into which it was wrapped."""
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
    """Return whether `line` may continue an order: it must not name a unit."""
    own = line.standing is Standing.OWN and line.text.strip() != ""
    if is_closing(line.text.partition(",")[0]):
        return False  # `Thanks, Germany`
    return own and not BEGINS_WITH_UNIT.match(line.text) and find_row(cleaned(line.text)) is None


def _signed(line: str, passage: Passage) -> tuple[Meaning, ...]:
    """Return the meanings of the lines below a farewell: empty lines, a name, and titles."""
    if not is_closing(line):
        return ()
    for index, below in enumerate(passage.following):
        text = below.text
        if below.standing is not Standing.OWN:
            break
        if text.strip():
            if not is_name(text) or _is_for_judge(text, passage):
                return ()
            titles = _titles(index + 1, passage)
            return (*(Meaning.BLANK,) * index, Meaning.SIGNATURE, *titles)
    return ()


def _titles(start: int, passage: Passage) -> tuple[Meaning, ...]:
    """Return the meanings of the lines below a name that end a letter: profession, company.

    They begin at `start` in the following lines. () if anything else stands there.
    """
    below = passage.following[start : start + _LONGEST_END + 1]
    own = [line.text for line in below if line.standing is Standing.OWN]
    texts = [*takewhile(str.strip, own)]
    is_end = len(own) <= _LONGEST_END and not any(map(str.strip, own[len(texts) :]))
    if len(texts) > _MOST_TITLES or not is_end:
        return ()
    fits = all(
        is_contact(text) or (is_title(text) and not _is_for_judge(text, passage)) for text in texts
    )
    return (Meaning.SIGNATURE,) * len(texts) if fits else ()


def _is_for_judge(text: str, passage: Passage) -> bool:
    """Return whether a line may be a command, an order or a question, or take orders back."""
    place = passage.place
    return (
        takes_back(text, passage)
        or find_row(cleaned(text)) is not None
        or is_order(text, place)
        or answer_to(text, passage.known, place) is not None
        or bool(badly_written(text, place))
    )


def _is_end(passage: Passage) -> bool:
    """Return whether only a few names and farewells follow."""
    own = (
        line.text
        for line in passage.following
        if line.standing is Standing.OWN and line.text.strip()
    )
    last_lines = list(islice(own, _LONGEST_END))
    return len(last_lines) < _LONGEST_END and all(
        is_name(text) or is_small_talk(text) or is_contact(text) for text in last_lines
    )
