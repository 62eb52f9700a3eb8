"""The judge's queries on its store use indexes, however much mail is stored.

A query that reads all rows of a table takes longer each month, and nobody else can write in the
meantime.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from sqlalchemy import event

from judge.mail import Barred, Outcome, Rejected, TryAgain
from judge.service import Keeping, forget_old
from judge.service.upkeep import bare_dropped_letters
from judge.store.upkeep import census
from tests.kinds import replace
from tests.post import Post, unproven
from tests.service.office import MASTER, player_of, reply_address

# Tables that grow with each letter, mail or person.
GROWING = {
    *("inbox", "outbox", "attachments", "letter_games", "tokens", "guesses", "trail"),
    *("addresses", "seats", "entrants", "followers", "press", "phases", "filings"),
}
LETTER = """SET PASSWORD rosebud-rosebud
PRESS TO ALL
Hello.
ENDPRESS
HISTORY
STATUS
MY DATA
WHOIS c@players.test
SET DIGEST DAILY
LIST"""


def test_no_question_looks_at_all_mail_or_all_people(office: Post) -> None:
    plans = plans_of(office, live)
    slow = [
        (step, text)
        for text, steps in plans.items()
        for step in steps
        if step.startswith("SCAN") and step.split()[1] in GROWING
    ]
    assert len(plans) > 90
    assert slow == []


def test_answers_to_an_address_are_counted_without_reading_mails(office: Post) -> None:
    ann = player_of(office, "France")
    plans = plans_of(office, lambda office: office.write(ann, "LIST"))
    (counted,) = (
        step
        for text, steps in plans.items()
        for step in steps
        if text.startswith("SELECT count") and " outbox " in step
    )
    assert "COVERING INDEX" in counted


def plans_of(office: Post, act: Callable[[Post], None]) -> dict[str, list[str]]:
    """Return {query: steps of its plan} for all queries that `act` makes."""
    asked: dict[str, object] = {}

    def note(_connection: object, _cursor: object, text: str, *given: object) -> None:
        values, _context, many = given
        asked[text] = values[0] if many else values  # type: ignore[index] - many are a list

    event.listen(office.judge.store, "before_cursor_execute", note)
    act(office)
    event.remove(office.judge.store, "before_cursor_execute", note)
    with office.judge.store.connect() as connection:
        return {
            text: [
                step.detail
                for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)
            ]
            for text, values in asked.items()
            if text.startswith(("SELECT", "UPDATE", "DELETE"))
        }


def say(outcome: Outcome, *_mail: object) -> Outcome:
    """Return `outcome` for every mail, as a relay."""
    return outcome


def live(office: Post) -> None:
    """Store letters of all kinds, and mails of all kinds that are not sent."""
    ann, ben = player_of(office, "France"), player_of(office, "England")
    office.write(ann, LETTER, reply_address(office, ann))
    office.write(MASTER, "PROCESS S1901M", reply_address(office, MASTER))
    with unproven(office):
        office.write(ben, "REGISTER Ben")
        office.write("new@else.test", "HELP")
    office.write(ben, "I AM ALSO ben@else.test")
    for outcome in (Barred("no"), TryAgain("no"), Rejected("no")):
        office.judge = replace(office.judge, send=partial(say, outcome))
        office.write(ann, "LIST")
        office.now += timedelta(hours=1)
        office.tick()
    with office.judge.store.connect() as connection:
        census(connection, office.now)
    office.now += timedelta(days=5)
    days = timedelta(days=1)
    forget_old(office.judge, Keeping(days, days, 2 * days), office.now)
    bare_dropped_letters(office.judge)
    office.tick()
