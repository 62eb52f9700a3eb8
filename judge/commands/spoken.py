"""Reads sentences about a player's own units: corrections of orders, and what may be ordered."""

import re
from dataclasses import dataclass

from judge.commands.known import Place, cleaned
from judge.commands.talk import without_greeting
from judge.engine import Move, Order, PhaseKind, Unit, UnitKind, UnitOrder, power_of, supply_gaps
from judge.game import inspection
from judge.notation import (
    Mistake,
    OrderReader,
    find_exactly,
    is_legal,
    is_order_like,
    orders_within,
    provinces_named,
    read_line,
    words_of,
    write_unit,
    written,
)

_LONGEST = 200
_ORDERS = r"(?:(?:my|the|our|all|other) )*(?:orders?|moves?)"
_CHANGE = r"(?:change|correct|fix|update|amend|alter|replace|edit|switch|redirect)"
# Words in front of an order that say that it replaces another one.
_SAID_BEFORE = (
    r"(?:oops|ups|whoops|sorry|argh|damn|pardon|actually"
    r"|(?:oh|ah|hm+|no|wait)(?=[,.!])"
    r"|(?:scratch|forget) [^,.;:]{2,20}(?=,)"
    # With a colon, the mistake is the order behind it.
    r"|(?:my (?:mistake|bad|fault)|mistake|typo|i (?:made|had) (?:a|an) (?:mistake|error|typo)"
    r"|that was wrong|wrong)(?=[,.!;])"
    r"|(?:i (?:have |'ve )?)?changed my mind(?: (?:about|on)(?= \w))?"
    r"|change of (?:plans?|mind|heart)"
    r"|on (?:second thoughts?|reflection)"
    r"|(?:please |pls )?(?:swap|switch)(?=:)"
    r"|(?:(?:an?|one|another|small|little|minor|quick|last|more) )*"
    r"(?:correction|changed?|changes|updated?|edit|amendment|fix|new order)(?=\s*[:,-])"
    rf"|(?:please )?(?:make|{_CHANGE}) (?:that|it|this)(?: (?:to|into|be|read)\b)?"
    rf"|(?:please )?{_CHANGE}(?= \w)"
    r"|(?:i|we) (?:really |actually )?(?:meant|mean)(?: to (?:say|write|order|send|type|put))?"
    r"|(?:that|it|this|which) should (?:be|have been|read|say)|should (?:be|have been|read)(?= \w)"
    rf"|(?:(?:everything|all|{_ORDERS})(?: else)? )?"
    rf"(?:(?:is |are |stays? )?(?:the )?same(?: {_ORDERS})?)?"
    r"(?: as|as) (?:before|last time|stored|sent|above|it is|they are)(?=\W)"
    r"|(?:all|everything)(?: else)?(?: is| stays)? (?:the )?same(?=[,.;])"
    r"|(?:the )?same(?: again)?(?=,? (?:but|except|only|just)\b)"
    r"|keep (?:the (?:rest|others)|everything else|all else|all others)"
    r"|(?:but|except|only|just)(?: that| for)?|rather|instead(?: of [^,:]{2,40}(?=[,:]))?)"
)
_BEGINS = re.compile(rf"(?:{_SAID_BEFORE}\b\W*)+", re.I)
_REST = (
    r"(?:and |but )?(?:(?:please )?(?:keep|leave) )?(?:the |my |all )?"
    rf"(?:rest|others?|everything else|all else)(?: {_ORDERS})?"
    r"(?: (?:is|are|stays?|remains?|unchanged|the same|same|before|as (?:it|they) (?:is|are)"
    r"|as (?:before|is|stored)))*"
)
# Words behind an order that say the same.
_ENDS = re.compile(
    rf"(?:\W+(?:instead(?: of (?P<first>[^,;.:?]{{2,40}}))?"
    rf"|rather(?: than (?P<second>[^,;.:?]{{2,40}}))?|{_REST}"
    r"|(?:and )?not (?:in |to |at )?(?P<other>[^,;.:?]{2,30})|after all|please|ok(?:ay)?"
    r"|thanks|thank you))+\W*",
    re.I,
)
_ASKS = re.compile(r"(?:(?:can|could|would|will|may|shall|should) (?:you|i|we)|please)\b\W*", re.I)
# `Do NOT move Paris to Burgundy. Paris to Picardy instead.`
_DENIES = re.compile(
    r"(?:please )?(?:do not|don\W?t|never|not)\b[^.;:!,]*[.;:!,]\s+(?=.*\b(?:instead|rather)\b)",
    re.I,
)
_OF_UNIT = re.compile(
    r"(?:my |the )?orders? (?:for|of|in) (?P<unit>[^,:;]{2,30}?)[,:;]?"
    r"(?: (?:so that )?(?:it|he|she|they))?"
    r" (?P<what>(?:should|shall|must|to|is to|has to|will)\b.+)",
    re.I,
)
_SHOULD = r"(?:should|shall|will|must|has to|is to|needs to|to)"
_STAYS = re.compile(
    rf"\b(?:{_SHOULD} )?(?:just |simply )?(?:stays?|remains?|holds?|stands?)"
    r"(?: (?:at home|home|put|there|still|where (?:it|he|she) is))?(?=\W*$)",
    re.I,
)
# `Marseilles: it should hold`, `Marseilles should stay and support Paris`
_IT = re.compile(
    r"(?P<unit>[^,.:;]{2,30}?)\s*[,:;-]+ (?:it|he|she|they|th(?:is|at) one) (?P<what>\S.+)", re.I
)
_STAYS_TO_HELP = re.compile(
    rf"\b(?:{_SHOULD} )?(?:stays?|holds?|remains?) and (?=supports?\b)", re.I
)
_VERB_WITH = re.compile(r"\b(hold|stay|move|go) with (?=\w)", re.I)
_GOES = re.compile(rf"\b{_SHOULD} (?:go|move|sail|attack|advance) (?:to )?", re.I)
_PLEASE = re.compile(r"[\s,]*(?:please|pls|thanks|thank you)?[\s.!?]*$", re.I)
_KIND = re.compile(r"(?:the |my )?(?:army|fleet|unit)(?: (?:in|at|of))? ", re.I)
# `and not in the Mid-Atlantic` names what is no longer meant.
_DENIED = re.compile(
    r"[\s,]+(?:and |but )?(?:not|instead of|rather than) (?:in |to |into |at |the )*"
    r"(?P<place>[^\W\d_][\w .-]{1,28}?)(?=\W*$|[,.;:!?]|\s(?:for|from|with|by|in)\b)",
    re.I,
)
_CORRECTS = re.compile(r"instead|rather|not|unchanged|same|before|as |after all", re.I)
_PIECE = re.compile(r"[.;:!,]\s+")


