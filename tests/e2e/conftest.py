"""The other ends of the judge's mail: where it goes, and where it lies."""

from collections.abc import Iterator

import pytest

from tests.amount import LONG
from tests.e2e.program import Sink, sink
from tests.servers import Dovecot, dovecot

# It takes minutes, and Debian's mirror.
collect_ignore = [] if LONG else ["test_image.py"]


@pytest.fixture
def people() -> Iterator[tuple[Sink, int]]:
    """Give a server that keeps all mail for people, and its port."""
    with sink() as (kept, port):
        yield kept, port


@pytest.fixture
def box() -> Iterator[Dovecot]:
    """Give a mailbox server."""
    with dovecot() as server:
        yield server
