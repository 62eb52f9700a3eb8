"""The keeper's commands: carrying them out, answering them, and recording them.

The function of each command returns the lines of its answer.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from msgspec import structs
from sqlalchemy import Connection

from judge.conversation import KeeperAsked, LetterDecision, Progress
from judge.game import OPEN, ChainedEntry, Player, Trail, TrailEntry, admin, masters, takes_part
from judge.letter import mailbox_of
from judge.messages import Text, Value, counted, message, series
from judge.render import stage_and_phase
from judge.service.parts import Judge
from judge.service.telling import change
from judge.service.trail import KEEPER, salt_of
from judge.store import games, keeper, outbox, persons, trail, upkeep

Lines = tuple[Text, ...]


def people_listed(connection: Connection, word: str) -> Lines:
    """Return the people with `word` in their name or address."""
    found = keeper.people_like(connection, word)
    if not found:
        return (message("Nobody is known by that"),)
    head = counted("{count} person", "{count} people", len(found))
    return (head, *map(_person, found))


def person_shown(connection: Connection, address: str) -> Lines:
    """Return everything the judge shows the keeper about the owner of `address`."""
    person = persons.find_player(connection, address)
    if person is None:
        return (_nobody(address),)
    (row,) = (one for one in keeper.people_like(connection, address) if one.number == person.number)
    places = (message("{role} in {game}", role=role, game=game) for game, role in row.places)
    return (
        _named(person.name, person.address),
        message("Number {number}, time zone {zone}", number=person.number, zone=person.zone),
        *(series((one, *_faults(connection, one))) for one in row.addresses),
        *places,
        *(() if row.places else (message("No place in a game that runs or forms."),)),
    )


def mail_moved(connection: Connection, command: admin.MoveMail) -> Lines:
    """Replace a person's address by another one; return the answer."""
    person = persons.find_player(connection, command.old)
    if person is None:
        return (_nobody(command.old),)
    if persons.find_player(connection, command.new) is not None:
        taken = message("{address} is somebody's already", address=command.new)
        return (taken, message("So nothing was changed."))
    persons.add_address(connection, person.number, command.new)
    persons.move_mail(connection, person.number, command.new)
    persons.drop_address(connection, person.number, command.old)
    line = f"ADMIN MOVE {command.new} TO {command.old}"
    return (
        message("{person} has {address} now", person=person.name, address=command.new),
        message("{address} is nobody's any more.", address=command.old),
        message("To take that back: {line}", line=line),
    )


def address_blocked(
    judge: Judge, connection: Connection, command: admin.BlockAddress, now: datetime
) -> Lines:
    """Block an address, and return the answer; the keeper's own address cannot be blocked."""
    own = judge.keeper.lower()
    if command.address in (own, f"@{own.rpartition('@')[2]}"):
        own_one = message("{address} is your own", address=command.address)
        return (own_one, message("So nothing was changed."))
    if not keeper.block(connection, command.address, command.reason, now):
        return (message("{address} is blocked already", address=command.address),)
    line = f"ADMIN UNBLOCK {command.address}"
    return (
        message("{address} is blocked", address=command.address),
        message(
            "Nothing from there is obeyed or answered any more. The judge's mail to it "
            "goes on; only the Master of a game takes somebody out of it."
        ),
        message("To take that back: {line}", line=line),
    )


def address_unblocked(connection: Connection, address: str) -> Lines:
    """Remove a block, and return the answer.

    A STOP from that address is removed too, because somebody else may have written it.
    """
    goes_on = outbox.go_on(connection, mailbox_of(address))
    if keeper.unblock(connection, address) or goes_on:
        return (message("{address} is not blocked any more", address=address),)
    return (message("{address} is not blocked", address=address),)


def blocks_listed(connection: Connection) -> Lines:
    """Return all blocks."""
    found = keeper.every_block(connection)
    head = counted("{count} address is blocked", "{count} addresses are blocked", len(found))
    return (head, *map(_block, found))