@dataclass(frozen=True, slots=True)
class Corrected:
    """Orders in a sentence that corrects others; `sure` if they need not be asked about."""

    orders: tuple[str, ...]
    sure: bool


def correction_in(line: str, place: Place) -> Corrected | None:
    """Return the orders of a sentence such as `Sorry, I meant Paris to Gascony`, or None.

    They are sure if nothing is left of the sentence besides, and each is possible, for a unit of
    the writer's own. `Can you make that ...?` and `Do NOT move ...` are no sure corrections.
    """
    reader = place.reader
    if reader is None or reader.power is None or not 0 < len(line) <= _LONGEST:
        return None
    asked, denied = _ASKS.match(line), _DENIES.match(line)
    begins = asked or denied
    text = line[begins.end() :] if begins else line
    begun = _BEGINS.match(text)
    body = text[begun.end() :] if begun else text
    end = next((one for one in _ENDS.finditer(body) if one.end() == len(body)), None)
    corrects = begun or denied or (end is not None and _CORRECTS.search(end[0]))
    if replaced := _replaced(line, reader):
        return Corrected(replaced, sure=True)
    if not corrects:
        offered = _swapped(line, reader) or _only_unit_to(line, reader)
        offered = offered or _besides_denied(line, reader)
        return Corrected(offered, sure=False) if offered else None
    if is_order_like(line, reader.names) and _orders_in(line, reader):
        return None
    orders = _orders_in(_plain(body[: end.start()] if end else body), reader)
    # `instead of BUR if Italy agrees` is no sure correction.
    others = filter(None, end.group("other", "first", "second")) if end else ()
    is_clear = all(_is_place(one, reader) for one in others)
    if orders and (is_clear or begun):
        sure = is_clear and not denied and "?" not in line
        return Corrected(orders, sure and (asked is None or "please" in asked[0].lower()))
    found = orders_in_pieces(text, reader)
    offered = (found if begun or denied else ()) or _swapped(line, reader)
    offered = offered or _besides_denied(line, reader)
    return Corrected(offered, sure=False) if offered else None


