"""Whether a mail comes from the domain in its From."""

from judge.mail.authentic.results import is_authentic
from judge.mail.authentic.signature import Unshown, signed_words

__all__ = ["Unshown", "is_authentic", "signed_words"]
