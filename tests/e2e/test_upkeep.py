"""A judge is watched while it runs, and made again of its backup after a loss."""

import shutil
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.e2e.program import ADDRESS, Sink, a_mail, program, reply_address, send
from tests.patience import eventually
from tests.servers import HOST, free_port

MASTER = "master@players.test"


def page(port: int, path: str) -> str:
    """Return what a running judge says of itself, "" if it is not ready to."""
    try:
        with urlopen(f"http://{HOST}:{port}{path}") as answer:
            return str(answer.read().decode())
    except URLError:
        return ""


@pytest.fixture
def anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder, and let no settings be read from elsewhere."""
    (tmp_path / "judge.toml").touch()
    monkeypatch.setenv("JUDGE_CONFIG", str(tmp_path / "judge.toml"))
    return tmp_path


def test_a_judge_that_runs_tells_how_it_is_and_is_not_replaced(
    anywhere: Path, people: tuple[Sink, int]
) -> None:
    port, file = free_port(), str(anywhere / "judge.tar.gz")
    with program(anywhere, people[1], work_port=str(port)) as judge:
        judge.start()
        judge.wait()
        eventually(lambda: page(port, "/readyz") == "ok\n")
        made, refused = judge.run("backup", file), judge.run("restore", file)
        eventually(lambda: "judge_backup_seconds" in page(port, "/metrics"))
        log = judge.log()

    assert made.returncode == 0, made.stderr
    assert refused.returncode == 1
    assert "Stop it first" in refused.stderr
    assert "chore failed" not in log


def test_after_a_loss_the_judge_goes_on_from_its_backup_and_old_mail_is_answered(
    anywhere: Path, people: tuple[Sink, int]
) -> None:
    sink, file = people[0], str(anywhere / "judge.tar.gz")
    with program(anywhere, people[1]) as judge:
        judge.start()
        judge.wait()
        eventually(lambda: send(judge.smtp_port, a_mail(MASTER, ADDRESS, "CREATE smp")))
        eventually(lambda: sink.of(MASTER))
        judge.run("backup", file)
        judge.kill()
        shutil.rmtree(anywhere / "data")
        restored = judge.run("restore", file)
        judge.start()
        judge.wait()
        to = reply_address(sink.of(MASTER)[0])
        eventually(lambda: send(judge.smtp_port, a_mail(MASTER, to, "SUMMARY")))
        # The first mail may come again: a backup may be from before it was noted.
        eventually(lambda: "[smp] Summary" in sink.of(MASTER)[-1]["Subject"])

    assert restored.returncode == 0, restored.stderr
