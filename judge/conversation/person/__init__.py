"""Obeying what a letter says of its writer, and of others as persons."""

from judge.conversation.person.imitation import is_like, is_misleading
from judge.conversation.person.keeper import ask_for_keeper
from judge.conversation.person.obey import obey_for_person
from judge.conversation.person.wishes import as_newcomer

__all__ = ["as_newcomer", "ask_for_keeper", "is_like", "is_misleading", "obey_for_person"]
