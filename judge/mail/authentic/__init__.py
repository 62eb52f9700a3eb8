"""Whether a mail comes from the domain in its From."""

from judge.mail.authentic.results import is_authentic

__all__ = ["is_authentic"]
