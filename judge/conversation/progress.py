"""How far a letter has been obeyed: who speaks, in which game, and what happened."""

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
    """Return the sender in the role that `event` gave him, if it gave him one.

    Who gets a place by this very letter may go on to act in it: nobody sat there whom
    a forged letter could harm.
    """
    if isinstance(event, PlayerSignedOn):
        return replace(sender, role=event.role, player=event.holder or sender.player)
    if isinstance(event, ReplyAddressSent):
        return replace(sender, role=event.role, proven=False)
    if isinstance(event, Refused) and event.command == "BECOME":
        # What follows was meant for a power that was not found, and for no other.
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
    """What happened in a game at one stroke; `before` is None where it was created.

    The player whose number is `answered` did it, as the holder of `role`, and reads of
    it in the answer to his letter; he did it `for_power` where he spoke for one.
    """

    before: Game | None
    facts: tuple[Fact, ...]
    after: Game
    answered: int = 0
    role: str = ""
    for_power: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a letter has been obeyed, up to some command of one of its sections.

    Of the section: `game` is the one that was entered, "" while none was; it was
    `opened` if by a secret of the place itself. `refused_game` is the one that the
    sender wanted to enter in vain, "" if its name was not read, None if there was none;
    `events` are what he is told.
    Of the letter: `games` are as it leaves them, by name in lower case, `happenings`
    what was done to them, and `registered` who told of himself. `unproven` tells that
    some of it was done for nothing but a From. `deeds` are what the writer did of
    himself beside that.
    """

    known: LetterFacts
    writer: Player
    sender: Sender
    seed: int
    games: Mapping[str, Game]
    game: str = ""
    opened: bool = False
    refused_game: str | None = None
    events: tuple[Event, ...] = ()
    happenings: tuple[Happening, ...] = ()
    registered: tuple[Player, ...] = ()
    unproven: bool = False
    deeds: tuple[Deed, ...] = ()

    def game_called(self, name: str) -> Game | None:
        """Return the game of this name as it stands at this point, or None."""
        return self.games.get(name.lower())


def reached(most: int | None, done: int) -> int | None:
    """Return how often something may be done if it was `done` so often, else None."""
    return most if most and done >= most else None


def why_not_mailed(address: str, progress: Progress) -> Refusal | None:
    """Return why `address` is not asked or invited at the writer's wish, None if it is.

    What the letter has brought about already counts.
    """
    lately, mailbox = progress.known.lately, mailbox_of(address)
    claimed = (deed.asked for deed in progress.deeds if isinstance(deed, AddressClaim))
    invited = (
        fact.invitation.address
        for happening in progress.happenings
        for fact in happening.facts
        if isinstance(fact, guests.PlayerInvited)
    )
    mailed = [mailbox_of(one) for one in (*claimed, *invited)]
    if most := reached(lately.most_caused, lately.caused + len(mailed)):
        return TooManyAsked(most)
    room = lately.room.get(mailbox)
    return None if room is None or mailed.count(mailbox) < room else MailedEnough(address)


def is_answered_elsewhere(progress: Progress) -> bool:
    """Return whether its sender tried a place that is not his, and is told nothing."""
    return any(isinstance(event, AnsweredElsewhere) for event in progress.events)


def told(progress: Progress, *events: Event) -> Progress:
    """Return the progress when the sender is told of `events`."""
    return replace(progress, events=(*progress.events, *events))


def happened(
    progress: Progress, events: tuple[Event, ...], *, by: Sender | None = None
) -> Progress:
    """Return the progress after `events` in the game that was entered.

    They were brought about `by` its sender in this role, if not in the one he has.
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
    """Return the progress with what is offered of seats that fell open in a game."""
    game = progress.game_called(progress.game)
    if before is None or game is None:
        return progress
    offered = substitutes.offers(before, game, progress.known.now)
    return changed(progress, game.name, offered) if offered else progress


def changed(
    progress: Progress, name: str, facts: tuple[Fact, ...], *, by: Sender | None = None
) -> Progress:
    """Return the progress after `facts` in the game of this name, or that they make.

    Who brought them about reads of them in the answer to his letter.
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
    """Return the progress when `person` told who he is, for the first time or again."""
    number = person.number or progress.writer.number or progress.known.next_number
    person = replace(person, number=number, address=person.address.lower())
    fact = PlayerRegistered(person, new=False)
    games = {name: after(game, fact) for name, game in progress.games.items()}
    done = replace(progress, writer=person, games=games, registered=(*progress.registered, person))
    return _weighed(done, proven=False)


def done_for_person(progress: Progress, deed: Deed) -> Progress:
    """Return the progress after what the writer did of himself."""
    done = replace(progress, deeds=(*progress.deeds, deed))
    return _weighed(done, proven=False)


def for_holder(progress: Progress) -> Progress:
    """Return the progress after what is for nobody but the writer, and changes nothing.

    A letter that nothing proves waits until he says that it is his.
    """
    return _weighed(progress, proven=False)


def for_proven_writer(progress: Progress) -> Progress:
    """Return the progress after what is all about the writer as a person.

    Mails of the judge are forwarded: a reply address shows that somebody has one, not
    whose the letter is. Without proof of the writer's own address it waits for a yes.
    """
    return progress if progress.known.authentic else replace(progress, unproven=True)


def _weighed(progress: Progress, *, proven: bool) -> Progress:
    """Return the progress after a change, `proven` by what was changed or not."""
    shown = proven or progress.known.is_proven
    return progress if shown else replace(progress, unproven=True)
