"""Obeying one section of a letter: who speaks, for which game, and what comes of it."""

from dataclasses import replace

from judge.commands import TOPICS, Section, command_in, similar_topics, topic_of
from judge.conversation.entry import enter_section
from judge.conversation.known import LetterFacts, is_on_all_games
from judge.conversation.person import ask_for_keeper, is_misleading, obey_for_person
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
    MASTER,
    MONITOR,
    OBSERVER,
    OVER,
    TUTOR,
    Event,
    Fact,
    Game,
    HeldPress,
    MisleadingName,
    NotFromOwner,
    NotHolder,
    PlayerRegistered,
    Refused,
    Said,
    Sender,
    SetOption,
    SignOn,
    Unobeyed,
    admin,
    as_meant,
    base,
    decide,
    decide_outside,
    filing,
    guests,
    holds,
    inquiry,
    inspection,
    places,
    plays,
    press,
    profiles,
    role_now,
)

# Settings of a game that each person has for himself as well.
_OWN = {
    **dict.fromkeys(("REMINDERS", "REMINDER", "WARN"), "REMINDERS"),
    **dict.fromkeys(("ZONE", "TIME ZONE", "TIMEZONE"), "ZONE"),
}
# Roles in which nobody orders anything.
_ORDERLESS = (ENTRANT, OBSERVER, TUTOR)


def obey_section(section: Section, progress: Progress) -> Progress:
    """Return `progress` after all commands of `section` were obeyed in turn."""
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
    """Return what `command` is for who gives it.

    A Master has no orders of his own, nor have observers and who waits for a game to
    begin; others than a Master have no settings of a game.
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
        games=_listed(progress) if is_on_all_games(command) else (),
        game=progress.game_called(name) if name else None,
        topics=TOPICS,
        topic_of=topic_of,
        similar_topics=similar_topics,
        variants=known.variants,
        unreachable=known.unreachable,
        trail=known.trails.get(name.lower()),
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
    """Return whether a password opened a place that is not the writer's own.

    It proves whose the place is, and not who its holder is.
    """
    return progress.sender.player.number not in (0, progress.writer.number)


def _renamed(event: Event, known: LetterFacts) -> Event:
    """Return that somebody is called otherwise now, or why he cannot be."""
    if not isinstance(event, PlayerRegistered):
        return event
    name = event.player.name
    if name == known.writer.name or not is_misleading(name, known.names_taken):
        return event
    return Refused("REGISTER", MisleadingName(name))


def _listed(progress: Progress) -> tuple[Game, ...]:
    """Return the games that LIST shows, as the letter leaves them up to here."""
    listed = {game.name.lower(): game for game in progress.known.listed}
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
    """Return `event`, or a refusal where it invites somebody who gets no more such mail.

    Somebody who has asked to come in waits for it.
    """
    if not isinstance(event, guests.PlayerInvited) or event.invitation.address in game.guests.asked:
        return event
    why = why_not_mailed(event.invitation.address, progress)
    return event if why is None else Refused("INVITE", why)


def _most_press(progress: Progress, game: Game) -> int | None:
    """Return how much press the sender may send in an hour, if he has sent that much.

    None where he may send more.
    """
    lately, role = progress.known.lately, progress.sender.role
    key = game.name.lower()
    sent = sum(
        _written_by(role, fact)
        for happening in progress.happenings
        for fact in happening.facts
        if happening.after.name.lower() == key
    )
    return reached(lately.most_press, lately.press.get((key, role), 0) + sent)


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
    """Return the games that a part of a letter which names none may be about."""
    if progress.game or progress.refused_game is not None:
        return ()
    return progress.known.own
