"""Ways into a game; nobody enters another person's place without proof."""

from collections import Counter
from datetime import time, timedelta

import pytest

from judge.engine import Variant
from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    AnsweredElsewhere,
    CreateGame,
    Event,
    Follower,
    Game,
    GameCreated,
    GameSettings,
    Nmr,
    Observe,
    ObserverJoined,
    Player,
    PlayerJoined,
    PlayerSignedOn,
    PowerTakenOver,
    Refused,
    ReplyAddressSent,
    Sender,
    SignOn,
    Stage,
    create_game,
    enter,
    guests,
)
from judge.game.refusals import (
    AlreadyIn,
    BadName,
    GameFull,
    NameTaken,
    NoSuchPower,
    NoSuchVariant,
    NotActive,
    NotForming,
    NotMaster,
    NotSurviving,
    SeatTaken,
    WrongPassword,
    WrongValue,
)
from judge.game.settings import change
from tests.game.builders import (
    DEADLINE,
    MIA,
    NOW,
    OTTO,
    PLAYERS,
    POWERS,
    STANDARD,
    STRANGER,
    a_forming_game,
    a_game,
    a_position,
    after_filing,
    with_seat_of,
)

FRANCE = PLAYERS["France"]


def knocks(
    game: Game,
    seat: str,
    player: Player,
    *,
    password: str | None = None,
    proven: bool | str = False,
    opened: bool = False,
) -> tuple[Event, ...]:
    """Return the answer to SIGN ON.

    If `proven` names a role, its sender is proven by the reply address of that role.
    """
    entry = SignOn(((seat, game.name),), password)
    role = proven if isinstance(proven, str) else ""
    sender = Sender(player, role, proven=bool(proven))
    digest = None if password is None else f"hash of {password}"
    return enter(entry, sender, game, seat, NOW, opened=opened, password=digest)


def why(events: tuple[Event, ...]) -> type:
    assert isinstance(events[0], Refused)
    return type(events[0].why)


def test_whoever_is_proven_comes_back_to_their_place() -> None:
    assert knocks(a_game(), "France", FRANCE, proven="France") == (
        PlayerSignedOn("France", FRANCE),
    )
    assert knocks(a_game(), "F", FRANCE, password="oui", opened=True) == (
        PlayerSignedOn("France", FRANCE),
    )


def test_no_seat_named_means_the_place_one_has() -> None:
    assert knocks(a_game(), "", FRANCE, proven=True) == (PlayerSignedOn("France", FRANCE),)
    assert knocks(a_game(), "", MIA, proven=True) == (PlayerSignedOn(MASTER, MIA),)
    assert knocks(a_game(), "?", OTTO, proven=True) == (PlayerSignedOn(OBSERVER, OTTO),)


def test_the_right_password_from_another_address_speaks_for_the_holder() -> None:
    assert knocks(a_game(), "France", STRANGER, password="oui", opened=True) == (
        PlayerSignedOn("France", FRANCE),
    )


def test_without_proof_the_holder_is_sent_their_reply_address_and_nothing_changes() -> None:
    assert knocks(a_game(), "France", FRANCE) == (ReplyAddressSent("France"),)
    assert knocks(a_game(), "M", MIA) == (ReplyAddressSent(MASTER),)
    assert knocks(a_game(), "O", OTTO) == (ReplyAddressSent(OBSERVER),)
    assert knocks(a_forming_game(STRANGER), "?", STRANGER) == (ReplyAddressSent(ENTRANT),)


def test_a_wrong_password_is_wrong_from_ones_own_address_too() -> None:
    for proven in (False, True):
        assert knocks(a_game(), "France", FRANCE, password="non", proven=proven) == (
            Refused("SIGN ON", WrongPassword("France")),
        )


def test_where_no_password_was_set_none_is_wrong() -> None:
    game = with_seat_of(a_game(), "France", password=None)

    assert knocks(game, "France", FRANCE, password="oui") == (ReplyAddressSent("France"),)


def test_anothers_seat_is_taken_however_well_known_its_seeker_is() -> None:
    assert why(knocks(a_game(), "France", STRANGER)) is SeatTaken
    assert why(knocks(a_game(), "France", PLAYERS["Italy"], proven=True)) is SeatTaken


@pytest.mark.parametrize("seat", ["France", "M", "Narnia"])
def test_who_tries_a_password_at_a_place_of_others_is_told_nothing(seat: str) -> None:
    events = knocks(a_game(), seat, STRANGER, password="non")

    assert events == (AnsweredElsewhere(),)


