"""A simple SMTP client, which returns the exact answers of a server."""

import socket

from tests.patience import PATIENCE


def talk(port: int, lines: list[str]) -> list[str]:
    """Return the last line of each answer to `lines`."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        stream = client.makefile("rwb")
        _answer(stream.readline)
        said = []
        for line in lines:
            stream.write(line.encode() + b"\r\n")
            stream.flush()
            said.append(_answer(stream.readline))
    return said


def _answer(readline: object) -> str:
    assert callable(readline)
    while (line := readline().decode())[3:4] == "-":
        pass
    return str(line).strip()
