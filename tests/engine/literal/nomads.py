"""Neutrals and the Hsiung-Nu: seed 002, rules 2 to 4, and armies that only hold."""

from collections import Counter

from tests.engine.literal.board import Board, places_in
from tests.engine.literal.fights import Fought
from tests.engine.literal.possible import Piece, province
from tests.engine.literal.state import State
from tests.engine.literal.turn import Turn


def unplayed(state: State, board: Board) -> set[str]:
    """Return the neutral powers for which no player was called yet."""
    called = {power for kind, _, power in state.marks if kind == "called"}
    return set(board.neutrals) - called


def last_stands(turn: Turn, fought: Fought) -> set[str]:
    """Return the last units of a power, if all would be annihilated (rule 4)."""
    if "last_stand" not in turn.board.rules:
        return set()
    lost = {place: d.piece for place, d in fought.driven.items() if not d.retreats}
    had = Counter(piece.power for piece in turn.state.pieces.values())
    gone = Counter(piece.power for piece in lost.values())
    neutral = unplayed(turn.state, turn.board)
    return {
        place
        for place, piece in lost.items()
        if piece.power not in neutral and gone[piece.power] == had[piece.power]
    }


def hear_votes(turn: Turn) -> None:
    """Add the orders that most players, with most units, agree on (rule 3)."""
    if "neutral_votes" not in turn.board.rules:
        return
    units = _players(turn)
    neutral = unplayed(turn.state, turn.board)
    votes = [(n, line) for n, line in turn.numbered() if line.verb == "vote"]
    ballots = {
        (line.power, province(line.wish.place)): line.wish
        for _, line in votes
        if line.power in units and line.wish.power in neutral
    }
    agreed = {
        wish
        for wish in ballots.values()
        if _is_wanted([power for (power, _), one in ballots.items() if one == wish], units)
    }
    for number, line in votes:
        last = ballots.get((line.power, province(line.wish.place)))
        fate = "done" if line.wish in agreed else "failed"
        turn.verdicts[number] = fate if line.wish == last else "illegal"
    turn.agreed += agreed


def _is_wanted(voters: list[str], units: dict[str, int]) -> bool:
    """Return whether the voters are more than half of the powers, with more than half of units."""
    of_units = sum(units[one] for one in voters)
    return 2 * len(voters) > len(units) and 2 * of_units > sum(units.values())


def _players(turn: Turn) -> dict[str, int]:
    """Return the number of units of each power that is still in the game."""
    state, neutral = turn.state, unplayed(turn.state, turn.board)
    standing = Counter(
        piece.power
        for piece in (*state.pieces.values(), *(one.piece for one in state.driven.values()))
    )
    nomads = turn.board.rules.get("barbarians", {}).get("power")
    return {
        side: standing[side]
        for side in turn.board.sides
        if side not in neutral
        and (
            standing[side]
            or side in state.owners.values()
            or (side == nomads and most_nomads(state, turn.board))
        )
    }


def call_neutrals(turn: Turn) -> None:
    """Call a player for each neutral that has grown to three centers (rule 3)."""
    rule = turn.board.rules.get("neutral_votes")
    if rule is None:
        return
    owned = Counter(turn.owners.values())
    for side in unplayed(turn.done(), turn.board):
        if owned[side] >= rule.get("centers", 3):
            turn.marks.append(("called", "", side))


def most_nomads(state: State, board: Board) -> int:
    """Return how many units the Hsiung-Nu may have (rule 2)."""
    power = board.rules["barbarians"]["power"]
    if is_opening(state, board):
        return 3
    units = sum(piece.power == power for piece in state.pieces.values())
    centers = list(state.owners.values()).count(power)
    if centers >= 6:
        total = centers
    elif centers >= 2:
        total = {2: 4, 3: 4, 4: 5, 5: 5}[centers]
    else:
        total = min(units, 3)
        if state.kind == "A":
            wanted = {2: 2, 3: 1, 4: 1}.get(_game_year(state, board), 0)
            total -= centers < wanted
        total = max(total, 0)
    if is_exhausted(state, board):
        return max(centers, min(units, total))
    return total


def is_opening(state: State, board: Board) -> bool:
    """Return whether the first three armies are still to be placed."""
    power = board.rules["barbarians"]["power"]
    first = board.start
    began = (state.season, state.year, state.kind) == (
        first["season"][0],
        first["year"],
        first["phase"][0].upper(),
    )
    return began or ("awaited", "", power) in state.marks


def is_exhausted(state: State, board: Board) -> bool:
    power = board.rules["barbarians"]["power"]
    return ("exhausted", "", power) in state.marks


def _game_year(state: State, board: Board) -> int:
    """Return the number of the year in the game; the Winter before the first year is 0."""
    first = board.start["year"]
    years = state.year - first - (1 if first < 0 < state.year else 0)
    return years if board.start["season"] == "Winter" else years + 1


def nomad_places(state: State, board: Board) -> set[str] | None:
    """Return the provinces where the Hsiung-Nu build, or None for the usual places."""
    rule = board.rules["barbarians"]
    units = sum(piece.power == rule["power"] for piece in state.pieces.values())
    if is_exhausted(state, board) or units >= 6:
        return None
    owned = {place for place, owner in state.owners.items() if owner == rule["power"]}
    band = set(places_in(rule["band"]))
    return band | owned if most_nomads(state, board) > 6 else band


def refuse_early_builds(turn: Turn) -> None:
    """Refuse builds beyond the band before the sixth nomad is placed (rule 2)."""
    rule = turn.board.rules.get("barbarians")
    if rule is None or is_exhausted(turn.state, turn.board):
        return
    units = sum(p.power == rule["power"] for p in turn.state.pieces.values())
    nomads, others = 6 - units, most_nomads(turn.state, turn.board) - 6
    if nomads <= 0 or others <= 0:
        return
    builds = [
        (number, line)
        for number, line in turn.numbered()
        if (line.verb, line.power) == ("build", rule["power"])
    ]
    band = places_in(rule["band"])
    placed = [number for number, line in builds if line.place in band]
    raised = [number for number, line in builds if line.place not in band]
    fine = [*placed[:nomads], *(raised[:others] if len(placed) >= nomads else [])]
    for number, _ in builds:
        if number not in fine:
            turn.verdicts[number] = "illegal"


def await_hsiung_nu(turn: Turn) -> None:
    """Mark that they may place their armies next Winter, if they placed none in the first one."""
    rule = turn.board.rules.get("barbarians")
    if rule is None or turn.state.kind != "A":
        return
    awaited = ("awaited", "", rule["power"])
    late = awaited in turn.marks
    turn.drop(awaited)
    none = all(piece.power != rule["power"] for piece in turn.pieces.values())
    if is_opening(turn.state, turn.board) and not late and none:
        turn.marks.append(awaited)


def end_year(turn: Turn) -> None:
    """Bring neutral armies back to free centers, and mark when all nomads have arrived."""
    armies = turn.board.rules.get("neutral_armies", {}).get("power")
    for power, unit in turn.board.start_units:
        kind, place = unit.split()
        free = place not in turn.pieces and place not in turn.owners
        if power == armies and free:
            turn.pieces[place] = Piece(power, kind, place)
    rule = turn.board.rules.get("barbarians")
    if rule is not None and not is_exhausted(turn.done(), turn.board):
        units = sum(piece.power == rule["power"] for piece in turn.pieces.values())
        if min(units, list(turn.owners.values()).count(rule["power"])) >= 6:
            turn.marks.append(("exhausted", "", rule["power"]))
