"""Carries out one section of a letter: its sender, its game, and its commands."""

from collections.abc import Callable
from dataclasses import replace

from msgspec import structs

from judge.commands import TOPICS, Section, command_in, similar_topics, topic_of
from judge.conversation.known import LetterFacts, PersonBlocked, readings_of
from judge.conversation.persons import (
    as_newcomer,
    ask_for_keeper,
    is_like,
    is_misleading,
    obey_for_person,
)
from judge.conversation.progress import (
    Progress,
    happened,
    is_answered_elsewhere,
    reached,
    registered,
    told,
    why_not_mailed,
)
from judge.game import (
    ENTRANT,
    JOIN,
    MASTER,
    MONITOR,
    OBSERVER,
    OVER,
    TUTOR,
    AnsweredElsewhere,
    CreateGame,
    Entry,
    Event,
    Fact,
    Game,
    HeldPress,
    KeptApart,
    MisleadingName,
    NoSuchGame,
    NotFromOwner,
    NotHolder,
    Observe,
    ObserverJoined,
    Player,
    PlayerJoined,
    PlayerLeft,
    PlayerRegistered,
    PowerTakenOver,
    Refused,
    ReplyAddressSent,
    Said,
    Sender,
    SetOption,
    SignOn,
    TooManyGames,
    Unobeyed,
    admin,
    as_meant,
    base,
    create_game,
    decide,
    decide_outside,
    enter,
    filing,
    guests,
    holds,
    inquiry,
    inspection,
    open_sandbox,
    password_of,
    people_in,
    places,
    plays,
    press,
    profiles,
    role_now,
)

_Newcomer = PlayerJoined | PowerTakenOver | ObserverJoined
_KEPT_APART = Refused("SIGN ON", KeptApart())
_TurnedAway = Refused | AnsweredElsewhere


def enter_section(entry: Entry, progress: Progress) -> Progress:
    """Return the progress in the game of `entry`, or outside of games if the entry is refused.

    Commands after a refused entry are for no game.
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

    taken = is_like(entry.game, (*known.world.games_taken, *progress.games))
    variant, names = known.world.variant(entry.variant), known.names_of_variants

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
    """Return the limit of new games per day if the sender has reached it, else None."""
    known = progress.known
    made = sum(one.before is None for one in progress.happenings)
    return reached(known.games_per_day, known.world.games_created + made)


def _enter_game(entry: SignOn | Observe, progress: Progress) -> Progress:
    known, readings = progress.known, readings_of(entry)
    found = _first_game(readings, progress)
    if found is None:
        missing = _as_written(_no_such_game(entry, progress.sender.player), entry)
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
            standing=known.world.standing,
            press=known.world.press_to_all(game.name),
        )
        return (_KEPT_APART,) if _meets(game, events, progress) else events

    entering, events = _as_somebody(_before_entering(progress, game, opened), decided)
    return _entered(entering, _as_written(events, entry))


def _as_written(events: tuple[Event, ...], entry: SignOn | Observe) -> tuple[Event, ...]:
    """Return the events of an entry; a refusal calls the command by the words of its line."""
    words = entry.words if isinstance(entry, SignOn) else "OBSERVE"
    return tuple(
        structs.replace(event, command=words) if isinstance(event, Refused) else event
        for event in events
    )


def _meets(game: Game, events: tuple[Event, ...], progress: Progress) -> bool:
    """Return whether `events` would bring the writer into a game with a person they must not meet.

    A writer who already has a place keeps it. In a gunboat game only people count whose names are
    public, because a refusal would reveal who else plays.
    """
    if not any(isinstance(event, _Newcomer) for event in events):
        return False
    blocked = {one.other for one in progress.deeds if isinstance(one, PersonBlocked)}
    apart = progress.known.world.apart | blocked
    leading = frozenset(one.player.number for one in (*game.masters, *game.tutors))
    return not apart.isdisjoint(leading if game.settings.gunboat else people_in(game))


def _earlier_roles(game: Game, progress: Progress) -> tuple[str, ...]:
    """Return the roles that the writer had in `game`, including those left by this letter."""
    number = progress.sender.player.number
    left = (
        fact.role
        for happening in progress.happenings
        if happening.after.name == game.name
        for fact in happening.facts
        if isinstance(fact, PlayerLeft) and fact.player.number == number
    )
    return (*progress.known.world.earlier_roles(game.name), *left)


def _before_entering(progress: Progress, game: Game, opened: bool) -> Progress:
    """Return the progress with the rights that the sender has before they enter `game`.

    A reply address authorizes only its own place, not other places of its holder.
    """
    sender, known = progress.sender, progress.known
    within = progress.game.lower() == game.name.lower()
    if opened or not within:
        own = known.authentic or known.place is None
        sender = replace(sender, role="", proven=opened or own)
    opened = opened or (within and progress.opened)
    return replace(progress, game=game.name, sender=sender, opened=opened)


def _no_such_game(entry: SignOn | Observe, player: Player) -> tuple[Event, ...]:
    """Return the answer about a missing game; after a password it is as for a taken place.

    JOIN and OBSERVE name no place that somebody could have.
    """
    readings = readings_of(entry)
    name, (wanted, _) = _name_asked(readings), readings[0]
    tried = entry.password is not None and wanted not in (JOIN, OBSERVER)
    if tried and not player.number:
        return (AnsweredElsewhere(),)
    return (Refused("SIGN ON", NoSuchGame(name)),) if name else ()


def _entered(progress: Progress, events: tuple[Event, ...]) -> Progress:
    """Return the progress within the game, or outside of games if the entry was refused.

    A sender who is mailed their reply address instead is at their place, but unproven.
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
    """Return the events of an entry; a stranger is registered if it succeeds."""
    events = decided(progress.sender)
    known = progress.sender.player.number or progress.opened
    if known or any(isinstance(event, _TurnedAway) for event in events):
        return progress, events
    progress = as_newcomer(progress)
    return progress, decided(progress.sender)


