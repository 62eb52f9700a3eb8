"""Commands of Masters about the leaders, the players, the settings and the board of a game."""

import re
from collections.abc import Callable
from itertools import takewhile

from judge.commands.blocks import up_to
from judge.commands.messages import official
from judge.commands.passage import (
    CODE,
    Found,
    Meaning,
    Misread,
    Passage,
    alone,
    coded,
    is_code,
    is_own,
    only,
    worded,
)
from judge.commands.table.row import row_of
from judge.game import (
    ChangeSettings,
    Command,
    NotUnderstood,
    Who,
    dry_run,
    editing,
    inspection,
    masters,
    phases,
    rolling,
)
from judge.notation import read_phase_name

_PAIR = re.compile(r"\s*[\"']?(?P<name>[a-z][a-z _-]{0,30}?)[\"']?\s*=\s*(?P<value>.*\S)\s*", re.I)
_LONGEST_NAME = 4  # words of a power's name
_CODE_OR_GAME = re.compile(r"(?:of\s+|for\s+)?([\w.+-]*)", re.I)
_PASSED = re.compile(r"\s*(?:[#\[].*)?")
_END = re.compile(r"\s*end(?:\s*settings)?\W*", re.I)
_END_EDIT = re.compile(r"\s*end\s*(?:edit|position|edit\s+position)\W*", re.I)
_OF_A_BOARD = re.compile(r"\s*(?:phase|units|centers|dislodged)\s+\S", re.I)
_QUOTED = re.compile(r"(?P<open>[\"'“„”«])(?P<text>.*?)[\"'”“»]\s*(?:#.*)?")


def _settings(passage: Passage) -> Found | Misread:
    """Return the command SETTINGS with the values in the lines below it.

    Without values it shows the settings.

    The lines are those of a TOML table, up to END or to the first other line.
    """
    values, size = [], 0
    for line in takewhile(is_own, passage.following):
        pair = _PAIR.fullmatch(line.text)
        if pair is None and not _PASSED.fullmatch(line.text):
            break
        size += 1
        if pair is not None:
            name = " ".join(re.split(r"[\s_-]+", pair["name"].upper()))
            values.append((name, _value(pair["value"])))
    if not values:
        match = _CODE_OR_GAME.fullmatch(passage.rest)
        return Found((inspection.ShowSettings(match[1].lower()),)) if match else Misread()
    if not _CODE_OR_GAME.fullmatch(passage.rest):
        return Misread()
    # Without its code the command changes nothing, and the answer tells the code.
    code = passage.rest if is_code(passage.rest) else ""
    ends = [line.text for line in passage.following[size : size + 1]]
    closed = bool(ends) and _END.fullmatch(ends[0]) is not None
    inside = (*[Meaning.ARGUMENT] * size, *[Meaning.COMMAND] * closed)
    return Found((ChangeSettings(tuple(values), code),), inside)


def _value(text: str) -> str:
    """Return the value of a TOML line, without quotes of any kind: mail programs change them."""
    quoted = _QUOTED.fullmatch(text)
    if quoted is not None:
        return quoted["text"]
    words = re.sub(r"\s+#.*", "", text)
    return {"true": "on", "false": "off"}.get(words.lower(), words)


def _hand_over(rest: str) -> Command | None:
    """Return the command HAND OVER to a person, with its code if one follows; or None."""
    words = re.sub(r"^(?:the\s+game\s+)?to\s+", "", rest, flags=re.I).split()
    code = words.pop() if len(words) == 2 and CODE.fullmatch(words[1]) else ""
    return masters.HandOver(words[0], code) if len(words) == 1 else None


def _replay(rest: str) -> Command | None:
    """Return the command REPLAY from a phase on, with its code if one follows; or None."""
    before, _, code = rest.rpartition(" ")
    if read_phase_name(before) and CODE.fullmatch(code):
        return rolling.Replay(read_phase_name(before) or "", code)
    phase = read_phase_name(rest)
    return rolling.Replay(phase) if phase else None


def _control(rest: str) -> Command | None:
    """Return the command CONTROL, which gives a power to another power's player; or None."""
    power, _, by = re.sub(r"\s+by\s+", "\n", rest, flags=re.I).partition("\n")
    few = max(len(power.split()), len(by.split())) <= _LONGEST_NAME
    return masters.Control(power.strip(), by.strip()) if power and by and few else None


def _dry_run(rest: str) -> Command | None:
    """Return the command DRY RUN for a command line, or None without one."""
    return dry_run.DryRun(rest) if rest else None


