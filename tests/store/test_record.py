"""The loaded game is the game after the recorded facts, on both databases."""

from collections.abc import Callable

import pytest

from judge.engine import Adjudication, Order, Phase, PhaseKind, Season, Variant
from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    Earlier,
    Ending,
    Entered,
    Entrant,
    FinishedPhase,
    Follower,
    Game,
    GameSettings,
    Guests,
    Invitation,
    Motion,
    MotionKind,
    OrderSheet,
    Plan,
    Player,
    PlayerRegistered,
    PressRule,
    ProcessingSet,
    Proxy,
    Review,
    Seat,
    SettingChanged,
    Stage,
    absences,
    after,
    diaries,
    editing,
    events as happened,
    filing,
    guests,
    masters,
    phases,
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
from judge.store import games, record
from judge.store.codec import board_of, read_orders
from tests.kinds import replace
from tests.store.builders import (
    ANN,
    BEN,
    DEADLINE,
    EVE,
    HOUR,
    NOW,
    Shelf,
    a_game,
    a_message,
    a_note,
    a_seat,
)

S1901M = Phase(Season.SPRING, 1901, PhaseKind.MOVEMENT)
WON = Ending(("France",), "18 centers")

# The first is stored about a person; the second needs phases that were taken back.
APART = (PlayerRegistered, rolling.GameRolledForward)
FACTS = [kind for kind in kinds_of(happened.Fact) if kind not in APART]
Case = tuple[happened.Fact, Callable[[Game], Game]]


def cases(variant: Variant) -> dict[type, Case]:
    """Return, for each kind of fact, an example and the game after it."""
    found = (kept(variant), at_table(variant), sent(variant), timed(), ended(variant))
    found = (*found, on_the_clock(), wanting_a_player(), let_in(), held(), called())
    return {type(fact): (fact, change) for some in found for fact, change in some}


def kept(variant: Variant) -> list[Case]:
    new = replace(a_game(variant), name="other")
    sent = press.PressSent("France", ("England",), "Hi\0", broadcast=False, author=ANN)
    return [(happened.GameCreated(new), lambda _: new), (sent, lambda game: game)]


def held() -> list[Case]:
    """Return cases about the press that `a_game` holds, and about its diary."""
    late, note = a_message(2, leaves=None), a_note(1, BEN)
    last_word = replace(note, phase="", opened=True)

    def none(game: Game) -> Game:
        return replace(game, press_held=())

    return [
        (press.PressHeld(late), lambda game: replace(game, press_held=(*game.press_held, late))),
        (press.PressRecalled((a_message(1),)), none),
        (press.PressReturned(a_message(1), press.GotNobody()), none),
        (diaries.NoteRecorded(note), lambda game: replace(game, diary=(*game.diary, note))),
        (
            diaries.StatementMade(last_word),
            lambda game: replace(game, diary=(*game.diary, last_word)),
        ),
        (diaries.NotesDropped((a_note(1),)), lambda game: replace(game, diary=())),
        (
            diaries.DiariesOpened((a_note(1),)),
            lambda game: replace(game, diary=(replace(a_note(1), opened=True),)),
        ),
    ]


def called() -> list[Case]:
    """Return cases about entrants who have to confirm, and about results under review.

    Only Ben, of the entrants of `a_game`, has confirmed.
    """
    until = NOW + HOUR
    here = Entrant(BEN, "FRANCE germany", "$hash$", NOW)
    results = turn.ResultsReviewed(None, (), NOW, until)
    return [
        (starting.MusterCalled(until, (BEN,)), lambda game: replace(game, muster=until)),
        (starting.EntrantConfirmed(BEN, NOW, 1), lambda game: replace(game, entrants=(here,))),
        (
            starting.PowersPreferred(BEN, "EG", ()),
            lambda game: replace(game, entrants=(replace(game.entrants[0], preferences="EG"),)),
        ),
        (starting.MusterEnded((BEN,), 7), lambda game: replace(game, entrants=(), muster=None)),
        (results, lambda game: replace(game, review=Review(NOW, until))),
    ]


