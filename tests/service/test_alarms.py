"""The keeper is told once of an alarm, and once that it is over."""

from datetime import datetime, timedelta

import pytest

from judge.letter import Delivery
from judge.mail import Outcome, TryAgain
from judge.service import (
    Expected,
    Health,
    Keeping,
    Machine,
    Upkeep,
    chores,
    keep_mail,
    look,
    note_signs,
    watch_health,
    wrongs,
)
from judge.store.upkeep import Census, DueGame, Queue
from tests.kinds import replace
from tests.post import ADDRESS, KEEPER, Post

NOW = datetime.fromisoformat("2030-01-01T12:00Z")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
ROOMY = Machine(free=10**10)
FULL = Machine(free=10**6)
EXPECTED = Expected(("judge",), timedelta(0), MINUTE)
NONE = Queue(0, None)
WELL = Health(
    NOW,
    ROOMY,
    Expected(("judge", "mailbox"), 7 * DAY, MINUTE, address="judge@judge.test"),
    Census(
        letters=NONE,
        asked=0,
        set_aside=0,
        notices=NONE,
        refused=NONE,
        taken=False,
        barred=False,
        answer="",
        failed=0,
        begun=NOW - 20 * DAY,
        signed=NOW,
        addresses=("judge@judge.test",),
        mailbox_answer="",
        mailbox_answered=None,
        doors={"judge": NOW, "mailbox": NOW},
        stages={},
        due=(DueGame("smp", NOW),),
        quota_began=None,
        quota_until=None,
        sent_in_hour=0,
        sent_in_day=0,
        backup=NOW - DAY,
        size=1,
    ),
    clocks_differ=False,
)


def ago(minutes: float) -> datetime:
    return NOW - minutes * MINUTE


SHUT = {"doors": {"judge": NOW, "mailbox": ago(2)}, "mailbox_answered": ago(1)}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, []),
        ({"letters": Queue(9, ago(14))}, []),
        ({"letters": Queue(9, ago(16))}, ["queue"]),
        ({"refused": Queue(9, ago(29))}, []),
        ({"refused": Queue(9, ago(31))}, ["relay"]),
        ({"refused": Queue(9, ago(31)), "taken": True}, []),
        ({"refused": Queue(9, ago(4)), "barred": True}, ["relay"]),
        ({"doors": {"judge": NOW, "mailbox": ago(14)}}, []),
        ({"doors": {"judge": NOW, "mailbox": ago(16)}}, ["mailbox"]),
        ({"doors": {"judge": NOW}}, ["mailbox"]),
        ({"mailbox_answer": "LoginError failed", "mailbox_answered": ago(1)}, []),
        ({**SHUT, "mailbox_answer": "LoginError failed"}, ["mailbox"]),
        ({**SHUT, "mailbox_answer": "* BYE"}, []),
        ({"refused": Queue(1, ago(1)), "answer": "535 5.7.8 no"}, ["relay"]),
        ({"refused": Queue(1, ago(1)), "answer": "535 5.7.8 no", "taken": True}, []),
        ({"addresses": ("judge@judge.test", "zeus@judge.test")}, ["two-judges"]),
        ({"backup": NOW - 8 * DAY}, ["backup"]),
        ({"backup": None}, ["no-backup"]),
        ({"backup": None, "begun": NOW - 6 * DAY}, []),
        ({"doors": {"judge": NOW - 8 * DAY, "mailbox": NOW - 8 * DAY}}, ["clock"]),
    ],
)
def test_what_is_wrong(changed: dict[str, object], expected: list[str]) -> None:
    health = replace(WELL, census=replace(WELL.census, **changed))
    found = [one.name for one in wrongs(health)]

    assert [one for one in found if one in expected or expected != ["clock"]] == expected


def test_a_disk_that_is_nearly_full_is_wrong() -> None:
    assert [one.name for one in wrongs(replace(WELL, machine=FULL))] == ["disk"]


@pytest.mark.parametrize(("signed", "names"), [(0, []), (2, ["asleep"])])
def test_a_judge_that_has_just_started_is_not_taken_for_one_that_hangs(
    signed: float, names: list[str]
) -> None:
    census = replace(WELL.census, doors={"judge": ago(9), "mailbox": ago(9)}, signed=ago(signed))
    held = replace(WELL, census=census, machine=Machine(10**10, runs=True))

    assert [one.name for one in wrongs(held)] == names


@pytest.mark.parametrize(("minutes", "names"), [(30, []), (150, ["quota"])])
def test_a_quota_that_is_used_up_for_long_is_wrong_and_the_relay_is_not(
    minutes: float, names: list[str]
) -> None:
    waits = {"refused": Queue(9, ago(minutes)), "answer": "550 5.4.5 Daily limit"}
    census = replace(WELL.census, quota_began=ago(minutes), **waits)

    assert [one.name for one in wrongs(replace(WELL, census=census))] == names


