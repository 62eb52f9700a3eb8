"""The words of a mail: which parts have them, as lines, and which cannot be read."""

from judge.mail.words.forms import lines_of_mail
from judge.mail.words.text import clean_text
from judge.mail.words.unread import unread_of

__all__ = ["clean_text", "lines_of_mail", "unread_of"]
