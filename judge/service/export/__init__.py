"""Games as files for programs, which go along with mails."""

from judge.service.export.hall_file import hall_file
from judge.service.export.importing import MOST_BYTES, import_game
from judge.service.export.made import FileKey, MadeFile, key_of, made_files
from judge.service.export.part import with_part
from judge.service.export.pictures import with_pictures

__all__ = [
    "MOST_BYTES",
    "FileKey",
    "MadeFile",
    "hall_file",
    "import_game",
    "key_of",
    "made_files",
    "with_part",
    "with_pictures",
]