def orders_in_pieces(text: str, reader: OrderReader) -> tuple[str, ...]:
    """Return the orders that are whole pieces of a sentence, between its commas and stops."""
    pieces = (_orders_in(_plain(_ENDS.sub("", part)), reader) for part in _PIECE.split(text))
    return tuple(dict.fromkeys(order for orders in pieces for order in orders))


def _besides_denied(line: str, reader: OrderReader) -> tuple[str, ...]:
    """Return the orders of a sentence without the place in it that it denies, if it denies one.

    Example: `I want Brest in the English Channel and not in the Mid-Atlantic`.
    """
    denied = _DENIED.search(line)
    if denied is None or not _is_place(denied["place"], reader) or _orders_in(line, reader):
        return ()
    text = line[: denied.start()] + line[denied.end() :]
    return _swapped(text, reader) or orders_within(text, reader)


_CANCELS = re.compile(
    r"(?:(?:sorry|oops|please|stop|wait|no|hold on|can you|could you|i want to"
    r"|i would like to)\W+)*"
    r"(?:(?:cancel|delete|remove|drop|scrap|forget|withdraw|take (?:back|out)|clear|undo|revoke"
    r"|ignore|disregard)"
    r"(?P<order> (?:my |the )?(?:orders?|moves?)(?: (?:for|of|to|in|from))?)?[: ]\s*(?P<unit>.+)"
    r"|no (?:orders?|moves?) (?:for|of|from|in) (?P<none>.+)"
    r"|leave (?P<without>.+?) without (?:an? )?(?:orders?|moves?)\b.*)",
    re.I,
)
# Behind the unit: `the Marseilles order, she stays home`.
_CANCELLED_UNIT = re.compile(
    r"(?:my |the |that )*(?P<unit>[^,.;!]+?)(?:['\u2019]s)?(?P<order> (?:orders?|moves?))?"
    r"(?: only| alone| again)*(?:\s*[,.;!]\s*(?P<behind>.*))?",
    re.I,
)
_STAYS_HOME = re.compile(
    r"(?:(?:it|he|she|they|that (?:one|unit)) )?(?:(?:just|simply|should|shall|will|must) )*"
    r"(?:stays?|holds?|remains?)\b[^,]*",
    re.I,
)


def cleared_in(line: str, place: Place) -> str:
    """Return the command of a sentence that takes back the order of one unit, or "".

    Examples: `Please cancel my order for Paris`, `remove: A PAR - BUR`. When units are removed
    or retreat, it must speak of an order, as `Remove A PAR` is one. If the sentence says that the
    unit stays, the command is the order to hold.
    """
    reader = place.reader
    match = _CANCELS.fullmatch(without_greeting(line)) if len(line) <= _LONGEST else None
    if reader is None or match is None:
        return ""
    named = match["unit"] or match["none"] or match["without"]
    text, behind, speaks = _PLEASE.sub("", named), "", match["order"] or not match["unit"]
    orders = [one.result for one in read_line(text, reader)]
    units = [one.unit for one in orders if isinstance(one, UnitOrder)]
    if not units and (one_unit := _CANCELLED_UNIT.fullmatch(text)):
        behind, speaks = one_unit["behind"] or "", speaks or one_unit["order"]
        places = provinces_named(_KIND.sub("", one_unit["unit"]), reader.names)
        standing = {**reader.units, **reader.dislodged}
        units = [standing[at] for at in places if at in standing]
    if reader.position.phase.kind is not PhaseKind.MOVEMENT and not speaks:
        return ""
    own = {unit for unit in units if unit.power == reader.power}
    if not len(own) == 1 == len(units):
        return ""
    unit = write_unit(own.pop(), reader.geography)
    stays = reader.position.phase.kind is PhaseKind.MOVEMENT and _STAYS_HOME.fullmatch(behind)
    return f"{unit} H" if stays else f"CLEAR {unit}"


