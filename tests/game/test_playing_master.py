"""A Master who plays: from the start of the game on they are only a player."""

from datetime import timedelta

import pytest

from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    DiaryNote,
    Follower,
    Game,
    GameSettings,
    NotHolder,
    Player,
    PlayerJoined,
    Reader,
    Refusal,
    Refused,
    Sender,
    SignOn,
    after,
    base,
    dry_run,
    enter,
    everybody,
    guests,
    reader_of,
    roles_of,
    rolling,
    starting,
    view,
)
from judge.game.refusals import NotMaster
from judge.game.settings import change
from tests.game.builders import MIA, NOW, OTTO, PLAYERS, POWERS, a_forming_game, a_game, told
from tests.game.test_decide import FOR_MASTERS, SHOWN, named
from tests.kinds import replace

UNLED = GameSettings(moderated=False)
# Commands that players may try in a game without a Master, because they may propose them.
FOR_MASTERS_ALONE = [
    command for command in (*FOR_MASTERS, *SHOWN) if not isinstance(command, dry_run.DryRun)
]
BEN = Player(11, "Ben", "ben@example.org")
OTHERS = tuple(PLAYERS.values())[:6]


def a_game_that_mia_plays(**changes: object) -> Game:
    """Return a game without a Master that Mia created and plays in."""
    forming = a_forming_game(MIA, *OTHERS, settings=replace(UNLED, **changes))  # type: ignore[arg-type] # settings
    return after(forming, starting.start(forming, NOW))


def power_of_mia(game: Game) -> str:
    (role,) = roles_of(game, MIA)
    return role


def joined(game: Game, *, earlier: tuple[str, ...] = ()) -> Refusal | None:
    """Return why Mia may not join `game`, None if she has joined."""
    (event,) = enter(
        SignOn((("?", "demo"),)), Sender(MIA, proven=True), game, "?", NOW, earlier=earlier
    )
    assert isinstance(event, Refused | PlayerJoined)
    return event.why if isinstance(event, Refused) else None


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (UNLED, None),
        (GameSettings(), guests.GameLed),
        (replace(UNLED, gunboat=True), guests.NamesKnown),
    ],
)
def test_a_master_joins_where_nobody_will_lead(settings: GameSettings, why: type | None) -> None:
    found = joined(a_forming_game(settings=settings))

    assert found is None if why is None else isinstance(found, why)


def test_a_master_joins_where_another_one_leads_who_does_not_play() -> None:
    both = (Follower(MIA), Follower(BEN))

    assert joined(a_forming_game(masters=both)) is None
    assert isinstance(joined(a_forming_game(BEN, masters=both)), guests.GameLed)


def test_who_has_led_a_game_that_ran_never_plays_in_it() -> None:
    assert isinstance(joined(a_forming_game(settings=UNLED, forms_again=True)), guests.HasLed)
    vacant = a_game(seats=tuple(replace(s, player=None) for s in a_game().seats))
    (event,) = enter(
        SignOn((("France", "demo"),)),
        Sender(BEN, proven=True),
        vacant,
        "France",
        NOW,
        earlier=(MASTER,),
    )
    assert isinstance(event, Refused)
    assert isinstance(event.why, guests.HasLed)


@pytest.mark.parametrize("text", ["MODERATED ON", "GUNBOAT ON"])
def test_a_game_whose_master_joined_stays_one_that_they_may_play(text: str) -> None:
    event = change.change_setting(a_forming_game(MIA, settings=UNLED), text)

    assert isinstance(event, Refused)
    assert isinstance(event.why, change.MasterJoined)


def test_all_are_told_that_the_master_plays_and_only_the_master_of_others() -> None:
    game = a_forming_game(MIA, *OTHERS, settings=UNLED)
    by_number = {one.player.number: one for one in game.entrants}

    everyone = PlayerJoined(by_number[MIA.number], 0).readers(game)
    assert {one.player for one in everyone} == {MIA, OTTO, *OTHERS}
    few = PlayerJoined(by_number[OTHERS[0].number], 0).readers(game)
    assert few == (Reader(MIA, MASTER),)


def test_with_the_start_nobody_is_master_who_plays() -> None:
    game = a_game_that_mia_plays()

    assert game.masters == ()
    assert power_of_mia(game) in POWERS
    assert [r.role for r in everybody(None, game) if r.player == MIA] == [power_of_mia(game)]


def test_who_does_not_play_leads_on_or_observes() -> None:
    both = (Follower(MIA), Follower(BEN))
    led = a_forming_game(MIA, *OTHERS, masters=both)
    unled = replace(led, settings=UNLED)

    assert after(led, starting.start(led, NOW)).masters == (Follower(BEN),)
    begun = after(unled, starting.start(unled, NOW))
    assert begun.masters == ()
    assert roles_of(begun, BEN) == (OBSERVER,)


@pytest.mark.parametrize("command", FOR_MASTERS_ALONE, ids=named)
def test_who_was_master_is_obeyed_as_any_player(command: base.Command) -> None:
    game = a_game_that_mia_plays()
    for role in (MASTER, ENTRANT, power_of_mia(game)):
        events = told(game, command, Sender(MIA, role, proven=True))
        (event,) = events
        assert isinstance(event, Refused)
        assert isinstance(event.why, NotMaster)
    for role in (*(p for p in POWERS if p != power_of_mia(game)), OBSERVER):
        (event,) = told(game, command, Sender(MIA, role, proven=True))
        assert isinstance(event, Refused)
        assert isinstance(event.why, NotHolder)


def test_who_was_master_does_nothing_in_the_place_of_another() -> None:
    game = a_game_that_mia_plays()
    for power in POWERS:
        sender = Sender(MIA, power, proven=True, on_behalf=True)
        (event,) = told(game, rolling.Replay("S1901M"), sender)
        assert isinstance(event, Refused)
        assert isinstance(event.why, NotHolder)


@pytest.mark.parametrize("role", [MASTER, ENTRANT, OBSERVER, "", "own"])
@pytest.mark.parametrize("blind", [False, True], ids=["open", "blind"])
def test_what_others_do_in_secret_changes_nothing_that_the_master_may_see(
    role: str, *, blind: bool
) -> None:
    game = a_game_that_mia_plays(blind=blind)
    own = power_of_mia(game)
    other = next(power for power in POWERS if power != own)
    later = NOW + timedelta(days=1)
    busy = {
        "troubled": ("A NOWHERE",),
        "dated": NOW,
        "receipt": 7,
        "wait": True,
        "draw": (other,),
        "absences": ((NOW, later),),
        "agrees": True,
        "proposed": True,
    }
    seats = tuple(
        replace(seat, **busy) if seat.power == other else seat  # type: ignore[arg-type] # fields of a seat
        for seat in game.seats
    )
    player = game.seat(other).player
    assert player is not None
    note = DiaryNote(1, player, other, "S1901M", NOW, "Lie to Italy")
    secret = replace(game, seats=seats, diary=(note,))
    reader = reader_of(game, MIA, own if role == "own" else role)

    assert reader.role == own
    assert view(secret, reader) == view(game, reader)
    assert view(secret, Reader(MIA, MASTER)) == view(game, Reader(MIA, MASTER))


def test_a_master_who_joined_is_told_no_more_than_who_joined() -> None:
    game = a_forming_game(MIA, *OTHERS, settings=UNLED)
    wishing = replace(
        game,
        entrants=tuple(
            replace(one, preferences="France", here=NOW, password="hash") for one in game.entrants
        ),
    )
    for role in (MASTER, ENTRANT):
        reader = Reader(MIA, role)
        assert view(wishing, reader).entrants == view(game, reader).entrants
