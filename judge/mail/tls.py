"""How a connection to a mail server is protected."""

import ssl
from enum import Enum


class Tls(Enum):
    """Whether TLS begins with the connection, by STARTTLS, or never.

    A server that refuses STARTTLS is an error; nothing falls back to plain text.
    """

    IMPLICIT = "implicit"
    STARTTLS = "starttls"
    NONE = "none"


def tls_context(ca_file: str | None) -> ssl.SSLContext:
    """Return a context that checks certificates, against `ca_file` if it is given."""
    return ssl.create_default_context(cafile=ca_file)