def at_table(variant: Variant) -> list[Case]:
    eve = Seat("Austria", EVE, missed=2, password="$new$")
    seats = tuple(Seat(power.name, ANN) for power in reversed(variant.powers))
    settings = GameSettings(press=PressRule.NONE, listed=False)
    return [
        (
            happened.PlayerJoined(Entrant(ANN, "any"), missing=5),
            lambda game: replace(game, entrants=(*game.entrants, Entrant(ANN, "any"))),
        ),
        (
            happened.PowerTakenOver(eve, DEADLINE + HOUR, ready=None),
            lambda game: replace(
                with_seat(game, eve),
                deadline=DEADLINE + HOUR,
                grace=None,
                ready=None,
                reminded=None,
            ),
        ),
        (
            happened.ObserverJoined(Follower(ANN, "$hash$")),
            lambda game: replace(game, observers=(*game.observers, Follower(ANN, "$hash$"))),
        ),
        (
            happened.GameStarted(seats, variant.start, DEADLINE + HOUR),
            lambda game: replace(fresh(game), seats=seats, entrants=(), deadline=DEADLINE + HOUR),
        ),
        (happened.PlayerLeft(ANN, "France", ejected=True), lambda game: vacated(game, "France")),
        (places.ReplyAddressRenewed(ANN, "France"), lambda game: game),
        (
            masters.TutorNamed(BEN),
            lambda game: replace(game, tutors=(Follower(BEN),), observers=game.observers[1:]),
        ),
        (
            masters.MasterPromoted(BEN),
            lambda game: replace(
                game, masters=(*game.masters, Follower(BEN)), observers=game.observers[1:]
            ),
        ),
        (
            rolling.GameUnstarted((Entrant(ANN), Entrant(BEN))),
            lambda game: replace(
                fresh(game),
                stage=Stage.FORMING,
                entrants=(Entrant(ANN), Entrant(BEN)),
                seats=(),
                position=None,
                deadline=None,
                forms_again=True,
            ),
        ),
        (SettingChanged(settings, "PRESS", "NONE"), lambda game: replace(game, settings=settings)),
    ]


def sent(variant: Variant) -> list[Case]:
    (order,) = read_orders(("A PAR H",), "France", board_of(variant))
    cleared = OrderSheet("France", S1901M, (), receipt=1)
    sheet = replace(cleared, orders=(order,), troubled=("what?",))
    f1901m = replace(S1901M, season=Season.FALL)
    lines = ("A PAR - BUR", "F BRE H")

    def with_sheet(game: Game) -> Game:
        seat = game.seat("France")
        new = replace(filed(seat, (order,)), troubled=("what?",))
        return replace(with_seat(game, new), ready=None)

    return [
        (filing.OrdersFiled(sheet, (), (), NOW, ready=None), with_sheet),
        (filing.OrdersUndone(sheet, 1, (), (), NOW, ready=None), with_sheet),
        (filing.PlanTaken(sheet, (), NOW, ready=None), with_sheet),
        (
            filing.OrdersCleared(cleared, (order,), NOW),
            lambda game: replace(with_seat(game, filed(game.seat("France"), ())), ready=None),
        ),
        (
            filing.OrdersPlanned("France", f1901m, lines, NOW),
            lambda game: with_seat(
                game, replace(game.seat("France"), plans=(Plan(f1901m, lines, NOW),))
            ),
        ),
        (
            proxies.OrdersEntered("Germany", sheet, sheet, (), (order,), (), (), NOW + HOUR, None),
            lambda game: with_seat(
                with_sheet(game),
                replace(
                    with_sheet(game).seat("France"),
                    dated=game.seat("France").dated or game.history[-1].processed,
                    entered=(Entered(order, "Germany", NOW + HOUR),),
                ),
            ),
        ),
        *lending(variant),
        (filing.OrdersMissed("France", S1901M, NOW, NOW + HOUR), lambda game: game),
        (
            votes.WaitSet("France", wait=False, ready=NOW + HOUR),
            lambda game: replace(
                with_seat(game, replace(game.seat("France"), wait=False)), ready=NOW + HOUR
            ),
        ),
        (
            votes.DrawVoted("France", None),
            lambda game: with_seat(game, replace(game.seat("France"), draw=None)),
        ),
    ]


