"""The progress of a letter: its current sender and game, and its effects so far."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.conversation.known import AddressClaim, Deed, LetterFacts
from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    STANDBY,
    AnsweredElsewhere,
    Event,
    Fact,
    Game,
    GameCreated,
    GameStarted,
    MailedEnough,
    ObserverJoined,
    Player,
    PlayerJoined,
    PlayerRegistered,
    PlayerSignedOn,
    PowerTakenOver,
    Refusal,
    Refused,
    ReplyAddressSent,
    Sender,
    TooManyAsked,
    after,
    guests,
    masters,
    starting,
    substitutes,
)
from judge.letter import mailbox_of


def sender_after(event: Event, sender: Sender) -> Sender:
    """Return the sender in the role that `event` gave them, or unchanged.

    A sender who gets a place by this letter may act in it at once: the place had no holder whom a
    forged letter could harm.
    """
    if isinstance(event, PlayerSignedOn):
        return replace(sender, role=event.role, player=event.holder or sender.player)
    if isinstance(event, ReplyAddressSent):
        return replace(sender, role=event.role, proven=False)
    if isinstance(event, Refused) and event.command == "BECOME":
        # The later commands were meant for the power that BECOME did not find, and for no other
        # power.
        return replace(sender, role=MASTER, on_behalf=False) if sender.on_behalf else sender
    if isinstance(event, masters.MasterBecame):
        return replace(sender, role=event.power, on_behalf=event.power != MASTER)
    role = _new_role(event, sender.player)
    return replace(sender, role=role, proven=True) if role else sender


def _new_role(event: Event, player: Player) -> str:
    match event:
        case GameCreated():
            return MASTER
        case ObserverJoined():
            return OBSERVER
        case substitutes.StandbyJoined():
            return STANDBY
        case PlayerJoined():
            return ENTRANT
        case PowerTakenOver(seat):
            return seat.power
        case GameStarted(seats):
            return next((s.power for s in seats if s.player == player), "")
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class Happening:
    """The facts of one step in a game; `before` is None if the step created the game."""

    before: Game | None
    facts: tuple[Fact, ...]
    after: Game
    #: The number of the player who caused the facts, and who reads of them in the answer; 0 for
    #: none.
    answered: int = 0
    #: That player's role.
    role: str = ""
    #: Whether that player acted for a power.
    for_power: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a letter's decision after some of its commands."""

    known: LetterFacts
    writer: Player
    sender: Sender
    seed: int
    #: The games as the letter has left them so far, by name in lower case.
    games: Mapping[str, Game]
    #: The game of the section, "" if none is entered.
    game: str = ""
    #: Whether the place was opened by its own password or reply address.
    opened: bool = False
    #: The game into which an entry was refused, "" for an unreadable name, None without one.
    refused_game: str | None = None
    #: The events for the answer to the section.
    events: tuple[Event, ...] = ()
    #: Whether the section needs no answer.
    silent: bool = False
    #: The changes of games by the letter.
    happenings: tuple[Happening, ...] = ()
    #: The persons who registered or changed their registration.
    registered: tuple[Player, ...] = ()
    #: Whether any change was made with only a From address as proof.
    unproven: bool = False
    #: Changes of the writer's own data, such as their addresses.
    deeds: tuple[Deed, ...] = ()
    #: The writer's addresses, the main one first, if the letter changed them.
    addresses: tuple[str, ...] = ()

    def game_called(self, name: str) -> Game | None:
        """Return the game with this name at this point of the letter, or None."""
        return self.games.get(name.lower())


# The limit of claims and invitations of a person in a day.
_MOST_CAUSED = 20


def reached(most: int | None, done: int) -> int | None:
    """Return the limit `most` if `done` has reached it, else None."""
    return most if most and done >= most else None


def why_not_mailed(address: str, progress: Progress) -> Refusal | None:
    """Return why a question or invitation to `address` is refused, None if it is allowed.

    Those of this letter count too.
    """
    world, mailbox = progress.known.world, mailbox_of(address)
    claimed = (deed.asked for deed in progress.deeds if isinstance(deed, AddressClaim))
    invited = (
        fact.invitation.address
        for happening in progress.happenings
        for fact in happening.facts
        if isinstance(fact, guests.PlayerInvited)
    )
    mailed = [mailbox_of(one) for one in (*claimed, *invited)]
    if most := reached(_MOST_CAUSED, world.mails_caused + len(mailed)):
        return TooManyAsked(most)
    return None if mailed.count(mailbox) < world.room(mailbox) else MailedEnough(address)


