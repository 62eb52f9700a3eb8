"""Numbers and places of builds and removals, as the judge asks for them before orders are given."""

from dataclasses import replace
from pathlib import Path

import pytest

from judge.boards import read_variant
from judge.engine import (
    Build,
    Disband,
    Hold,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Season,
    Unit,
    UnitKind,
    Waive,
    adjustments,
    build_sites,
    check_order,
    removal_order,
)

STANDARD = read_variant(Path(__file__).parents[2] / "variants" / "standard")
GEOGRAPHY = STANDARD.geography
ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET


def board(units: dict[str, str], centers: dict[str, str]) -> Position:
    owners: list[str | None] = [None] * len(GEOGRAPHY.provinces)
    for power, texts in centers.items():
        for text in texts.split():
            owners[GEOGRAPHY.location(text)] = power
    return Position(
        phase=Phase(Season.WINTER, 1901, PhaseKind.ADJUSTMENT),
        units=tuple(
            Unit(power, UnitKind(text[0]), GEOGRAPHY.location(text[2:]))
            for power, texts in units.items()
            for text in texts.split(", ")
        ),
        owners=tuple(owners),
    )


def texts(locations: tuple[int, ...]) -> list[str]:
    return [GEOGRAPHY.locations[location].text for location in locations]


def test_builds_count_above_zero_and_removals_below() -> None:
    position = board(
        {"France": "A SPA", "Germany": "A BER, A KIE, A MUN", "Italy": "A ROM"},
        {"France": "PAR BRE", "Germany": "BER", "Italy": "ROM"},
    )
    assert adjustments(position, STANDARD) == {"France": 1, "Germany": -2}


def test_builds_are_no_more_than_there_is_room_for() -> None:
    position = board({"France": "A PAR"}, {"France": "PAR BRE SPA POR BEL"})
    assert adjustments(position, STANDARD) == {"France": 1}


def test_sites_are_free_home_centers_and_all_their_coasts() -> None:
    position = board({"Russia": "A MOS"}, {"Russia": "MOS STP WAR BUL"})
    assert texts(build_sites(position, "Russia", STANDARD)) == ["STP", "STP/NC", "STP/SC", "WAR"]


def test_sites_follow_the_rule_of_the_variant() -> None:
    anywhere = replace(STANDARD, rules=replace(STANDARD.rules, builds="owned"))
    position = board({"Russia": "A MOS"}, {"Russia": "MOS GRE"})
    assert texts(build_sites(position, "Russia", anywhere)) == ["GRE"]


def test_removals_go_by_distance_then_fleets_first_then_name() -> None:
    position = board({"Russia": "A TYR, F BAL, A LVN, A UKR, F SEV, A WAR"}, {"Russia": "WAR"})
    order = removal_order(position, "Russia", STANDARD)
    names = [GEOGRAPHY.locations[unit.location].text for unit in order]
    assert names == ["TYR", "BAL", "SEV", "LVN", "UKR", "WAR"]


def test_only_units_of_the_power_are_removed() -> None:
    position = board({"Russia": "A WAR", "Turkey": "A SMY"}, {})
    assert {unit.power for unit in removal_order(position, "Turkey", STANDARD)} == {"Turkey"}


FRANCE_BUILDS = board(
    {"France": "A PAR", "Germany": "A KIE, A MUN"},
    {"France": "PAR BRE MAR", "Germany": "KIE", "Italy": "ROM"},
)


@pytest.mark.parametrize(
    ("power", "order", "reason"),
    [
        ("France", Build("France", FLEET, GEOGRAPHY.location("BRE")), None),
        ("France", Waive("France"), None),
        ("France", Build("France", ARMY, GEOGRAPHY.location("PAR")), Reason.OCCUPIED),
        ("France", Build("France", ARMY, GEOGRAPHY.location("SPA")), Reason.NO_BUILD_THERE),
        ("Italy", Build("Italy", ARMY, GEOGRAPHY.location("VEN")), Reason.NOT_OWNED),
        ("France", Build("Italy", ARMY, GEOGRAPHY.location("ROM")), Reason.FOREIGN_UNIT),
        ("France", Disband(Unit("France", ARMY, GEOGRAPHY.location("PAR"))), Reason.NO_CHOICE),
        ("France", Hold(Unit("France", ARMY, GEOGRAPHY.location("PAR"))), Reason.WRONG_PHASE),
        ("Germany", Disband(Unit("Germany", ARMY, GEOGRAPHY.location("KIE"))), None),
        ("Germany", Disband(Unit("Germany", FLEET, GEOGRAPHY.location("KIE"))), Reason.WRONG_KIND),
        ("Germany", Disband(Unit("Germany", ARMY, GEOGRAPHY.location("PAR"))), Reason.FOREIGN_UNIT),
        ("Germany", Disband(Unit("Germany", ARMY, GEOGRAPHY.location("RUH"))), Reason.NO_UNIT),
        ("Germany", Waive("Germany"), Reason.NO_CHOICE),
    ],
)
def test_an_adjustment_is_allowed_or_told_why_not(
    power: str, order: Build | Disband | Waive | Hold, reason: Reason | None
) -> None:
    assert check_order(order, power, FRANCE_BUILDS, STANDARD) is reason