def _name_asked(readings: tuple[tuple[str, str], ...]) -> str:
    """Return the name of the wanted game, or both names if the entry has two readings."""
    *_, (seat, _) = readings
    names = [name for _, name in readings]
    return " or ".join(names if not seat else names[:1])


# Settings of a game that are also preferences of each person.
_OWN = {
    **dict.fromkeys(("REMINDERS", "REMINDER", "WARN"), "REMINDERS"),
    **dict.fromkeys(("ZONE", "TIME ZONE", "TIMEZONE"), "ZONE"),
}
# Roles without orders.
_ORDERLESS = (ENTRANT, OBSERVER, TUTOR)


def obey_section(section: Section, progress: Progress) -> Progress:
    """Return `progress` after all commands of `section`, carried out in sequence."""
    if section.entry is not None:
        progress = enter_section(section.entry, progress)
    if is_answered_elsewhere(progress):
        return progress
    for said in section.commands:
        command = _as_meant(said, progress)
        if isinstance(command, inquiry.JudgeCommand | Unobeyed):
            progress = _ask(command, progress)
        elif isinstance(command, profiles.PersonCommand):
            progress = obey_for_person(command, progress)
        elif isinstance(command, admin.KeeperCommand):
            progress = ask_for_keeper(command, progress)
        elif isinstance(command, base.Command):
            progress = _act(command, progress)
    return progress


def _as_meant(command: Said, progress: Progress) -> Said:
    """Return the command that the words mean for this sender.

    Masters, observers and entrants have no orders, and only a Master can change a game's settings.
    """
    own = _own_games(progress)
    name = progress.game or (own[0] if len(own) == 1 else "")
    game = progress.game_called(name) if name else None
    sender = progress.sender
    leads = game is not None and sender.role in ("", MASTER) and holds(game, sender.player, MASTER)
    if isinstance(command, places.Resign) and progress.sender.role == MONITOR:
        return profiles.SetPreference("MONITOR", "OFF")
    if isinstance(command, SetOption) and command.option in _OWN and not leads:
        return profiles.SetPreference(_OWN[command.option], command.value)
    if game is None or not isinstance(command, filing.ShowOrders):
        return command
    orders = not leads and game.stage not in OVER and _may_order(game, sender)
    return command if orders else inspection.Status()


def _may_order(game: Game, sender: Sender) -> bool:
    role = role_now(game, sender.player, sender.role)
    return role not in _ORDERLESS if role else plays(game, sender.player)


