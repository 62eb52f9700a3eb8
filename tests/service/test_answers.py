"""Only a clear yes to a question acts, whatever the reply says in any language."""

from datetime import timedelta

import pytest

from judge.game import Stage
from judge.store import persons
from tests.amount import every
from tests.answers import ANSWERS
from tests.post import Arrived, Post, unproven
from tests.service.office import MASTER, player_of, reply_address, the_game

FANNY = "Fanny Smith <fanny@players.test>"
NEW = "fanny@players.test"
PASSWORD = "Xyzzy9"
QUESTIONS = ("letter", "address", "taking", "command")


def ask(office: Post, question: str) -> Arrived:
    """Return the question for a yes, to Fanny or to the Master."""
    france = player_of(office, "France")
    match question:
        case "letter":
            with unproven(office):
                office.write(FANNY, "OBSERVE smp")
        case "address":
            office.write(france, f"I AM ALSO {NEW}")
        case "taking":
            office.write(NEW, f"REGISTER Fanny\nSET PASSWORD {PASSWORD}")
            office.write("mallory@evil.test", f"I AM ALSO {NEW} {PASSWORD}")
        case _:
            office.write(MASTER, "TERMINATE", reply_address(office, MASTER))
    to = MASTER if question == "command" else NEW
    return [mail for mail in office.arrived if mail.to == to][-1]


def has_acted(office: Post, question: str) -> bool:
    """Return whether the command in question was carried out."""
    game = the_game(office)
    with office.judge.store.begin() as connection:
        person = persons.find_player(connection, NEW)
        mallory = persons.find_player(connection, "mallory@evil.test")
    match question:
        case "letter":
            return any(one.player.address == NEW for one in game.observers)
        case "address":
            return person is not None
        case "taking":
            return mallory is not None
        case _:
            return game.stage is Stage.FINISHED or game.ending is not None


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("expected", "text"), ANSWERS[:: every(9)])
def test_only_a_clear_yes_acts_on_every_question(
    office: Post, question: str, expected: str, text: str
) -> None:
    asked = ask(office, question)
    seen = len(office.arrived)
    sender = MASTER if question == "command" else FANNY
    with unproven(office):
        office.reply(sender, text, asked)
    told = [mail.subject for mail in office.arrived[seen:] if mail.to == asked.to]

    assert has_acted(office, question) is (expected == "yes")
    unclear = expected == "neither" and question != "taking"
    assert any(subject.endswith("] yes or no?") for subject in told) is unclear
    assert (told == []) is (expected == "program")
    if question == "taking":
        office.now += timedelta(days=1)
        office.tick()
        assert has_acted(office, question) is (expected in ("yes", "program"))


def test_a_no_drops_what_was_asked_about(office: Post) -> None:
    for question in QUESTIONS:
        asked = ask(office, question)
        for answer in ("No!", "Yes"):
            with unproven(office):
                office.reply(asked.to, answer, asked)

        assert not has_acted(office, question)
        assert "refused: answered before" in office.arrived[-1].subject


@pytest.mark.parametrize(
    "above",
    [
        "Not me!\n\nIn any other letter of yours this line does the same:\n\n",
        "[Ticket #4711] We received your request:\n",
        "What is this?\n",
        "word " * 1_000 + "\n",
    ],
)
@pytest.mark.parametrize("command", ["TERMINATE", 'SETTINGS\nmove_next = "48h"\nEND'])
def test_a_code_that_comes_back_with_our_question_confirms_nothing(
    office: Post, command: str, above: str
) -> None:
    office.write(MASTER, command, reply_address(office, MASTER))
    asked, before = office.arrived[-1], the_game(office)
    lines = asked.text.splitlines()
    begins = f"  {command.split(maxsplit=1)[0]} "
    # A question about settings has no code to quote, so the reply quotes all of it.
    code = next((at for at, line in enumerate(lines) if line.startswith(begins)), 0)
    office.reply(MASTER, above + "\n".join(lines[code:]), asked)

    assert the_game(office).settings == before.settings
    assert the_game(office).stage is before.stage


@pytest.mark.parametrize(("text", "is_taken"), [("NO", False), ("Who?", False), ("Yes", True)])
def test_whoever_reads_forwarded_mail_stops_a_taking_and_cannot_agree_to_it(
    office: Post, text: str, *, is_taken: bool
) -> None:
    asked = ask(office, "taking")
    with unproven(office):
        office.reply("fanny@work.test", text, asked)
    assert not has_acted(office, "taking")
    office.now += timedelta(days=1)
    office.tick()

    assert has_acted(office, "taking") is is_taken


def test_a_code_that_anybody_could_compute_confirms_nothing(office: Post) -> None:
    office.write(MASTER, "TERMINATE zqkmm", reply_address(office, MASTER))

    assert office.arrived[-1].subject == "[smp] please confirm TERMINATE"
    assert not has_acted(office, "command")


def test_of_several_commands_each_is_answered_by_itself_and_once(office: Post) -> None:
    office.write(MASTER, "CREATE other standard")
    seen = len(office.arrived)
    office.write(MASTER, "SIGN ON M@other\nTERMINATE\nSIGN ON M@smp\nTERMINATE\nTERMINATE")
    other, smp = (mail for mail in office.arrived[seen:] if "please confirm" in mail.subject)
    office.reply(MASTER, "No", other)
    office.reply(MASTER, "Yes", smp)

    assert has_acted(office, "command")


def test_after_ten_questions_the_other_commands_are_named(office: Post) -> None:
    names = [f"game{number}" for number in range(12)]
    for name in names:
        office.write(MASTER, f"CREATE {name} standard")
        office.now += timedelta(days=1)
    seen = len(office.arrived)
    office.write(MASTER, "\n".join(f"SIGN ON M@{name}\nTERMINATE" for name in names))
    mails = office.arrived[seen:]

    assert sum("please confirm" in mail.subject for mail in mails) == 10
    assert sum("  TERMINATE\n" in mail.text for mail in mails if "confirm" not in mail.subject) == 2
