"""The systemd unit, for the paths of this machine."""

import re
from pathlib import Path

from judge.shipped import shipped

UNIT = "judge.service"


def unit_text(program: Path, config: Path, data: Path, user: str) -> str:
    """Return the unit that came with the judge, with these paths and this user."""
    text = (shipped("deploy") / UNIT).read_text("utf-8")
    changed = {
        "ExecStart": f"{program} serve",
        "Environment": f"JUDGE_CONFIG={config}",
        "ReadWritePaths": str(data),
        "User": user,
        "Group": user,
    }
    for name, value in changed.items():
        text = re.sub(rf"^{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
    return text
