"""Keeping the mail that comes in, and answering it letter by letter."""

import logging
import traceback
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from judge.commands import (
    Help,
    Known,
    Place,
    Section,
    ShowOrders,
    games_named,
    known_names,
)
from judge.commands import (
    read_letter as read_lines,
)
from judge.game import (
    MASTER,
    OBSERVER,
    AnsweredElsewhere,
    HelpGiven,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    OrdersFiled,
    Player,
    Refused,
    Sender,
    place_for,
    reader_of,
    role_now,
    view,
)
from judge.game.refusals import NotHolder
from judge.letter import Bounced, Ignored, Letter, ReplyTo
from judge.mail import read_letter, token_digest
from judge.render import Answer, LetterSetAside
from judge.service.early import tell_of_processing
from judge.service.elsewhere import tell_foreign_sender
from judge.service.events import game_at
from judge.service.outage import shift_after_outage
from judge.service.parts import Counter, Judge, post_notice
from judge.service.sections import Visit, is_answered_elsewhere, obey_section
from judge.service.trouble import tell_keeper, tell_of_failure
from judge.store import (
    KeptLetter,
    LetterState,
    OvertakenError,
    games,
    people,
    post,
)

log = logging.getLogger(__name__)

_HOUR = timedelta(hours=1)
_VAIN = (
    AnsweredElsewhere,
    HelpGiven,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    Refused,
)
_FORGED = "a delivery report on no mail of ours"


def keep_mail(
    judge: Judge, raw: bytes, recipient: str, sender: str, now: datetime
) -> None:
    """Keep a mail for good; when this returns, it may be acknowledged.

    `recipient` and `sender` are those of the envelope. A mail that is delivered again
    is kept once. What the store raises means: not kept, try again.
    """
    with judge.store.begin() as connection:
        new = post.keep_letter(
            connection, raw, recipient=recipient, sender=sender, received=now
        )
    log.info("from=%s bytes=%d %s", sender, len(raw), "kept" if new else "known")


def answer_next_letter(judge: Judge, now: datetime) -> bool:
    """Answer the oldest kept letter; return whether there was one.

    After an outage deadlines move first, so that it finds the game as people know it.
    All that it changes and says is one transaction. A letter that crashes the judge is
    set aside for the keeper, and the next one is served.
    """
    with judge.store.begin() as connection:
        kept = post.next_letter(connection, now)
    if kept is None:
        return False
    if kept.attempts > post.MOST_ATTEMPTS:
        _set_aside(judge, kept.number, f"tried {post.MOST_ATTEMPTS} times in vain", now)
        return True
    try:
        shift_after_outage(judge, now)
        with judge.store.begin() as connection:
            if post.hold_letter(connection, kept.number):
                state, note = _answer(judge, connection, kept, now)
                post.close_letter(connection, kept.number, state, note)
                log.info(
                    "letter=%d from=%s %s",
                    kept.number,
                    kept.sender,
                    f"{state.value}: {note}" if note else state.value,
                )
    except (DBAPIError, OvertakenError):
        # The store's trouble, not the letter's: it stays, and is taken again.
        log.warning("letter=%d could not be answered now", kept.number)
        return False
    except Exception as error:  # noqa: BLE001 - one letter's bug never stops the next one
        where = "".join(traceback.format_tb(error.__traceback__))
        _set_aside(judge, kept.number, f"{where}{type(error).__name__}", now)
    return True


def _set_aside(judge: Judge, number: int, note: str, now: datetime) -> None:
    reason = note.splitlines()[-1]
    with judge.store.begin() as connection:
        post.set_aside(connection, number, note)
        tell_keeper(judge, connection, LetterSetAside(number, reason), now)
    log.error("letter=%d set aside: %s", number, reason)


def _answer(
    judge: Judge, connection: Connection, kept: KeptLetter, now: datetime
) -> tuple[LetterState, str]:
    """Return the state in which the letter is closed, and a word on why."""
    letter = read_letter(kept.raw, kept.recipient)
    match letter:
        case Ignored(reason):
            return LetterState.IGNORED, reason
        case Bounced(message_ids=ids, permanent=True):
            ours = [_came_back(judge, connection, one, now) for one in ids]
            note = "a delivery report" if any(ours) else _FORGED
            return LetterState.IGNORED, note
        case Bounced():
            return LetterState.IGNORED, "a report that a mail is delayed"
        case Letter():
            dated = _dated(connection, letter, now)
            return _answer_person(Counter(judge, connection, letter, now, dated))


def _dated(connection: Connection, letter: Letter, now: datetime) -> datetime:
    """Return when the letter was written: not yet to come, and after what it answers.

    The clocks of people go wrong.
    """
    answered = post.newest_sent(connection, map(_key_in, letter.references))
    written = letter.date or now
    return min(now, max(written, answered or written))


def _key_in(message_id: str) -> str:
    return message_id.strip("<>").rpartition("@")[0]


