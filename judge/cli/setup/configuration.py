"""The configuration that answers amount to, written into a file that may be there."""

import json
import re
import tomllib
from collections.abc import Mapping

from judge.cli.setup.answers import Answers, Server

Values = Mapping[str, str | int]

LMTP_PORT = 2424
_HEAD = """\
# Written by `judge setup`, which leaves alone what you add or change here, and shows
# what it would change. Every setting is explained in deploy/README.md.
"""
_KEY = re.compile(r"([a-z_]+)[ \t]*=")
_SECRET = re.compile(
    r'^([+ -]?(?:imap_password|relay_password|key|database)\s*=\s*)"[^"]*"', re.MULTILINE
)


class ByHandError(Exception):
    """A file stands so that it must be changed by hand; the text says how."""


def wanted_settings(
    answers: Answers, host: str, dkim_key: str, before: Mapping[str, object]
) -> dict[str, str | int]:
    """Return the settings that the answers amount to.

    `host` is the name of the Postfix here, `before` what is set now.
    """
    wanted: dict[str, str | int] = {
        "address": answers.address,
        "keeper": answers.keeper,
        "data": str(answers.data),
        **_way_in(answers, host, before),
        **_way_out(answers, dkim_key, before),
    }
    # What was not set and is to be empty stays away.
    return {k: v for k, v in wanted.items() if v != "" or before.get(k)}


def port_in(before: Mapping[str, object]) -> int:
    """Return the port at which a Postfix here hands mail over."""
    return int(str(before.get("lmtp_port") or LMTP_PORT))


def _way_in(answers: Answers, host: str, before: Mapping[str, object]) -> dict[str, str | int]:
    server = answers.server_in()
    if server is None:
        port = port_in(before)
        away = dict.fromkeys(("imap_host", "imap_user", "imap_password"), "")
        return {"smtp_port": 0, "lmtp_port": port, "received_by": host, **away}
    login = _login("imap", server, answers.imap_password)
    return {"smtp_port": 0, "lmtp_port": 0, **login}


def _way_out(answers: Answers, dkim_key: str, before: Mapping[str, object]) -> dict[str, str | int]:
    server = answers.server_out()
    if server is not None:
        return _login("relay", server, answers.relay_password)
    signed = str(before.get("dkim_key") or dkim_key)
    here: dict[str, str | int] = {"relay_host": "127.0.0.1", "relay_port": 25}
    away = dict.fromkeys(("relay_user", "relay_password"), "")
    return {**here, "relay_tls": "none", "dkim_key": signed, **away}


def _login(kind: str, server: Server, password: str) -> dict[str, str | int]:
    login: dict[str, str | int] = {
        f"{kind}_host": server.host,
        f"{kind}_port": server.port,
        f"{kind}_tls": server.tls.value,
        f"{kind}_user": server.user,
    }
    # Without a new one the one that stands there is kept.
    return login | ({f"{kind}_password": password} if password else {})


def with_settings(text: str, wanted: Values) -> str:
    """Return the file with the wanted settings; all else in it stays as it is.

    ByHandError when it is written so that this cannot be done line by line.
    """
    before = tomllib.loads(text)
    lines = [_line(line, wanted, before) for line in text.splitlines()]
    new = {key: value for key, value in wanted.items() if key not in before}
    lines += [_setting(key, value) for key, value in new.items()]
    made = "\n".join(lines) + "\n"
    if _read(made) != {**before, **wanted}:
        told = "".join(f"    {_setting(k, v)}\n" for k, v in wanted.items())
        raise ByHandError(f"Write these lines into it by hand:\n{hidden(told)}")
    return made if text else _HEAD + "\n" + made


def hidden(text: str) -> str:
    """Return lines of a configuration to be shown, without what is secret in them."""
    return _SECRET.sub(r'\1"(hidden)"', text)


def _line(line: str, wanted: Values, before: Mapping[str, object]) -> str:
    found = _KEY.match(line)
    if found is None or found[1] not in wanted:
        return line
    value = wanted[found[1]]
    return line if before.get(found[1]) == value else _setting(found[1], value)


def _setting(key: str, value: str | int) -> str:
    return f"{key} = {json.dumps(value)}"


def _read(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