_I = r"(?:i|we|it|(?:my|the|our) (?:army|fleet|unit|armies|fleets))"
_WILL = (
    r"(?: will|'ll| shall| should| would like to|'d rather| would rather| want to| must| have to"
    r"| has to| hereby| therefore| am going to)?"
)
_CHOSEN = re.compile(
    r"(?:(?:i )?(?:choose|pick|prefer|take)|(?:i )?go(?:es)? to|to|please|ok(?:ay)?|then)\b\W*",
    re.I,
)
_RETREATS = re.compile(
    rf"(?:{_I}{_WILL} |please |(?P<unit>[^,.;:]{{2,30}}?) )?"
    r"(?P<verb>retreats?|goes|go|moves?|withdraws?|flees?|runs?|returns?|falls? back|back"
    r"|escapes?)(?: (?:my|the) (?:dislodged |beaten )?(?:army|fleet|unit))?(?: back| away)?"
    r" (?:to|into|towards|on|onto|upon) (?:the )?(?P<to>[^,;:]+?)"
    r"(?: with (?:it|(?:my|the) (?:army|fleet|unit)))?",
    re.I,
)
_DISBANDS = re.compile(
    rf"(?:{_I}{_WILL} |please |just |(?P<unit>[^,.;:]{{2,30}}?) )?"
    r"(?:disbands?(?: it| (?:my|the) (?:army|fleet|unit))?"
    r"|(?P<hinted>dies?|is (?:dead|lost|gone)"
    r"|(?:kill|remove|destroy|scrap) (?:it|(?:my|the) (?:army|fleet|unit))"
    r"|otb|(?:take (?:it|him|her) )?off(?: the board)?(?: with it)?|gives? (?:it )?up))",
    re.I,
)
_BUILDS = re.compile(
    rf"(?:(?:and )?(?:(?:i|we){_WILL} )?(?P<verb>builds?|raise|place):?"
    rf"|(?:i|we)(?: would like|'d like| (?:just |only )?want)(?: to (?:build|have|get))?"
    rf"|(?:i|we){_WILL}(?: have| get)?|(?:my |the )(?:new )?(?:builds?|units?):?"
    rf"|(?:my |the |new )*(?:builds?|units?):|please)?\s*(?P<units>.+)",
    re.I,
)
_NEW_UNIT = re.compile(
    r"(?:(?:an?|one|the|my|(?P<new>new)|another|two|both|2|just|only) )*"
    r"(?P<kind>army|armies|fleets?|a|f)(?: each)?:? (?:(?:in|at|for|from) )?(?P<place>[^,;]+?)"
    r"|(?P<at>[^,;]+?) (?P<behind>army|fleet|a|f)"
    r"|(?P<before>[^,;()]+?) \((?P<bracketed>army|fleet|a|f)\)",
    re.I,
)
_ONE_OF = {"armies": "army", "fleets": "fleet"}
_SAVES = re.compile(
    r"(?:(?:i )?(?:save|keep|skip|waive) (?:the |my )?(?:other|second|last|rest|remaining|one)"
    r"(?: (?:one|builds?))?|no(?: (?:second|other|more|further) builds?|thing (?:else|more)))"
    r"(?: (?:for (?:later|now)|in (?:hand|reserve)|back))?",
    re.I,
)
_BUILDS_NOTHING = re.compile(
    r"(?:i |we )?(?:will )?(?:builds? nothing|waive twice"
    r"|(?:skip|save|waive|pass(?: on)?) (?:all |both )?(?:(?:of )?(?:my |the ))?builds?)"
    r"(?: (?:this (?:time|year|winter|turn)|for (?:now|later)))?",
    re.I,
)
# The kind of each unit may stand behind its place: `mar army brest fleet`.
_BETWEEN_UNITS = re.compile(
    r"\s*(?:,|;|&|\+|\.(?=\s)|(?<=\s)/(?=\s)|\band\b)\s*(?:and\s+)?"
    r"|(?:(?<= army)|(?<= fleet))\s+(?=(?:\S+ (?:army|fleet)\s*)+$)",
    re.I,
)


def adjusted_in(line: str, place: Place) -> Corrected | None:
    """Return the retreat or the builds of a sentence in plain words, or None.

    Examples: `My army goes back to Paris`, where only one unit must retreat, and `I build an army
    in Marseilles and a fleet in Brest`. A line that reads as orders is none.
    """
    reader = place.reader
    if reader is None or reader.power is None or not 0 < len(line) <= _LONGEST or "?" in line:
        return None
    text = _PLEASE.sub("", without_greeting(line))
    if reader.position.phase.kind is PhaseKind.RETREAT:
        return _retreat_in(text, reader)
    is_build = reader.position.phase.kind is PhaseKind.ADJUSTMENT
    return _builds_in(text, reader) if is_build else None