def _came_back(
    judge: Judge, connection: Connection, message_id: str, now: datetime
) -> bool:
    """Return whether the mail of this name was ours, and tell that it came back."""
    notice = post.mark_bounced(connection, _key_in(message_id))
    if notice is not None:
        tell_of_failure(judge, connection, notice, "it came back", now)
    return notice is not None


def _answer_person(counter: Counter) -> tuple[LetterState, str]:
    letter = counter.letter
    holder = _holder(counter)
    read = read_lines(letter.lines, letter.subject, _known(counter, holder))
    sections = read.sections or (_nothing_said(holder),)
    savepoint = counter.connection.begin_nested()
    visits = [_obeyed(counter, section, holder) for section in sections]
    if letter.automatic and not any(map(_was_obeyed, visits)):
        savepoint.rollback()
        return LetterState.IGNORED, "looks automatic, and nothing in it was obeyed"
    savepoint.commit()
    tell_of_processing(counter, visits)
    told = [visit for visit in visits if not is_answered_elsewhere(visit)]
    answered = [_send_answer(counter, visit) for visit in told]
    tell_foreign_sender(counter, visits)
    if not all(answered):
        return LetterState.DONE, "not answered: too many answers to this address"
    return LetterState.DONE, ""


def _known(counter: Counter, holder: ReplyTo | None) -> Known:
    """Return what the letter is read with: the names there are, and its games."""
    variants, letter = counter.judge.variants, counter.letter
    names = known_names(variants.powers(), variants.names)
    known = Known(names, letter.sender_name, _place(counter, holder))
    games = (game_at(counter, name) for name in games_named(letter.lines, known))
    places = {game.name.lower(): place_for(game) for game in games if game}
    return replace(known, games=places)


def _place(counter: Counter, holder: ReplyTo | None) -> Place:
    """Return where one writes who names no game: of one who plays but one, there."""
    if holder is not None:
        game = game_at(counter, holder.game)
        return place_for(game, holder.role) if game else Place()
    if counter.letter.token is not None:
        return Place()
    sender = people.find_player(counter.connection, counter.letter.sender)
    own = games.games_of(counter.connection, sender.number) if sender else ()
    game = game_at(counter, own[0]) if len(own) == 1 else None
    return place_for(game) if game else Place()


def _obeyed(counter: Counter, section: Section, holder: ReplyTo | None) -> Visit:
    visit = _first_visit(counter, holder)
    if counter.letter.token and holder is None and section.entry is None:
        lost = Refused("REPLY", NotHolder())
        visit = replace(visit, door="", events=(lost,))
    visit = obey_section(counter, section, visit)
    # Of a letter with nothing but a name nothing is left to answer.
    named = not visit.events
    return obey_section(counter, _nothing_said(holder), visit) if named else visit


def _nothing_said(holder: ReplyTo | None) -> Section:
    playing = holder is not None and holder.role not in (MASTER, OBSERVER)
    return Section(None, (ShowOrders() if playing else Help(),))


def _holder(counter: Counter) -> ReplyTo | None:
    """Return the place whose secret reply address was written to, held still or not."""
    token = counter.letter.token
    holder = token and people.holder_of(counter.connection, token_digest(token))
    if not holder:
        return None
    game = game_at(counter, holder.game)
    if game is None:
        return None
    player = people.player(counter.connection, holder.player)
    role = role_now(game, player, holder.role)
    return replace(holder, role=role)


def _first_visit(counter: Counter, holder: ReplyTo | None) -> Visit:
    if holder is not None:
        player = people.player(counter.connection, holder.player)
        return Visit(Sender(player, holder.role, proven=True), holder.game)
    letter = counter.letter
    known = people.find_player(counter.connection, letter.sender)
    stranger = Player(0, letter.sender_name or letter.sender, letter.sender)
    return Visit(Sender(known or stranger))


def _was_obeyed(visit: Visit) -> bool:
    return any(
        not isinstance(event, _VAIN)
        and not (isinstance(event, OrdersFiled) and not event.changed)
        for event in visit.events
    )


def _send_answer(counter: Counter, visit: Visit) -> bool:
    """Put the answer into the outbox; return False for an address with too many."""
    judge, connection, now = counter.judge, counter.connection, counter.now
    player, role = visit.sender.player, visit.sender.role
    lately = post.answers_since(connection, player.address, now - _HOUR)
    if len(lately) >= judge.answers_per_hour:
        return False
    is_last = len(lately) == judge.answers_per_hour - 1
    again = (*lately, now)[0] + _HOUR if is_last else None
    name = visit.game or visit.door
    game = game_at(counter, name) if name else None
    known, events = None, visit.events
    if game is not None:
        reader = reader_of(game, player, role)
        known = view(game, reader)
        events = tuple(event.seen(game, reader) for event in events)
    answer = Answer(player, role, known, events, counter.letter, now, again)
    post_notice(judge, connection, judge.renderer.answer(answer), now)
    return True