def _ask(command: inquiry.JudgeCommand | Unobeyed, progress: Progress) -> Progress:
    if isinstance(command, inquiry.Register) and _speaks_for_another(progress):
        return told(progress, Refused("REGISTER", NotFromOwner()))
    known, own = progress.known, _own_games(progress)
    name = inquiry.game_named(command) or progress.game or (own[0] if len(own) == 1 else "")
    asker = inquiry.Asker(
        player=progress.sender.player,
        role=progress.sender.role,
        games=lambda: _listed(progress),
        game=progress.game_called(name) if name else None,
        topics=TOPICS,
        topic_of=topic_of,
        similar_topics=similar_topics,
        variants=known.variants,
        unreachable=lambda: known.world.unreachable,
        trail=known.world.trail,
        outside=not progress.game and progress.refused_game is None,
    )
    told_now = inquiry.answer_inquiry(command, asker)
    told_now = tuple(_renamed(event, known) for event in told_now)
    events = tuple(event for event in told_now if event not in progress.events)
    for event in events:
        if isinstance(event, PlayerRegistered):
            progress = registered(progress, event.player)
    return told(progress, *events)


def _speaks_for_another(progress: Progress) -> bool:
    """Return whether the sender opened another person's place by a password.

    A password proves the right to a place, not the identity of its holder.
    """
    return progress.sender.player.number not in (0, progress.writer.number)


def _renamed(event: Event, known: LetterFacts) -> Event:
    """Return the event of a person's new name, or a refusal if they may not have this name."""
    if not isinstance(event, PlayerRegistered):
        return event
    name = event.player.name
    if name == known.writer.name or not is_misleading(name, known.world.names_taken):
        return event
    return Refused("REGISTER", MisleadingName(name))


def _listed(progress: Progress) -> tuple[Game, ...]:
    """Return the games that LIST shows, after the letter so far."""
    listed = {game.name.lower(): game for game in progress.known.world.listed}
    for happening in progress.happenings:
        game = happening.after
        if game.settings.listed:
            listed[game.name.lower()] = replace(game, history=())
        else:
            listed.pop(game.name.lower(), None)
    return tuple(listed.values())


def _act(command: base.Command, progress: Progress) -> Progress:
    own = _own_games(progress)
    meant = progress.game_called(own[0]) if len(own) == 1 else None
    if meant is not None:
        progress = enter_section(SignOn((("", meant.name),)), progress)
    game = progress.game_called(progress.game) if progress.game else None
    if game is None:
        return _outside(command, progress, own)
    if isinstance(command, press.SendPress) and (most := _most_press(progress, game)):
        return told(progress, command.refused(press.TooMuchPress(most), command.text))
    times = progress.known.times_in(game.name, progress.sender.player)
    codes = progress.known.codes(progress.sender.player.number)
    events = decide(game, command, progress.sender, times, command_in, codes=codes)
    events = tuple(_unless_mailed_enough(event, game, progress) for event in events)
    doer = as_meant(game, command, progress.sender)
    progress = happened(progress, events, by=doer)
    lost = any(isinstance(e, Refused) and isinstance(e.why, NotHolder) for e in events)
    return replace(progress, game="", refused_game=progress.game) if lost else progress


def _unless_mailed_enough(event: Event, game: Game, progress: Progress) -> Event:
    """Return `event`, or a refusal if it invites an address that may get no more such mail.

    A person who has asked to join expects the invitation.
    """
    if not isinstance(event, guests.PlayerInvited) or event.invitation.address in game.guests.asked:
        return event
    why = why_not_mailed(event.invitation.address, progress)
    return event if why is None else Refused("INVITE", why)


def _most_press(progress: Progress, game: Game) -> int | None:
    """Return the limit of press per hour if the sender has reached it, else None."""
    known, role = progress.known, progress.sender.role
    key = game.name.lower()
    sent = sum(
        _written_by(role, fact)
        for happening in progress.happenings
        for fact in happening.facts
        if happening.after.name.lower() == key
    )
    return reached(known.press_per_hour, known.world.press_sent(game.name, role) + sent)


def _written_by(role: str, fact: Fact) -> bool:
    match fact:
        case press.PressSent(sender) | press.PressHeld(HeldPress(sender=sender)):
            return sender == role
        case _:
            return False


def _outside(command: base.Command, progress: Progress, own: tuple[str, ...]) -> Progress:
    turned_away = progress.refused_game is not None
    events = decide_outside(command, own, turned_away=turned_away)
    return told(progress, *(one for one in events if one not in progress.events))


def _own_games(progress: Progress) -> tuple[str, ...]:
    """Return the games that a section without a named game may be for."""
    if progress.game or progress.refused_game is not None:
        return ()
    return progress.known.own