def lending(variant: Variant) -> list[Case]:
    unit = next(one for one in variant.start.units if one.power == "Italy")
    single = Proxy("Germany", 1, 2, S1901M, unit)

    def with_proxy(game: Game) -> Game:
        return with_seat(game, replace(game.seat("Italy"), proxies=(single,)))

    return [
        (proxies.ProxyGiven("Italy", single), with_proxy),
        (proxies.ProxyEnded("Italy", (single,)), lambda game: game),
    ]


def filed(seat: Seat, orders: tuple[Order, ...]) -> Seat:
    """Return `seat` with its first orders of a phase, and the earlier ones for UNDO."""
    stood = Earlier(1, seat.orders, seat.troubled)
    orderly = replace(seat, orders=orders, troubled=(), dated=NOW)
    return replace(orderly, receipt=1, earlier=(*seat.earlier, stood))


def timed() -> list[Case]:
    later = DEADLINE + HOUR
    return [
        (
            phases.DeadlineSet(later, DEADLINE),
            lambda game: replace(game, deadline=later, grace=None, reminded=None),
        ),
        (
            phases.GamePaused("holidays"),
            lambda game: replace(game, stage=Stage.PAUSED, deadline=None, grace=None),
        ),
        (
            turn.GameResumed(later),
            lambda game: replace(game, deadline=later, grace=None, ready=None, reminded=None),
        ),
        (
            ProcessingSet(later, NOW - HOUR, ("France",)),
            lambda game: replace(game, ready=NOW - HOUR),
        ),
        (
            turn.OrdersReminded(("France",), DEADLINE, reminded=NOW),
            lambda game: replace(game, reminded=NOW),
        ),
        (
            turn.PowersLate(("France",), DEADLINE, grace=later + HOUR),
            lambda game: replace(game, grace=later + HOUR),
        ),
        (
            turn.PowersAbandoned(("France", "England"), (ANN, BEN)),
            lambda game: replace(
                vacated(vacated(game, "France"), "England"), deadline=None, grace=None
            ),
        ),
        (turn.MailLost(Phase(Season.FALL, 1901, PhaseKind.MOVEMENT)), lambda game: game),
        (turn.PhaseHeld(later + HOUR), lambda game: replace(game, held=later + HOUR)),
    ]


def on_the_clock() -> list[Case]:
    away = ((NOW, NOW + HOUR),)
    motion = Motion(MotionKind.EXTEND, DEADLINE + HOUR, "a train")
    by_line = Motion(MotionKind.COMMAND, None, line="SET GRACE 48", timed=False)
    return [
        (absences.AbsenceAsked("France", NOW.date(), DEADLINE.date()), lambda game: game),
        (
            absences.AbsenceSet("France", away),
            lambda game: with_seat(game, replace(game.seat("France"), absences=away)),
        ),
        (
            proposals.ProposalMade("France", motion),
            lambda game: replace(
                with_seat(game, replace(game.seat("France"), agrees=True)), motion=motion
            ),
        ),
        (
            proposals.ProposalVoted("France", yes=False),
            lambda game: with_seat(game, replace(game.seat("France"), agrees=False)),
        ),
        (
            proposals.ProposalMade("France", by_line),
            lambda game: replace(
                with_seat(game, replace(game.seat("France"), agrees=True, proposed=True)),
                motion=by_line,
            ),
        ),
        (
            proposals.ProposalAgreed(by_line),
            lambda game: replace(game, motion=replace(by_line, settled=True)),
        ),
        (
            proposals.ProposalRejected(motion),
            lambda game: replace(game, motion=replace(motion, settled=True)),
        ),
        (
            turn.PowersExcused(("France",), DEADLINE + HOUR),
            lambda game: replace(
                with_seat(game, replace(game.seat("France"), excused=1)), grace=DEADLINE + HOUR
            ),
        ),
    ]