def _retreat_in(text: str, reader: OrderReader) -> Corrected | None:
    """Return the order of the only own unit that must retreat."""
    own = [unit for unit in reader.dislodged.values() if unit.power == reader.power]
    match = _RETREATS.fullmatch(text) or _DISBANDS.fullmatch(text)
    # Words may follow: `Gascony (or disband if not possible)`
    place = _CHOSEN.sub("", _PIECE.split(f"{text.replace('(', ', ')} ")[0].strip(" .!"))
    if len(own) == 1 and find_exactly(words_of(place), reader.names):
        orders = _orders_in(f"{write_unit(own[0], reader.geography)} R {place}", reader)
        return Corrected(orders, sure=False) if orders else None
    if match is None or len(own) != 1:
        return None
    if (named := match["unit"]) and not own_places(named, reader):
        return None
    other = "fleet" if own[0].kind is UnitKind.ARMY else "army"
    if re.search(rf"\b{other}\b", text, re.I):
        return None
    unit, groups = write_unit(own[0], reader.geography), match.groupdict()
    order = f"{unit} R {groups['to']}" if "to" in groups else f"{unit} D"
    orders = _orders_in(order, reader)
    if not orders and "to" in groups and find_exactly(words_of(groups["to"]), reader.names):
        return Corrected((order,), sure=True)  # The judge says why it is impossible.
    return Corrected(orders, sure=not groups.get("hinted")) if orders else None


def _builds_in(text: str, reader: OrderReader) -> Corrected | None:
    """Return the builds of a sentence; they are sure if the power may build all of them."""
    due = supply_gaps(reader.position, reader.variant)[reader.power or ""]
    if due > 0 and _BUILDS_NOTHING.fullmatch(text):
        return Corrected(("WAIVE",) * due, sure=True)
    match = _BUILDS.fullmatch(text)
    if match is None or _reads_whole(text, reader):
        return None
    orders: list[str] = []
    # With those that are impossible, of which the judge says why.
    all_builds: list[str] = []
    is_new, is_whole, kind = match["verb"] is not None, True, ""
    for part in _BETWEEN_UNITS.split(match["units"].strip(" .!")):
        if orders and _SAVES.fullmatch(part.strip()):
            orders.append("WAIVE")
            continue
        unit = _NEW_UNIT.fullmatch(part.strip())
        if unit is None and not kind:
            return None
        # In `two fleets in Brest and Marseilles` the kind stands once.
        kind = kind if unit is None else unit["kind"] or unit["behind"] or unit["bracketed"]
        at = part.strip() if unit is None else unit["place"] or unit["at"] or unit["before"]
        is_new |= unit is not None and unit["new"] is not None
        build = f"build {_ONE_OF.get(kind.lower(), kind)} {at}"
        one = _orders_in(build, reader)
        if len(one) > 1:
            # The kind belongs to one of several places, and it is not clear to which.
            return None
        orders += one
        all_builds += one or (build,)
        is_whole &= bool(one)
    builds = [order for order in orders if order != "WAIVE"]
    is_alone = len({*builds}) == len(builds)
    sure = is_new and is_alone and len(orders) <= due
    if sure and not is_whole:
        return Corrected((*all_builds, *("WAIVE",) * (len(orders) - len(builds))), sure)
    return Corrected(tuple(orders), sure) if orders else None


def _reads_whole(text: str, reader: OrderReader) -> bool:
    """Return whether a text reads as orders, of which some may be impossible."""
    orders = [one.result for one in read_line(text, reader)]
    is_read = bool(orders) and not any(isinstance(order, Mistake) for order in orders)
    return is_read and is_order_like(text, reader.names)


