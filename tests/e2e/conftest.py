"""The other ends of the judge's mail: where it goes, and where it lies."""

import os
from collections.abc import Iterator

import pytest

from tests.amount import LONG
from tests.e2e.mta import POSTFIX
from tests.e2e.program import Sink, sink
from tests.servers import Dovecot, dovecot

# They take minutes, and some Debian's mirror.
_LASTING = ["test_hangs.py", "test_image.py", "test_nodes.py", "test_services.py"]
collect_ignore = [] if LONG else _LASTING


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


@pytest.fixture
def postfix_by_root() -> None:
    """Skip a test where Postfix is missing, or root to start it; CI has both."""
    missing = "Postfix" if POSTFIX is None else "root" if os.geteuid() != 0 else ""
    if missing and os.environ.get("CI"):
        pytest.fail(f"There is no {missing}.")
    if missing:
        pytest.skip(f"There is no {missing}.")
