"""What wakes the chores of this program, and those of others on the same store."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from judge.work.alarm import Alarm

if TYPE_CHECKING:
    from judge.work.engine import Engine

_HANGS = timedelta(minutes=15)  # of a chore: one letter alone takes ten at most


class Bells:
    """The alarm of this program and, once it is connected, the engine for others."""

    alarm: Alarm
    _engine: "Engine | None" = None

    def hang(self, chores: Mapping[str, Callable[[], bool]], seconds: float) -> None:
        """Let an alarm wake `chores`, every so many seconds and when it is rung for."""
        self.alarm = Alarm(chores, seconds)

    def connect(self, conninfo: str, schema: str, queues: Sequence[str]) -> None:
        """Let `queues` be rung for by other programs on this PostgreSQL, and they so.

        The engine keeps its tables in `schema`.
        """
        # It takes its time and memory, which most judges never need.
        from judge.work.engine import Engine  # noqa: PLC0415 - as it says above

        self._engine = Engine(conninfo, schema, queues, self.alarm.done)

    def ring(self, name: str) -> None:
        """Wake the chore called `name`, here if there is one, and with others."""
        if self.alarm.has(name):
            self.alarm.ring(name)
        if self._engine is not None:
            self._engine.ring(name)

    def work(self) -> bool:
        """Return whether every chore of this program goes on."""
        return self.alarm.is_whole() and self.alarm.longest() < _HANGS

    @contextmanager
    def ringing(self) -> Iterator[None]:
        """Ring and hear while the block runs."""
        with ExitStack() as stack:
            self.alarm.start()
            stack.callback(self.alarm.stop)
            if self._engine is not None:
                self._engine.start()
                stack.callback(self._engine.stop)
            yield