_THEM = r"(?:i|we|it|they|(?:my )?(?:units?|armies|army|fleets?)|everybody)"
_GO = (
    r"(?:go|move|sail|get|reach|attack|enter|advance|retreat|withdraw|flee|escape|walk|travel|border"
    r"|be ordered|be moved)"
)
_GO_TO = rf"{_GO}(?: (?:to|into|in|over|back|from|next|now))* (?P<to>.+)"
_WHERE = re.compile(
    rf"(?:and |so )?(?:where|how far)(?: else)? (?:can|could|may|might|should|do|does|will)"
    rf" (?P<unit>.+?)(?: {_GO})?(?: to)?(?: (?:now|next|from (?:here|there)|this turn))*",
    re.I,
)
_OPTIONS = re.compile(
    r"(?:what|which)\b.*\b(?:options|choices|possibilities|(?:possible|legal|allowed) moves"
    r"|moves? (?:are|is) (?:possible|legal|allowed))"
    r"(?: (?:do |does |has |have |can |for |of )*(?P<unit>.+?))?(?: have| make)?",
    re.I,
)
_WHAT = re.compile(r"(?:what|which moves?) can (?P<unit>.+?) (?:do|make)", re.I)
_CAN = re.compile(
    r"(?:and |so )?(?:can|could|may|might|is|does) (?P<unit>.+?)(?: able to| allowed to)?"
    rf" {_GO_TO}",
    re.I,
)
_WHICH = re.compile(
    rf"(?:and |so )?(?:which|what)(?: of)?(?: (?:my|our|the))? (?P<unit>units?|armies|army|fleets?)"
    rf" (?:can|could|may|might|is able to|are able to) {_GO_TO}",
    re.I,
)
_BORDERS = re.compile(
    r"(?:and |so )?(?:(?:do|are) (?P<first>.+?) and (?P<second>.+?) (?:touch|connect(?:ed)?"
    r"|adjacent|adjoining|neighbou?rs|next to each other|border(?: each other)?)"
    r"|(?:is|are) there (?:a |any )?(?:border|connection|way|path)s? (?:between|from)"
    r" (?P<one>.+?) (?:and|to) (?P<other>.+)"
    r"|(?:is|do|does|are) (?P<unit>.+?) (?:next to|adjacent to|beside|adjoin(?:ing)?"
    r"|connect(?:ed)? (?:to|with)|neighbou?r(?:ing)?|border(?:s|ing)?(?: on)?|touch(?:es)?)"
    r" (?P<to>.+))",
    re.I,
)
_CAN_I = re.compile(
    r"(?:and |so |but )?(?:why )?(?:can|could|may|might)(?:\W?t|not| not)? (?:i|we)"
    r" (?:move|get|send|take|sail|go|retreat|walk)"
    r"(?: from)? (?P<unit>.+?) (?:to|into|over to|back to) (?P<to>.+)",
    re.I,
)
_STEPS = re.compile(r"\s+(?:and )?(?:then|afterwards|via|through)(?: to)?\s+", re.I)
_NOW = re.compile(
    r"(?:\W+(?:now|next|directly|this (?:turn|phase)|in one (?:turn|move|go)))+\W*$", re.I
)
_WHAT_OR_HOW_MANY = r"(?:where|what|which|how many|can|could|may|must|do|should|shall|am)\b.*"
_OF_RETREATS = re.compile(rf"{_WHAT_OR_HOW_MANY}\bretreat(?:s|ing)?\b.*", re.I)
_OF_BUILDS = re.compile(
    rf"{_WHAT_OR_HOW_MANY}\b(?:builds?|building|removes?|removals?|disband)\b.*", re.I
)


def choices_asked(line: str, place: Place) -> inspection.ShowChoices | None:
    """Return the question of a player where their units can go, or what to build or remove.

    Of two places without own units it is the question whether they are adjacent.
    """
    reader = place.reader
    if reader is None or reader.power is None or len(line) > _LONGEST:
        return None
    words = _NOW.sub("", without_greeting(line).rstrip(" ?!."))
    kind = reader.position.phase.kind
    for pattern in (_CAN_I, _WHICH, _BORDERS, _CAN, _WHERE, _WHAT, _OPTIONS):
        match = pattern.fullmatch(words)
        if match is None:
            continue
        said = match.groupdict()
        named = said.get("to") or said.get("other") or said.get("second")
        # Of `to Constantinople and then Bulgaria` the last place is the question.
        named = _STEPS.split(named)[-1] if named else named
        asked_of = said.get("unit") or said.get("one") or said.get("first") or "i"
        units = own_places(asked_of, reader)
        # `What can I do?` asks for help.
        units = None if pattern is _WHAT and units == () else units
        if units is None and pattern is _BORDERS:
            units = provinces_named(_KIND.sub("", asked_of), reader.names) or None
        targets = provinces_named(_KIND.sub("", named), reader.names) if named else ()
        if units is not None and (targets or not named):
            asked = PhaseKind.RETREAT if "retreat" in words.lower() else None
            return inspection.ShowChoices(units=units, targets=targets, asked=asked)
    if _OF_RETREATS.fullmatch(words) and (kind is PhaseKind.RETREAT or words[:5] == "where"):
        return inspection.ShowChoices(asked=PhaseKind.RETREAT)
    if _OF_BUILDS.fullmatch(words) and kind is PhaseKind.ADJUSTMENT:
        return inspection.ShowChoices(asked=PhaseKind.ADJUSTMENT)
    return None


