"""The work port tells programs how the judge is, and nobody from outside."""

import resource
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from socket import create_connection
from threading import Event, active_count as threads_there
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from sqlalchemy.exc import OperationalError

from judge.service import Expected, Keeping, Machine, Upkeep, chores, note_signs, work_pages
from judge.store import upkeep
from judge.work import work_port
from judge.work.port import MOST_CONNECTIONS
from tests.patience import PATIENCE, eventually
from tests.post import Post

UPKEEP = Upkeep(
    keeping=Keeping(*[timedelta(days=1)] * 3),
    expected=Expected(("judge",), timedelta(0), timedelta(minutes=1)),
    machine=lambda: Machine(free=10**6),
)


def asked(post: Post, path: str, *, is_whole: bool = True) -> tuple[int, str]:
    """Return what the work port answers."""
    pages = work_pages(post.judge, UPKEEP, lambda: post.now, lambda: is_whole)
    with work_port(0, pages) as port:
        try:
            with urlopen(f"http://127.0.0.1:{port}{path}") as answer:
                return answer.status, answer.read().decode()
        except HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode()


def test_a_judge_that_lost_a_part_is_to_be_started_anew(post: Post) -> None:
    assert asked(post, "/healthz") == (200, "ok\n")
    assert asked(post, "/healthz", is_whole=False)[0] == 503


def test_a_judge_is_ready_while_it_is_awake_and_says_what_is_wrong(post: Post) -> None:
    never = asked(post, "/readyz")
    with post.judge.store.begin() as connection:
        upkeep.note_clock(connection, post.judge.started, post.now)
    starting = asked(post, "/readyz")
    note_signs(post.judge, lambda: post.now)
    now = asked(post, "/readyz")
    post.now += timedelta(minutes=2)
    silent = asked(post, "/readyz")
    post.now += timedelta(days=30)
    wrong = asked(post, "/readyz")

    assert (never[0], starting[0], silent[0], wrong[0]) == (503, 503, 503, 503)
    assert [one[1].partition(":")[0] for one in (never, starting, silent)] == [
        "asleep",
        "starting",
        "asleep",
    ]
    assert "clock" in wrong[1]
    assert now[0] == 200
    assert now[1].startswith("disk: The disk is nearly full: 1 MB are free. Make room")


def test_a_judge_whose_store_is_gone_is_not_ready_and_shows_no_values(post: Post) -> None:
    def gone() -> Machine:
        raise OSError("/srv/secret")

    upkeep = replace(UPKEEP, machine=gone)
    pages = work_pages(post.judge, upkeep, lambda: post.now, lambda: True)

    with work_port(0, pages) as port, pytest.raises(HTTPError) as refused:
        urlopen(f"http://127.0.0.1:{port}/readyz")
    with refused.value:
        assert refused.value.code == 503
        assert refused.value.read() == b"It cannot be told (OSError).\n"


def test_a_store_that_can_be_read_and_not_written_is_told_by_its_name(post: Post) -> None:
    note_signs(post.judge, lambda: post.now)
    signs = chores(post.judge, UPKEEP, lambda: post.now, lambda _: None)["signs"]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OperationalError):
            signs()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    failed, counted = asked(post, "/readyz"), asked(post, "/metrics")
    signs()

    assert failed[0] == 503
    assert failed[1].startswith("store-disk-failed: The disk failed while the database")
    assert 'judge_alarm{name="store-disk-failed"} 1' in counted[1]
    assert asked(post, "/readyz")[0] == 200


def test_a_store_that_does_not_answer_is_told_within_a_second(post: Post) -> None:
    silent = Event()

    def hangs() -> Machine:
        silent.wait(PATIENCE)
        return Machine(free=10**6)

    pages = work_pages(post.judge, replace(UPKEEP, machine=hangs), lambda: post.now, lambda: True)
    told = [pages[path]() for path in ("/readyz", "/metrics", "/healthz")]
    silent.set()

    (late, why), (_, numbers), well = told
    assert (late, well) == (503, (200, "ok\n"))
    assert why.startswith("store-silent: The database does not answer within a second.")
    assert 'judge_alarm{name="store-silent"} 1' in numbers


def test_a_store_that_is_damaged_is_told_with_its_mend(post: Post) -> None:
    pages = work_pages(post.judge, UPKEEP, lambda: post.now, lambda: True)
    post.judge.store.dispose()
    Path(post.judge.store.url.database or "").write_bytes(b"my notes " * 999)
    status, text = pages["/readyz"]()

    assert status == 503
    assert "is no database of SQLite" in text
    assert "judge restore" in text


def test_prometheus_reads_a_number_a_line(post: Post) -> None:
    post.write("m@players.test", "CREATE smp")
    note_signs(post.judge, lambda: post.now)
    _, text = asked(post, "/metrics")
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))

    assert values['judge_games{stage="forming"}'] == "1"
    assert values['judge_alarm{name="disk"}'] == "1"
    assert values['judge_alarm{name="relay"}'] == "0"
    assert values["judge_letters_waiting"] == "0"
    assert values["judge_disk_free_bytes"] == "1000000"
    assert all(float(value) >= 0 for value in values.values())
    helped = {line.split()[2] for line in text.splitlines() if "# HELP" in line}
    assert {name.partition("{")[0] for name in values} <= helped


def test_what_is_not_there_is_not_found(post: Post) -> None:
    assert asked(post, "/")[0] == 404


PAGES = {"/": lambda: (200, "ok\n")}


def test_a_program_that_says_nothing_is_hung_up_on_and_makes_room_for_others() -> None:
    def is_answered() -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{port}/") as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    with work_port(0, PAGES, longest=1.0) as port:
        silent = [create_connection(("127.0.0.1", port)) for _ in range(MOST_CONNECTIONS)]
        silent[0].sendall(b"GET / HT")
        assert [one.recv(1) for one in silent] == [b""] * MOST_CONNECTIONS
        eventually(is_answered)
        for one in silent:
            one.close()


def test_a_connection_too_many_is_closed_at_once() -> None:
    with work_port(0, PAGES, longest=10 * PATIENCE) as port:
        several = [create_connection(("127.0.0.1", port)) for _ in range(MOST_CONNECTIONS)]
        with create_connection(("127.0.0.1", port), timeout=PATIENCE) as one_more:
            assert one_more.recv(1) == b""
        for one in several:
            one.close()


def test_a_connection_that_breaks_off_fills_no_log(capfd: pytest.CaptureFixture[str]) -> None:
    before = threads_there()
    with work_port(0, PAGES, longest=0.1) as port:
        with create_connection(("127.0.0.1", port), timeout=PATIENCE) as one:
            one.sendall(b"GET / HT")
            assert one.recv(1) == b""
        eventually(lambda: threads_there() <= before + 1)

    assert capfd.readouterr().err == ""
