"""Reads a reply to press: it is press, unless it may be meant for the judge or for others."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import structs

from judge.commands.blocks import power_named
from judge.commands.doubts import heads_own_orders
from judge.commands.known import Conversation, Known, Place, Role, cleaned, power_meant
from judge.commands.match import find_row, read_alone
from judge.commands.messages import addresses_somebody, delayed
from judge.commands.own import own_line
from judge.commands.passage import (
    Found,
    LetterRead,
    Meaning,
    MeantLine,
    Misread,
    Passage,
    ReplyMeant,
    Section,
    is_own,
    names_in,
)
from judge.commands.questions import address_in
from judge.commands.talk import is_name_of, is_shouted, is_small_talk
from judge.commands.walk import (
    MOST_BELOW,
    MOST_CHARACTERS,
    MOST_LOOKED_AT,
    as_read,
    is_attached,
    names_own_unit,
    orders_own_unit,
    typed_below,
    with_attached,
)
from judge.engine import power_of
from judge.game import (
    MASTER,
    Aside,
    Command,
    NotObeyed,
    NotUnderstood,
    ReplyInDoubt,
    Unobeyed,
    Who,
    filing,
    masters,
    press,
)
from judge.letter import Line
from judge.notation import Mistake, find_exactly, find_power, orders_within, read_line, words_of

_TO_ALL = re.compile(
    r"\W*(?:reply\s+)?to\s+(?:all|every(?:body|one))(?:\W*|\s*:\s*(?P<text>.+))", re.I
)
_ALL_BUT = (("ALL", "BUT"), ("ALL", "EXCEPT"))
# The first line of a message to other people: `To Italy and Russia`, `@Italy`, `Italy, Russia:`.
_TO_SOME = re.compile(
    r"\W*(?:reply |only |send |write |private |message )*"
    r"(?:to|dear|hi|hello|hey|an|liebe[rs]?|à|aan|til|till|per|para)\b\W*(?P<names>[^:,]+)(?:[:,].*)?"
    r"|@(?P<tagged>\w+)\b.*|(?P<list>[^:\uff1a]+)[:\uff1a].*"
    r"|\W*(?:press|send|write|private)\s+(?:to\s+)?(?P<told>\w+)\b.*",
    re.I,
)
_TO_JUDGE = re.compile(
    r"\W*(?:(?:dear|hi|hello|hey|to)\W+(?:the )?(?:judge|gm|master)\b|@judge\b).*"
    r"|\W*(?:judge\s*|private)[:,].*|.*,\s*(?:dear )?judge\W*"
    r"|\W*(?:diary|memo|notes?|nmr|undo|private)\W*(?::.*)?"
    r"|\W*(?:(?:[^\W\d_]+\W+){0,2}(?:judge|gm|moderator|umpire|referee|spielleiter|arbitre"
    r"|árbitro|arbitro|spelleider|spelledare|spilleder)|master|game ?master)\W*[,:;!].*"
    r"|\W*(?:begin )?notes?\W*|\W*private notes?\b.*"
    r"|\W*(?:notes?|memo|message|question) (?:to|for) (?:the )?(?:judge|gm|self|myself|me)\b.*"
    r"|\W*(?:please |i (?:want|would like) to |let me )?(?:cancel|clear|withdraw|forget|change"
    r"|delete|remove|replace|undo|drop|enter|record|store|process|submit) (?:all )?my (?:\w+ )?"
    r"orders?\b.*",
    re.I,
)
# The first words of a message that is passed on to others, or told to them.
_LABEL = re.compile(
    r"\W*(?:(?!(?:about|regarding|concerning|with|without|against|as|in|on|of|from|after|before|like|if"
    r"|told|wrote|asked|said|says|between|and|plan|idea)\b)[^\W\d_]+\W+){0,3}?"
    r"(?P<whom>[^\W\d_]+)(?: (?:only|nur|seulement|solo)|\s*,[^:]{0,30})?\W*[:\uff1a].*",
    re.I,
)
_TELLS = re.compile(
    r"\W*(?:please |pls |bitte )?(?:(?:tell|inform|write(?: to)?|say to|b?cc"
    r"|let(?=.*\bknow\b))\W+(?:the )?"
    r"|(?:sage?|schreib|dis|dites|écris|di|dile|diga|dica|scrivi|zeg|säg|sig|si|skriv|powiedz"
    r"|скажи|скажите|передай|řekni)\W+(?:(?:à|a|al|aan|til|till|do)\W+)?(?:l\W)?)(?P<whom>[^\W\d_]+)\b(?!.*\?)",
    re.I,
)
_PASSES_ON = re.compile(
    r"(?:\A|[.!?]\s)\W*(?:please |pls |kindly |(?:can|could|would|will) you (?:please )?)?"
    r"(?:(?:fwd?|forward)\b|(?:pass|send|relay|give|show)(?= (?:this|it|that|the following"
    r"|my (?:words|message|mail|letter)|message|press|on)\b))"
    r"(?: (?:this|it|that|the following|my|message|mail|letter|words|press|on|along|over))*"
    r"\W+(?:(?:to|for|an)\b\W*)?(?:the )?(?P<whom>[^\W\d_]+)",
    re.I,
)
# Words beside an order that correct an earlier one, and words that speak to people.
_CORRECTS = re.compile(
    r"\b(?:instead|changed? my (?:mind|orders?)|let me order|(?<!if )(?<!when )i (?:hereby )?order"
    r"|i meant|actually|correction|oops|make that|please (?:change|enter|record|confirm))\b"
    r"|\A\W*change\b",
    re.I,
)
_SPEAKS_TO_YOU = re.compile(r"\?|\b(?:you|your|yours|if|could|would)\b", re.I)
_NOT_FOR = re.compile(
    r"\b(?:not|never|don\W?t)\W+(?:send|forward|show|pass|tell)\b(?P<whom>.*)", re.I
)
_LONGEST_ALONE = 3  # words
# Commands that are no talk, in capitals or not: up to three words behind SET or VOTE.
_VOTES = re.compile(r"(?:set|vote)(?:\s+\S+){1,3}", re.I)
# The words around PRESS or ORDERS in the answer to the question which of them a reply is.
_AROUND_MEANT_TEXT = """
it s is was they these this that are were all i mean meant as the my please just send thank thanks
you sorry only yes ja oui
"""
_AROUND_MEANT = frozenset(_AROUND_MEANT_TEXT.split())
# An address at the beginning of a line: `England, ...`, `Hey England! ...`. In `England, I think,
# will ...` and in `England, Italy and ...` England is spoken of.
_ADDRESS = re.compile(
    r"(?P<to>[^,;!?.:\u3001\uff0c\uff01-]{2,40})"
    r"(?:[!\uff01]|[,;\u3001\uff0c](?!\s*\w+(?:,| and| or| &)"
    r"|[^,]{1,25}, ?(?:will|would|is|has|had|can|could|should|may|might|must)\b))"
)
_SUPPOSES = re.compile(r"\?\s*\Z|\b(?:if|could|would|might|may|maybe|perhaps|suggest\w*)\b", re.I)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+")
# Words before or behind the name of somebody who is addressed, in languages without blanks.
_AROUND_NAME = re.compile("^(?:给|致|至|亲爱的|親愛的)|(?:へ|さん|さま|様|님|에게|께)+$")


def read_reply(
    lines: Sequence[Line], known: Known, conversation: Conversation
) -> LetterRead | None:
    """Return the result of a reply to press, or None if it is read like other letters."""
    marked_lines = _with_text(as_read(tuple(lines)), known)
    own = [line.text.rstrip() for line in marked_lines if is_own(line)]
    first = next((line for line in own if line.strip()), "")
    if addresses_somebody(first) or _are_masters_commands(own, known):
        return None
    sent, to_all = _headed("\n".join(own).strip("\n"))
    command = _done(sent, known, conversation, to_all=to_all)
    meanings = tuple(
        MeantLine(line.text, Meaning.ARGUMENT if is_own(line) else Meaning.QUOTED)
        for line in marked_lines
    )
    return LetterRead((Section(None, (command, *_orders_in(command, known.place))),), meanings)


def _are_masters_commands(lines: Sequence[str], known: Known) -> bool:
    """Return whether a Master wrote nothing but whole commands, and small talk."""
    texts = [line for line in lines[:MOST_LOOKED_AT] if line.strip() and not is_small_talk(line)]
    if known.place.role is Role.MASTER and _is_announcement(texts):
        return True
    return (
        known.place.role is Role.MASTER
        and any(_is_command(line, known) for line in texts)
        and all(_is_masters_line(line, known) for line in texts)
    )


def _is_announcement(texts: Sequence[str]) -> bool:
    """Return whether the first of `texts` is OFFICIAL, and another one its end."""
    return bool(texts) and (
        re.fullmatch(r"\s*official(?: at .*)?\s*", texts[0], re.I) is not None
        and any(re.fullmatch(r"\s*end[\s-]*official\W*", text, re.I) for text in texts)
    )


def _is_masters_line(line: str, known: Known) -> bool:
    """Return whether `line` is a whole command, or the writer's name."""
    match read_alone(cleaned(line), known, known.place):
        case (_, Found(steps=(masters.Announce(), *_))):
            # `Official answer: no.` is an answer.
            return line.lstrip().startswith("OFFICIAL")
        case (_, Found(steps=steps)):
            return not any(isinstance(one, Unobeyed) for one in steps)
        case _:
            return is_name_of(line, known.sender)


