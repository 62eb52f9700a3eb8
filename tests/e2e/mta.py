"""A real Postfix on loopback for tests, in a folder of its own."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.machine import program_here
from tests.patience import PATIENCE
from tests.servers import HOST, free_port, wait_for_port

POSTFIX = program_here("postfix")

_MAIN_CF = """\
compatibility_level = 3.6
queue_directory = {folder}/spool
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
meta_directory = /etc/postfix
shlib_directory = /usr/lib/postfix
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/mail.log
maillog_file_prefixes = {folder}
inet_interfaces = {HOST}
inet_protocols = ipv4
myhostname = mx.judge.test
mydomain = judge.test
myorigin = judge.test
mydestination =
mynetworks = 127.0.0.0/8
local_transport = error:no local mail here
alias_maps =
alias_database =
local_recipient_maps =
biff = no
append_dot_mydomain = no
recipient_delimiter = +
message_size_limit = 1048576
mailbox_size_limit = 0
virtual_mailbox_domains = judge.test
virtual_mailbox_maps = inline:{{{{judge@judge.test=ok}}}}
virtual_transport = lmtp:inet:{HOST}:{judge_port}
lmtp_destination_recipient_limit = 1
transport_maps = inline:{{{{box.test=lmtp:inet:{HOST}:{box_port}}}}}
default_transport = smtp:[{HOST}]:{players_port}
relay_transport = smtp:[{HOST}]:{players_port}
relay_domains = box.test players.test
relay_recipient_maps =
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
smtpd_recipient_restrictions = reject_unlisted_recipient
disable_dns_lookups = yes
smtp_dns_support_level = disabled
smtp_host_lookup = native
smtpd_peername_lookup = no
smtpd_client_connection_count_limit = 0
smtpd_client_connection_rate_limit = 0
smtp_tls_security_level = none
smtpd_tls_security_level = none
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
maximal_queue_lifetime = 1h
bounce_queue_lifetime = 1h
in_flow_delay = 0
"""

_MASTER_CF = """\
{HOST}:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


@dataclass(slots=True)
class Postfix:
    """A private Postfix; it needs root, as only root may start one."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = field(default=None)

    def start(self) -> None:
        """Start it, and return when it takes mail."""
        with (self.folder / "start.log").open("wb") as log:
            self.process = subprocess.Popen(
                [str(POSTFIX), "-c", str(self.folder / "etc"), "start-fg"],
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_for_port(self.port)

    def stop(self) -> None:
        """Stop it, if it runs."""
        if self.process is None:
            return
        stop = [str(POSTFIX), "-c", str(self.folder / "etc"), "stop"]
        subprocess.run(stop, check=False, capture_output=True)
        self.process.wait(PATIENCE)
        self.process = None

    def log(self) -> str:
        """Return what it has noted so far."""
        return (self.folder / "mail.log").read_text("utf-8")


@contextmanager
def postfix(judge_port: int, box_port: int, players_port: int, more: str = "") -> Iterator[Postfix]:
    """Run a Postfix, and give it when it takes mail.

    Mail for the judge goes by LMTP to one port, mail for box.test by LMTP to another,
    and all else by SMTP to the third. Each of `more` settings takes another's place.
    """
    folder = Path(tempfile.mkdtemp(prefix="postfix-", dir="/tmp"))
    server = Postfix(folder, free_port())
    for name in ("etc", "spool", "data"):
        (folder / name).mkdir()
    folder.chmod(0o755)
    shutil.chown(folder / "data", "postfix")
    main = _MAIN_CF.format(
        HOST=HOST,
        folder=folder,
        judge_port=judge_port,
        box_port=box_port,
        players_port=players_port,
    )
    (folder / "etc" / "main.cf").write_text(_with(main, more))
    (folder / "etc" / "master.cf").write_text(_MASTER_CF.format(HOST=HOST, port=server.port))
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _with(main: str, more: str) -> str:
    # A setting that stands there twice is warned of by each of its programs, in a log
    # that they fill before anything empties it.
    names = {line.partition(" =")[0] for line in more.splitlines()}
    lines = main.splitlines(keepends=True)
    return "".join(one for one in lines if one.partition(" =")[0] not in names) + more
