"""Notices about events: the answers to letters, and the news for other people."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain

from msgspec import structs
from sqlalchemy import Connection

from judge.conversation import (
    Happening,
    LetterDecision,
    Progress,
    is_answered_elsewhere,
    wants_answer,
)
from judge.game import (
    MONITOR,
    OBSERVER,
    TUTOR,
    AnsweredElsewhere,
    ConfirmationAsked,
    Event,
    Fact,
    Game,
    LeftOut,
    Player,
    PlayerSignedOn,
    Reader,
    ReplyAddressSent,
    SettingsProposed,
    filing,
    holds,
    inquiry,
    inspection,
    is_told_to_observers,
    masters,
    monitors_of,
    press,
    profiles,
    reader_of,
    roles_of,
    view,
)
from judge.letter import NO_LETTER, Account, Attachment, Letter, Notice, Tone, Unasked
from judge.render import Answer
from judge.service.asking import ask_command
from judge.service.export import FileKey, MadeFile, hall_file, key_of, with_part
from judge.service.parts import Judge, post_notices
from judge.service.rates import account_for, answer_within_rates, bare, is_shown
from judge.service.trail import KEEPER, write_down
from judge.store import KeptLetter, games, keeper, outbox, persons, record, upkeep


def told_to_foreign_sender(
    judge: Judge,
    connection: Connection,
    letter: Letter,
    decision: LetterDecision,
    answers: Sequence[Notice],
    event: Event = AnsweredElsewhere(),  # noqa: B008 - it has no fields, and never changes
) -> Iterator[Notice]:
    """Yield an answer for a sender who wrote to a place from an unknown address.

    It is the same whether they opened the place or not, so that nobody finds a password by trying.
    The address on record is told the result of the letter. The mail counts as one of the `answers`
    to the sender's address. Programs get none, because two of them might answer each other for ever
    (RFC 3834). If the place's holder has confirmed the letter, its sender was told before.
    """
    known = decision.sections[0].known
    if letter.automatic or not letter.sender or (known.place and known.agreed):
        return
    if not any(is_foreign(connection, letter, one) for one in decision.sections):
        return
    now = known.now
    reader = Player(0, "", letter.sender)
    answer = Answer(reader, "", None, (event,), letter, now)
    notice = bare(judge.renderer.answer(answer))
    proven = letter.authentic
    answered = answer_within_rates(
        judge, connection, notice, now, letter=letter, proven=proven, sent=answers
    )
    if answered is not None:
        yield answered


def is_foreign(connection: Connection, letter: Letter, section: Progress) -> bool:
    """Return whether the letter is from an address that its place does not have on record."""
    if is_answered_elsewhere(section):
        return True
    holder = section.sender.player
    return holder.number != 0 and not persons.is_of(connection, letter.sender, holder)


_Asked = ConfirmationAsked | SettingsProposed
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
# The delay of unsigned press, which hides the time of writing. In a lively game other players write
# within ten minutes too, and a player who reads mail a few times a day does not notice it.
_LONGEST_DELAY = timedelta(minutes=10)
# Limits in bytes of text, for all answers to one letter and for an answer to an unproven letter.
_MOST_WORDS = 300_000
_MOST_UNPROVEN = 8_000
_MOST_QUESTIONS = 10  # questions about commands after one letter
_FILES: tuple[type[Event], ...] = (profiles.DataShown, inspection.GameExported, inquiry.HallShown)


def news_of(
    judge: Judge,
    connection: Connection,
    happenings: Sequence[Happening],
    now: datetime,
    causer: str = "",
) -> Iterator[Notice]:
    """Yield the news of the events of one transaction, for everybody who is told of them.

    For each reader, one mail has all news of a game except press, which has mails of its own.
    Monitors get the public news. The letter's writer gets no news of facts that are in their
    answer. Invitations count as caused by the mailbox `causer`.
    """
    letters = list(chain.from_iterable(_told_each(judge, connection, one) for one in happenings))
    games = {one.after.name: one.after for one in happenings}
    gathered: dict[tuple[str, str, str], list[_ToldFact]] = {}
    for told in letters:
        if isinstance(told.fact, press.PressSent | masters.OfficialAnnounced):
            reader, game = told.reader, told.game
            notice = judge.renderer.news((told.fact,), view(game, reader), reader, now)
            delay = _delay(judge, told.fact) + _late_view(game, reader)
            notice = replace(notice, delay=delay)
            yield _as_wanted(notice, (told.fact,), games[game.name], reader, now)
        else:
            reader = _present(told.reader, games[told.game.name])
            key = (told.game.name, reader.player.address, reader.role)
            gathered.setdefault(key, []).append(told)
    for (name, _, role), some in gathered.items():
        game, reader = games[name], Reader(some[0].reader.player, role)
        facts = tuple(one.fact for one in some)
        seen = view(game, reader)
        notice = judge.renderer.news(facts, seen, reader, now)
        notice = with_part(notice, facts, seen, reader.player)
        notice = replace(notice, delay=_late_view(game, reader))
        if not reader.player.number:
            notice = replace(notice, unasked=Unasked(Account.OTHERS, causer))
        yield _as_wanted(notice, facts, game, reader, now)


def _as_wanted(
    notice: Notice, facts: tuple[Fact, ...], game: Game, reader: Reader, now: datetime
) -> Notice:
    """Return `notice` with the delay that its reader wants, if the news may wait.

    Results of a phase release the notices that wait for the same reader.
    """
    if any(one.turns_board for one in facts):
        return replace(notice, frees=profiles.quiet_until(reader.player, now) - now)
    if notice.reply_to is None or not all(one.may_wait(reader) for one in facts):
        return notice
    delay = profiles.leaves_at(reader.player, game, now) - now
    if delay <= notice.delay:
        return notice
    return replace(notice, delay=delay, bundled=True)


def _late_view(game: Game, reader: Reader) -> timedelta:
    """Return the delay that an observer or tutor wants for their news."""
    watching = {OBSERVER: game.observers, TUTOR: game.tutors}.get(reader.role, ())
    number = reader.player.number
    own = (one.delay for one in watching if one.player.number == number)
    return next(own, timedelta())


@dataclass(frozen=True, slots=True)
class _ToldFact:
    """A fact as one reader may see it, with the game after it."""

    fact: Fact
    game: Game
    reader: Reader


def _told_each(judge: Judge, connection: Connection, happening: Happening) -> Iterator[_ToldFact]:
    """Yield each fact for each of its readers."""
    game = happening.after
    public = [is_told_to_observers(fact, game) for fact in happening.facts]
    monitors = persons.monitors(connection) if any(public) else ()
    following = monitors_of(game, monitors)
    for fact, is_public in zip(happening.facts, public, strict=True):
        answers = judge.renderer.has_answer(fact)
        for reader in fact.readers(game):
            if answers and reader.player.number == happening.answered:
                # The answer covers the first of this player's seats; the others get news.
                answers = False
                continue
            yield _ToldFact(fact.shown(game, reader), game, reader)
        for reader in following if is_public else ():
            yield _ToldFact(fact.shown(game, reader), game, reader)


def _present(reader: Reader, game: Game) -> Reader:
    """Return `reader` in their role after the events, or in their last role before."""
    if reader.role == MONITOR or holds(game, reader.player, reader.role):
        return reader
    return replace(reader, role=next(iter(roles_of(game, reader.player)), reader.role))


def _delay(judge: Judge, fact: Fact) -> timedelta:
    """Return the delay of the news of `fact`, which hides when unsigned press was written."""
    if isinstance(fact, masters.OfficialAnnounced):
        return fact.delay
    unsigned = isinstance(fact, press.PressSent) and fact.grey
    return judge.jitter() * _LONGEST_DELAY if unsigned else timedelta()


def answers_of(
    judge: Judge,
    connection: Connection,
    kept: KeptLetter,
    letter: Letter,
    decision: LetterDecision,
    made: Mapping[FileKey, MadeFile],
) -> Iterator[Notice]:
    """Yield an answer for each section that has one, within the limits of each address.

    All answers share a limit of bytes, and one file of each kind. Each command that waits for a yes
    gets one mail of its own; after ten such mails the others are only named.
    """
    most = _MOST_WORDS // max(1, len(decision.sections))
    kinds: set[type[Event]] = set()
    lately: dict[str, tuple[int, datetime | None]] = {}
    unproven: list[Notice] = []
    asked: set[str] = set()
    sections = [one for one in decision.sections if wants_answer(one)]
    unshown = [one for one in sections if not is_shown(one)]
    for section in sections:
        foreign = is_foreign(connection, letter, section)
        answer = replace(_answer(section, decision, letter), is_foreign=foreign)
        # Events without a template for answers are only news for others.
        own = tuple(one for one in answer.events if judge.renderer.has_answer(one))
        if not is_shown(section):
            account = _account_of(section)
            if any(one.unasked and one.unasked.account is account for one in unproven):
                continue  # named in an earlier answer
            same = [one for one in unshown if one is not section and _account_of(one) is account]
            names = [one.game or one.refused_game for one in same]
            if lines := tuple(dict.fromkeys(f"SIGN ON {name}" for name in names if name)):
                own += (LeftOut(lines, proven=False),)
            answer = replace(answer, events=own, most=_MOST_UNPROVEN, proven=False)
            answer, _ = _with_files(answer, {}, set(_FILES))
            notice = _to_anybody(judge, connection, answer, unproven, account=account)
            if notice is not None:
                yield notice
            continue
        others = tuple(one for one in own if not isinstance(one, _Asked))
        to_ask = {one.code: one for one in own if isinstance(one, _Asked) and one.code not in asked}
        room = max(0, _MOST_QUESTIONS - len(asked))
        asked.update(to_ask)
        if unasked := tuple(one.command for one in [*to_ask.values()][room:]):
            others += (LeftOut(unasked),)
        if others or not own:
            told, files = _with_files(replace(answer, events=others, most=most), made, kinds)
            notice = _to_writer(judge, connection, told, lately)
            if notice is not None:
                notice = replace(notice, attachments=files)
                notice = _with_offer(judge, connection, notice, answer, kept.digest)
                yield with_part(notice, told.events, told.game, told.player)
        for event in [*to_ask.values()][:room]:
            notice = _to_writer(judge, connection, replace(answer, events=(event,)), lately)
            if notice is not None:
                giver, now = answer.player, answer.now
                yield ask_command(
                    judge, connection, notice, event, giver=giver, letter=kept.digest, now=now
                )


def _with_offer(
    judge: Judge, connection: Connection, notice: Notice, answer: Answer, letter: str
) -> Notice:
    """Return an answer to the letter with this digest, as a question if it offers lines."""
    offers = [one for one in answer.events if isinstance(one, filing.OrdersOffered)]
    if not offers:
        return notice
    giver, now = answer.player, answer.now
    return ask_command(judge, connection, notice, offers[0], giver=giver, letter=letter, now=now)


def files_wanted(
    decision: LetterDecision,
) -> tuple[profiles.DataShown | inspection.GameExported, ...]:
    """Return the events of a letter that need a file, the first of each kind."""
    wanted: dict[type, profiles.DataShown | inspection.GameExported] = {}
    for section in filter(is_shown, decision.sections):
        for event in section.events:
            if isinstance(event, profiles.DataShown | inspection.GameExported):
                wanted.setdefault(type(event), event)
    return tuple(wanted.values())


def _with_files(
    answer: Answer, made: Mapping[FileKey, MadeFile], kinds: set[type[Event]]
) -> tuple[Answer, tuple[Attachment, ...]]:
    """Return the answer and its files; further files of the same kind are only named."""
    events: list[Event] = []
    files: list[Attachment] = []
    left: list[str] = []
    for event in answer.events:
        has_file = not isinstance(event, inquiry.HallShown) or event.as_file
        if (
            not isinstance(event, profiles.DataShown | inspection.GameExported | inquiry.HallShown)
            or not has_file
        ):
            events.append(event)
            continue
        if type(event) in kinds:
            left.append(_line_for(event))
            events += (
                [structs.replace(event, as_file=False)]
                if isinstance(event, inquiry.HallShown)
                else []
            )
            continue
        kinds.add(type(event))
        if isinstance(event, inquiry.HallShown):
            files.append(hall_file(event))
            events.append(event)
        else:
            ours = made[key_of(event)]
            files.append(ours.file)
            events.append(structs.replace(event, parts=ours.parts))
    if left:
        events.append(LeftOut(tuple(dict.fromkeys(left)), answer.proven))
    return replace(answer, events=tuple(events)), tuple(files)


def _line_for(event: profiles.DataShown | inspection.GameExported | inquiry.HallShown) -> str:
    """Return the command line that requests this file alone."""
    match event:
        case profiles.DataShown(_, part):
            return f"MY DATA {part}" if part > 1 else "MY DATA"
        case inspection.GameExported(game, _, part):
            return f"EXPORT {game.name} {part}" if part > 1 else f"EXPORT {game.name}"
        case inquiry.HallShown():
            return "EXPORT HALL OF FAME"


def _to_writer(
    judge: Judge,
    connection: Connection,
    answer: Answer,
    lately: dict[str, tuple[int, datetime | None]],
) -> Notice | None:
    """Return the answer to a proven writer, None if they have got too many lately."""
    address, now, most = answer.player.address, answer.now, judge.answers_per_hour
    if address not in lately:
        hour = now - _HOUR
        lately[address] = outbox.answers_since(connection, address, hour, most)
    before, first = lately[address]
    if before >= most:
        return None
    again = (first or now) + _HOUR if before == most - 1 else None
    lately[address] = before + 1, first or now
    message = "" if before else _message(connection, address, now)
    return judge.renderer.answer(replace(answer, again=again, message=message))


def _message(connection: Connection, address: str, now: datetime) -> str:
    """Return the message of the day, "" if the address got an answer within the last day."""
    message = keeper.message_of_the_day(connection)
    if message and not outbox.answers_since(connection, address, now - _DAY, 1)[0]:
        return message
    return ""


def _account_of(section: Progress) -> Account:
    """Return the account on which an answer to an unproven writer is counted."""
    # A key must not be kept back because strangers wrote in its reader's name.
    if section.events and all(isinstance(one, profiles.WebKeyGiven) for one in section.events):
        return Account.KEY
    is_way_back = section.sender.player.number and any(
        isinstance(event, PlayerSignedOn | ReplyAddressSent) for event in section.events
    )
    return Account.WAY_BACK if is_way_back else Account.UNPROVEN


def _to_anybody(
    judge: Judge, connection: Connection, answer: Answer, sent: list[Notice], *, account: Account
) -> Notice | None:
    """Return the answer to an unproven writer, None if its account is used up.

    A letter gets one answer on each account; `sent` are its answers so far.
    """
    notice = bare(judge.renderer.answer(answer))
    charged = account_for(
        connection, account, notice, answer.now, sender=answer.letter.sender, sent=sent
    )
    if charged is not None:
        sent.append(charged)
    return charged


def _answer(section: Progress, decision: LetterDecision, letter: Letter) -> Answer:
    player, role = section.sender.player, section.sender.role
    name = section.game or section.refused_game
    game = decision.game_called(name) if name else None
    known, events = None, section.events
    if game is not None:
        reader = reader_of(game, player, role)
        known = view(game, reader)
        events = tuple(event.seen(game, reader) for event in events)
    now = section.known.now
    return Answer(player, role, known, events, letter, now)


def locked(judge: Judge, connection: Connection, name: str) -> Game:
    """Lock and return the game called `name`."""
    game = games.load_game(connection, name, judge.variants.read, lock=True)
    assert game is not None
    return game


def change(
    judge: Judge,
    connection: Connection,
    game: Game,
    facts: Sequence[Fact],
    now: datetime,
    *,
    keeper: Player | None = None,
) -> None:
    """Record the facts that a `keeper`, or else the clock, caused in `game`, and send the news."""
    after = record.record(connection, game, facts, now)
    happening = Happening(game, tuple(facts), after)
    done = happening
    if keeper is not None:
        done = replace(happening, answered=keeper.number, role=KEEPER)
    write_down(judge, connection, (done,), now)
    news = news_of(judge, connection, (happening,), now)
    post_notices(judge, connection, list(news), now)


_HOUR_OF_MONDAY = 6


def tell_openings(judge: Judge, connection: Connection, now: datetime) -> None:
    """Mail the list of games that want players, each Monday, to the people who want it.

    A judge that was off on Monday does it later.
    """
    if not upkeep.pass_mark(connection, upkeep.OPENINGS, _monday(now)):
        return
    wanting = persons.wanting_openings(connection)
    listed = games.listed_games(connection, judge.variants.read) if wanting else ()
    notices = []
    for person in wanting:
        if found := inquiry.openings_for(listed, person):
            answer = Answer(person, "", None, (profiles.OpeningsTold(found),), NO_LETTER, now)
            delay = profiles.quiet_until(person, now) - now
            told = judge.renderer.answer(answer)
            notices.append(replace(told, tone=Tone.NEWS, delay=delay))
    post_notices(judge, connection, notices, now)


def _monday(now: datetime) -> datetime:
    """Return the last Monday at six, when the weekly list was due."""
    morning = now.replace(hour=_HOUR_OF_MONDAY, minute=0, second=0, microsecond=0)
    monday = morning - timedelta(days=now.weekday())
    return monday if monday <= now else monday - timedelta(weeks=1)
