"""Facts written down as the folder of a variant: its `variant.toml` and its README."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.boards import COAST_NAMES
from judge.engine import Terrain
from judge.mapmaking.reading.facts import Facts, Place, PowerFact, ProvinceFact

_NO_DESIGNER = "Unknown"


def variant_toml(facts: Facts, sources: Sequence[str]) -> str:
    """Return the `variant.toml` of facts that fit its format."""
    shorts = {one.key: one.words[0] for one in facts.provinces}
    parts = [_head(facts, sources), _start(facts)]
    if facts.seasons:
        parts.append(_table("seasons", dict(facts.seasons)))
    if back := next((one.name for one in facts.powers if one.come_back), ""):
        parts.append(_table("rules.neutral_armies", {"power": back}))
    parts += [_power("powers", one, shorts) for one in facts.powers if one.played]
    parts += [_power("neutrals", o, shorts) for o in facts.powers if not o.played]
    parts.append(_provinces(facts.provinces))
    parts.append(_edges("army", (((a, ""), (b, "")) for a, b in facts.army), shorts))
    parts.append(_edges("fleet", facts.fleet, shorts))
    return "\n".join(parts)


def readme(facts: Facts, sources: Sequence[str]) -> str:
    """Return what a map maker should know: the files, the notes, the author's words."""
    lines = [f"# {facts.title}", "", f"Imported from {', '.join(sources)}.", ""]
    if facts.notes:
        lines += ["## What was not carried over as it stands", ""]
        lines += [f"- {note}" for note in facts.notes]
    else:
        lines.append("All of it was carried over.")
    if facts.story:
        lines += ["", "## What its author wrote", ""]
        lines += [f"    {line}".rstrip() for line in facts.story.splitlines()]
    return "\n".join([*lines, ""])


def places_toml(facts: Facts) -> str:
    """Return the `places.toml` of a board whose file says where provinces lie, or "".

    It needs to say so of all that are not out of play, or a drawing would be crooked.
    """
    shorts = {one.key: one.words[0] for one in facts.provinces}
    if not facts.positions or any(
        one.key not in facts.positions
        for one in facts.provinces
        if one.terrain is not Terrain.IMPASSABLE
    ):
        return ""
    places = sorted((shorts[key], at) for key, at in facts.positions.items() if key in shorts)
    lines = [f"{short} = [{x:g}, {y:g}]" for short, (x, y) in places]
    head = "# Where the provinces of the board lie. Format: variants/README.md."
    return "\n".join([head, "", "[places]", *lines, ""])


def _head(facts: Facts, sources: Sequence[str]) -> str:
    texts = ", ".join(map(_text, sources))
    lines = [
        "# Imported; README.md tells what was not carried over.",
        "",
        f"title = {_text(facts.title)}",
        f"designer = {_text(facts.designer or _NO_DESIGNER)}",
    ]
    if facts.version:
        lines.append(f"version = {_text(facts.version)}")
    lines += [f"sources = [{texts}]", f"victory = {facts.victory}"]
    if facts.builds != "home":
        lines.append(f"builds = {_text(facts.builds)}")
    return "\n".join([*lines, ""])


def _start(facts: Facts) -> str:
    start = facts.start
    lines = [
        "[start]",
        f"season = {_text(start.season.name.capitalize())}",
        f"year = {start.year}",
        f"phase = {_text(start.kind.name.lower())}",
    ]
    if facts.turn_years:
        lines.append(f"turn_years = {facts.turn_years}")
    return "\n".join([*lines, ""])


def _power(table: str, power: PowerFact, shorts: Mapping[str, str]) -> str:
    homes = [shorts[home] for home in power.homes]
    owned = [shorts[center] for center in power.owned or ()]
    units = [f"{one.kind.value} {_place(one.place, shorts)}" for one in power.units]
    lines = [f"[[{table}]]", f"name = {_text(power.name)}"]
    if power.adjective:
        lines.append(f"adjective = {_text(power.adjective)}")
    if power.letter:
        lines.append(f"letter = {_text(power.letter)}")
    lines += [
        f"color = {_text(power.color)}",
        f"homes = {_texts(homes)}",
        *((f"owned = {_texts(owned)}",) if set(owned) != set(homes) else ()),
        f"units = {_texts(units)}",
    ]
    return "\n".join([*lines, ""])


def _provinces(provinces: Iterable[ProvinceFact]) -> str:
    return "\n".join(["[provinces]", *map(_province, provinces), ""])


def _province(province: ProvinceFact) -> str:
    short, *aliases = province.words
    assert province.terrain is not None
    keys = [f"name = {_text(province.name)}", f"kind = {_text(province.terrain.value)}"]
    if province.center:
        keys.append("center = true")
    if province.coasts:
        keys.append(f"coasts = {_coasts(province.coasts)}")
    if aliases:
        keys.append(f"aliases = {_texts(aliases)}")
    if province.convoys:
        keys.append("convoys = true")
    return f"{short} = {{ {', '.join(keys)} }}"


def _coasts(coasts: Iterable[tuple[str, str]]) -> str:
    named = {code: name or COAST_NAMES.get(code, code.upper()) for code, name in coasts}
    if all(COAST_NAMES.get(code) == name for code, name in named.items()):
        return _texts(named)
    pairs = ", ".join(f"{_key(code)} = {_text(name)}" for code, name in named.items())
    return f"{{ {pairs} }}"


def _edges(kind: str, edges: Iterable[tuple[Place, Place]], shorts: Mapping[str, str]) -> str:
    lines: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        one, other = sorted(_place(place, shorts) for place in edge)
        lines[one].append(other)
    texts = {key: " ".join(sorted(lines[key])) for key in sorted(lines)}
    return _table(f"edges.{kind}", texts)


def _place(place: Place, shorts: Mapping[str, str]) -> str:
    key, code = place
    return f"{shorts[key]}/{code.upper()}" if code else shorts[key]


def _table(name: str, texts: Mapping[str, str]) -> str:
    return "\n".join([f"[{name}]", *_pairs(texts), ""])


def _pairs(texts: Mapping[str, str]) -> Iterator[str]:
    for key, text in texts.items():
        yield f"{_text(key) if '/' in key else key} = {_text(text)}"


def _texts(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, texts))}]"


def _key(code: str) -> str:
    return code if code.isascii() and code.isalnum() else _text(code)


def _text(text: str) -> str:
    """Return a text as TOML has it; what cannot be printed is left out."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
