"""Painting and sending what waits, and what follows when it does not arrive."""

from judge.service.outgoing.failures import came_back, note_failure
from judge.service.outgoing.notices import send_notices
from judge.service.outgoing.pictures import paint_overdue, paint_picture

__all__ = ["came_back", "note_failure", "paint_overdue", "paint_picture", "send_notices"]