def _headed(text: str) -> tuple[press.SendPress, bool]:
    """Return the message in `text`, and whether its first lines address it to all.

    One of these lines may say TO ALL, with the text after a colon, and one may delay the message.
    """
    sent, to_all = press.SendPress(text), False
    for _ in range(2):
        first, _, below = sent.text.partition("\n")
        match = _TO_ALL.fullmatch(first.strip())
        if match and match["text"]:
            return structs.replace(sent, text=f"{match['text']}\n{below}".strip("\n")), True
        rest, when, at_end = delayed(first.strip())
        addressed = _TO_ALL.fullmatch(rest) is not None
        if rest and not addressed:
            break
        to_all |= addressed
        when, at_end = when or sent.when, at_end or sent.at_end
        sent = structs.replace(sent, text=below.strip("\n"), when=when, at_end=at_end)
    return sent, to_all


def meaning_settled(lines: Sequence[Line]) -> ReplyMeant | None:
    """Return the meaning that the writer gives to an earlier letter, press or orders; or None.

    The judge had asked which of the two it was.
    """
    own = (line.text for line in lines if is_own(line) and line.text.strip())
    first = next(own, "")
    words = {*re.findall(r"[^\W\d_]+", first.casefold())}
    meant = words & {"press", "order", "orders"}
    if len(meant) != 1 or "?" in first or not words - meant <= _AROUND_MEANT:
        return None
    return ReplyMeant.PRESS if "press" in meant else ReplyMeant.ORDERS