def test_why_the_mailbox_cannot_be_read_is_told_with_its_mend(office: Post) -> None:
    office.judge.doors.unreachable("LoginError [ALERT] Application-specific password required")
    note_signs(office.judge, lambda: office.now)
    with office.judge.store.begin() as connection:
        health = look(connection, ROOMY, WELL.expected, office.now, clocks_differ=False)
    (wrong,) = [one for one in wrongs(health) if one.name == "mailbox"]

    assert "Application-specific password required" in str(wrong.advice)
    assert "Make an app password" in str(wrong.advice)


def test_a_provider_that_wants_somebody_to_sign_in_is_wrong() -> None:
    signed_out = Machine(10**10, "invalid_grant: revoked")
    (wrong,) = wrongs(replace(WELL, machine=signed_out))

    assert wrong.name == "sign-in"
    assert "invalid_grant" in str(wrong.what)
    assert "judge setup mailbox" in str(wrong.advice)


@pytest.fixture
def office(post: Post) -> Post:
    """Yield a judge that has been awake for an hour."""
    note_signs(post.judge, lambda: post.now)
    post.now += 60 * MINUTE
    note_signs(post.judge, lambda: post.now)
    return post


def watch(office: Post, machine: Machine, minutes: int, expected: Expected = EXPECTED) -> list[str]:
    """Return the mails to the keeper during some minutes."""
    seen = len(office.arrived)
    for _ in range(minutes):
        office.now += MINUTE
        watch_health(office.judge, machine, expected, office.now)
        office.tick()
    return [mail.subject for mail in office.arrived[seen:] if mail.to == KEEPER]


def test_the_keeper_is_told_once_and_once_that_it_is_over(office: Post) -> None:
    assert watch(office, FULL, 90) == ["[judge] the disk is nearly full: 1 MB are free"]
    assert watch(office, ROOMY, 14) == []
    assert watch(office, ROOMY, 90) == ["[judge] all is well again: disk"]


def test_what_comes_and_goes_is_told_of_once(office: Post) -> None:
    told = [watch(office, machine, 7) for machine in (FULL, ROOMY) * 10]

    assert sum(map(len, told)) == 1


def test_alarms_that_come_together_are_told_of_in_two_mails_an_hour_apart(office: Post) -> None:
    expected = replace(EXPECTED, doors=("judge", "mailbox"), backup=MINUTE)
    told = watch(office, FULL, 70, expected)

    assert told == ["[judge] the mailbox cannot be read", told[1]]
    assert "2 things went wrong" in told[1]


def test_a_judge_that_has_just_started_raises_no_alarm(post: Post) -> None:
    assert watch(post, FULL, 15) == []
    assert len(watch(post, FULL, 1)) == 1


def test_of_a_clock_that_was_wrong_the_keeper_hears_when_it_is_right(office: Post) -> None:
    right = office.now
    office.now += 30 * DAY
    assert watch(office, ROOMY, 5) == []
    office.now = right
    assert watch(office, ROOMY, 20) == ["[judge] all is well again: clock"]


def test_of_a_clock_that_went_back_the_keeper_is_told(office: Post) -> None:
    office.now -= 30 * MINUTE

    assert watch(office, ROOMY, 1)[0].startswith("[judge] the clock went back from")


def test_letters_that_are_not_answered_and_mail_that_does_not_go_out_are_told(office: Post) -> None:
    def busy(_raw: bytes, _path: str, _to: str) -> Outcome:
        return TryAgain("451 busy")

    office.judge, judge = replace(office.judge, send=busy), office.judge
    office.write("new@players.test", "HELP")
    office.now += 31 * MINUTE
    keep_mail(office.judge, Delivery(b"x", ADDRESS, "", office.now), office.now)
    office.now += 16 * MINUTE
    with office.judge.store.begin() as connection:
        health = look(connection, ROOMY, EXPECTED, office.now, clocks_differ=False)
    office.judge = judge

    assert [one.name for one in wrongs(health)] == ["queue", "relay"]
    assert health.census.letters.count == 1
    assert not health.runs


def test_it_is_looked_once_a_minute_whatever_the_clock_does(post: Post) -> None:
    looks = []

    def machine() -> Machine:
        looks.append(post.now)
        return ROOMY

    upkeep = Upkeep(Keeping(DAY, DAY, DAY), EXPECTED, machine)
    watch = chores(post.judge, upkeep, lambda: post.now, lambda _: None)["watch"]
    for seconds in (0, 30, 30, 59, 1, -90):
        post.now += timedelta(seconds=seconds)
        assert not watch()

    assert len(looks) == 4
