"""Sending what waits in the outbox, and what follows when it does not arrive."""

from judge.service.outgoing.failures import came_back, note_failure
from judge.service.outgoing.notices import send_next_notice

__all__ = ["came_back", "note_failure", "send_next_notice"]