def _edit_position(passage: Passage) -> Found | Misread:
    """Return the command EDIT POSITION with the lines of a board below it, if there are any."""
    return _edited(passage, "EDIT POSITION", editing.EditPosition)


def _try_position(passage: Passage) -> Found | Misread:
    """Return the command DRY RUN EDIT POSITION with the lines of a board below it, if any."""
    name = "EDIT POSITION"
    return _edited(passage, f"DRY RUN {name}", lambda text: dry_run.DryRun(name, text))


def _edited(passage: Passage, name: str, command: Callable[[str], Command]) -> Found | Misread:
    """Return the command with the lines of a board below it, up to END EDIT.

    Without END EDIT these lines are returned to the writer. If none of them is about a board, they
    do not belong to the command.
    """
    if passage.rest:
        return Misread()
    text, inside, closed = up_to(_END_EDIT, passage)
    if closed:
        return Found((command(text),), inside)
    if any(map(_OF_A_BOARD.match, text.splitlines())):
        return Found((NotUnderstood(name, ("END EDIT",), text),), inside)
    return Found((command(""),))


DESK = (
    row_of(
        masters.HandOver,
        ("HAND OVER", "HANDOVER"),
        alone(_hand_over),
        "promote",
        ("HAND OVER TO address",),
    ),
    row_of(
        masters.Announce,
        ("OFFICIAL",),
        official,
        "official",
        ("OFFICIAL", "END OFFICIAL", "OFFICIAL AT Friday 21:00"),
    ),
    row_of(phases.Predict, ("PREDICT",), only(phases.Predict()), "predict", ("PREDICT",)),
    row_of(
        phases.Release,
        ("RELEASE", "RELEASE RESULTS", "PUBLISH"),
        only(phases.Release()),
        "release",
        ("RELEASE",),
    ),
    row_of(
        rolling.RollForward,
        ("ROLL FORWARD", "ROLLFORWARD"),
        alone(coded(rolling.RollForward)),
        "rollback",
        ("ROLL FORWARD",),
    ),
    row_of(rolling.Replay, ("REPLAY",), alone(_replay), "rollback", ("REPLAY S1901M",)),
    row_of(
        masters.Control, ("CONTROL",), alone(_control), "control", ("CONTROL FRANCE BY GERMANY",)
    ),
    row_of(
        masters.SetDummy,
        ("DUMMY",),
        alone(worded(masters.SetDummy, _LONGEST_NAME)),
        "dummy",
        ("DUMMY FRANCE",),
    ),
    row_of(
        masters.SetDummy,
        ("REVIVE", "NO DUMMY", "UNDUMMY"),
        alone(worded(lambda power: masters.SetDummy(power, dummy=False), _LONGEST_NAME)),
        "dummy",
        ("REVIVE FRANCE",),
    ),
    row_of(
        editing.EditPosition,
        ("EDIT POSITION", "EDIT THE POSITION", "EDIT BOARD", "EDIT THE BOARD"),
        _edit_position,
        "editposition",
        ("EDIT POSITION", "END EDIT", "HELP EDIT POSITION"),
    ),
    row_of(
        dry_run.DryRun,
        ("DRY RUN EDIT POSITION", "DRY RUN EDIT BOARD"),
        _try_position,
        "editposition",
        ("DRY RUN EDIT POSITION", "END EDIT", "HELP EDIT POSITION"),
        listed=Who.MASTER,
    ),
    row_of(
        dry_run.DryRun,
        ("DRY RUN", "DRYRUN"),
        alone(_dry_run),
        "dryrun",
        ("DRY RUN ROLLBACK S1901M", "DRY RUN PROCESS"),
        # Players of a game without a Master may give it too, but the help lists it for Masters.
        listed=Who.MASTER,
    ),
    row_of(
        inspection.ShowSettings,
        ("SETTINGS", "SHOW SETTINGS", "CHANGE SETTINGS"),
        _settings,
        "settings",
        ("SETTINGS", "SETTINGS game"),
    ),
    row_of(
        masters.Promote,
        ("PROMOTE", "MAKE MASTER", "ADD MASTER", "CO MASTER"),
        alone(worded(masters.Promote, 1)),
        "promote",
        ("PROMOTE address",),
    ),
    row_of(
        masters.NameTutor,
        ("TUTOR", "JUROR", "OMNISCIENT"),
        alone(worded(masters.NameTutor, 1)),
        "tutor",
        ("TUTOR address",),
    ),
    row_of(
        rolling.Unstart,
        ("UNSTART", "UNSTART GAME"),
        alone(coded(rolling.Unstart)),
        "unstart",
        ("UNSTART",),
    ),
)