def _named(name: str, address: str) -> str:
    """Return a person's name and address; only the address if they have no name."""
    return address if name == address else f"{name} <{address}>"


def _nobody(address: str) -> Text:
    return message("Nobody has the address {address}", address=address)


def _block(one: keeper.Block) -> Text:
    day = f"{one.since:%Y-%m-%d}"
    since = message("{address} since {day}", address=one.address, day=day)
    if not one.reason:
        return since
    return message("{block}: {reason}", block=since, reason=one.reason)


def _person(row: keeper.PersonRow) -> Text:
    name = _named(row.name, row.addresses[0])
    games = tuple(dict.fromkeys(game for game, _ in row.places))
    if not games:
        return message("{person}, in no game", person=name)
    return message("{person}, in {games}", person=name, games=games)


def _faults(connection: Connection, address: str) -> Iterator[Text]:
    record = persons.bounce_record(connection, address)
    if record is not None and record.paused:
        yield message("mail paused since {day}", day=f"{record.paused:%Y-%m-%d}")
    elif record is not None:
        yield message("mail was lost on {day}", day=f"{record.newest:%Y-%m-%d}")
    if keeper.is_blocked(connection, address):
        yield message("blocked")


_MOST_ENTRIES = 200


def games_listed(connection: Connection, word: str) -> Lines:
    """Return the games with `word` in their names; those without a Master are marked."""
    found = keeper.games_like(connection, word)
    head = counted("{count} game", "{count} games, the newest first", len(found))
    return (head, *map(_game_row, found))


def game_handed_over(
    judge: Judge, connection: Connection, command: admin.HandOverGame, by: Player, now: datetime
) -> Lines:
    """Make a person the only Master of a game, and return the answer."""
    game = games.load_game(connection, command.game, judge.variants.read, lock=True)
    person = persons.find_player(connection, command.address)
    if game is None:
        return (message("There is no game {game}", game=command.game),)
    if person is None:
        nobody = message("Nobody has the address {address}", address=command.address)
        return (nobody, message("Whoever it is may send REGISTER from there."))
    if takes_part(game, person):
        plays_here = message("{person} plays in {game}", person=person.name, game=game.name)
        return (plays_here, message("So nothing was changed."))
    before = tuple(one.player for one in game.masters if one.player != person)
    fact = masters.MasterAppointed(person, before)
    change(judge, connection, game, (fact,), now, keeper=by)
    done = message("{person} is the Master of {game}", person=person.name, game=game.name)
    if not before:
        return (done,)
    gone = tuple(one.address for one in before)
    line = f"ADMIN GIVE {game.name} TO {gone[0]}"
    return (
        done,
        message("Master until now: {addresses}", addresses=gone),
        message("To take that back: {line}", line=line),
    )


def trail_shown(connection: Connection, game: str) -> Lines:
    """Return the audit trail of a game; "" means the keepers' acts outside of games."""
    if game and game not in map(str.lower, games.all_names(connection)):
        return (message("There is no game {game}", game=game),)
    found = trail.trail_of(connection, game or trail.KEEPERS)
    last = found.entries[-_MOST_ENTRIES:]
    end = (message("ends in {digest}", digest=found.end),) if found.end else ()
    return (_chain(found), *map(_entry, last), *end)


def _game_row(game: keeper.GameRow) -> Text:
    due = f"{game.deadline:%Y-%m-%d %H:%M}" if game.deadline else ""
    facts: tuple[Text, ...] = (
        game.variant,
        stage_and_phase(game.stage, game.phase),
        *((message("due {moment} UTC", moment=due),) if due else ()),
    )
    told: dict[str, Value] = {"game": game.name, "facts": facts}
    if not game.masters:
        return message("{game}: {facts}; NO MASTER", **told)
    told["masters"] = game.masters
    if game.stage in OPEN and not game.reachable:
        return message("{game}: {facts}; {masters} (MAIL THERE COMES BACK)", **told)
    return message("{game}: {facts}; {masters}", **told)


