"""What the keeper of a judge does on its host: ADMIN, games, letters and notices."""

from judge.cli.keeper.admin import admin
from judge.cli.keeper.games import import_game
from judge.cli.keeper.letters import letters
from judge.cli.keeper.notices import notices

__all__ = ["admin", "import_game", "letters", "notices"]
