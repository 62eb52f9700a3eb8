"""Telling systemd how the program does, by the socket that it names (sd_notify(3))."""

import socket


def tell_systemd(where: str, state: str) -> None:
    """Send `READY=1`, `WATCHDOG=1` or `STOPPING=1`; without a socket nobody is told.

    A name that begins with @ is one that no file has.
    """
    if not where:
        return
    address = "\0" + where[1:] if where.startswith("@") else where
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaker:
        try:
            speaker.connect(address)
            speaker.sendall(state.encode())
        except OSError:
            return
