"""Entering the game of a section: who speaks in it, and what comes of the wish."""

from collections.abc import Callable
from dataclasses import replace

from judge.conversation.deeds import PersonBlocked
from judge.conversation.known import readings_of
from judge.conversation.person import as_newcomer, is_like
from judge.conversation.progress import Progress, happened, reached, told
from judge.game import (
    JOIN,
    OBSERVER,
    AnsweredElsewhere,
    CreateGame,
    Entry,
    Event,
    Game,
    KeptApart,
    NoSuchGame,
    Observe,
    ObserverJoined,
    Player,
    PlayerJoined,
    PlayerLeft,
    PowerTakenOver,
    Refused,
    ReplyAddressSent,
    Sender,
    SignOn,
    TooManyGames,
    create_game,
    enter,
    open_sandbox,
    password_of,
    people_in,
)

_Newcomer = PlayerJoined | PowerTakenOver | ObserverJoined
_KEPT_APART = Refused("SIGN ON", KeptApart())
_TurnedAway = Refused | AnsweredElsewhere


def enter_section(entry: Entry, progress: Progress) -> Progress:
    """Return the progress in the game that `entry` wants, or in none if it is refused.

    What follows a way into a game that is refused reaches none.
    """
    match entry:
        case CreateGame():
            return _create(entry, progress)
        case SignOn():
            return _enter_game(entry, progress)
        case Observe():
            return _enter_game(entry, progress)


def _create(entry: CreateGame, progress: Progress) -> Progress:
    known = progress.known
    most = _most_created(progress)

    taken = is_like(entry.game, (*known.games_taken, *progress.games))
    variant, names = known.compiled.get(entry.variant), known.names_of_variants

    def decided(sender: Sender) -> tuple[Event, ...]:
        if most is not None:
            name = "SANDBOX" if entry.sandbox else "CREATE"
            return (Refused(name, TooManyGames(most)),)
        if entry.sandbox:
            return open_sandbox(
                entry,
                sender,
                progress.game_called(entry.source) or variant,
                names,
                taken=taken,
                now=known.now,
                seed=progress.seed,
            )
        return create_game(
            entry,
            sender,
            variant,
            names,
            taken=taken,
            now=known.now,
            seed=progress.seed,
            password=known.hash_of(entry.password),
            deadlines=known.deadlines,
        )

    entering, events = _as_somebody(replace(progress, game=entry.game), decided)
    return _entered(entering, events)


def _most_created(progress: Progress) -> int | None:
    """Return how many games the sender may create in a day, if he has created them."""
    lately = progress.known.lately
    made = sum(one.before is None for one in progress.happenings)
    return reached(lately.most_games, lately.games + made)


def _enter_game(entry: SignOn | Observe, progress: Progress) -> Progress:
    known, readings = progress.known, readings_of(entry)
    found = _first_game(readings, progress)
    if found is None:
        missing = _no_such_game(entry, progress.sender.player)
        name = _name_asked(readings)
        return told(replace(progress, game="", refused_game=name), *missing)
    seat, game = found
    hash_ = password_of(game, seat, progress.sender.player)
    opened = known.is_right(entry.password, hash_)
    password = known.hash_of(entry.password)

    def decided(sender: Sender) -> tuple[Event, ...]:
        events = enter(
            entry,
            sender,
            game,
            seat,
            known.now,
            opened=opened,
            password=password,
            earlier=_earlier_roles(game, progress),
            standing=known.standing,
            press=known.press.get(game.name.lower(), ()),
        )
        return (_KEPT_APART,) if _meets(game, events, progress) else events

    entering, events = _as_somebody(_before_entering(progress, game, opened), decided)
    return _entered(entering, events)


def _meets(game: Game, events: tuple[Event, ...], progress: Progress) -> bool:
    """Return whether by `events` the writer would be in a game with whom he never is.

    Who has a place already keeps it. In a gunboat game only those count whom everybody
    may know: a refusal would tell who else is in it.
    """
    blocked = {one.other for one in progress.deeds if isinstance(one, PersonBlocked)}
    apart = progress.known.persons.apart | blocked
    if not apart or not any(isinstance(event, _Newcomer) for event in events):
        return False
    leading = frozenset(one.player.number for one in (*game.masters, *game.tutors))
    return not apart.isdisjoint(leading if game.settings.gunboat else people_in(game))


def _earlier_roles(game: Game, progress: Progress) -> tuple[str, ...]:
    """Return the roles that the writer has had in `game`, and left by this letter."""
    number = progress.sender.player.number
    left = (
        fact.role
        for happening in progress.happenings
        if happening.after.name == game.name
        for fact in happening.facts
        if isinstance(fact, PlayerLeft) and fact.player.number == number
    )
    return (*progress.known.earlier.get(game.name.lower(), ()), *left)


def _before_entering(progress: Progress, game: Game, opened: bool) -> Progress:
    """Return the progress of a sender before he enters `game`.

    A reply address speaks for its own place, and for no other that its holder has.
    """
    sender, known = progress.sender, progress.known
    within = progress.game.lower() == game.name.lower()
    if opened or not within:
        own = known.authentic or known.place is None
        sender = replace(sender, role="", proven=opened or own)
    opened = opened or (within and progress.opened)
    return replace(progress, game=game.name, sender=sender, opened=opened)


def _no_such_game(entry: SignOn | Observe, player: Player) -> tuple[Event, ...]:
    """Return what is told of a game that is not there, to a stranger as of a place.

    Who wants to join names no place that somebody has.
    """
    readings = readings_of(entry)
    name, (wanted, _) = _name_asked(readings), readings[0]
    tried = entry.password is not None and wanted not in (JOIN, OBSERVER)
    if tried and not player.number:
        return (AnsweredElsewhere(),)
    return (Refused("SIGN ON", NoSuchGame(name)),) if name else ()


def _entered(progress: Progress, events: tuple[Event, ...]) -> Progress:
    """Return the progress in the game, or out of any when the way in was refused.

    Who is sent his reply address instead stands at his place, but proves nothing.
    """
    progress = happened(progress, events)
    sent = any(isinstance(event, ReplyAddressSent) for event in events)
    if sent or not any(isinstance(event, _TurnedAway) for event in events):
        return progress
    sender = replace(progress.sender, role="", proven=False)
    return replace(progress, game="", opened=False, refused_game=progress.game, sender=sender)


def _first_game(
    readings: tuple[tuple[str, str], ...], progress: Progress
) -> tuple[str, Game] | None:
    for seat, name in readings:
        game = progress.game_called(name)
        if game is not None:
            return seat, game
    return None


def _as_somebody(
    progress: Progress, decided: Callable[[Sender], tuple[Event, ...]]
) -> tuple[Progress, tuple[Event, ...]]:
    """Return what is decided, and the progress of a sender who is registered by then.

    A stranger is only where that gets him a place; nobody is known for having asked.
    """
    events = decided(progress.sender)
    known = progress.sender.player.number or progress.opened
    if known or any(isinstance(event, _TurnedAway) for event in events):
        return progress, events
    progress = as_newcomer(progress)
    return progress, decided(progress.sender)


def _name_asked(readings: tuple[tuple[str, str], ...]) -> str:
    """Return the name of the game that was asked for, both where it may be two."""
    *_, (seat, _) = readings
    names = [name for _, name in readings]
    return " or ".join(names if not seat else names[:1])
