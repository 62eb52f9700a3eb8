"""The services of `deploy/compose.yaml` play the game of the demo by mail."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage

import dkim
import pytest

from judge.demo.play import (
    MASTER,
    OBSERVER,
    PLAYERS,
    Act,
    Delivered,
    Person,
    read_script,
    write_mail,
    write_reply,
)
from tests.e2e.images import ROOT, Images, images
from tests.e2e.program import Sink, reply_address, sink, text_of
from tests.patience import PATIENCE, eventually
from tests.servers import HOST, free_port

DOMAIN = "judge.test"
JUDGE = f"judge@{DOMAIN}"
NOW = datetime(2030, 1, 1, tzinfo=UTC)  # a Date that nobody goes by
# In place of the image that a registry has, with the same settings.
POSTGRES = """\
FROM docker.io/library/debian:12-slim
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql
COPY --chmod=755 start /usr/local/bin/start
ENTRYPOINT ["start"]
"""
START_POSTGRES = """\
#!/bin/sh
set -eu
data=/var/lib/postgresql/data programs=$(echo /usr/lib/postgresql/*/bin)
chown postgres "$data" && chmod 700 "$data"
as() { su postgres -c "cd; $programs/$*"; }
if [ ! -e "$data/PG_VERSION" ]; then
    as "initdb -D $data -U $POSTGRES_USER -A trust -E UTF8 --locale=C.UTF-8"
    as "pg_ctl -D $data -o '-c listen_addresses=' -w start"
    psql -h /var/run/postgresql -U "$POSTGRES_USER" postgres \\
        -c "ALTER USER $POSTGRES_USER PASSWORD '$POSTGRES_PASSWORD'" \\
        -c "CREATE DATABASE $POSTGRES_DB"
    as "pg_ctl -D $data -m fast -w stop"
    echo "host all all all scram-sha-256" >"$data/pg_hba.conf"
fi
exec su postgres -c "exec $programs/postgres -D $data -c listen_addresses='*'"
"""


@dataclass(slots=True)
class Services:
    """The services that run, and who writes to them; `seats` are the players'."""

    store: Images
    project: str
    port: int
    people: Sink
    seats: dict[str, Person] = field(default_factory=dict)

    def inside(self, service: str, *words: str) -> str:
        """Return what a command says that is run in the container of a service."""
        return self.store.run("podman", "exec", f"{self.project}_{service}_1", *words)

    def log(self, service: str) -> str:
        """Return all that a service has said so far."""
        done = self.store.ran("podman", "logs", f"{self.project}_{service}_1")
        return done.stdout + done.stderr

    def write(self, person: Person, body: str) -> EmailMessage:
        """Write to the judge for the first time; return its answer to a Yes."""
        seen = len(self.people.of(person.address))
        self._send(write_mail(person, JUDGE, "Hello", body, NOW))
        self._next(person, "confirm", seen)
        return self.reply(person, "Yes", "")

    def reply(self, person: Person, body: str, word: str) -> EmailMessage:
        """Reply to the newest mail; return the answer with this word in its subject."""
        mails = self.people.of(person.address)
        self._send(write_reply(person, _delivered(mails[-1]), body, NOW))
        return self._next(person, word, len(mails))

    def newest(self, person: Person, word: str) -> EmailMessage:
        """Return a mail with this word in its subject, once it has come."""
        return self._next(person, word, 0)

    def _next(self, person: Person, word: str, seen: int) -> EmailMessage:
        def wanted() -> EmailMessage | None:
            mails = self.people.of(person.address)[seen:]
            return next((mail for mail in mails if word in str(mail["Subject"])), None)

        eventually(wanted)
        found = wanted()
        assert found is not None
        return found

    def _send(self, mail: EmailMessage) -> None:
        with smtplib.SMTP(HOST, self.port, "people.test", timeout=PATIENCE) as server:
            server.send_message(mail)


def _delivered(mail: EmailMessage) -> Delivered:
    """Return what a mail program makes use of in a reply."""
    return Delivered(
        to=str(mail["To"]),
        subject=str(mail["Subject"]),
        text=text_of(mail),
        reply_to=reply_address(mail),
        message_id=str(mail["Message-ID"]),
        file=ROOT,
    )


@pytest.fixture(scope="module")
def store() -> Iterator[Images]:
    """Give the images of all services, by the names that the services look for."""
    with images("podman", "podman-compose", "runc") as made:
        made.debian()
        made.judge("localhost/judge")
        made.build("localhost/mail", ROOT / "deploy/mail", "Containerfile")
        folder = made.folder / "postgres"
        folder.mkdir()
        (folder / "Containerfile").write_text(POSTGRES)
        (folder / "start").write_text(START_POSTGRES)
        made.build("docker.io/library/postgres:15", folder, "Containerfile")
        yield made


@pytest.fixture
def services(store: Images) -> Iterator[Services]:
    """Start the services, whose mail to players comes to one server here."""
    port = free_port()
    project = f"judge{port}"
    name_images(store, project)
    with composed(store, project, port) as gateway, sink(gateway) as (people, outside):
        running = Services(store, project, port, people)
        eventually(lambda: "daemon started" in running.log("postfix"))
        eventually(lambda: "The judge serves" in running.log("judge"))
        ways = f"inline:{{ {{players.example = smtp:[{gateway}]:{outside}}} }}"
        running.inside("postfix", "postconf", "-e", f"transport_maps = {ways}")
        running.inside("postfix", "postfix", "reload")
        yield running


def name_images(store: Images, project: str) -> None:
    """Give the images the names that a project looks for."""
    for service in ("judge", "postfix", "opendkim"):
        image = "judge" if service == "judge" else "mail"
        words = (f"localhost/{image}", f"localhost/{project}_{service}")
        store.run("podman", "tag", *words)


@contextmanager
def composed(store: Images, project: str, port: int) -> Iterator[str]:
    """Run the services, with mail in at this port; give the address that is ours."""
    text = (ROOT / "deploy/compose.yaml").read_text("utf-8")
    assert '"25:25"' in text
    file = store.folder / "compose.yaml"
    file.write_text(text.replace('"25:25"', f'"{HOST}:{port}:25"'))
    compose = ("podman-compose", "-p", project, "-f", str(file))
    given = {"DOMAIN": DOMAIN, "KEEPER": MASTER.address, "DATABASE_PASSWORD": "secret"}
    network = ("podman", "network", "inspect", f"{project}_outside")
    try:
        up = store.ran(*compose, "up", "-d", "--no-build", **given)
        assert up.returncode == 0, up.stdout + up.stderr
        form = "{{(index .Subnets 0).Gateway}}"
        yield store.run(*network, "--format", form).strip()
    finally:
        store.ran(*compose, "down", "-v", **given)
        for end in ("inside", "outside"):
            store.ran("podman", "network", "rm", "-f", f"{project}_{end}")


def test_they_play_the_game_of_the_demo(services: Services) -> None:
    """Each phase is processed by a word of the Master, for nobody's clock leaps."""
    script = read_script()
    services.write(MASTER, "CREATE demo standard")
    services.write(OBSERVER, "OBSERVE demo")
    for person in PLAYERS:
        services.write(person, "SIGN ON ?demo")
    for person in PLAYERS:
        start = services.newest(person, "you are")
        services.seats[str(start["Subject"]).rpartition(" ")[2]] = person
    for act in script.acts:
        play(services, act)
    alive = [power for power, centers in script.ending.items() if centers]
    for power in alive:
        services.reply(services.seats[power], "SET DRAW", "")
    end = services.newest(OBSERVER, "draw")

    assert all(power in text_of(end) for power in alive)
    assert is_signed(end, services.log("opendkim"))
    services.inside("judge", "judge", "backup", "/var/lib/judge/backup.tar.gz")
    for words in (("check", "--quick"), ("status",)):
        assert "PROBLEM" not in services.inside("judge", "judge", *words)


def play(services: Services, act: Act) -> None:
    for power, lines in act.orders.items():
        services.reply(services.seats[power], "\n".join(lines), act.phase)
    services.reply(MASTER, f"PROCESS {act.phase}", f"{act.phase} results")
    for person in (*PLAYERS, OBSERVER):
        services.newest(person, f"{act.phase} results")


def is_signed(mail: EmailMessage, log: str) -> bool:
    """Return whether the record at the head of a log verifies the mail's signature."""
    parts = log.partition("(")[2].partition(")")[0].split('"')[1::2]
    record = "".join(parts).encode()
    raw = mail.as_bytes(policy=policy.SMTP.clone(refold_source="none"))
    return dkim.verify(raw, dnsfunc=lambda *_name, **_options: record)