def wanting_a_player() -> list[Case]:
    ann = Follower(ANN, "$hash$")
    later = DEADLINE + HOUR

    def of_france(**changed: object) -> Callable[[Game], Game]:
        return lambda game: with_seat(game, replace(game.seat("France"), **changed))

    return [
        (substitutes.SubstituteSought(("France",), 2), of_france(sought=True)),
        (
            substitutes.PlayerReturned("France", ((NOW, later),)),
            of_france(absences=((NOW, later),), missed=0),
        ),
        (
            substitutes.StandbyJoined(ann),
            lambda game: replace(game, standbys=(*game.standbys, ann)),
        ),
        (substitutes.SeatOffered(("France",), later), of_france(reserved=later)),
        (
            masters.DummySet("France", dummy=True),
            lambda game: with_seat(game, replace(game.seat("France"), dummy=True)),
        ),
        (
            masters.PowerControlled("France", "England", BEN),
            lambda game: with_seat(
                game,
                replace(
                    vacated(game, "France").seat("France"), player=BEN, wait_until=None, missed=0
                ),
            ),
        ),
    ]


def let_in() -> list[Case]:
    invited = Guests((Invitation(1, "x@example.org", "France", NOW),), made=1)
    others = Guests(allowed=("y@example.org",), denied=("z@example.org",), made=1)
    return [
        (
            guests.PlayerInvited(invited, invited.invitations[0], "k7xq2"),
            lambda game: replace(game, guests=invited),
        ),
        (guests.GuestsChanged(others), lambda game: replace(game, guests=others)),
        (
            guests.AdmissionAsked(ANN, "France"),
            lambda game: replace(game, guests=Guests(asked=("ann@example.org",))),
        ),
        (masters.OfficialAnnounced("Hear!", EVE), lambda game: game),
        (
            masters.MasterAppointed(ANN, (EVE,)),
            lambda game: replace(game, masters=(Follower(ANN),)),
        ),
    ]


def ended(variant: Variant) -> list[Case]:
    after = replace(variant.start, phase=Phase(Season.FALL, 1901, PhaseKind.MOVEMENT))
    finished = FinishedPhase(variant.start, Adjudication((), after), NOW, ("England",))
    board = replace(variant.start, units=variant.start.units[1:])
    france = a_seat(variant, "France")
    orders = france.orders
    won = turn.GameWon(WON)
    drawn = turn.GameDrawn(Ending(("England", "France"), "agreed"))
    gone = phases.GameTerminated(Ending((), "terminated"))
    return [
        (
            turn.PhaseProcessed(variant.start, finished.adjudication, NOW, ("England",), DEADLINE),
            lambda game: replace(
                with_seat(
                    with_seat(fresh(game), replace(game.seat("England"), missed=1)),
                    replace(fresh(game).seat("France"), missed=0, kept=1),
                ),
                position=after,
                history=(finished,),
            ),
        ),
        (
            rolling.GameRolledBack(after, (S1901M,), DEADLINE + HOUR),
            lambda game: replace(
                without_votes(fresh(game)), position=after, deadline=DEADLINE + HOUR
            ),
        ),
        (
            editing.PositionEdited(variant.start, board, (("France", orders[:1]),)),
            lambda game: replace(
                without_votes(with_seat(game, replace(france, orders=orders[1:], receipt=1))),
                position=board,
                edited=variant.start,
                ready=None,
            ),
        ),
        (won, lambda game: over(game, Stage.FINISHED, won.ending)),
        (drawn, lambda game: over(game, Stage.FINISHED, drawn.ending)),
        (gone, lambda game: over(game, Stage.TERMINATED, gone.ending)),
    ]


