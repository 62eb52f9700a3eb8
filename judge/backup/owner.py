"""Whose the files of a judge are, whoever restores them."""

import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from judge.backup.refused import Refused


@dataclass(frozen=True, slots=True)
class Owner:
    """The user whom a judge runs as, by his number and his group's."""

    user: int
    group: int

    def take(self, path: Path) -> None:
        """Make a file or a folder his, and nobody else's to look into."""
        path.chmod(0o700 if path.is_dir() else 0o600)
        if os.geteuid() == 0:
            os.chown(path, self.user, self.group, follow_symlinks=False)


def name_of_owner(folder: Path) -> str:
    """Return the name of whoever owns a folder; his number where he has no name."""
    number = folder.stat().st_uid
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def owner_of(folder: Path, before: str) -> Owner:
    """Return whose a data folder is to be, where who was it `before` had that name.

    Who is not root can give nothing to others. For root it is who owns the folder, or,
    where root does or there is none, who had it before; Refused if he is unknown here.
    """
    if os.geteuid() != 0:
        return Owner(os.geteuid(), os.getegid())
    if folder.exists() and folder.stat().st_uid != 0:
        return Owner(folder.stat().st_uid, folder.stat().st_gid)
    try:
        user = pwd.getpwnam(before)
    except KeyError:
        raise Refused(
            f"The judge's files belonged to the user {before}, who is not known here. "
            f"Add him (useradd --system {before}), or make the folder {folder} and "
            "give it to the user whom the judge is to run as."
        ) from None
    return Owner(user.pw_uid, user.pw_gid)
