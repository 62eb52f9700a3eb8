"""The people whom a game lets in: by its terms, by its Master's lists, by a code."""

from datetime import timedelta

import pytest

from judge.game import (
    Admission,
    Event,
    Fact,
    Game,
    GameSettings,
    Guests,
    Invitation,
    Player,
    PlayerJoined,
    Refusal,
    Refused,
    Sender,
    SignOn,
    Standing,
    after,
    enter,
    guests,
)
from tests.game.builders import AS_MASTER, NOW, STRANGER, a_forming_game, told
from tests.kinds import replace

SAM = STRANGER.address
INVITED = GameSettings(admission=Admission.INVITED)
ANN = Player(11, "Ann", "ann@example.org")


def joining(
    game: Game, player: Player = STRANGER, code: str | None = None, games: int = 0
) -> Event:
    """Return the answer to a request to join."""
    entry = SignOn((("?", game.name),), code=code)
    sender = Sender(player, proven=True)
    (event,) = enter(entry, sender, game, "?", NOW, standing=Standing(games))
    return event


def invited(game: Game, address: str) -> tuple[Game, str]:
    """Return the game after an invitation, and the invitation's code."""
    (event,) = told(game, guests.Invite(address), AS_MASTER)
    assert isinstance(event, guests.PlayerInvited)
    return after(game, event), event.code


@pytest.mark.parametrize(
    ("settings", "lists", "why"),
    [
        (INVITED, Guests(), guests.NotInvited()),
        (GameSettings(), Guests(denied=(SAM,)), guests.NotAdmitted()),
        (GameSettings(most_games=2), Guests(), guests.PlaysEnough(2)),
        (GameSettings(admission=Admission.APPROVAL), Guests(asked=(SAM,)), guests.AskedBefore()),
    ],
)
def test_who_is_not_let_in_is_told_why(settings: GameSettings, lists: Guests, why: Refusal) -> None:
    game = a_forming_game(settings=settings, guests=lists)

    assert joining(game, games=2) == Refused("SIGN ON", why)


def test_a_code_lets_one_person_in_once_from_any_address() -> None:
    game, code = invited(a_forming_game(settings=INVITED), "old@example.org")

    event = joining(game, code=code)

    assert isinstance(event, PlayerJoined)
    joined = after(game, event)
    assert joining(joined, ANN, code) == Refused("SIGN ON", guests.BadCode())


def test_an_invited_person_needs_no_code_and_is_bound_by_no_terms() -> None:
    settings = replace(INVITED, most_games=1)
    game, _ = invited(a_forming_game(settings=settings), SAM)

    assert isinstance(joining(game, games=5), PlayerJoined)


def test_a_new_code_makes_the_older_one_void() -> None:
    game, old = invited(a_forming_game(settings=INVITED), "old@example.org")
    made = replace(game.guests.invitations[0], made=NOW - timedelta(days=1))
    game = replace(game, guests=replace(game.guests, invitations=(made,)))

    game, new = invited(game, "old@example.org")

    assert joining(game, code=old) == Refused("SIGN ON", guests.BadCode())
    assert isinstance(joining(game, code=new), PlayerJoined)


def test_nobody_is_written_to_twice_a_day_and_not_without_end() -> None:
    game, _ = invited(a_forming_game(), SAM)
    full = a_forming_game(guests=Guests(made=50))

    assert told(game, guests.Invite(SAM), AS_MASTER) == (
        Refused("INVITE", guests.InvitedLately(SAM, NOW)),
    )
    assert told(full, guests.Invite(SAM), AS_MASTER) == (
        Refused("INVITE", guests.TooManyInvitations(50)),
    )


def test_where_the_master_lets_people_in_the_master_is_asked_once() -> None:
    game = a_forming_game(settings=GameSettings(admission=Admission.APPROVAL))

    event = joining(game)

    assert isinstance(event, guests.AdmissionAsked)
    assert event.reliable is None
    assert joining(after(game, event)) == Refused("SIGN ON", guests.AskedBefore())


def test_somebody_stands_on_one_list_alone() -> None:
    game = a_forming_game(guests=Guests(invitations=(Invitation(1, SAM, "", NOW),)))
    for command in (guests.AllowPlayer(SAM), guests.DenyPlayer(SAM)):
        (event,) = told(game, command, AS_MASTER)
        assert isinstance(event, Fact)
        game = after(game, event)
    assert game.guests == Guests(denied=(SAM,))

    (freed,) = told(game, guests.TakeOffLists(SAM), AS_MASTER)

    assert freed == guests.GuestsChanged(Guests())
    assert told(after(game, freed), guests.TakeOffLists(SAM), AS_MASTER) == (
        Refused("UNINVITE", guests.NobodyListed(SAM)),
    )
