"""Taking turns: who asked first goes first, however often others ask."""

from collections import deque
from dataclasses import dataclass, field
from threading import Event, Lock


@dataclass(slots=True)
class Turns:
    """Whose turn it is, among threads; `waiting` are those whose it is not yet."""

    waiting: deque[Event] = field(default_factory=deque)
    _taken: bool = False
    _lock: Lock = field(default_factory=Lock)

    def take(self, patience: float) -> bool:
        """Wait for one's turn for so many seconds; return whether it came."""
        with self._lock:
            if not self._taken:
                self._taken = True
                return True
            mine = Event()
            self.waiting.append(mine)
        if mine.wait(patience):
            return True
        with self._lock:
            late = mine.is_set()
            if not late:
                self.waiting.remove(mine)
            return late

    def give(self) -> None:
        """End one's turn: it is that of who has waited longest."""
        with self._lock:
            if self.waiting:
                self.waiting.popleft().set()
            else:
                self._taken = False
