"""What the keeper of the judge has set down, and what he wants to know."""

from judge.store.keeper import blocks, messages, overview

__all__ = ["blocks", "messages", "overview"]