def is_answered_elsewhere(progress: Progress) -> bool:
    """Return whether the sender tried another person's place, which the answer must not show."""
    return any(isinstance(event, AnsweredElsewhere) for event in progress.events)


def wants_answer(section: Progress) -> bool:
    """Return whether a section gets an answer."""
    return not (section.silent or is_answered_elsewhere(section))


def told(progress: Progress, *events: Event) -> Progress:
    """Return the progress with `events` added to the answer."""
    return replace(progress, events=(*progress.events, *events))


def happened(
    progress: Progress, events: tuple[Event, ...], *, by: Sender | None = None
) -> Progress:
    """Return the progress after `events` in the current game.

    `by` is the sender who caused them, if it is not the current one.
    """
    progress = told(progress, *events)
    facts = tuple(event for event in events if isinstance(event, Fact))
    if facts:
        before = progress.game_called(progress.game)
        progress = changed(progress, progress.game, facts, by=by or progress.sender)
        progress = _weighed(progress, proven=progress.opened)
        progress = _offered(before, progress)
    for event in events:
        progress = replace(progress, sender=sender_after(event, progress.sender))
        game = progress.game_called(progress.game)
        if isinstance(event, PlayerJoined | starting.EntrantConfirmed) and game is not None:
            started = starting.start_if_full(game, progress.known.now)
            if started:
                progress = happened(progress, started)
    return progress


def _offered(before: Game | None, progress: Progress) -> Progress:
    """Return the progress with offers of newly vacant seats in a game."""
    game = progress.game_called(progress.game)
    if before is None or game is None:
        return progress
    offered = substitutes.offers(before, game, progress.known.now)
    return changed(progress, game.name, offered) if offered else progress


def changed(
    progress: Progress, name: str, facts: tuple[Fact, ...], *, by: Sender | None = None
) -> Progress:
    """Return the progress after `facts` in the game with this name, or in the game they create.

    The person who caused them reads of them in the answer to their letter.
    """
    before = game = progress.game_called(name)
    for fact in facts:
        game = fact.game if isinstance(fact, GameCreated) else game
        assert game is not None
        game = after(game, fact)
    assert game is not None
    doer = () if by is None else (by.player.number, by.role, by.on_behalf)
    happening = Happening(before, facts, game, *doer)
    return replace(
        progress,
        games={**progress.games, game.name.lower(): game},
        happenings=(*progress.happenings, happening),
    )


def registered(progress: Progress, person: Player) -> Progress:
    """Return the progress after `person` was registered or changed."""
    number = person.number or progress.writer.number or progress.known.world.next_number
    person = replace(person, number=number, address=person.address.lower())
    fact = PlayerRegistered(person, new=False)
    games = {name: after(game, fact) for name, game in progress.games.items()}
    done = replace(progress, writer=person, games=games, registered=(*progress.registered, person))
    return _weighed(done, proven=False)


def done_for_person(progress: Progress, deed: Deed) -> Progress:
    """Return the progress with a change of the writer's own data."""
    done = replace(progress, deeds=(*progress.deeds, deed))
    return _weighed(done, proven=False)


def for_holder(progress: Progress) -> Progress:
    """Return the progress after a question whose answer is private to the place's holder.

    If the letter is unproven, it waits until its writer has confirmed it.
    """
    return _weighed(progress, proven=False)


def for_proven_writer(progress: Progress) -> Progress:
    """Return the progress after a question or change about the writer as a person.

    The letter needs proof of the writer's own address, or waits for a yes. A reply address is no
    such proof, because people forward mails of the judge.
    """
    return progress if progress.known.authentic else replace(progress, unproven=True)


def _weighed(progress: Progress, *, proven: bool) -> Progress:
    """Return the progress after a change; `proven` is true if the place's own secret allowed it."""
    shown = proven or progress.known.is_proven
    return progress if shown else replace(progress, unproven=True)
