"""Obeying one section of a letter: who speaks, for which game, and what comes of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from judge.commands import (
    TOPICS,
    CreateGame,
    DeskCommand,
    Entry,
    ListGames,
    MasterCommand,
    Observe,
    PlayerCommand,
    Section,
    SignOn,
    Unobeyed,
)
from judge.game import (
    OBSERVER,
    AnsweredElsewhere,
    Event,
    Game,
    Inquiry,
    Player,
    PlayerJoined,
    PlayerRegistered,
    Refused,
    ReplyAddressSent,
    Sender,
    create_game,
    decide,
    decide_at_desk,
    decide_outside,
    enter,
    game_named,
    password_of,
    start_if_full,
)
from judge.game.refusals import NoSuchGame, NotHolder
from judge.game.seats import JOIN
from judge.passwords import hash_password, is_password
from judge.service.events import game_at, record_and_tell
from judge.service.parts import Counter
from judge.service.roles import sender_after
from judge.store import games, people

_TurnedAway = Refused | AnsweredElsewhere


@dataclass(frozen=True, slots=True)
class Visit:
    """How far a section has been obeyed: who speaks, in which game, and what happened.

    `game` is "" while no game was entered. `door` is the game that the sender wanted to
    enter in vain, "" if its name was not read, None if there was none.
    """

    sender: Sender
    game: str = ""
    door: str | None = None
    events: tuple[Event, ...] = ()


def obey_section(counter: Counter, section: Section, visit: Visit) -> Visit:
    """Return `visit` after all commands of `section` were obeyed in turn.

    A way into a game that is refused leaves no game, so that what follows it reaches
    none.
    """
    if section.entry is not None:
        visit = _enter(counter, section.entry, visit)
    if is_answered_elsewhere(visit):
        return visit
    for command in section.commands:
        if isinstance(command, DeskCommand | Unobeyed):
            visit = _ask(counter, command, visit)
        else:
            visit = _act(counter, command, visit)
    return visit


def is_answered_elsewhere(visit: Visit) -> bool:
    """Return whether its sender tried a place that is not his, and is told nothing."""
    return any(isinstance(event, AnsweredElsewhere) for event in visit.events)


def _enter(counter: Counter, entry: Entry, visit: Visit) -> Visit:
    match entry:
        case CreateGame():
            return _create(counter, entry, visit)
        case Observe(game):
            return _enter_game(counter, entry, ((OBSERVER, game),), visit)
        case SignOn(readings):
            return _enter_game(counter, entry, readings, visit)


def _create(counter: Counter, entry: CreateGame, visit: Visit) -> Visit:
    judge = counter.judge
    known = judge.variants.names
    variant = judge.variants.read(entry.variant) if entry.variant in known else None
    taken = game_at(counter, entry.game) is not None
    seed, password = judge.seed(), _hashed(entry.password)

    def decided(sender: Sender) -> tuple[Event, ...]:
        return create_game(
            entry,
            sender,
            variant,
            known,
            taken=taken,
            now=counter.now,
            seed=seed,
            password=password,
        )

    visit, events = _as_somebody(counter, replace(visit, game=entry.game), decided)
    return _entered(counter, visit, events)


def _enter_game(
    counter: Counter,
    entry: SignOn | Observe,
    readings: tuple[tuple[str, str], ...],
    visit: Visit,
) -> Visit:
    found = _first_game(counter, readings)
    if found is None:
        told = _no_such_game(entry, readings, visit.sender.player)
        door = _name_asked(readings)
        return replace(visit, game="", door=door, events=(*visit.events, *told))
    seat, game = found
    sender, password = visit.sender, _hashed(entry.password)
    if is_password(entry.password, password_of(game, seat, sender.player)):
        sender = replace(sender, role="", proven=True)
    elif visit.game.lower() != game.name.lower():
        sender = replace(sender, role="", proven=False)

    def decided(sender: Sender) -> tuple[Event, ...]:
        return enter(entry, sender, game, seat, counter.now, password=password)

    visit = replace(visit, game=game.name, sender=sender)
    visit, events = _as_somebody(counter, visit, decided)
    return _entered(counter, visit, events)


def _no_such_game(
    entry: SignOn | Observe, readings: tuple[tuple[str, str], ...], player: Player
) -> tuple[Event, ...]:
    """Return what is told of a game that is not there, to a stranger as of a place.

    Who wants to join names no place that somebody has.
    """
    name, (wanted, _) = _name_asked(readings), readings[0]
    tried = entry.password is not None and wanted not in (JOIN, OBSERVER)
    if tried and not player.number:
        return (AnsweredElsewhere(),)
    return (Refused("SIGN ON", NoSuchGame(name)),) if name else ()


def _entered(counter: Counter, visit: Visit, events: tuple[Event, ...]) -> Visit:
    """Return the visit in the game, or out of any when the way in was refused.

    Who is sent his reply address instead stands at his place, but proves nothing.
    """
    visit = _happened(counter, visit, events)
    sent = any(isinstance(event, ReplyAddressSent) for event in events)
    if sent or not any(isinstance(event, _TurnedAway) for event in events):
        return visit
    sender = replace(visit.sender, role="", proven=False)
    return replace(visit, game="", door=visit.game, sender=sender)


def _first_game(
    counter: Counter, readings: tuple[tuple[str, str], ...]
) -> tuple[str, Game] | None:
    for seat, name in readings:
        game = game_at(counter, name)
        if game is not None:
            return seat, game
    return None


def _as_somebody(
    counter: Counter, visit: Visit, decided: Callable[[Sender], tuple[Event, ...]]
) -> tuple[Visit, tuple[Event, ...]]:
    """Return what is decided, and the visit of a sender who is registered by then.

    A stranger is only where that gets him a place; nobody is known for having asked.
    """
    events = decided(visit.sender)
    known = visit.sender.player.number or visit.sender.proven
    if known or any(isinstance(event, _TurnedAway) for event in events):
        return visit, events
    visit = _registered(counter, visit)
    return visit, decided(visit.sender)


def _name_asked(readings: tuple[tuple[str, str], ...]) -> str:
    """Return the name of the game that was asked for, both where it may be two."""
    *_, (seat, _) = readings
    names = [name for _, name in readings]
    return " or ".join(names if not seat else names[:1])


def _registered(counter: Counter, visit: Visit) -> Visit:
    stranger = visit.sender.player
    player = people.add_player(
        counter.connection, stranger.address, stranger.name, stranger.zone
    )
    registered = PlayerRegistered(player, new=True)
    sender = replace(visit.sender, player=player)
    return replace(visit, sender=sender, events=(*visit.events, registered))


def _hashed(password: str | None) -> str | None:
    return None if password is None else hash_password(password)


def _ask(counter: Counter, command: DeskCommand | Unobeyed, visit: Visit) -> Visit:
    judge, connection = counter.judge, counter.connection
    all_games = isinstance(command, ListGames) and not command.game
    own = _own_games(counter, visit)
    name = game_named(command) or visit.game or (own[0] if len(own) == 1 else "")
    desk = Inquiry(
        player=visit.sender.player,
        role=visit.sender.role,
        games=games.listed_games(connection, judge.variants.read) if all_games else (),
        game=game_at(counter, name) if name else None,
        topics=TOPICS,
        variants=judge.variants.files,
        outside=not visit.game and visit.door is None,
    )
    told = decide_at_desk(command, desk)
    events = tuple(event for event in told if event not in visit.events)
    for event in events:
        if isinstance(event, PlayerRegistered):
            games.record(connection, None, event, counter.now, judge.variants.read)
            # Who has another name now has it in all his games.
            counter.games.clear()
    return replace(visit, events=(*visit.events, *events))


def _act(
    counter: Counter, command: PlayerCommand | MasterCommand, visit: Visit
) -> Visit:
    own = _own_games(counter, visit)
    meant = game_at(counter, own[0]) if len(own) == 1 else None
    if meant is not None:
        entry = SignOn((("", meant.name),))
        visit = _enter_game(counter, entry, entry.readings, visit)
    game = game_at(counter, visit.game) if visit.game else None
    if game is None:
        turned_away = visit.door is not None
        told = decide_outside(command, own, turned_away=turned_away)
        new = (event for event in told if event not in visit.events)
        return replace(visit, events=(*visit.events, *new))
    events = decide(game, command, visit.sender, counter.now, counter.dated)
    visit = _happened(counter, visit, events)
    lost = any(isinstance(e, Refused) and isinstance(e.why, NotHolder) for e in events)
    return replace(visit, game="", door=visit.game) if lost else visit


def _own_games(counter: Counter, visit: Visit) -> tuple[str, ...]:
    """Return the games that a letter which names none may be about."""
    if visit.game or visit.door is not None or not visit.sender.player.number:
        return ()
    return games.games_of(counter.connection, visit.sender.player.number)


def _happened(counter: Counter, visit: Visit, events: tuple[Event, ...]) -> Visit:
    visit = replace(visit, events=(*visit.events, *events))
    done = tuple(event for event in events if not isinstance(event, Refused))
    if done:
        game = record_and_tell(
            counter.judge,
            counter.connection,
            visit.game,
            done,
            counter.now,
            answered=visit.sender.player.number,
        )
        counter.games[visit.game.lower()] = game
    for event in events:
        visit = replace(visit, sender=sender_after(event, visit.sender))
        if isinstance(event, PlayerJoined):
            started = start_if_full(game, counter.now)
            if started:
                visit = _happened(counter, visit, started)
    return visit