def _with_text(lines: tuple[Line, ...], known: Known) -> tuple[Line, ...]:
    """Return `lines`; the text that the sender of the reply wrote is marked as their own.

    It may be below the judge's mail, or in a second form of the reply.
    """

    def says_something(part: Sequence[Line]) -> bool:
        return any(is_own(line) and line.text.strip() for line in part)

    if says_something(lines):
        return lines
    if any(map(is_attached, lines)):
        return with_attached(lines)
    return typed_below(lines, known)


def _done(
    sent: press.SendPress, known: Known, conversation: Conversation, *, to_all: bool
) -> press.SendPress | ReplyInDoubt | NotObeyed:
    """Return the press that a reply sends, a question about doubtful lines, or a refusal."""
    text = sent.text
    text_lines = tuple(text.splitlines())
    if len(text) > MOST_CHARACTERS:
        return NotObeyed(Aside.BEYOND, text_lines[:MOST_BELOW], len(text_lines))
    writer = (conversation.writer,) if conversation.writer else ()
    recipients = (*writer, *conversation.others) if to_all else writer
    if not recipients:
        return NotObeyed(Aside.UNSIGNED, text_lines)
    doubtful = tuple(islice(_doubtful(text_lines, known, conversation), MOST_BELOW))
    if doubtful and not conversation.settled:
        return ReplyInDoubt(doubtful, text, recipients)
    return structs.replace(sent, recipients=recipients)


def _orders_in(command: Command | Unobeyed, place: Place) -> tuple[NotObeyed, ...]:
    """Return the possible orders of the writer's own units in press that is sent, or ().

    Those of questions and suppositions are left out.
    """
    reader = place.reader
    if reader is None or not reader.power or not isinstance(command, press.SendPress):
        return ()
    sentences = (
        sentence
        for line in command.text.splitlines()[:MOST_LOOKED_AT]
        for sentence in _SENTENCE_ENDS.split(line)
        if not _SUPPOSES.search(sentence)
    )
    orders = dict.fromkeys(one for each in sentences for one in orders_within(each, reader))
    return (NotObeyed(Aside.PRESS, tuple(orders)),) if orders else ()


def _doubtful(lines: Sequence[str], known: Known, conversation: Conversation) -> Iterator[str]:
    """Yield the lines of a reply to press that may be meant for the judge or for others."""
    said = (at for at, line in enumerate(lines) if line.strip() and not is_small_talk(line))
    first = next(said, 0)
    for at, line in enumerate(lines[:MOST_LOOKED_AT]):
        writer = conversation.writer
        elsewhere = at <= first and (
            _is_to_another(line, known, writer)
            or _is_to_another(f"{_address(line, lines[at + 1 :])}:", known, writer)
        )
        kept = _is_kept_from(line, known, writer) or _is_passed_on(line, known, writer)
        if elsewhere or kept or _is_doubtful(line, known):
            yield line.strip()


def _address(line: str, below: Sequence[str]) -> str:
    """Return the words at the beginning of a reply that may say for whom it is, or "".

    A few words alone above the text are its address.
    """
    words = line.strip(" .")
    if len(words.split()) <= _LONGEST_ALONE and "?" not in words and any(map(str.strip, below)):
        return words
    match = _ADDRESS.match(line.strip())
    # A letter may be the name of a person: `Hello a!`.
    return match["to"] if match and min(map(len, match["to"].split())) > 1 else ""


