"""Reading any mail has a limited cost, and the same result in every process."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from judge.child import Child, HungError, LostError
from judge.commands import Known, known_names, place_for
from judge.game import Game
from judge.reader import (
    LIMITS,
    Answer,
    LetterReader,
    Opened,
    Question,
    ReaderSlowError,
    TooMuchError,
    UnreadError,
    answered,
)
from judge.shipped import shipped_variants
from tests.amount import every
from tests.game.builders import a_game
from tests.mail.attacks import ATTACKS
from tests.patience import PATIENCE
from tests.post import ADDRESS, Post

NAMES = known_names(("France", "Germany"), ("standard",))
HELP = b"From: ann@players.test\nMessage-ID: <1@x>\n\nHELP\n"
WIDE = "html: wide cells"


@pytest.fixture(scope="module")
def reader() -> Iterator[LetterReader]:
    # On a busy machine a second of processor time takes many seconds.
    child = Child(answered, replace(LIMITS, patience=timedelta(seconds=PATIENCE)))
    yield LetterReader(child.ask)
    child.close()


@pytest.mark.parametrize("name", list(ATTACKS)[:: every(3)])
def test_a_megabyte_of_anything_is_read_or_given_up_and_the_next_mail_is_read(
    reader: LetterReader, name: str
) -> None:
    """The system enforces the limits themselves; see test_child."""
    try:
        found = reader.mail(ATTACKS[name], ADDRESS, NAMES)
        if isinstance(found, Opened):
            reader.sections(found.letter, known_in(a_running_game()))
    except TooMuchError:
        pass

    assert isinstance(reader.mail(HELP, ADDRESS, NAMES), Opened)


def test_a_letter_is_read_in_the_other_process_as_in_this_one(reader: LetterReader) -> None:
    body = "A PAR - BUR\nF BRE H\nPRESS TO G\nHello\nENDPRESS\nset wait\nwhen is it due?"
    raw = HELP.replace(b"HELP", body.encode())
    opened = reader.mail(raw, ADDRESS, NAMES)
    assert isinstance(opened, Opened)
    for game in (a_running_game(), replace(a_running_game(), position=None)):
        known = known_in(game)
        here = LetterReader(answered).sections(opened.letter, known)
        assert reader.sections(opened.letter, known) == here


def test_a_letter_over_which_the_process_died_is_tried_again() -> None:
    deaths = [LostError("killed"), LostError("killed")]

    def ask(question: Question) -> Answer:
        if deaths:
            raise deaths.pop()
        return answered(question)

    assert isinstance(LetterReader(ask).mail(HELP, ADDRESS, NAMES), Opened)
    deaths += [LostError("killed")] * 3
    with pytest.raises(UnreadError, match="killed"):
        LetterReader(ask).mail(HELP, ADDRESS, NAMES)


def test_a_letter_that_is_not_read_in_time_is_not_tried_again_at_once() -> None:
    asked: list[Question] = []

    def ask(question: Question) -> Answer:
        asked.append(question)
        raise HungError("slow")

    with pytest.raises(ReaderSlowError):
        LetterReader(ask).mail(HELP, ADDRESS, NAMES)
    assert len(asked) == 1


def test_who_writes_too_much_is_told_and_nothing_of_it_is_done(
    post: Post, reader: LetterReader
) -> None:
    post.judge = replace(post.judge, reader=reader)
    post.write("ann@players.test", "CREATE one standard")
    deep = HELP.replace(b"HELP", b"Content-Type: message/rfc822\n" * 60)
    for number, body in enumerate((ATTACKS[WIDE], deep)):
        for sender in ("ann@players.test", "stranger@players.test"):
            mail = re.sub(rb"From: \S+\n", f"From: {sender}\n".encode(), body)
            mail = re.sub(rb"<1@.*>", f"<{number}@{sender}>".encode(), mail)
            post.deliver(mail, ADDRESS, sender)

    told = [(mail.to, mail.text) for mail in post.arrived[1:]]
    own = [text for to, text in told if to == "ann@players.test"]
    # It depends on the machine which limit it reaches first.
    assert re.search(r"memory|took\s+too\s+long", own[0])
    assert "nested too deeply" in own[1]
    assert "stranger@players.test" not in dict(told)


def a_running_game() -> Game:
    variant = shipped_variants().read("standard")
    return a_game(name="smp", variant=variant, position=variant.start)


def known_in(game: Game) -> Known:
    place = place_for(game, "France")
    return Known(NAMES, "Ann", place, {"smp": place})
