"""After any facts, the loaded game is the game that the facts make."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, settings, strategies as st

from judge.engine import Adjudication, Phase, PhaseKind, Season
from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    STANDBY,
    Ending,
    Entrant,
    Fact,
    Follower,
    Game,
    GameSettings,
    Guests,
    Invitation,
    Motion,
    MotionKind,
    Player,
    ProcessingSet,
    Proxy,
    Seat,
    SettingChanged,
    VariantChanges,
    absences,
    after,
    base,
    diaries,
    editing,
    events as happened,
    filing,
    guests,
    masters,
    places,
    press,
    proposals,
    proxies,
    rolling,
    starting,
    substitutes,
    turn,
    votes,
)
from judge.game.base import kinds_of
from judge.game.model import Builds
from judge.game.phases import DeadlineSet, GamePaused, GameTerminated
from judge.store import record
from judge.store.codec import board_of, read_orders
from tests.kinds import replace
from tests.store.builders import ANN, BEN, EVE, NOW, Shelf, a_message, a_note

Value = TypeVar("Value")
Draw = Callable[[st.SearchStrategy[Value]], Value]

people = st.sampled_from((ANN, BEN, EVE))
powers = st.sampled_from(("Austria", "England", "France", "Turkey"))
moments = st.integers(0, 10**6).map(lambda seconds: NOW + timedelta(seconds=seconds))
maybe_moments = st.none() | moments
invitations = st.builds(Invitation, st.integers(1, 9), st.just("x@example.org"), powers, moments)
all_guests = st.builds(
    Guests,
    st.lists(invitations, unique_by=lambda one: one.number, max_size=2).map(tuple),
    st.lists(st.sampled_from(("y@example.org", "z@example.org")), unique=True).map(tuple),
)
all_votes = st.none() | st.lists(powers, unique=True).map(tuple)
texts = st.lists(st.text("abc é", max_size=9), max_size=3).map(tuple)
endings = st.builds(Ending, texts, st.text("abc", max_size=9))
phases = st.builds(
    Phase, st.sampled_from(Season), st.integers(1901, 1903), st.sampled_from(PhaseKind)
)
commands = ("A PAR H", "A PAR - BUR", "F BRE - MAO", "A MAR S A PAR - BUR")
orders = st.lists(st.sampled_from(commands), max_size=3, unique=True)
changes = st.builds(
    VariantChanges,
    builds=st.none() | st.sampled_from(Builds),
    victory=st.none() | st.integers(5, 34),
    year=st.none() | st.integers(1800, 1902),
)
motions = st.builds(Motion, st.sampled_from(MotionKind), moments, st.text("abc é"), st.booleans())
all_settings = st.builds(
    GameSettings, gunboat=st.booleans(), changes=changes, comment=st.text("abc é")
)


def a_fact(kind: type, game: Game, draw: Draw[Any]) -> Fact:
    """Return a fact of this kind that can happen in `game`, or one with the opposite effect."""
    if kind in PLAIN:
        plain: Fact = draw(PLAIN[kind])
        return plain
    return MADE[kind](kind, game, draw)


def a_way_back(_kind: type, game: Game, draw: Draw[Any]) -> Fact:
    undone = game.history[draw(st.integers(0, len(game.history))) :]
    board = undone[0].before if undone else game.variant.start
    passed = tuple(one.phase for one in undone)
    return rolling.GameRolledBack(board, passed, draw(moments))


def a_start(_kind: type, game: Game, draw: Draw[Any]) -> Fact:
    names = draw(st.permutations([seat.power for seat in game.seats]))
    seats = tuple(Seat(name, draw(st.none() | people)) for name in names)
    return happened.GameStarted(seats, game.variant.start, draw(moments))


def a_newcomer(_kind: type, game: Game, draw: Draw[Any]) -> Fact:
    seat = replace(game.seat(draw(powers)), player=draw(people), password="$new$")
    deadline = game.deadline if draw(st.booleans()) else draw(maybe_moments)
    return happened.PowerTakenOver(seat, deadline, draw(maybe_moments))


def somebody_comes_or_goes(kind: type, game: Game, draw: Draw[Any]) -> Fact:
    player: Player = draw(people)
    joined = any(entrant.player == player for entrant in game.entrants)
    watches = any(observer.player == player for observer in game.observers)
    if kind is happened.PlayerJoined and not joined:
        return happened.PlayerJoined(Entrant(player, draw(st.text("FEG"))), 1)
    if kind is happened.ObserverJoined and not watches:
        return happened.ObserverJoined(Follower(player, "$hash$"))
    waits = any(standby.player == player for standby in game.standbys)
    if kind is substitutes.StandbyJoined and not waits:
        return substitutes.StandbyJoined(Follower(player, "$hash$"))
    if kind is masters.TutorNamed:
        return masters.TutorNamed(player)
    if kind is masters.MasterPromoted:
        return masters.MasterPromoted(player)
    role = draw(powers | st.sampled_from((ENTRANT, MASTER, OBSERVER, STANDBY)))
    return happened.PlayerLeft(player, role, ejected=True)


def a_filing(kind: type, game: Game, draw: Draw[Any]) -> Fact:
    power = draw(powers)
    read = read_orders(draw(orders), power, board_of(game.variant))
    sheet = happened.OrderSheet(
        power,
        game.variant.start.phase,
        () if kind is filing.OrdersCleared else read,
        troubled=draw(texts),
        complete=draw(st.booleans()),
    )
    sheet = replace(sheet, receipt=game.seat(power).receipt + 1)
    if kind is filing.OrdersFiled:
        return filing.OrdersFiled(sheet, (), (), draw(moments), draw(maybe_moments))
    if kind is filing.OrdersUndone:
        at = draw(moments)
        return filing.OrdersUndone(sheet, 1, (), (), at, draw(maybe_moments))
    if kind is proxies.OrdersEntered:
        entered = proxies.OrdersEntered(
            draw(powers), sheet, sheet, (), read, (), (), draw(moments), None
        )
        return replace(entered, ready=draw(maybe_moments))
    if kind is filing.PlanTaken:
        return filing.PlanTaken(sheet, (), draw(maybe_moments), draw(maybe_moments))
    return filing.OrdersCleared(sheet, (), draw(moments))


def a_plan(_kind: type, _game: Game, draw: Draw[Any]) -> Fact:
    return filing.OrdersPlanned(
        draw(powers), draw(phases), draw(texts), draw(moments), replaced=draw(texts)
    )


def a_proxy(kind: type, game: Game, draw: Draw[Any]) -> Fact:
    power, given = draw(powers), game.seat(draw(powers)).proxies
    if kind is proxies.ProxyEnded:
        return proxies.ProxyEnded(power, given)
    units = st.sampled_from((None, *game.variant.start.units))
    proxy = Proxy(draw(powers), 1, 2, draw(phases), draw(units))
    return proxies.ProxyGiven(power, proxy)


def a_phase(_kind: type, game: Game, draw: Draw[Any]) -> Fact:
    assert game.position is not None
    passed = {one.phase for one in game.history}
    phase = draw(phases.filter(lambda phase: phase not in passed))
    before = replace(game.position, phase=phase)
    became = Adjudication((), replace(game.position, phase=draw(phases)))
    absent = tuple(draw(st.lists(powers, unique=True)))
    return turn.PhaseProcessed(
        before, became, draw(moments), absent, draw(maybe_moments), closed=draw(maybe_moments)
    )


def a_message_held(kind: type, game: Game, draw: Draw[Any]) -> Fact:
    held = game.press_held
    if kind is press.PressHeld or not held:
        number = max((one.number for one in held), default=0) + 1
        return press.PressHeld(a_message(number, draw(maybe_moments)))
    one = draw(st.sampled_from(held))
    if kind is press.PressRecalled:
        return press.PressRecalled((one,))
    return press.PressReturned(one, press.GotNobody())


def a_diary(kind: type, game: Game, draw: Draw[Any]) -> Fact:
    author = draw(people)
    own = [one for one in game.diary if one.author.number == author.number]
    if kind is diaries.NoteRecorded or not own:
        number = max((one.number for one in own), default=0) + 1
        return diaries.NoteRecorded(a_note(number, author))
    if kind is diaries.StatementMade:
        number = own[-1].number + 1
        return diaries.StatementMade(replace(a_note(number, author), phase=""))
    some = tuple(draw(st.lists(st.sampled_from(own), unique=True)))
    dropped = kind is diaries.NotesDropped
    return diaries.NotesDropped(some) if dropped else diaries.DiariesOpened(some)


def a_way_forward(_kind: type, game: Game, draw: Draw[Any]) -> Fact:
    if game.undone:
        return rolling.GameRolledForward(game.undone, draw(moments))
    return a_phase(turn.PhaseProcessed, game, draw)


def a_board(_kind: type, game: Game, draw: Draw[Any]) -> Fact:
    assert game.position is not None
    gone = draw(st.integers(0, len(game.position.units)))
    board = replace(game.position, units=game.position.units[gone:])
    if draw(st.booleans()):
        passed = {one.phase for one in game.history}
        phase = draw(phases.filter(lambda phase: phase not in passed))
        board = replace(board, phase=phase)
    unfit = tuple((seat.power, seat.orders[:1]) for seat in game.seats if seat.orders)
    return editing.PositionEdited(game.position, board, unfit, draw(st.booleans()))


PLAIN: dict[type, st.SearchStrategy[Any]] = {
    press.PressSent: st.builds(press.PressSent, powers, texts, st.text("abc"), st.booleans()),
    SettingChanged: st.builds(SettingChanged, all_settings, st.just("PRESS"), st.just("NONE")),
    absences.AbsenceAsked: st.builds(absences.AbsenceAsked, powers, st.dates(), st.dates()),
    absences.AbsenceSet: st.builds(
        absences.AbsenceSet, powers, st.lists(st.tuples(moments, moments)).map(tuple)
    ),
    proposals.ProposalMade: st.builds(proposals.ProposalMade, powers, motions),
    proposals.ProposalVoted: st.builds(proposals.ProposalVoted, powers, st.booleans()),
    proposals.ProposalAgreed: st.builds(proposals.ProposalAgreed, motions),
    proposals.ProposalRejected: st.builds(proposals.ProposalRejected, motions),
    turn.PowersExcused: st.builds(turn.PowersExcused, st.lists(powers).map(tuple), moments),
    substitutes.SubstituteSought: st.builds(
        substitutes.SubstituteSought, st.lists(powers).map(tuple), st.integers(0, 3)
    ),
    substitutes.PlayerReturned: st.builds(substitutes.PlayerReturned, powers),
    substitutes.SeatOffered: st.builds(
        substitutes.SeatOffered, st.lists(powers).map(tuple), moments
    ),
    guests.PlayerInvited: st.builds(
        guests.PlayerInvited, all_guests, invitations, st.just(base.Secret("k7xq2"))
    ),
    guests.GuestsChanged: st.builds(guests.GuestsChanged, all_guests),
    guests.AdmissionAsked: st.builds(guests.AdmissionAsked, people, powers),
    masters.OfficialAnnounced: st.builds(masters.OfficialAnnounced, st.text("abc"), people),
    masters.DummySet: st.builds(masters.DummySet, powers, st.booleans()),
    masters.PowerControlled: st.builds(masters.PowerControlled, powers, powers, people),
    masters.MasterAppointed: st.builds(masters.MasterAppointed, people),
    filing.OrdersMissed: st.builds(filing.OrdersMissed, powers, phases, moments, moments),
    votes.WaitSet: st.builds(votes.WaitSet, powers, st.booleans(), maybe_moments, maybe_moments),
    votes.DrawVoted: st.builds(votes.DrawVoted, powers, all_votes),
    DeadlineSet: st.builds(DeadlineSet, moments, moments),
    GamePaused: st.builds(GamePaused, st.text("abc"), maybe_moments, st.booleans()),
    turn.GameResumed: st.builds(turn.GameResumed, moments),
    ProcessingSet: st.builds(ProcessingSet, moments, moments, texts),
    turn.OrdersReminded: st.builds(turn.OrdersReminded, texts, moments, moments),
    turn.PowersLate: st.builds(turn.PowersLate, texts, moments, moments),
    turn.PowersAbandoned: st.builds(turn.PowersAbandoned, st.lists(powers).map(tuple)),
    turn.PhaseHeld: st.builds(turn.PhaseHeld, moments, st.booleans()),
    turn.MailLost: st.builds(turn.MailLost, phases, maybe_moments),
    turn.GameWon: st.builds(turn.GameWon, endings),
    turn.GameDrawn: st.builds(turn.GameDrawn, endings),
    GameTerminated: st.builds(GameTerminated, endings),
    starting.MusterCalled: st.builds(starting.MusterCalled, moments, st.just((BEN,))),
    starting.EntrantConfirmed: st.builds(
        starting.EntrantConfirmed, people, moments, st.integers(0, 1)
    ),
    starting.PowersPreferred: st.builds(
        starting.PowersPreferred, people, st.text("EF", max_size=3), st.just(())
    ),
    starting.MusterEnded: st.builds(
        starting.MusterEnded, st.lists(people, unique=True).map(tuple), st.integers(0, 6)
    ),
    turn.ResultsReviewed: st.builds(
        turn.ResultsReviewed, st.none(), st.lists(powers, unique=True).map(tuple), moments, moments
    ),
    places.ReplyAddressRenewed: st.builds(places.ReplyAddressRenewed, people, powers),
}
MADE: dict[type, Callable[[type, Game, Draw[Any]], Fact]] = {
    happened.PlayerJoined: somebody_comes_or_goes,
    happened.ObserverJoined: somebody_comes_or_goes,
    happened.PlayerLeft: somebody_comes_or_goes,
    substitutes.StandbyJoined: somebody_comes_or_goes,
    masters.TutorNamed: somebody_comes_or_goes,
    masters.MasterPromoted: somebody_comes_or_goes,
    press.PressHeld: a_message_held,
    press.PressRecalled: a_message_held,
    press.PressReturned: a_message_held,
    diaries.NoteRecorded: a_diary,
    diaries.NotesDropped: a_diary,
    diaries.DiariesOpened: a_diary,
    diaries.StatementMade: a_diary,
    filing.OrdersFiled: a_filing,
    filing.OrdersCleared: a_filing,
    filing.OrdersUndone: a_filing,
    filing.PlanTaken: a_filing,
    proxies.OrdersEntered: a_filing,
    proxies.ProxyGiven: a_proxy,
    proxies.ProxyEnded: a_proxy,
    filing.OrdersPlanned: a_plan,
    turn.PhaseProcessed: a_phase,
    rolling.GameRolledBack: a_way_back,
    rolling.GameRolledForward: a_way_forward,
    happened.GameStarted: a_start,
    editing.PositionEdited: a_board,
    happened.PowerTakenOver: a_newcomer,
}
# Facts that are tested apart: one creates a game, one ends it for all other facts, and one is
# stored about a person.
APART = (happened.GameCreated, rolling.GameUnstarted, happened.PlayerRegistered)
KINDS = [kind for kind in kinds_of(Fact) if kind not in APART]

# Facts that need the one before, and so are rare in a random order.
TOGETHER = [
    turn.PhaseProcessed,
    rolling.GameRolledBack,
    turn.PhaseProcessed,
    rolling.GameRolledBack,
    rolling.GameRolledForward,
]


@settings(
    deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    first=st.just(TOGETHER) | st.lists(st.sampled_from(KINDS), max_size=6),
    then=st.lists(st.sampled_from(KINDS), min_size=1, max_size=4),
    data=st.data(),
)
def test_the_game_after_some_facts_is_the_one_that_is_loaded(
    shelf: Shelf, first: list[type], then: list[type], data: st.DataObject
) -> None:
    with shelf.connection.begin_nested() as savepoint:
        for kinds in (first, then):
            expected = before = shelf.game()
            facts: list[Fact] = []
            for kind in kinds:
                facts.append(a_fact(kind, expected, data.draw))
                expected = after(expected, facts[-1])
            assert record.record(shelf.connection, before, facts, NOW) == expected
            assert shelf.game() == expected
        savepoint.rollback()
