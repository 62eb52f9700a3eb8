"""What the programs read that read mails of the older judges: facts for their lines.

Their shapes are those of `templates/compat`; the words between them are our own.
"""

from judge.render.compat.facts import compat_facts
from judge.render.compat.header import header_facts

__all__ = ["compat_facts", "header_facts"]
