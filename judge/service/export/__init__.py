"""Games as files for programs, which go along with mails."""

from judge.service.export.game_file import export_of
from judge.service.export.part import with_part
from judge.service.export.pictures import with_pictures

__all__ = ["export_of", "with_part", "with_pictures"]
