"""How each line of a mail stands: its sender's own, quoted, or below a signature.

What announces an older mail is known by what it holds, an address and a date, three
labels and a subject, in any language; the phrases of mail programs only help.
"""

from judge.mail.quotation.armor import ENCRYPTED
from judge.mail.quotation.lines import ENCLOSED, OLDER_MAIL, lines_of

__all__ = ["ENCLOSED", "ENCRYPTED", "OLDER_MAIL", "lines_of"]
