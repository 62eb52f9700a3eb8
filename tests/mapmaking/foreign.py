"""Writes the judge's variants as files of other programs, to be imported again."""

from collections.abc import Iterator

from judge.engine import Terrain, Variant, bits

_TERRAINS = {
    Terrain.LAND: "LAND",
    Terrain.COAST: "COAST",
    Terrain.SEA: "WATER",
    Terrain.IMPASSABLE: "SHUT",
}
_GO_FLAGS = {
    Terrain.LAND: "godip.Land",
    Terrain.COAST: "godip.Coast...",
    Terrain.SEA: "godip.Sea",
    Terrain.IMPASSABLE: "",
}
_GO_KINDS = {"A": "Army", "F": "Fleet"}


def njudge(variant: Variant) -> dict[str, bytes]:
    """Return a map with its seed; years B.C. are counted from an arbitrary year."""
    start = variant.start.phase
    season = f"{start.season.value}{abs(start.year):04}M"
    if start.kind.value == "A":
        season = f"F{start.year:04}B"
    units = [f"{letter}: {kind} {place}" for letter, kind, place in _units(variant)]
    seed = [season, *units, "-1", "-1"]
    board = [*_provinces(variant), "-1", *_moves(variant), "-1", "-1"]
    return {"map.old": _joined(board), "seed.old": _joined(seed)}


def realpolitik(variant: Variant) -> dict[str, bytes]:
    """Return the four files of a variant."""
    var = ["Version: 1", "Name: Old", "MapData: old.map", "Countries: old.cnt"]
    var += ["Game: old.gam", f"Centers: {variant.victory}"]
    powers = variant.powers
    called = [p.name.replace(" ", "_") for p in powers]
    countries = ["1", str(len(powers))]
    countries += [
        f"{name} {name} {power.letter} Flood Red"
        for name, power in zip(called, powers, strict=True)
    ]
    start = variant.start.phase
    game = ["1", "Old", "Old", f"{start.season.name} {start.year}", "0"]
    game.append(str(len(powers)))
    for power in powers:
        units = [f"{kind} {at}" for p, kind, at in _units(variant) if p == power.letter]
        homes = [_short(home, variant) for home in power.home_centers]
        game += ["0", " ".join(homes), " ".join(units)]
    board = [*_provinces(variant), "-1", *_moves(variant), "-1"]
    texts = {"old.var": var, "old.cnt": countries, "old.gam": game, "old.map": board}
    return {name: _joined(lines) for name, lines in texts.items()}


def jdip(variant: Variant) -> dict[str, bytes]:
    """Return a pack's two XML files."""
    start = variant.start.phase
    board = variant.geography
    lines = ['<VARIANTS><VARIANT name="Old"><MAP adjacencyURI="a.xml"/>']
    lines += [f'<POWER name="{power.name}"/>' for power in variant.powers]
    season, kind = start.season.name.title(), start.kind.name.title()
    lines.append(f'<STARTINGTIME turn="{season}, {start.year}, {kind}"/>')
    lines.append("<VICTORYCONDITIONS>")
    lines.append(f'<WINNING_SUPPLY_CENTERS value="{variant.victory}"/>')
    lines.append("</VICTORYCONDITIONS>")
    homes = {home: p.name for p in variant.powers for home in p.home_centers}
    for center in bits(board.centers):
        home = homes.get(center, "none")
        at = _short(center, variant)
        lines.append(f'<SUPPLYCENTER province="{at}" homepower="{home}" owner="{home}"/>')
    for unit in variant.start.units:
        at, _, coast = _short(unit.location, variant).partition("/")
        lines.append(
            f'<INITIALSTATE province="{at}" power="{unit.power}" '
            f'unit="{unit.kind.name.lower()}" unitcoast="{coast}"/>'
        )
    edges = ["<PROVINCES>"]
    for number, province in enumerate(board.provinces):
        shut = province.terrain is Terrain.IMPASSABLE
        edges.append(
            f'<PROVINCE shortname="{_short(number, variant)}" '
            f'fullname="{province.name}" isImpassable="{str(shut).lower()}">'
        )
        for code, ends in _lists(number, variant):
            edges.append(f'<ADJACENCY type="{code}" refs="{ends}"/>')
        edges.append("</PROVINCE>")
    return {
        "variants.xml": _joined([*lines, "</VARIANT></VARIANTS>"]),
        "a.xml": _joined([*edges, "</PROVINCES>"]),
    }


