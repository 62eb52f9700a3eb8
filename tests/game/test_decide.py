"""The guards before every command."""

import pytest
from hypothesis import given, settings, strategies as st

from judge.commands import command_in
from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    AnsweredElsewhere,
    ChangeSettings,
    Event,
    Game,
    LetterTimes,
    LineNotUnderstood,
    NotHolder,
    NotProven,
    Player,
    Refused,
    ReplyAddressSent,
    Sender,
    SetOption,
    SignOn,
    Stage,
    absences,
    base,
    decide,
    decide_outside,
    diaries,
    dry_run,
    editing,
    enter,
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
    votes,
)
from judge.game.base import kinds_of
from judge.game.confirm import confirmation_code
from judge.game.refusals import (
    NoSuchPhase,
    NotActive,
    NotEntered,
    NotForming,
    NotMaster,
    NotPaused,
    NotPlayer,
    NotSignedOn,
)
from tests.amount import many
from tests.game.builders import (
    AS_MASTER,
    AS_OBSERVER,
    CODES,
    MIA,
    NOW,
    OTTO,
    PLAYERS,
    POWERS,
    STRANGER,
    a_forming_game,
    a_game,
    as_power,
    told,
    with_seat_of,
)
from tests.kinds import replace

FOR_PLAYERS: tuple[base.Command, ...] = (
    filing.SubmitOrders(("A Par H",)),
    filing.ShowOrders(),
    filing.ClearOrders(),
    filing.PlanOrders("F1901M", ("A Par H",)),
    filing.PreviewOrders(),
    filing.UndoOrders(),
    proxies.GiveProxy("Germany"),
    proxies.EndProxy(),
    votes.SetWait(True),
    votes.VoteDraw(),
    votes.WithdrawDraw(),
    absences.SetAbsence((("tomorrow", ""),)),
    absences.WithdrawAbsence(),
    proposals.ProposePause("tomorrow 12:00"),
    proposals.Agree(yes=True),
    proposals.Propose("SET MOVE NEXT 48"),
)
FOR_ALL: tuple[base.Command, ...] = (
    press.SendPress("Hello"),
    press.RecallPress(),
    diaries.RecordNote("Whom to trust?"),
    diaries.ListNotes(),
    diaries.ReadNotes(),
    diaries.DropNotes(),
    diaries.MakeStatement("Well played."),
    places.Resign(),
    places.NewReplyAddress(),
    proposals.ProposeExtension("+12h"),
    substitutes.SeekSubstitute(),
    substitutes.ComeBack(),
)
SHOWN: tuple[base.Command, ...] = (
    guests.ShowGuests(),
    phases.Predict(),
    dry_run.DryRun("TERMINATE"),
    masters.HandOver("olga@example.org"),
    masters.Announce("Hear!"),
    rolling.RollForward(),
    rolling.Replay("S1901M"),
    masters.Control("France", "Germany"),
    editing.EditPosition(),
    masters.SetDummy("France"),
    phases.Release(),
)
FOR_MASTERS: tuple[base.Command, ...] = (
    SetOption("MOVE NEXT", "48"),
    phases.Process("S1901M"),
    phases.SetDeadline("+24h"),
    masters.Eject("Italy"),
    rolling.Rollback(),
    phases.Pause(),
    phases.Resume(),
    phases.Terminate(confirmation_code(a_game(), "TERMINATE", CODES)),
    phases.StartGame(),
    starting.Muster(),
    masters.Become("Italy"),
    masters.Promote("olga@example.org"),
    masters.NameTutor("olga@example.org"),
    ChangeSettings((("GRACE", "12h"),)),
    rolling.Unstart(),
    guests.Invite("ann@example.org"),
    guests.AllowPlayer("ann@example.org"),
    guests.DenyPlayer("ann@example.org"),
    guests.TakeOffLists("ann@example.org"),
)
FOR_ENTRANTS: tuple[base.Command, ...] = (starting.Confirm(), starting.PreferPowers("EF"))
ALL = (*FOR_ENTRANTS, *FOR_PLAYERS, *FOR_ALL, *FOR_MASTERS, *SHOWN)


