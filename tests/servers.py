"""Real mail servers on loopback for tests, each in a folder of its own.

Nothing outside that folder is touched, and each is stopped by its process number.
"""

import grp
import os
import pwd
import random
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.machine import program_here
from tests.patience import PATIENCE, eventually

HOST = "127.0.0.1"
DOVECOT = program_here("dovecot")
USER = "judge"
PASSWORD = "sesame"

_CHANCE = random.SystemRandom()

_BY_PASSWORD = f"""\
passdb {{
  driver = static
  args = password={PASSWORD}
}}
"""
# What Dovecot asks a token server: whether a token is good, whose it is, and what for.
_BY_TOKEN = """\
auth_mechanisms = {mechanism}
passdb {{
  driver = oauth2
  mechanisms = {mechanism}
  args = {folder}/oauth2.conf
}}
"""
_INTROSPECTION = """\
introspection_mode = post
introspection_url = {address}
username_attribute = username
active_attribute = active
active_value = true
scope = mail
"""
_CONFIG = """\
protocols = imap lmtp
listen = {HOST}
base_dir = {folder}/run
state_dir = {folder}/run
instance_name = test-{imap_port}
log_path = {folder}/dovecot.log
{ssl}
disable_plaintext_auth = no
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {login}
auth_failure_delay = 0
first_valid_uid = 1
first_valid_gid = 1
mail_uid = {uid}
mail_gid = {gid}
mail_home = {folder}/mail/%n
mail_location = maildir:~/Maildir
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
namespace inbox {{
  inbox = yes
  separator = /
{junk}
}}
{capability}
{passdb}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail/%n allow_all_users=yes
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = {HOST}
    port = {imap_port}
  }}
  inet_listener imaps {{
    port = {imaps_port}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = {HOST}
    port = {lmtp_port}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
protocol lmtp {{
  auth_username_format = %Ln
}}
"""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate for this machine that only those trust who are told to."""

    file: Path
    key_file: Path


def make_certificate(folder: Path, hosts: Sequence[str] = ()) -> Certificate:
    """Return a new certificate for loopback and other `hosts`, in `folder`."""
    names = ",".join([f"DNS:{name}" for name in ("localhost", *hosts)])
    made = Certificate(folder / "cert.pem", folder / "key.pem")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes"),
            *("-days", "2", "-subj", "/CN=localhost"),
            *("-addext", f"subjectAltName={names},IP:{HOST}"),
            *("-keyout", str(made.key_file), "-out", str(made.file)),
        ],
        check=True,
        capture_output=True,
    )
    return made


@dataclass(slots=True)
class Dovecot:
    """A private Dovecot: IMAP and LMTP, any user with the one password.

    `imaps_port` is 0 unless it was started with a certificate.
    """

    folder: Path
    imap_port: int
    lmtp_port: int
    imaps_port: int = 0
    run_as: str | None = None
    process: subprocess.Popen[bytes] | None = field(default=None)

    def settings(self, user: str = USER, port: int = 0) -> dict[str, str]:
        """Return settings for the mailbox of `user`, by another port if named."""
        return {
            "imap_host": HOST,
            "imap_port": str(port or self.imap_port),
            "imap_tls": "none",
            "imap_user": user,
            "imap_password": PASSWORD,
        }

    def start(self) -> None:
        owner = pwd.getpwnam(self.run_as) if self.run_as else None
        with (self.folder / "start.log").open("wb") as log:
            self.process = subprocess.Popen(
                [str(DOVECOT), "-F", "-c", str(self.folder / "dovecot.conf")],
                user=owner and owner.pw_uid,
                group=owner and owner.pw_gid,
                extra_groups=[] if owner else None,
                stderr=log,
                start_new_session=True,
            )
        wait_for_port(self.imap_port)
        wait_for_port(self.lmtp_port)

    def deliver(self, raw: bytes, sender: str, to: str) -> None:
        """Let a mail come into the inbox."""
        with smtplib.LMTP(HOST, self.lmtp_port, local_hostname="test") as lmtp:
            lmtp.sendmail(sender, [to], raw)

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self.process = None


@contextmanager
def dovecot(
    capability: str = "",
    run_as: str | None = None,
    certificate: Certificate | None = None,
    *,
    tokens: tuple[str, str] | None = None,
    junk: tuple[str, bool] = ("Werbung", True),
) -> Iterator[Dovecot]:
    """Run a Dovecot that announces `capability`, or all it can; give it when ready.

    With `tokens`, a mechanism and the address of a token server, it takes no passwords. `run_as`
    names an unprivileged user, when the tests run as root. `junk` is the folder for spam, and
    whether it has the flag of RFC 6154.
    """
    folder = Path(tempfile.mkdtemp(prefix="dovecot-", dir="/tmp"))
    imaps_port = free_port() if certificate else 0
    server = Dovecot(folder, free_port(), free_port(), imaps_port, run_as)
    _configure(server, capability, certificate, tokens=tokens, junk=junk)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    """Return a port on loopback that nothing listens on.

    It is by chance, so that other tests at this moment get another, and none of those
    that systems give to whoever connects: a server that starts again must find it free.
    """
    while True:
        port = _CHANCE.randrange(10_000, 32_768)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            return port


def wait_for_port(port: int) -> None:
    """Return when something on loopback answers at this port."""

    def answers() -> bool:
        with suppress(OSError), socket.create_connection((HOST, port), PATIENCE) as probe:
            return bool(probe.recv(1))
        return False

    eventually(answers)


def _configure(
    server: Dovecot,
    capability: str,
    certificate: Certificate | None,
    *,
    tokens: tuple[str, str] | None,
    junk: tuple[str, bool],
) -> None:
    owner = _mail_owner(server.run_as)
    internal, login = (owner.pw_name, owner.pw_name)
    if os.geteuid() == 0 and server.run_as is None:
        login = "dovenull"
    for name in ("run", "mail"):
        (server.folder / name).mkdir()
    passdb = _BY_PASSWORD
    if tokens is not None:
        passdb = _BY_TOKEN.format(mechanism=tokens[0], folder=server.folder)
        asked = _INTROSPECTION.format(address=tokens[1])
        (server.folder / "oauth2.conf").write_text(asked)
    text = _CONFIG.format(
        HOST=HOST,
        passdb=passdb,
        folder=server.folder,
        imap_port=server.imap_port,
        lmtp_port=server.lmtp_port,
        imaps_port=server.imaps_port,
        ssl=_ssl(certificate),
        user=internal,
        group=_group(owner.pw_gid),
        login=login,
        uid=owner.pw_uid,
        gid=owner.pw_gid,
        junk=f'  mailbox "{junk[0]}" {{\n    special_use = \\Junk\n  }}' if junk[1] else "",
        capability=f"imap_capability = {capability}" if capability else "",
    )
    (server.folder / "dovecot.conf").write_text(text)
    server.folder.chmod(0o755)
    if os.geteuid() == 0:
        os.chown(server.folder / "mail", owner.pw_uid, owner.pw_gid)
        if server.run_as is not None:
            os.chown(server.folder, owner.pw_uid, owner.pw_gid)
            os.chown(server.folder / "run", owner.pw_uid, owner.pw_gid)


def _ssl(certificate: Certificate | None) -> str:
    if certificate is None:
        return "ssl = no"
    return f"ssl = yes\nssl_cert = <{certificate.file}\nssl_key = <{certificate.key_file}"


def _mail_owner(run_as: str | None) -> pwd.struct_passwd:
    if run_as is not None:
        return pwd.getpwnam(run_as)
    if os.geteuid() == 0:
        return pwd.getpwnam("dovecot")
    return pwd.getpwuid(os.geteuid())


def _group(gid: int) -> str:
    return grp.getgrgid(gid).gr_name