def dpjudge(variant: Variant) -> dict[str, bytes]:
    """Return a map; upper and lower case of names tell which units may enter."""
    board, start = variant.geography, variant.start.phase
    lines = [f"BEGIN {start.season.name} {start.year} {start.kind.name}"]
    lines.append(f"VICTORY {variant.victory}")
    for number, location in enumerate(board.locations):
        province = board.provinces[location.province]
        coast = f" ({location.coast.name})" if location.coast else ""
        lines.append(f"{province.name}{coast} = {location.text.lower()}")
        near = " ".join(_spelled(number, variant))
        place = location.text.lower() if province.coasts else location.text
        place = place.upper() if location.coast else place
        lines.append(f"{_TERRAINS[province.terrain]} {place} ABUTS {near}")
    unowned = board.centers
    for power in variant.powers:
        homes = [board.locations[home].text for home in power.home_centers]
        unowned &= ~sum(1 << home for home in power.home_centers)
        name = power.name.replace(" ", "+")
        lines.append(f"{name} (:{power.letter}) {' '.join(homes)}")
        lines += [
            f"{unit.kind.value} {board.locations[unit.location].text}"
            for unit in variant.start.units
            if unit.power == power.name
        ]
    lines.append(" ".join(["UNOWNED", *(board.locations[n].text for n in bits(unowned))]))
    return {"old.map": _joined(lines)}


def vdiplomacy(variant: Variant) -> dict[str, bytes]:
    """Return the tables of a board, its countries, and their units."""
    board = variant.geography
    homes = {h: n for n, p in enumerate(variant.powers, 1) for h in p.home_centers}
    rows, borders = ["<?php $territoryRawData=array("], ["$bordersRawData = array("]
    for number, location in enumerate(board.locations):
        province = board.provinces[location.province]
        kind = "Land" if province.terrain is Terrain.IMPASSABLE else ""
        kind = kind or province.terrain.value.title()
        center = "Yes" if province.center and location.coast is None else "No"
        cells = [f"'{_titled(number, variant)}'", f"'{kind}'", f"'{center}'"]
        rows.append(f"array({', '.join([*cells, str(homes.get(number, 0)), '1, 1'])}),")
        fleet = set(bits(board.fleet_edges[number]))
        army = set(bits(board.army_edges[number])) if location.coast is None else set()
        for end in (one for one in fleet | army if one > number):
            ends = f"'{_titled(number, variant)}','{_titled(end, variant)}'"
            may = ["Yes" if end in kind else "No" for kind in (fleet, army)]
            borders.append(f"array({ends},'{may[0]}','{may[1]}'),")
    names = ",".join(f"'{_quoted(power.name)}'" for power in variant.powers)
    year = variant.start.phase.year
    told = f"{-year} - floor($turn/2)" if year < 0 else f"floor($turn/2) + {year}"
    head = f"""<?php class OldVariant extends WDVariant {{ public $name='Old';
        public $countries=array({names}); $this->supplyCenterTarget = {variant.victory};
        function turnAsDate($turn) {{ return ($turn % 2 ? 'Autumn, ' : 'Spring, ').
        ({told}); }} }}"""
    units = ["<?php $countryUnits = array("]
    for power in variant.powers:
        units.append(f"'{_quoted(power.name)}' => array(")
        units += [
            f"'{_titled(unit.location, variant)}' => '{unit.kind.name.title()}',"
            for unit in variant.start.units
            if unit.power == power.name
        ]
        units.append("),")
    return {
        "install.php": _joined([*rows, ");", *borders, ");"]),
        "variant.php": _joined([head]),
        "adjudicatorPreGame.php": _joined([*units, ");"]),
    }