def _is_passed_on(line: str, known: Known, writer: str) -> bool:
    """Return whether `line` asks that something is passed on to another power."""
    return any(
        _power(match["whom"], known) not in ("", writer) for match in _PASSES_ON.finditer(line)
    )


def _power(word: str, known: Known) -> str:
    """Return the power that `word` names in any language, the Master by their name, or ""."""
    names, word = known.place.names, _AROUND_NAME.sub("", word)
    if names is None:
        return ""
    power = power_named([word], known.place) or find_power(words_of(word), names)
    return power or (MASTER if word.casefold() in known.place.masters else "")


def _is_to_another(line: str, known: Known, writer: str) -> bool:
    """Return whether `line` addresses others than the writer of the press."""
    told = filter(None, (_LABEL.fullmatch(line), _TELLS.match(line)))
    if any(_power(match["whom"], known) not in ("", writer) for match in told):
        return True
    address = address_in(line, known.place)
    if address and address.opened and not {*address.recipients} <= {writer.upper()}:
        return True
    match, names = _TO_SOME.fullmatch(line.strip()), known.place.names
    found = next(filter(None, match.groups()), "") if match else ""
    words = names_in(found)
    if not words or names is None:
        return False
    powers = [power_meant(word, names) or _power(word, known) for word in words]
    is_address = all(powers) or (words[:2] in _ALL_BUT and any(powers))
    return is_address and not {*powers} <= {writer, known.place.power}


def _is_kept_from(line: str, known: Known, writer: str) -> bool:
    """Return whether `line` asks that something is not sent to the writer of the press."""
    match = _NOT_FOR.search(line)
    words = re.findall(r"\w+", match["whom"]) if match else ()
    return any(_power(word, known) == writer for word in words)


def _is_doubtful(line: str, known: Known) -> bool:
    """Return whether `line` may be meant for the judge, not for people."""
    place = known.place
    if _is_command(line, known) or addresses_somebody(line) or _TO_JUDGE.fullmatch(line):
        return True
    # Masters of other judges know more commands: `EXCUSE ITALY`.
    if place.role is Role.MASTER and is_shouted(line):
        return len(line.split()) > 1 or find_row(cleaned(line)) is not None
    result = own_line(line, Passage("", (), known, place, begun=True))
    reader = place.reader
    offered = (one.suggestions for one in result.steps if isinstance(one, NotUnderstood))
    if any(one.startswith("PRESS TO") for lines in offered for one in lines) and any(
        power_named([word], place) for word in re.findall(r"\w+", line)
    ):
        return True
    label, _, text = line.partition(":")
    if ":" in line and heads_own_orders(f"{label}:", Passage("", (), known, place)):
        return True
    if orders_own_unit(text, place):
        return True
    if _CORRECTS.search(line) and not _SPEAKS_TO_YOU.search(line) and _moves_own(line, place):
        return True
    if reader is None or not any(isinstance(step, filing.SubmitOrders) for step in result.steps):
        return False
    # Players talk about the units of others; only an order to the player's own unit is in doubt.
    return any(
        names_own_unit(line, reader)
        if isinstance(order.result, Mistake)
        else power_of(order.result) == reader.power
        for order in read_line(line, reader)
    )


def _moves_own(line: str, place: Place) -> bool:
    """Return whether `line` names the place of a unit of the writer's own, and another place."""
    reader, words = place.reader, words_of(line)
    if reader is None:
        return False
    named = {
        reader.geography.province_of[location]
        for at in range(len(words))
        for size in (1, 2)
        for location in find_exactly(words[at : at + size], reader.names)
    }
    units = filter(None, map(reader.units.get, named))
    return len(named) > 1 and any(unit.power == reader.power for unit in units)


def _is_command(line: str, known: Known) -> bool:
    """Return whether `line` is a command that is written as no talk is.

    Its words are in capitals, or it is a vote, a setting, a note, or a command of Masters.
    """
    words = cleaned(line)
    matched = find_row(words)
    if matched is None:
        return False
    row, rest = matched
    begun = words[: len(words) - len(rest)].strip()
    spoken = not begun.isupper() and row.topic != "diary" and not _VOTES.fullmatch(words)
    # `Extension granted` is an answer, `Extend +24h` a command.
    of_masters = row.who is Who.MASTER or (bool(row.masters) and any(map(str.isdigit, rest)))
    if spoken and not (of_masters and known.place.role is Role.MASTER):
        return False
    if row.topic == "diary" and begun.isupper():
        return True
    return not isinstance(row.read(Passage(rest, (), known, known.place)), Misread)
