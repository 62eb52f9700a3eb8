"""Every letter is stored, and answered once or set aside; it never stops other letters."""

import logging
from datetime import datetime, timedelta
from functools import partial

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from judge.child import HungError, LostError
from judge.letter import Delivery
from judge.mail import Door, Listener, Protocol
from judge.reader import Answer as Answered, LetterReader, Question, answered
from judge.render import Answer, Renderer
from judge.service import answer_alone, answer_next_letter, keep_mail
from judge.store import LetterState, keeper, open_store
from judge.store.tables import inbox
from tests.kinds import replace
from tests.post import ADDRESS, Post
from tests.service.office import (
    LATER,
    PLAYERS,
    PowerCut,
    a_mail,
    keep,
    player_of,
    reply_address,
    strike,
    the_game,
)
from tests.service.talk import talk


class Stumbling:
    """A renderer with a bug: it fails at answers to letters with the subject `Boom`."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer

    def answer(self, answer: Answer) -> object:
        if answer.letter.subject == "Boom":
            raise RuntimeError(answer.letter.subject)
        return self._renderer.answer(answer)

    def __getattr__(self, name: str) -> object:
        return getattr(self._renderer, name)


def states(office: Post) -> list[LetterState]:
    """Return the states of the letters after those that began the game."""
    with office.judge.store.begin() as connection:
        found = connection.scalars(select(inbox.c.state).order_by(inbox.c.number))
        return list(found)[8:]


def test_mail_that_cannot_be_kept_is_not_acknowledged(office: Post) -> None:
    gone = open_store("sqlite:////nowhere/at/all/judge.db")
    judge = replace(office.judge, store=gone)
    mail = Delivery(b"From: a@b.test\n\nHELP", ADDRESS, "a@b.test", office.now)
    with pytest.raises(DBAPIError):
        keep_mail(judge, mail, office.now)

    door = Door("127.0.0.1", 0, Protocol.SMTP, ADDRESS)
    with Listener(
        door, lambda mail: keep_mail(judge, mail, office.now), judge.doors.arriving
    ) as listener:
        words = ["EHLO x", "MAIL FROM:<a@b.test>", f"RCPT TO:<{ADDRESS}>", "DATA"]
        said = talk(listener.port, [*words, "Subject: x\r\n\r\nHELP\r\n."])

    assert said[-1].startswith("451 4.3.0")
    assert "sqlite" not in said[-1].lower()


def test_mail_that_comes_again_is_kept_and_answered_once(office: Post) -> None:
    raw = a_mail("new@players.test", "HELP", 1, office.now).as_bytes()
    seen = len(office.arrived)
    for again in (raw, raw.replace(b"\r\n", b"\n"), b"Received: by x\r\n" + raw):
        office.deliver(again, ADDRESS, "new@players.test")

    assert [mail.to for mail in office.arrived[seen:]] == ["new@players.test"]


def test_a_letter_that_crashes_the_judge_is_set_aside_and_can_be_tried_again(
    office: Post, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    sound = office.judge.renderer
    office.judge = replace(office.judge, renderer=Stumbling(sound))  # type: ignore[arg-type] - it answers to the same names
    seen = len(office.arrived)
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france), "Boom")
    office.write("new@players.test", "HELP")

    told = {mail.to: mail for mail in office.arrived[seen:]}
    assert set(told) == {"keeper@judge.test", france, "new@players.test"}
    assert "because of an error in the judge" in told[france].text
    assert told["keeper@judge.test"].subject == "[judge] letter 9 set aside"
    assert the_game(office).seat("France").orders == ()
    with office.judge.store.begin() as connection:
        (waiting,) = keeper.letters_set_aside(connection)
    assert (waiting.number, waiting.sender) == (9, france)
    logged = str([vars(record) for record in caplog.records])
    for note in (waiting.note, told["keeper@judge.test"].text, logged):
        assert "RuntimeError" in note
        assert "BUR" not in note

    office.judge = replace(office.judge, renderer=sound)
    with office.judge.store.begin() as connection:
        assert keeper.try_again(connection, waiting.number)
    office.tick()

    assert office.arrived[-1].to == france
    assert len(the_game(office).seat("France").orders) == 1
    assert states(office) == [LetterState.DONE, LetterState.DONE]


MOVES = "A VIE - GAL\nA PAR - BUR\nF LON - NTH\nA MUN - RUH\nA VEN - TYR\nA MOS - UKR\nA CON - BUL"


@pytest.mark.parametrize(
    ("asked", "painters"), [("HELP", 0), ("MAP", 0), ("HOLD ALL", 0), (MOVES, 1)]
)
def test_painters_are_woken_only_where_a_picture_is_wanted(
    office: Post, asked: str, painters: int
) -> None:
    raw = a_mail(PLAYERS[0], asked, 1, office.now).as_bytes()
    keep(office, raw, reply_address(office, PLAYERS[0]), PLAYERS[0])
    woken: list[bool] = []
    answer_next_letter(office.judge, office.now, lambda: woken.append(True))

    assert len(woken) == painters


def killed(office: Post, times: int) -> None:
    """Let several processes, one after the other, die of the waiting letter."""
    # The first process is struck at its first write. The later ones first count the attempt, so
    # three moments pass before the blow: a look at the inbox, the count and its commit.
    for blow in (1, *[4] * (times - 1)):
        with strike(office.judge.store, blow, PowerCut()), pytest.raises(PowerCut):
            answer_next_letter(office.judge, office.now)
        office.now += LATER
        office.judge = replace(office.judge, started=office.now)


def test_a_letter_in_hand_whenever_the_process_is_killed_is_answered_all_the_same(
    office: Post,
) -> None:
    raw = a_mail("new@players.test", "HELP", 1, office.now).as_bytes()
    keep(office, raw, ADDRESS, "new@players.test")
    killed(office, times=12)
    seen = len(office.arrived)
    office.tick()

    assert [mail.to for mail in office.arrived[seen:]] == ["new@players.test"]
    assert states(office) == [LetterState.DONE]


def test_a_letter_is_set_aside_of_which_a_process_dies_that_has_it_alone(office: Post) -> None:
    tried = []

    def die(number: int, _now: datetime) -> None:
        tried.append(number)
        raise LostError("its process died (-11)")

    raw = a_mail("new@players.test", "HELP", 1, office.now).as_bytes()
    keep(office, raw, ADDRESS, "new@players.test")
    killed(office, times=3)
    office.judge = replace(office.judge, alone=die)
    seen = len(office.arrived)
    office.tick()

    assert tried == [9]
    assert [mail.to for mail in office.arrived[seen:]] == ["keeper@judge.test"]
    assert "its process died" in office.arrived[-1].text
    assert states(office) == [LetterState.SET_ASIDE]


def test_a_letter_that_is_not_read_in_time_stops_no_other_and_is_read_by_itself(
    office: Post,
) -> None:
    def slow(question: Question) -> Answered:
        if b"slow@players.test" in getattr(question, "raw", b""):
            raise HungError("its process did not answer in time")
        return answered(question)

    patient = replace(office.judge, alone=partial(answer_alone, office.judge))
    office.judge = replace(patient, reader=LetterReader(slow))
    seen = len(office.arrived)
    office.write("slow@players.test", "HELP")
    office.write("new@players.test", "HELP")
    assert [mail.to for mail in office.arrived[seen:]] == ["new@players.test"]
    for _ in range(2):
        office.now += LATER
        office.tick()

    assert office.arrived[-1].to == "slow@players.test"
    assert states(office) == [LetterState.DONE] * 2


def test_a_letter_that_came_in_time_counts_though_the_judge_is_late(office: Post) -> None:
    deadline = the_game(office).deadline
    assert deadline is not None
    france = player_of(office, "France")
    office.judge = replace(office.judge, outage=timedelta(days=9))
    office.now = deadline + timedelta(days=1) - LATER
    office.tick()
    mail = a_mail(france, "A PAR - BUR", 1, office.now)
    keep(office, mail.as_bytes(), reply_address(office, france), france)
    office.now += 3 * LATER
    office.tick()

    assert "France\n  A PAR - BUR" in office.arrived[-1].text


def test_a_game_waits_for_a_letter_over_which_the_judge_died(office: Post) -> None:
    deadline = the_game(office).deadline
    assert deadline is not None
    france = player_of(office, "France")
    office.judge = replace(office.judge, outage=timedelta(days=9))
    office.now = deadline
    office.tick()
    office.now += timedelta(days=1) - timedelta(seconds=1)
    mail = a_mail(france, "A PAR - BUR", 1, office.now)
    keep(office, mail.as_bytes(), reply_address(office, france), france)
    office.now += timedelta(seconds=1)
    office.judge = replace(office.judge, started=office.now)
    with strike(office.judge.store, 4, PowerCut()), pytest.raises(PowerCut):
        office.tick()
    office.now += timedelta(seconds=1)
    office.tick()
    assert the_game(office).history == ()
    office.now += LATER
    office.tick()

    assert len(the_game(office).history) == 1
    assert "France\n  A PAR - BUR" in office.arrived[-1].text
