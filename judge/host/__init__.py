"""The machine a judge runs on, and how it was installed there."""

from judge.host.folder import OccupiedError, alone_in, in_service
from judge.host.version import version

__all__ = ["OccupiedError", "alone_in", "in_service", "version"]