_LOST = re.compile(
    r"(?:and |so |but )?(?:why|how come|how) (?:did|does|has|was|is|were|have|could)(?: not|n't)?"
    r" (?:(?:i|we|\w+) (?:lose|lost|take|took|taken|get|conquer|win(?: in| at)?) )?"
    r"(?P<unit>.+?)(?: (?:get |been |have to )?(?:retreat|lose|lost|fall|fallen|taken|gone|die"
    r"|dislodged|destroyed|disbanded|beaten|fail|failed|bounced?|not move|cut))?",
    re.I,
)


def explained_in(line: str, place: Place) -> str:
    """Return the unit of a question such as `Why did Trieste lose?`, in words, or "".

    `My army` is the dislodged one, if there is only one.
    """
    reader = place.reader
    match = (
        _LOST.fullmatch(without_greeting(line).rstrip(" ?!.")) if len(line) <= _LONGEST else None
    )
    if reader is None or match is None:
        return ""
    text = _KIND.sub("", match["unit"])
    own = [unit for unit in reader.dislodged.values() if unit.power == reader.power]
    if len(own) == 1 and re.fullmatch(rf"(?:{_THEM}|my (?:move|order|unit))", match["unit"], re.I):
        return write_unit(own[0], reader.geography)
    return text if find_exactly(words_of(text), reader.names) else ""


def order_asked_about(line: str, place: Place) -> tuple[str, ...]:
    """Return the possible orders in a question such as `Can A MAR support A PAR - BUR?`."""
    match = _ASKS_WHETHER.fullmatch(without_greeting(line))
    reader = place.reader
    if match is None or reader is None or reader.power is None:
        return ()
    return _orders_in(_plain(match["order"]), reader)


def own_places(text: str, reader: OrderReader) -> tuple[int, ...] | None:
    """Return the provinces of own units that a text names, () for all, None if it names no unit."""
    if re.fullmatch(_THEM, text.strip(), re.I):
        return ()
    at = provinces_named(_KIND.sub("", text), reader.names)
    standing = reader.dislodged or reader.units
    own = tuple(one for one in at if one in standing and standing[one].power == reader.power)
    return own or None


_ASKS_WHETHER = re.compile(
    r"(?:can|could|may|might|should|shall|would|will|does|is) (?:i (?:order|do|play) )?"
    r"(?P<order>.+)\?",
    re.I,
)


def _is_place(text: str, reader: OrderReader) -> bool:
    """Return whether a text is the name of a place, and nothing else."""
    words = [word for word in words_of(_PLEASE.sub("", text)) if word not in ("the", "to", "in")]
    return bool(find_exactly(words, reader.names))


_SWAP = re.compile(
    rf"(?:please )?{_CHANGE} (?P<old>[^,.;:]+?) (?:to|into) (?P<new>[^,.;:]+)"
    r"|not (?P<wrong>[^,.;:]+?)(?:,? (?:but|rather)|,) (?P<right>[^,.;:]+)"
    r"|(?:(?:make|i (?:want|meant?)|i would like) (?:that |it )?)?"
    r"(?P<rather>[^,.;:]+?),? (?:instead of|rather than|not) (?P<not>[^,.;:]+)",
    re.I,
)
_FOR_UNIT = re.compile(
    r"(?:(?:sorry|sry|oops|typo|i|meant?)[\s,!.:]+)*(?P<to>[^,.;:]+?)"
    r" (?:is (?:better|nicer) )?for (?:my |the )?(?P<unit>[^,.;:]+)",
    re.I,
)
_INSTEAD = re.compile(
    rf"(?:please )?{_CHANGE} (?P<old>[^,;:]+?) (?:to|into|by|with)"
    r" (?P<new>(?:a|f|army|fleet) [^,;:]+)"
    r"|(?:please )?(?:cancel|delete|drop|scrap|forget|remove) (?P<cancelled>[^,;:]+?),?"
    r" (?:and|but) (?:please )?(?:order|send|do|play|make it) (?P<ordered>[^,;:]+?)(?: instead)?"
    r"|(?P<rather>[^,;:]+?),? (?:instead of|rather than|replaces|and not) (?P<not>[^,;:]+)",
    re.I,
)