def named(command: base.Command) -> str:
    return type(command).__name__


def why(game: Game, command: base.Command, sender: Sender) -> type:
    (event,) = told(game, command, sender)
    assert isinstance(event, Refused)
    return type(event.why)


def test_the_samples_here_hold_every_command() -> None:
    every = {*kinds_of(base.Command)}

    assert {type(command) for command in ALL} == every


@pytest.mark.parametrize("command", ALL, ids=named)
def test_nobody_is_obeyed_in_a_role_without_proof(command: base.Command) -> None:
    role = MASTER if command in (*FOR_MASTERS, *SHOWN) else "Italy"
    player = MIA if role == MASTER else PLAYERS["Italy"]

    assert why(a_game(), command, Sender(player, role)) is NotProven


@pytest.mark.parametrize("command", ALL, ids=named)
def test_nobody_is_obeyed_without_a_role(command: base.Command) -> None:
    assert why(a_game(), command, Sender(STRANGER, proven=True)) is NotSignedOn


@pytest.mark.parametrize("command", ALL, ids=named)
def test_the_reply_address_of_a_place_one_has_left_does_nothing(command: base.Command) -> None:
    game = with_seat_of(a_game(), "Italy", player=STRANGER)

    assert why(game, command, as_power("Italy")) is NotHolder


@pytest.mark.parametrize("command", FOR_MASTERS, ids=named)
def test_only_the_master_is_obeyed_as_master(command: base.Command) -> None:
    assert why(a_game(), command, as_power("Italy")) is NotMaster
    assert why(a_game(), command, AS_OBSERVER) is NotMaster


@pytest.mark.parametrize("command", FOR_PLAYERS, ids=named)
def test_orders_and_votes_are_for_players(command: base.Command) -> None:
    assert why(a_game(), command, AS_OBSERVER) is NotPlayer
    assert why(a_game(), command, AS_MASTER) is NotPlayer


@pytest.mark.parametrize("command", FOR_PLAYERS, ids=named)
def test_there_are_no_orders_and_votes_before_the_start_or_after_the_end(
    command: base.Command,
) -> None:
    entrant = Sender(STRANGER, ENTRANT, proven=True)
    over = a_game(stage=Stage.FINISHED)

    assert why(a_forming_game(STRANGER), command, entrant) is NotActive
    assert told(over, command, as_power("Italy")) == (
        Refused(
            command.called(),
            NotActive(Stage.FINISHED),
            "A Par H" if isinstance(command, filing.SubmitOrders | filing.PlanOrders) else "",
        ),
    )


@pytest.mark.parametrize("command", FOR_MASTERS, ids=named)
def test_a_game_that_was_terminated_is_left_alone(command: base.Command) -> None:
    assert why(a_game(stage=Stage.TERMINATED), command, AS_MASTER) in {
        NotActive,
        NotPaused,
        NotForming,
    }


@pytest.mark.parametrize("command", FOR_MASTERS, ids=named)
def test_a_game_that_is_over_can_only_be_rolled_back(command: base.Command) -> None:
    over = a_game(stage=Stage.FINISHED)

    if isinstance(command, rolling.Rollback):
        assert why(over, command, AS_MASTER) is NoSuchPhase
    else:
        assert why(over, command, AS_MASTER) is not NoSuchPhase


def test_what_would_be_lost_comes_back_with_the_refusal() -> None:
    unproven = Sender(PLAYERS["Italy"], "Italy")

    for command in (press.SendPress("A Rome H"), filing.SubmitOrders(("A Rome H",))):
        (event,) = told(a_game(), command, unproven)
        assert isinstance(event, Refused)
        assert event.text == "A Rome H"


def test_the_master_speaks_for_a_power_after_become_and_no_longer_as_master() -> None:
    (became,) = told(a_game(), masters.Become("Italy"), AS_MASTER)
    assert became == masters.MasterBecame("Italy")
    sender = replace(AS_MASTER, role="Italy", on_behalf=True)

    (event,) = told(a_game(), filing.SubmitOrders(("A Rome H",)), sender)

    assert isinstance(event, filing.OrdersFiled)
    assert why(a_game(), phases.Pause(), sender) is NotMaster


