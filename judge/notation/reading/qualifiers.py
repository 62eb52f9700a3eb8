"""Words that take an order back, bind it to something, or only talk of it.

Who writes them does not want just that order, so nothing of such a line is obeyed.
They are words of the languages in which people play; a province or power that is
called the same is none of them where an order names it.
"""

import re
from collections.abc import Sequence

from judge.notation.names import Names
from judge.notation.normal import folded
from judge.notation.sentence.likeness import is_like_sentence
from judge.notation.sentence.order_reader import Elements
from judge.notation.words.cut import elements_of
from judge.notation.words.elements import (
    DOUBLE,
    FILLERS,
    KIND_OF,
    VERB_OF,
    Nation,
    Place,
    Unclear,
    Verb,
)
from judge.notation.words.tokens import Token, tokens_of

_PLAIN_NOT = """
not dont doesnt didnt wont wouldnt shouldnt couldnt mustnt neednt isnt arent wasnt cant
cannot aint havent hasnt hadnt never no none
"""
_NEGATION = """
nope nah neither nor without
cancel canceled cancelled cancels ignore ignored forget scratch delete deleted revoke
revoked undo undone void retract retracted rescind disregard abort skip
withdrawn superseded obsolete outdated expired scrap joke joking kidding jk mistake
wrong error oops false fake lie lying bluff pretend
nicht nichts nie niemals kein keine keinen nein storniert stornieren streichen vergiss
ne pas jamais aucun aucune non annuler annule annulez oubliez
nunca jamas cancelar cancela ni mai annulla annullare niente niet nooit geen nee
"""
_MODAL = "should would could might may can"
_CONDITION = """
if iff unless provided providing assuming assumes suppose supposing when whenever once
until till while whether depending depends dependent otherwise else except excepting
subject pending permitting conditional conditionally contingent lest willing after
falls wenn sofern ausser vorausgesetzt sonst andernfalls ansonsten sobald solange bis
abhangig wurde konnte sollte
si sauf sinon quand lorsque condition pourvu autrement moins
sino salvo excepto cuando mientras caso
se quando altrimenti tranne purche als indien tenzij anders mits wanneer senao
"""
_ALTERNATIVE = """
or either alternatively alternative alternate alt option optional optionally backup
fallback versus vs rather preferably
oder entweder ou soit oppure ofwel beziehungsweise bzw
"""
_DOUBT = """
maybe perhaps possibly possible probably presumably likely unlikely unsure uncertain
undecided tentative tentatively tbd tbc guess think thinking thought believe wonder
wondering hopefully consider considering considered unclear dunno doubt doubtful
draft provisional provisionally preliminary proposal proposed propose hypothetical
hypothetically theoretically theory imagine dream dreams wish example eg test
vielleicht eventuell evtl moglicherweise wahrscheinlich vermutlich unsicher glaube
ob beispiel zb peut probablement quiza quizas acaso posiblemente probablemente
forse magari probabilmente misschien wellicht mogelijk waarschijnlijk talvez
"""
_PAST = """
last previous previously earlier ago yesterday past was were had did formerly old
originally been moved held supported ordered failed attempted
letzte letzten letzter letztes gestern vorher fruher vorige hatte
dernier derniere hier etait avait ultimo ultima ayer pasado pasada era fue ieri scorso
scorsa gisteren laatste vorig
"""
_QUOTATION = """
said says say told tells tell wrote writes asked asks asking wants wanted wishes
suggested suggests promised claims claimed demands demanded insists according quote
quoted quoting
sagt sagte schrieb wollte dit veut ecrit dijo dice quiere detto vuole zegt zei
"""
# These put an order off, unless a place beside them says what is planned for then.
_LATER_WORDS = "later tomorrow soon next spater morgen demain manana domani"
_LATER = frozenset(_LATER_WORDS.split())
_WORDS = frozenset(
    " ".join(
        (
            *(_PLAIN_NOT, _NEGATION, _MODAL, _CONDITION, _ALTERNATIVE),
            *(_DOUBT, _PAST, _QUOTATION, *_LATER),
        )
    ).split()
)
# Behind an order "I hope that he does not mind" says nothing of it, nor do thanks; but
# "I hope not" does, and so may what has another clause.
_HOPE = re.compile(
    r"(?P<order>.*?\w) ?(?:[.!;,]+ | ?\( ?| -+ )"
    r"(?P<hope>(?:(?:and|so|just) )?(?:"
    r"(?:let(?:'?s| us)? |(?:i|we)(?:'m|'re| am| are| do| just| really)* )?"
    r"hop(?:e|es|ing)(?! (?:so )?not\b) \w"
    r"|(?:keep (?:your )?)?fingers crossed|wish (?:me|us) luck"
    r"|(?:thanks|thank you) for \w|(?:good|best of) (?:luck|game)\b|have fun\b"
    r"|all the best\b|(?:best|kind) (?:wishes|regards)\b|cheers\b|greetings\b"
    r"|see you\b|take care\b|happy \w)[^.,!?;:()]*)[.! )]*",
    re.IGNORECASE,
)
_BENT_HOPE = (
    frozenset(" ".join((_NEGATION, _CONDITION, _ALTERNATIVE, _DOUBT)).split())
    | {"but", "though", *_LATER}
) - {"wish"}
_PHRASE = re.compile(
    r"\b(?:in case|as long as|instead of|strike that|plan b|used to|back then|tal vez"
    r"|(?:first|second|third|2nd|3rd|other|next) choice|(?:what|how) about"
    r"|s'il (?!vous|te)|of (?=(?:a|f|army|fleet) \w+ ?-))\b",
    re.IGNORECASE,
)
# What has such a word in it and says nothing of the kind.
_INNOCENT = re.compile(
    r"\b(?:as (?:agreed|asked|discussed|ordered|planned|promised|proposed|requested"
    r"|said|suggested|told)|(?:every|any)(?:thing|body|one) else|(?:supported|held) by"
    r"|if you please|s'?il (?:vous|te) plait|no (?:problem|worries|sea|matter what"
    r"|offen[cs]e|hard feelings)|non-?aggression|can'?t wait|why not"
    r"|at (?:long )?last|see you (?:all )?(?:next|soon|later|tomorrow))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_QUESTION = re.compile(r"\?[\s\"')\]?!.]*$|\(\s*\?+\s*\)")
_GOES = {word for word, verb in VERB_OF.items() if verb is Verb.MOVE and len(word) > 2}
_BEFORE_NAME = ({*KIND_OF, *DOUBLE, *VERB_OF, *FILLERS} - _GOES) | {"-", "->", "/"}
_BEHIND_NAME = {*VERB_OF, "-", "->", "/", "("}


def qualifier_in(text: str, names: Names) -> str:
    """Return the words of a plain line that bend its orders, or no words."""
    if "?" in text and (asked := _QUESTION.search(text)):
        return asked[0].strip()
    if phrase := _PHRASE.search(text):
        return phrase[0].strip()
    words = map(folded, _WORD.findall(text))
    return "" if _WORDS.isdisjoint(words) else _word_in(text, names)


def hope_behind(text: str, names: Names) -> tuple[str, str]:
    """Return a plain line without a hope or thanks at its end, and these words.

    They stay where they are if they hold an order, or a word that might bend one.
    """
    found = _HOPE.fullmatch(text)
    if found is None:
        return text, ""
    hope = found["hope"].strip()
    words = map(folded, _WORD.findall(hope))
    if not _BENT_HOPE.isdisjoint(words) or is_like_sentence(hope, names):
        return text, ""
    return found["order"], hope


def _word_in(text: str, names: Names) -> str:
    plain = _INNOCENT.sub(lambda found: " " * len(found[0]), text)
    tokens = tokens_of(plain)
    elements = elements_of(plain, names)
    for at, token in enumerate(tokens):
        if token.key not in _WORDS or _is_name(tokens, at, elements):
            continue
        if token.key not in _LATER or not _is_beside_place(tokens, at, elements):
            return text[token.start : token.end]
    return ""


def _is_beside_place(tokens: Sequence[Token], at: int, elements: Elements) -> bool:
    beside = (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2])
    starts = {one.start for one in elements if isinstance(one, Place)}
    ends = {one.end for one in elements if isinstance(one, Place)}
    return any(one.start in starts or one.end in ends for one in beside)


def _is_name(tokens: Sequence[Token], at: int, elements: Elements) -> bool:
    """Return whether a word stands where an order has the name of a place.

    That is behind a unit, a verb or a dash, or in front of one where a sentence begins.
    """
    token = tokens[at]
    named = next((one for one in elements if one.start <= token.start < one.end), None)
    if not isinstance(named, Place | Nation | Unclear):
        return False
    if named.start < token.start or token.end < named.end:
        return True
    before = tokens[at - 1] if at else None
    behind = tokens[at + 1].key if at + 1 < len(tokens) else ""
    if before is None or not (before.is_word or before.key in _BEFORE_NAME):
        return behind in _BEHIND_NAME
    return before.key in _BEFORE_NAME