def test_a_reply_address_of_one_power_opens_no_other() -> None:
    events = knocks(a_game(), "Germany", FRANCE, proven="France")

    assert why(events) is SeatTaken


def test_nobody_becomes_master_by_asking() -> None:
    assert why(knocks(a_game(), "M", STRANGER)) is NotMaster


def test_an_unknown_power_is_refused_with_those_there_are() -> None:
    (event,) = knocks(a_game(), "Narnia", STRANGER)

    assert event == Refused("SIGN ON", NoSuchPower("Narnia", POWERS))


def test_anybody_may_join_a_game_that_forms() -> None:
    (event,) = knocks(a_forming_game(FRANCE), "?", STRANGER, password="oui")

    assert isinstance(event, PlayerJoined)
    assert event.entrant.player == STRANGER
    assert event.entrant.password == "hash of oui"
    assert event.missing == 5


def test_to_sign_on_as_a_power_before_the_start_is_to_wish_for_it() -> None:
    (event,) = knocks(a_forming_game(), "France", STRANGER)

    assert isinstance(event, PlayerJoined)
    assert event.entrant.preferences == "France"


def test_nobody_joins_twice_or_a_game_that_is_full_or_their_own() -> None:
    full = a_forming_game(*PLAYERS.values())

    assert knocks(full, "?", FRANCE, proven=True) == (PlayerSignedOn(ENTRANT, FRANCE),)
    assert why(knocks(full, "?", STRANGER)) is GameFull
    assert why(knocks(a_forming_game(), "?", MIA)) is guests.GameLed


def test_who_joins_a_running_game_is_told_what_is_vacant() -> None:
    game = with_seat_of(a_game(), "Italy", player=None)

    (event,) = knocks(game, "?", STRANGER)

    assert event == Refused("SIGN ON", NotForming(("Italy",)))


def test_a_vacant_power_is_taken_over_with_its_orders_but_not_its_votes() -> None:
    game = after_filing(a_game(), "Italy", "hold all")
    game = with_seat_of(game, "Italy", player=None, draw=POWERS, wait=True, missed=2)

    (event,) = knocks(game, "Italy", STRANGER, password="ciao")

    assert isinstance(event, PowerTakenOver)
    seat = event.seat
    assert (seat.player, seat.password) == (STRANGER, "hash of ciao")
    assert seat.orders == game.seat("Italy").orders
    assert (seat.draw, seat.wait, seat.missed) == (None, False, 0)
    assert event.deadline == DEADLINE


def test_a_newcomer_gets_time_when_the_deadline_has_passed() -> None:
    past = NOW - timedelta(days=1)
    game = with_seat_of(
        a_game(deadline=past, settings=GameSettings(nmr=Nmr.WAIT)), "Italy", player=None
    )

    (event,) = knocks(game, "Italy", STRANGER)

    assert isinstance(event, PowerTakenOver)
    assert event.deadline is not None
    assert event.deadline >= NOW + timedelta(hours=72)


def test_a_newcomer_gets_time_during_grace() -> None:
    game = a_game(deadline=NOW - timedelta(hours=1), grace=NOW + timedelta(hours=1))

    (event,) = knocks(with_seat_of(game, "Italy", player=None), "Italy", STRANGER)

    assert isinstance(event, PowerTakenOver)
    assert event.deadline is not None
    assert event.deadline > NOW + timedelta(days=1)


def test_a_newcomer_without_orders_makes_the_phase_unready() -> None:
    game = a_game(ready=NOW)
    for power in POWERS:
        if power != "Italy":
            game = after_filing(game, power, "hold all")

    (event,) = knocks(with_seat_of(game, "Italy", player=None), "Italy", STRANGER)

    assert isinstance(event, PowerTakenOver)
    assert event.ready is None


def test_nobody_has_two_powers_and_no_master_plays() -> None:
    game = with_seat_of(a_game(), "Italy", player=None)

    for player, role in ((FRANCE, "France"), (MIA, MASTER)):
        (event,) = knocks(game, "Italy", player, proven=True)
        assert event == Refused("SIGN ON", AlreadyIn(role))


def test_an_observer_may_take_over() -> None:
    game = with_seat_of(a_game(), "Italy", player=None)

    (event,) = knocks(game, "Italy", OTTO)

    assert isinstance(event, PowerTakenOver)


