"""If the judge is struck at any write or commit, everything is still done exactly once."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy.exc import TimeoutError as NoConnectionError

from tests.amount import every
from tests.kinds import replace
from tests.post import ADDRESS, Post
from tests.service.office import (
    LATER,
    MASTER,
    MUCH_LATER,
    PLAYERS,
    PowerCut,
    a_mail,
    confirmed,
    delivered,
    keep,
    player_of,
    reply_address,
    store_trouble,
    stored,
    strike,
    the_game,
)

Act = Callable[[Post], None]


def write(*letters: tuple[str, str, str]) -> Act:
    """Return an act that delivers letters, each as (sender, recipient, text)."""

    def act(post: Post) -> None:
        for number, (sender, to, body) in enumerate(letters):
            mail = a_mail(sender, body, number, post.now.replace(second=0))
            keep(post, mail.as_bytes(), to, sender)
        post.tick()

    return act


def orders(post: Post) -> Act:
    """Return an act in which two players write orders, press and nonsense."""
    france, germany = player_of(post, "France"), player_of(post, "Germany")
    return write(
        (france, reply_address(post, france), "A PAR - BUR\nF BRE - ENG\nA MAR - XYZ"),
        (
            germany,
            reply_address(post, germany),
            "A MUN H\nPRESS TO FRANCE\nHello there.\nENDPRESS\nSET WAIT",
        ),
    )


def sections(post: Post) -> Act:
    """Return an act in which a stranger creates a game, joins another and asks about it."""
    return write(("new@players.test", ADDRESS, "CREATE two standard\nOBSERVE smp\nLIST\nHELP"))


def master(post: Post) -> Act:
    """Return an act in which a Master ejects a player and extends the deadline."""
    body = (
        f"{confirmed(post, 'EJECT France')}\nSET DEADLINE 2030-01-08 21:00\n"
        "BROADCAST\nHi.\nENDBROADCAST"
    )
    return write((MASTER, reply_address(post, MASTER), body))


def draw(post: Post) -> Act:
    """Return an act in which all players vote for a draw."""
    return write(*((p, reply_address(post, p), "SET DRAW") for p in PLAYERS))


def joining(post: Post) -> Act:
    """Return an act with a whole new game, from its creation to its start."""
    return write(
        ("new@players.test", ADDRESS, "CREATE two standard"),
        *((player, ADDRESS, "JOIN two") for player in PLAYERS),
    )


def processing(post: Post) -> Act:
    """Return an act in which the clock reaches the final end of the phase."""
    deadline = the_game(post).deadline
    assert deadline is not None

    def act(post: Post) -> None:
        post.judge = replace(post.judge, outage=timedelta(days=9))
        for moment in (deadline, deadline + timedelta(days=1)):
            post.now = max(post.now, moment)
            post.tick()
            post.now += LATER
            post.tick()

    return act


def disturbed(post: Post, act: Act, number: int, blow: BaseException) -> int:
    """Strike the judge during `act`, then repeat the act; return how many moments were counted."""
    with strike(post.judge.store, number, blow) as strikes:
        try:
            act(post)
        except type(blow):
            pass
    post.now += LATER
    act(post)
    post.now += MUCH_LATER
    post.tick()
    return strikes.seen


# The distance between blows, in moments; all blows would take a quarter of an hour.
EVERY = {orders: 7, sections: 9, processing: 23, master: 23, draw: 59, joining: 79}


@pytest.mark.parametrize("deed", EVERY, ids=lambda deed: deed.__name__)
def test_a_power_cut_at_any_moment_changes_nothing_in_the_end(
    office: Post, copy_of: Callable[[Post], Post], deed: Callable[[Post], Act]
) -> None:
    endure(office, copy_of, deed, PowerCut(), every(EVERY[deed]))


@pytest.mark.parametrize(
    ("deed", "blow"),
    [(orders, NoConnectionError("it hangs")), (processing, store_trouble())],
    ids=["orders", "processing"],
)
def test_a_store_that_fails_at_any_moment_changes_nothing_in_the_end(
    office: Post, copy_of: Callable[[Post], Post], deed: Callable[[Post], Act], blow: Exception
) -> None:
    endure(office, copy_of, deed, blow, every(5 * EVERY[deed]))


def endure(
    office: Post,
    copy_of: Callable[[Post], Post],
    deed: Callable[[Post], Act],
    blow: BaseException,
    step: int,
) -> None:
    """Compare the store and the mails after each blow with those after no blow."""
    act = deed(office)
    calm = copy_of(office)
    moments = disturbed(calm, act, 0, blow)
    kept, told = stored(calm), delivered(calm)
    assert kept != stored(office)
    for number in range(1, moments + 1, step):
        struck = copy_of(office)
        disturbed(struck, act, number, blow)
        assert stored(struck) == kept, number
        assert delivered(struck) == told, number