def _chain(found: Trail) -> Text:
    if found.whole:
        return counted(
            "{count} entry; the chain is whole", "{count} entries; the chain is whole", found.count
        )
    return counted(
        "{count} entry; the chain is BROKEN: somebody has changed it",
        "{count} entries; the chain is BROKEN: somebody has changed it",
        found.count,
    )


def _entry(one: ChainedEntry) -> Text:
    entry = one.entry
    who = " ".join(filter(None, (entry.role, one.by.address if one.by else "")))
    return message(
        "{number} {when} {who}: {said} [{digest}]",
        number=one.number,
        when=f"{entry.at:%Y-%m-%d %H:%M}",
        who=who or message("the clock"),
        said=message("(erased)") if entry.text is None else entry.text,
        digest=one.digest[:8],
    )


_DAY = timedelta(days=1)


def message_set(connection: Connection, text: str, now: datetime) -> Lines:
    """Set the message of the day, and return the answer."""
    before = keeper.message_of_the_day(connection)
    keeper.set_message(connection, text, now)
    back = (message("Until now it was: {text}", text=before),) if before else ()
    if not text:
        return (message("There is no message of the day any more"), *back)
    return (
        message("The message of the day is set"),
        message("Everybody reads this in their first answer of a day:"),
        text,
        *back,
    )


def letters_listed(connection: Connection) -> Lines:
    """Return the letters that were set aside."""
    found = keeper.letters_set_aside(connection)
    lines = (
        f"{one.number} {one.received:%Y-%m-%d %H:%M} {one.sender}: {one.note.splitlines()[-1]}"
        for one in found
    )
    head = counted("{count} letter is set aside", "{count} letters are set aside", len(found))
    return (head, *lines)


def letter_retried(connection: Connection, number: int) -> Lines:
    """Let a letter that was set aside be answered again; return the answer."""
    if keeper.try_again(connection, number):
        return (message("Letter {number} will be answered", number=number),)
    return (message("Letter {number} is not set aside", number=number),)


def notices_listed(connection: Connection) -> Lines:
    """Return the mails that failed or were refused."""
    found = keeper.undelivered(connection)
    head = counted("{count} mail did not go out", "{count} mails did not go out", len(found))
    return (head, *map(_notice_row, found))


def notice_retried(connection: Connection, number: int, now: datetime) -> Lines:
    """Send a mail again at once, and return the answer."""
    if keeper.send_again(connection, (number,), now):
        return (message("Mail {number} will be sent", number=number),)
    return (message("Mail {number} neither failed nor waits", number=number),)


def rates_shown(judge: Judge, connection: Connection, now: datetime) -> Lines:
    """Return the limits, and the addresses with the most letters within a day."""
    found = keeper.busiest_senders(connection, now - _DAY)
    return (
        message("Limits, and who sends most"),
        message("{number} answers an hour to an address", number=judge.answers_per_hour),
        message("{number} messages an hour of a player", number=judge.press_per_hour),
        message("{number} new games a day of a person", number=judge.games_per_day),
        message("They are settings of the configuration."),
        message("Most letters of the last 24 hours:"),
        *(f"{sender}: {count}" for sender, count in found),
    )


def alarms_shown(connection: Connection) -> Lines:
    """Return the alarms that are not over."""
    found = upkeep.sounding(connection)
    if not found:
        return (message("No alarm sounds"),)
    lines = (
        message("{name} since {moment} UTC", name=one.name, moment=_moment(one.since))
        for one in found
    )
    head = counted("{count} alarm sounds", "{count} alarms sound", len(found))
    return (head, *lines)


def entry_erased(connection: Connection, number: int) -> Lines:
    """Erase the text of an entry of the audit trail, and return the answer."""
    if trail.erase(connection, number):
        done = message("The text of entry {number} is erased", number=number)
        return (done, message("The chain is as whole as before."))
    return (message("There is no entry {number} with a text", number=number),)