def test_a_power_that_is_out_is_not_taken_over() -> None:
    board = a_position("F1910M", {"France": "A PAR"})
    game = with_seat_of(a_game(position=board), "Italy", player=None)

    assert why(knocks(game, "Italy", STRANGER)) is NotSurviving


def test_a_game_that_is_over_takes_nobody_new_but_lets_its_own_in() -> None:
    game = with_seat_of(a_game(stage=Stage.FINISHED), "Italy", player=None)

    assert why(knocks(game, "Italy", STRANGER)) is NotActive
    assert why(watches(game, STRANGER)) is NotActive
    assert knocks(game, "France", FRANCE, proven=True) == (PlayerSignedOn("France", FRANCE),)


def watches(game: Game, player: Player, *, proven: bool = False) -> tuple[Event, ...]:
    sender = Sender(player, proven=proven)
    return enter(Observe(game.name), sender, game, OBSERVER, NOW, password="hash")


def test_anybody_may_watch_and_comes_back_as_the_same() -> None:
    assert watches(a_game(), STRANGER) == (ObserverJoined(Follower(STRANGER, "hash")),)
    assert watches(a_game(), OTTO, proven=True) == (PlayerSignedOn(OBSERVER, OTTO),)
    assert watches(a_game(), OTTO) == (ReplyAddressSent(OBSERVER),)


def test_who_plays_does_not_watch() -> None:
    assert why(watches(a_game(), FRANCE)) is AlreadyIn


def created(
    name: str = "demo",
    *options: str,
    variant: Variant | None = STANDARD,
    deadlines: tuple[time, time] | None = None,
) -> tuple[GameCreated | Refused, ...]:
    return create_game(
        CreateGame(name, "standard", options=options),
        Sender(STRANGER),
        variant,
        ("standard", "chaos"),
        taken=name == "taken",
        now=NOW,
        seed=7,
        password="hash",
        deadlines=deadlines,
    )


def test_a_new_game_forms_with_its_creator_as_master() -> None:
    (event,) = created()

    assert isinstance(event, GameCreated)
    game = event.game
    assert game.stage is Stage.FORMING
    assert game.masters == (Follower(STRANGER, "hash"),)
    assert (game.name, game.variant, game.created) == ("demo", STANDARD, NOW)


def test_deadlines_of_new_games_lie_within_the_hours_of_the_judge() -> None:
    deadlines = (time(22, 30), time(0, 30))
    clocks = Counter()
    for number in range(500):
        (event,) = created(f"game{number}", deadlines=deadlines)
        assert isinstance(event, GameCreated)
        clocks[event.game.settings.timing.clock] += 1
    (own,) = created("demo", "CLOCK 20:00", deadlines=deadlines)

    late = {time(22 + minute // 60, minute % 60) for minute in range(30, 120, 5)}
    assert clocks.keys() == late | {time(0, minute) for minute in range(0, 31, 5)}
    assert max(clocks.values()) < 500 / len(clocks) * 2
    assert isinstance(own, GameCreated)
    assert own.game.settings.timing.clock == time(20)


def test_the_options_of_a_new_game_are_those_of_set() -> None:
    (event,) = created("demo", "MOVE", "NEXT", "48", "no", "press", "COMMENT", "A game")

    assert isinstance(event, GameCreated)
    chosen = event.game.settings
    assert chosen.timing.movement == timedelta(hours=48)
    assert chosen.press.value == "none"
    assert chosen.comment == "A game"


def test_a_wrong_option_creates_nothing() -> None:
    assert why(created("demo", "MOVE", "NEXT", "soon")) is WrongValue
    assert why(created("demo", "fishing")) is change.NoSuchOption


@pytest.mark.parametrize(
    "name", ["a", "1a", "x" * 21, "a b", "broadcast", "Master", "France", "S1901M", "a.b", ""]
)
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    assert why(created(name)) is BadName


@pytest.mark.parametrize("name", ["demo", "Fall-1901", "ab", "broad", "g7"])
def test_other_names_are_fine(name: str) -> None:
    assert isinstance(created(name)[0], GameCreated)


def test_a_taken_name_and_an_unknown_variant_are_refused() -> None:
    assert why(created("taken")) is NameTaken
    (event,) = created("demo", variant=None)
    assert event == Refused("CREATE", NoSuchVariant("standard", ("standard", "chaos")))