_SOME_UNIT = re.compile(
    r"(?:(?:please|so|then|and|i want|i would like|let|move|send)[ ,]+)*(?:my |our |the |one )"
    r"(?:(?:north|south|east|west)\w* |other |last |third |remaining )?(?P<kind>army|fleet)"
    r"(?: (?:in|of|from) the \w+)?(?: \w+){0,3} (?:to|into|in|towards) (?:the )?"
    r"(?P<to>[^,.;:!?]{3,30})[.!]*",
    re.I,
)


def _only_unit_to(line: str, reader: OrderReader) -> tuple[str, ...]:
    """Return the move of `the southern army goes to Piedmont`, if one own unit can go there."""
    match = _SOME_UNIT.fullmatch(_PLEASE.sub("", cleaned(line)))
    if match is None or reader.position.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    if _orders_in(line, reader):
        return ()
    kind = UnitKind.ARMY if match["kind"].lower() == "army" else UnitKind.FLEET
    moves = [
        Move(unit, to)
        for to in find_exactly(words_of(match["to"]), reader.names)
        for unit in reader.units.values()
        if unit.power == reader.power and unit.kind is kind and is_legal(Move(unit, to), reader)
    ]
    return (written(moves[0], reader),) if len(moves) == 1 else ()


def _swapped(line: str, reader: OrderReader) -> tuple[str, ...]:
    """Return the move that `Picardy instead of Burgundy` means, if one own unit can go to both.

    Also the move of `Gascony for Paris`.
    """
    text = _PLEASE.sub("", cleaned(line))
    if (named := _FOR_UNIT.fullmatch(text)) and _is_place(named["to"], reader):
        return _orders_in(f"{named['unit']} - {named['to']}", reader)
    match = _SWAP.fullmatch(text)
    if match is None or reader.position.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    names = (
        match["old"] or match["wrong"] or match["not"],
        match["new"] or match["right"] or match["rather"],
    )
    old, new = (find_exactly(words_of(name), reader.names) for name in names)
    moves = [
        Move(unit, to)
        for unit in reader.units.values()
        for to in new
        if unit.power == reader.power
        if all(is_legal(Move(unit, place), reader) for place in (to, *old))
    ]
    if len(moves) == 1 and old:
        return (written(moves[0], reader),)
    # `Change Brest to the English Channel` names the unit.
    return _orders_in(f"{names[0]} - {names[1]}", reader) if match["old"] else ()


def _replaced(line: str, reader: OrderReader) -> tuple[str, ...]:
    """Return the order that replaces another one of its unit on the line."""
    both = _INSTEAD.fullmatch(_PLEASE.sub("", cleaned(line)))
    if both is None:
        return ()
    named = (
        both["old"] or both["cancelled"] or both["not"],
        both["new"] or both["ordered"] or both["rather"],
    )
    old, new = (_orders_in(text, reader) for text in named)
    same = len(old) == len(new) == 1 and old[0].split()[:2] == new[0].split()[:2]
    return new if same else ()


def _plain(text: str) -> str:
    """Return the words of an order as orders have them: `should go to` becomes `to`."""
    if match := _OF_UNIT.fullmatch(text.strip()) or _IT.fullmatch(text.strip()):
        text = f"{match['unit']} {match['what']}"
    text = _VERB_WITH.sub(r"\1 ", _STAYS_TO_HELP.sub("", text))
    return _GOES.sub("to ", _STAYS.sub("holds", text)).strip(" .,;:!?")


def _orders_in(text: str, reader: OrderReader) -> tuple[str, ...]:
    """Return the orders of a text in the judge's form; () unless it is only orders.

    Each must be possible, for a unit of the reader's power, and no unit may be ordered twice.
    """
    found: dict[Unit | Order, Order] = {}
    for one in read_line(text, reader):
        order = one.result
        if isinstance(order, Mistake) or one.notes or power_of(order) != reader.power:
            return ()
        unit = order.unit if isinstance(order, UnitOrder) else order
        if unit in found or not is_legal(order, reader):
            return ()
        found[unit] = order
    return tuple(written(order, reader) for order in found.values())