def with_seat(game: Game, seat: Seat) -> Game:
    """Return `game` with `seat` in place of its power's present seat."""
    seats = tuple(seat if one.power == seat.power else one for one in game.seats)
    return replace(game, seats=seats)


def vacated(game: Game, power: str) -> Game:
    seat = replace(game.seat(power), player=None, password=None, wait=False, draw=None)
    return with_seat(game, seat)


def without_votes(game: Game) -> Game:
    return replace(game, seats=tuple(replace(seat, draw=None) for seat in game.seats))


def fresh(game: Game) -> Game:
    """Return `game` at the start of a phase."""
    seats = tuple(
        replace(seat, orders=(), troubled=(), dated=None, wait=False) for seat in game.seats
    )
    return replace(game, seats=seats, grace=None, ready=None, reminded=None)


def over(game: Game, stage: Stage, ending: Ending) -> Game:
    return replace(game, stage=stage, ending=ending, deadline=None, grace=None, ready=None)


def test_a_game_is_loaded_as_it_was_created(shelf: Shelf, standard: Variant) -> None:
    assert shelf.game() == a_game(standard)


@pytest.mark.parametrize("kind", FACTS, ids=lambda one: one.__name__)
def test_a_fact_changes_the_game_as_it_says(shelf: Shelf, kind: type) -> None:
    game = shelf.game()
    fact, change = cases(game.variant)[kind]

    assert after(game, fact) == change(game)


@pytest.mark.parametrize("kind", FACTS, ids=lambda one: one.__name__)
def test_what_a_fact_makes_of_a_game_is_what_is_loaded(shelf: Shelf, kind: type) -> None:
    game = shelf.game()
    fact, _ = cases(game.variant)[kind]
    before = None if isinstance(fact, happened.GameCreated) else game
    record.record(shelf.connection, before, (fact,), NOW)
    expected = after(game, fact)

    assert games.load_game(shelf.connection, expected.name, shelf.variants) == expected


@pytest.mark.parametrize(
    ("player", "role", "left"),
    [
        pytest.param(EVE, MASTER, {"masters": ()}, id="Master"),
        pytest.param(EVE, OBSERVER, {"observers": (Follower(BEN),)}, id="observer"),
        pytest.param(BEN, ENTRANT, {"entrants": ()}, id="entrant"),
    ],
)
def test_who_leaves_loses_that_role_alone(
    shelf: Shelf, player: Player, role: str, left: dict[str, tuple[Follower, ...]]
) -> None:
    game = shelf.game()
    shelf.record(happened.PlayerLeft(player, role, ejected=False))

    assert shelf.game() == replace(game, **left)


def test_a_paused_game_runs_again(shelf: Shelf) -> None:
    game = shelf.game()
    shelf.record(phases.GamePaused(""), turn.GameResumed(DEADLINE))

    assert shelf.game() == replace(game, grace=None, ready=None, reminded=None)


def test_a_phase_with_nothing_to_order_is_not_missed(shelf: Shelf) -> None:
    game = shelf.game()
    board = game.position
    assert board is not None
    nobody = turn.PhaseProcessed(board, Adjudication((), board), NOW, (), DEADLINE)
    shelf.record(nobody)

    assert [shelf.game().seat(power).missed for power in ("France", "Italy")] == [0, 0]


def test_a_deadline_that_stays_keeps_its_reminders(shelf: Shelf) -> None:
    game = shelf.game()
    seat = Seat("Austria", EVE)
    shelf.record(happened.PowerTakenOver(seat, DEADLINE, ready=NOW))

    assert shelf.game() == replace(with_seat(game, seat), grace=None)
