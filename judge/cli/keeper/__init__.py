"""What the keeper of a judge does on its host: ADMIN, letters and notices."""

from judge.cli.keeper.admin import admin
from judge.cli.keeper.letters import letters
from judge.cli.keeper.notices import notices

__all__ = ["admin", "letters", "notices"]
