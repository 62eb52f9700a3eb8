"""Obeying what a letter says of its writer, and of others as persons."""

from judge.conversation.person.obey import obey_for_person, person_command_name

__all__ = ["obey_for_person", "person_command_name"]
