"""What a variant's own program changes, told from the names of the classes it brings.

Programs are not run, so what they do to the rules is said, not carried over.
"""

import re
from collections.abc import Iterator

from judge.mapmaking.reading.facts import FileLine, Note

_CLASS = re.compile(r"variantClasses\s*\[\s*['\"](\w+)['\"]\s*\]")
_ANYWHERE = re.compile(
    r"build[\s_-]?(?:any|every)[\s_-]?where|build[\s_-]?any\b"
    r"|\[\s*RULE_BUILD_\w+\s*\]\s*=\s*true",
    re.IGNORECASE,
)
# Built only at home: the place must be of the country itself, in the query's words.
_AT_HOME = re.compile(r"\bt\.countryID\s*=", re.IGNORECASE)
# Only where a mark of the place says so.
_MARKED = re.compile(r"&\s*\(\s*1\s*<<")
# Which places these are changes during the game.
_BY_TURN = re.compile(r"\$turn\b")
_QUERY = re.compile(r"\bsupply\s*=", re.IGNORECASE)
_RULE = re.compile(r"\[\s*(RULE_\w+)\s*\]\s*=\s*true", re.IGNORECASE)
_READ_RULES = ("RULE_CUSTOM", "RULE_BUILD")
_LOOKS = re.compile(
    r"drawmap\w*|orderarchiv|orderinterface|panel\w*|chatbox|interactivemap|libcache"
    r"|adjudicatorpregame|orders?log",
    re.IGNORECASE,
)
_BUILDS = re.compile(r"(?:process|user)orderbuilds", re.IGNORECASE)


def is_built_anywhere(variant: str, builds: str) -> bool:
    """Return whether units may be built in any owned center, as the files say it."""
    if _BY_TURN.search(builds) or _MARKED.search(builds):
        return False
    if _ANYWHERE.search(variant) or _ANYWHERE.search(builds):
        return True
    return bool(_QUERY.search(builds)) and not _AT_HOME.search(builds)


def class_notes(variant: str, spot: FileLine, *, builds_are_read: bool) -> Iterator[Note]:
    """Yield what the variant changes by programs of its own that cannot be read."""
    code = _without_comments(variant)
    for name in dict.fromkeys(_CLASS.findall(code)):
        if _LOOKS.fullmatch(name):
            continue
        if _BUILDS.fullmatch(name):
            if not builds_are_read:
                text = f"where units are built is up to a program ({name})"
                yield Note(spot, f"{text}; imported with builds at home")
            continue
        text = f"{name} is a program of the variant's own, perhaps with rules"
        yield Note(spot, f"{text}; it is not read")
    for name in _RULE.findall(code):
        if not name.startswith(_READ_RULES):
            yield Note(spot, f"{name} is a rule of the site; it is not read")


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
