"""The ports that the judge opens: whether they are free, and which programs use them."""

import errno
import socket
from collections.abc import Iterator
from datetime import datetime, timedelta

from judge.cli.console import sqlite_file
from judge.cli.settings import Finding
from judge.config import Configuration
from judge.host import is_in_service
from judge.mail import IDENT
from judge.troubles import Trouble, trouble
from judge.work import LOOPBACK

_SECONDS = 5.0
_DOORS = {"smtp_port": "SMTP", "lmtp_port": "LMTP"}


def listener_findings(settings: Configuration) -> Iterator[Finding]:
    """Yield a finding for each port at which the judge takes mail."""
    host = settings.listen_host
    for setting, protocol in _DOORS.items():
        port = getattr(settings, setting)
        if not port:
            continue
        wrong = port_trouble(setting, host, port)
        if wrong is None:
            yield Finding("listeners", f"{host}:{port} is free for {protocol}.")
        elif IDENT in greeting_at(host, port):
            yield Finding("listeners", f"the judge takes {protocol} at {host}:{port}.")
        else:
            yield Finding.of("listeners", wrong)


def page_port_finding(settings: Configuration, setting: str, host: str, port: int) -> Finding:
    """Return whether the judge can open a port for its answers by HTTP."""
    wrong = port_trouble(setting, host, port)
    if wrong is None:
        return Finding(setting, f"{host}:{port} is free.")
    if is_in_service(settings.data):
        return Finding(setting, f"the judge answers at {host}:{port}.")
    return Finding.of(setting, wrong)


def ports_of(settings: Configuration, *, doors: bool) -> dict[str, tuple[str, int]]:
    """Return (host, port) by setting for the ports of a judge; without `doors` only `work_port`."""
    wanted = {"work_port": (LOOPBACK, settings.work_port)}
    if doors:
        wanted["web_port"] = (settings.web_host, settings.web_port)
        for setting in _DOORS:
            wanted[setting] = (settings.listen_host, getattr(settings, setting))
    return {setting: at for setting, at in wanted.items() if at[1]}


def port_trouble(setting: str, host: str, port: int) -> Trouble | None:
    """Return why the judge cannot open the port of this setting, or None if it can."""
    hosts = "web_host" if setting == "web_port" else "listen_host"
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.create_server((host, port), family=family).close()
    except socket.gaierror:
        return trouble("host-not-here", host=host, setting=hosts)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            return trouble("host-not-here", host=host, setting=hosts)
        if error.errno == errno.EACCES:
            return trouble("port-forbidden", port=port, setting=setting)
        greeting = greeting_at(host, port) if setting in _DOORS else ""
        says = f"{greeting!r}" if greeting else "another program"
        return trouble("port-taken", port=port, host=host, setting=setting, program=says)
    return None


def greeting_at(host: str, port: int) -> str:
    """Return the greeting of the server at this port, "" if there is none."""
    try:
        with socket.create_connection((host, port), _SECONDS) as connection:
            connection.settimeout(_SECONDS)
            return connection.recv(200).decode("utf-8", "replace").strip()
    except OSError:
        return ""


def is_serving(settings: Configuration, last: datetime | None, now: datetime) -> bool:
    """Return whether a judge runs with these settings now.

    It listens at one of its ports. Without ports, a process holds the data folder, or the `last`
    sign of life came from another machine just now.
    """
    ports = [port for port in (settings.smtp_port, settings.lmtp_port) if port]
    if ports:
        return any(IDENT in greeting_at(settings.listen_host, port) for port in ports)
    if is_in_service(settings.data):
        return True
    # It may run on another machine, with the same PostgreSQL.
    recent = last is not None and now - last < timedelta(seconds=settings.outage)
    return recent and sqlite_file(settings) is None