def godip(variant: Variant) -> dict[str, bytes]:
    """Return the Go file of a variant."""
    board = variant.geography
    homes = {h: f"P{n}" for n, p in enumerate(variant.powers) for h in p.home_centers}
    letters = {p.letter: f"P{n}" for n, p in enumerate(variant.powers)}
    rows = []
    for number, location in enumerate(board.locations):
        province = board.provinces[location.province]
        row = f'Prov("{_short(number, variant)}")'
        army = set(bits(board.army_edges[number])) if location.coast is None else set()
        fleet = set(bits(board.fleet_edges[number]))
        for end in army | fleet:
            flags = ["godip.Land"] * (end in army) + ["godip.Sea"] * (end in fleet)
            row += f'.Conn("{_short(end, variant)}", {", ".join(flags)})'
        flag = _GO_FLAGS[province.terrain]
        if location.coast is not None or board.coasts_of[number]:
            flag = "godip.Sea" if location.coast else "godip.Land"
        if province.center and location.coast is None:
            row += f".SC({homes.get(number, 'godip.Neutral')})"
        rows.append(f"// {_go_name(number, variant)}\n{row}.Flag({flag}).")
    units = [
        f'"{at}": godip.Unit{{godip.{_GO_KINDS[kind]}, {letters[letter]}}},'
        for letter, kind, at in _units(variant)
        if letter in letters
    ]
    start = variant.start.phase
    kind = start.kind.name.title()
    season = "Fall" if kind == "Adjustment" else start.season.name.title()
    lines = [
        "package old",
        "const (",
        *(f'P{n} godip.Nation = "{p.name}"' for n, p in enumerate(variant.powers)),
        ")",
        'var V = common.Variant{ Name: "Old", Graph: func() godip.Graph {',
        "return Graph() }, Start: Start,",
        f"SoloWinner: common.SCCountWinner({variant.victory}),",
        f"Nations: []godip.Nation{{{', '.join(letters.values())}}},",
        "}",
        "func Start() {",
        f"phase := classical.NewPhase({start.year}, godip.{season}, godip.{kind})",
        "result.SetUnits(map[godip.Province]godip.Unit{",
        *units,
        "})",
        "}",
        "func Graph() *graph.Graph { return graph.New().",
        *rows,
        "Done() }",
    ]
    return {"old.go": _joined(lines)}


def _go_name(number: int, variant: Variant) -> str:
    place = variant.geography.locations[number]
    name = variant.geography.provinces[place.province].name
    return f"{name} ({place.coast.name})" if place.coast else name


def _titled(location: int, variant: Variant) -> str:
    place = variant.geography.locations[location]
    name = _quoted(variant.geography.provinces[place.province].name)
    return f"{name} ({_quoted(place.coast.name)})" if place.coast else name


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace("'", "\\'")


def _joined(lines: list[str]) -> bytes:
    return "\n".join([*lines, ""]).encode()


def _short(location: int, variant: Variant) -> str:
    return variant.geography.locations[location].text.lower()


def _units(variant: Variant) -> Iterator[tuple[str, str, str]]:
    for unit in variant.start.units:
        letter = variant.power(unit.power).letter
        yield letter, unit.kind.value, _short(unit.location, variant)


def _provinces(variant: Variant) -> Iterator[str]:
    board = variant.geography
    homes = {home: p.letter for p in variant.powers for home in p.home_centers}
    for number, province in enumerate(board.provinces):
        center = homes.get(number, "x" if province.center else "l")
        kind = "w" if province.terrain is Terrain.SEA else center
        words = " ".join(word for word in province.aliases if " " not in word)
        yield f"{province.name}, {kind} {_short(number, variant)} {words}"


def _moves(variant: Variant) -> Iterator[str]:
    for number in range(len(variant.geography.provinces)):
        for code, ends in _lists(number, variant):
            yield f"{_short(number, variant)}-{code}: {ends}"


def _lists(province: int, variant: Variant) -> Iterator[tuple[str, str]]:
    board = variant.geography
    army = [_short(end, variant) for end in bits(board.army_edges[province])]
    if army or board.provinces[province].terrain is not Terrain.SEA:
        yield "mv", " ".join(army or [_short(province, variant)])
    for location in board.coasts_of[province] or (province,):
        coast = board.locations[location].coast
        fleet = [_short(end, variant) for end in bits(board.fleet_edges[location])]
        if fleet:
            yield coast.code if coast else "xc", " ".join(fleet)


def _spelled(location: int, variant: Variant) -> Iterator[str]:
    board = variant.geography
    province = board.province_of[location]
    fleet = set(bits(board.fleet_edges[location]))
    army = set(bits(board.army_edges[province])) if location == province else set()
    reached = {board.province_of[end] for end in fleet}
    for end in sorted(fleet | (army - reached)):
        text = board.locations[end].text
        if end not in fleet:
            yield text.lower()
        elif board.province_of[end] in army or location != province:
            yield text
        else:
            yield f"{text[0]}{text[1:].lower()}"