def _notice_row(one: keeper.Undelivered) -> Text:
    told: dict[str, Value] = {
        "number": one.number,
        "moment": _moment(one.created),
        "address": one.to,
        "reason": one.reason,
    }
    if one.failed:
        return message("{number} {moment} to {address}: failed, {reason}", **told)
    return message("{number} {moment} to {address}: waits, {reason}", **told)


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"


def administered(
    judge: Judge, connection: Connection, decision: LetterDecision, now: datetime
) -> LetterDecision:
    """Carry out the keeper's commands in a letter; return the decision with their answers."""
    if not any(isinstance(deed, KeeperAsked) for deed in decision.deeds):
        return decision
    sections = (_answered(judge, connection, one, now) for one in decision.sections)
    return replace(decision, sections=tuple(sections))


def _answered(judge: Judge, connection: Connection, section: Progress, now: datetime) -> Progress:
    events = tuple(
        structs.replace(
            event, lines=obey_keeper(judge, connection, event.command, section.writer, now)
        )
        if isinstance(event, admin.KeeperAnswered)
        else event
        for event in section.events
    )
    return replace(section, events=events)


def obey_keeper(
    judge: Judge, connection: Connection, command: admin.KeeperCommand, by: Player, now: datetime
) -> Lines:
    """Carry out a keeper's command, and return its answer; on the host, `by` has number 0.

    The command is recorded first, even if it changes nothing.
    """
    entry = TrailEntry(
        at=now,
        actor=by.number or None,
        role=KEEPER,
        event=type(command).__name__,
        phase="",
        text=_in_words(command),
        about=tuple(sorted(_persons_in(connection, command))),
        salt=salt_of(judge),
    )
    trail.append(connection, trail.KEEPERS, (entry,))
    if command.only_asks:
        return _looked_up(judge, connection, command, now)
    match command:
        case admin.MoveMail():
            return mail_moved(connection, command)
        case admin.HandOverGame():
            return game_handed_over(judge, connection, command, by, now)
        case admin.BlockAddress():
            return address_blocked(judge, connection, command, now)
        case admin.UnblockAddress(address):
            return address_unblocked(connection, address)
        case admin.SetMessage(text):
            return message_set(connection, text, now)
        case admin.RetryLetter(number):
            return letter_retried(connection, number)
        case admin.RetryNotice(number):
            return notice_retried(connection, number, now)
        case admin.EraseEntry(number):
            return entry_erased(connection, number)
        case _:
            raise NotImplementedError(type(command).__name__)


def _looked_up(
    judge: Judge, connection: Connection, command: admin.KeeperCommand, now: datetime
) -> Lines:
    match command:
        case admin.ListPeople(word):
            return people_listed(connection, word)
        case admin.ShowPerson(address):
            return person_shown(connection, address)
        case admin.ListAllGames(word):
            return games_listed(connection, word)
        case admin.ListBlocks():
            return blocks_listed(connection)
        case admin.ListLetters():
            return letters_listed(connection)
        case admin.ListNotices():
            return notices_listed(connection)
        case admin.ShowRates():
            return rates_shown(judge, connection, now)
        case admin.ShowAlarms():
            return alarms_shown(connection)
        case admin.ShowTrail(game):
            return trail_shown(connection, game)
        case _:
            raise NotImplementedError(type(command).__name__)


def _persons_in(connection: Connection, command: admin.KeeperCommand) -> set[int]:
    """Return the numbers of the people whose addresses a command names."""
    words = (str(getattr(command, name)) for name in command.__struct_fields__)
    found = (persons.find_player(connection, word) for word in words if "@" in word)
    return {one.number for one in found if one is not None}


def _in_words(command: admin.KeeperCommand) -> str:
    """Return the text that is recorded for a command: its name and arguments."""
    words = (getattr(command, name) for name in command.__struct_fields__)
    return " ".join((type(command).__name__, *map(str, filter(None, words))))
