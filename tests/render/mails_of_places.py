"""Sample mails about places in a game, and about persons."""

from collections.abc import Iterator
from datetime import time, timedelta

from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    STANDBY,
    Digest,
    Follower,
    Guests,
    Invitation,
    Preferences,
    Reader,
    WhoisPart,
    dry_run,
    editing,
    guests,
    masters,
    press,
    profiles,
    substitutes,
)
from judge.notation import board_lines
from judge.render import Renderer
from tests.kinds import replace
from tests.render import story
from tests.render.mailing import FANNY, Told, answer, news
from tests.render.story import DEADLINE, MIA, NOW, OLGA, PLAYERS, STRANGER

INVITED = Invitation(1, STRANGER.address, "Italy", NOW - timedelta(days=2))
GUESTS = Guests((INVITED,), ("tarik@players.example",), ("@spam.example",), ("gero@other.example",))


def mails_of_places(renderer: Renderer) -> Iterator[Told]:
    yield from _substitutes(renderer)
    yield from _guests(renderer)
    yield from _persons(renderer)
    start = story.STARTED
    dummy = masters.DummySet("Italy", dummy=True)
    yield "dummy", answer(renderer, start, dummy, player=MIA, role=MASTER)
    revived = replace(dummy, dummy=False)
    yield "dummy no longer", news(renderer, start, revived, "Turkey")
    controlled = masters.PowerControlled("Italy", "France", FANNY)
    yield ("controlled", answer(renderer, start, controlled, player=MIA, role=MASTER))
    yield "controlled, to who plays", news(renderer, start, controlled, "France")
    yield "controlled, to the others", news(renderer, start, controlled, "Turkey")
    sent = press.PressSent("France", ("Italy",), "Shall we?", broadcast=False)
    yield from _boards(renderer)
    pieces = (
        news(renderer, start, sent, "Italy"),
        news(renderer, start, replace(sent, text="Well?"), "Italy"),
    )
    yield "put together", renderer.bundle(pieces)


def _boards(renderer: Renderer) -> Iterator[Told]:
    """Yield the mails about a board that is edited by hand."""
    start = story.STARTED
    board = start.position
    assert board is not None
    owners = tuple("France" if one == "Italy" else one for one in board.owners)
    units = tuple(one for one in board.units if one.power != "Italy")
    then = replace(board, units=units, owners=owners)
    edited = editing.PositionEdited(board, then, (("France", start.seat("France").orders),))
    after = replace(start, position=then)
    yield "board edited", news(renderer, after, edited, "France")
    yield ("board edited, to the Master", answer(renderer, after, edited, player=MIA, role=MASTER))
    back = replace(edited, before=then, position=board, restored=True)
    yield "board as it was", news(renderer, start, back, "Turkey")
    tried = dry_run.DryRunShown("EDIT POSITION", (edited,), "units Italy:")
    yield "board tried", answer(renderer, start, tried, player=MIA, role=MASTER)
    offered = editing.PositionOffered(board_lines(board, start.variant))
    yield "board offered", answer(renderer, start, offered, player=MIA, role=MASTER)


def _substitutes(renderer: Renderer) -> Iterator[Told]:
    start = story.STARTED
    sought = substitutes.SubstituteSought(("France",))
    yield "substitute sought", answer(renderer, start, sought)
    yield "substitute sought, to the others", news(renderer, start, sought, "Turkey")
    yield "substitute sought, to the Master", news(renderer, start, sought, MASTER)
    silent = substitutes.SubstituteSought(("France", "Italy"), silent=2)
    yield "silent, to the one", news(renderer, start, silent, "France")
    yield "silent, to the others", news(renderer, start, silent, "Turkey")
    returned = substitutes.PlayerReturned("France", ((DEADLINE, DEADLINE + timedelta(days=2)),))
    yield "returned", answer(renderer, start, returned)
    yield "returned, to the others", news(renderer, start, returned, "Turkey")
    waits = Follower(OLGA)
    game = replace(start, observers=(), standbys=(waits,))
    joined = substitutes.StandbyJoined(waits)
    yield "stand-by", answer(renderer, game, joined, player=OLGA, role=STANDBY)
    yield "stand-by, to the Master", news(renderer, game, joined, MASTER)
    offered = substitutes.SeatOffered(("Italy",), NOW + timedelta(hours=24))
    yield ("seat offered", renderer.news((offered,), game, Reader(OLGA, STANDBY), NOW))


def _guests(renderer: Renderer) -> Iterator[Told]:
    forming = story.FORMING
    invited = guests.PlayerInvited(GUESTS, INVITED, "kqzvm")
    yield ("invited", renderer.news((invited,), forming, Reader(STRANGER, ""), NOW))
    for name, event in (
        ("invitation sent", invited),
        ("guests changed", guests.GuestsChanged(GUESTS)),
        ("guests", guests.GuestsShown(GUESTS)),
        ("guests, none", guests.GuestsShown(Guests())),
    ):
        yield name, answer(renderer, forming, event, player=MIA, role=MASTER)
    asked = guests.AdmissionAsked(PLAYERS["Germany"], ENTRANT, "France, Italy")
    yield ("admission asked", answer(renderer, forming, asked, player=PLAYERS["Germany"], role=""))
    yield "admission asked, to the Master", news(renderer, forming, asked, MASTER)
    seat = guests.AdmissionAsked(PLAYERS["Germany"], "Italy", reliable=83)
    yield "admission to a seat asked", news(renderer, story.STARTED, seat, MASTER)


def _persons(renderer: Renderer) -> Iterator[Told]:
    wishes = Preferences(
        digest=Digest.DAY,
        batch=timedelta(minutes=10),
        quiet=(time(22), time(7)),
        reminders=(timedelta(hours=24), timedelta(hours=2)),
        shown=(WhoisPart.ZONE,),
    )
    wishful = replace(FANNY, preferences=wishes)
    games = (("smp", "France"), ("newyear", OBSERVER))
    bare = replace(FANNY, address="")
    for name, event in (
        ("preferences", profiles.PreferencesShown(FANNY)),
        ("preferences, other ones", profiles.PreferencesShown(wishful)),
        ("whois", profiles.PersonShown(bare, games)),
        ("whois, oneself", profiles.PersonShown(FANNY, games, own=True)),
        ("blocks", profiles.BlocksShown(("Gero", "Rasmus"))),
        ("blocks, none", profiles.BlocksShown(())),
        ("web key", profiles.WebKeyGiven(profiles.web_key(b"a key for tests only", 7, NOW))),
        ("browsers shut", profiles.BrowsersShut()),
        ("data", profiles.DataShown(FANNY)),
        ("erased", profiles.PersonErased("Fanny Dubois")),
    ):
        yield name, answer(renderer, None, event, role="")