def test_the_master_who_became_one_power_may_become_another_or_master_again() -> None:
    sender = replace(AS_MASTER, role="Italy", on_behalf=True)

    for word, role in (("France", "France"), ("MASTER", MASTER)):
        assert told(a_game(), masters.Become(word), sender) == (masters.MasterBecame(role),)


def test_nobody_but_a_master_speaks_for_another() -> None:
    sender = Sender(STRANGER, "Italy", proven=True, on_behalf=True)

    assert why(a_game(), votes.VoteDraw(), sender) is NotHolder


def test_the_reply_address_of_an_entrant_is_good_for_the_power_they_were_dealt() -> None:
    sender = Sender(PLAYERS["Italy"], ENTRANT, proven=True)

    (event,) = told(a_game(), filing.SubmitOrders(("A Rome H",)), sender)

    assert isinstance(event, filing.OrdersFiled)
    assert event.sheet.power == "Italy"


def test_orders_are_taken_while_the_game_is_paused() -> None:
    paused = a_game(stage=Stage.PAUSED)

    (event,) = told(paused, filing.SubmitOrders(("A Rome H",)), as_power("Italy"))

    assert isinstance(event, filing.OrdersFiled)


HARMLESS = (AnsweredElsewhere, LineNotUnderstood, Refused, ReplyAddressSent)
PEOPLE = (*PLAYERS.values(), MIA, OTTO, STRANGER)
LINES = st.lists(
    st.sampled_from(("A Par - Bur", "hold all", "F Bre H", "hello", "xyzzy")), max_size=3
)
ANY_COMMAND = st.one_of(
    st.sampled_from(ALL), LINES.map(lambda lines: filing.SubmitOrders(tuple(lines)))
)
STAGES = st.sampled_from((a_game(), a_forming_game(STRANGER), a_game(stage=Stage.PAUSED)))


@given(
    STAGES,
    st.lists(ANY_COMMAND, max_size=4),
    st.sampled_from(PEOPLE),
    st.sampled_from((*POWERS, MASTER, OBSERVER, ENTRANT, "")),
    st.booleans(),
)
@settings(max_examples=many(150))
def test_nothing_that_an_unproven_sender_sends_changes_a_game(
    game: Game, letter: list[base.Command], player: Player, role: str, on_behalf: bool
) -> None:
    sender = Sender(player, role, proven=False, on_behalf=on_behalf)

    for command in letter:
        for event in decide(
            game, command, sender, LetterTimes(NOW, NOW, NOW), command_in, codes=CODES
        ):
            assert isinstance(event, HARMLESS)


@given(
    st.sampled_from(PEOPLE),
    st.sampled_from((*POWERS, "F", "M", "master")),
    st.sampled_from((None, "guess")),
)
def test_no_place_that_somebody_has_is_entered_without_proof(
    player: Player, seat: str, password: str | None
) -> None:
    game = a_game()

    events: tuple[Event, ...] = enter(
        SignOn(((seat, "demo"),), password), Sender(player), game, seat, NOW
    )

    assert all(isinstance(event, HARMLESS) for event in events)


def test_a_command_is_refused_by_the_words_that_give_it() -> None:
    assert votes.SetWait(True).called() == "SET WAIT"
    assert phases.Process().called() == "PROCESS"


def test_a_command_outside_any_game_is_told_to_name_one() -> None:
    (refused,) = decide_outside(filing.SubmitOrders(("A Par H",)), ("smp",), turned_away=False)

    assert isinstance(refused, Refused)
    assert refused.why == NotSignedOn(("smp",))
    assert refused.text == "A Par H"


def test_a_command_below_a_line_that_entered_no_game_is_not_obeyed_either() -> None:
    (refused,) = decide_outside(votes.SetWait(True), (), turned_away=True)

    assert isinstance(refused, Refused)
    assert isinstance(refused.why, NotEntered)
