"""The wordings of questions in plain words, each with the lines that answer it, as data.

Those of wishes are in `wishes.py`. `questions.py` compares a line with all of them, in their order:
the first wording that fits counts.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from judge.commands.known import Role
from judge.commands.languages import IN_LANGUAGE, LANGUAGE, MISSING, RULES, WHEN_DUE

# Commands that hurt somebody, each with the page that is shown instead if they are only spoken of.
_GRAVE = {
    "TERMINATE": "HELP TERMINATE",
    "EJECT": "HELP EJECT",
    "CONCEDE": "HELP DRAW",
    "FORCE": "HELP START",
    "PROCESS": "HELP PROCESS",
    "ROLLBACK": "HELP ROLLBACK",
}
_SPOKEN_OF = re.compile(
    r"(?!(?:can|could|would|will) (?:you|i|we)\b).*\?\W*"
    r"|.*\b(?:not|never|no|nobody|no one|nicht|pas|or not|kidding|joking|maybe|perhaps)\b.*"
    r"|.*n['\u2019]t\b.*",
    re.I,
)


def harmless(line: str, offered: tuple[str, ...]) -> tuple[str, ...]:
    """Return `offered` lines; of a question or a denial they are pages of the help if grave."""
    if not _SPOKEN_OF.fullmatch(line.strip()):
        return offered
    return tuple(dict.fromkeys(_GRAVE.get(one.split()[0], one) for one in offered))


EVERYBODY = (Role.STRANGER, Role.PLAYER, Role.MASTER, Role.OBSERVER)
MEMBERS = (Role.PLAYER, Role.OBSERVER)
DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow)"  # as SET DEADLINE reads them


@dataclass(frozen=True, slots=True)
class Phrase:
    """The wording of a question or wish, and the command lines that serve it, by role.

    `offered` lines would carry out a wish; other lines answer at once. An `asking` phrase fits only
    questions.
    """

    pattern: re.Pattern[str]
    lines: Mapping[Role, tuple[str, ...]]
    offered: bool = False
    asking: bool = False


def phrase(
    words: str,
    *lines: str,
    by: tuple[Role, ...] = EVERYBODY,
    masters: str = "",
    offered: bool = False,
    asking: bool = False,
) -> Phrase:
    """Return the phrase for these words; `masters` is the command line that serves a Master."""
    served = dict.fromkeys(by, lines)
    if masters:
        served[Role.MASTER] = (masters,)
    pattern = re.compile(words, re.IGNORECASE)
    return Phrase(pattern, MappingProxyType(served), offered, asking)


def asked(words: str, *lines: str, by: tuple[Role, ...] = EVERYBODY) -> Phrase:
    """Return a question that these lines answer."""
    return phrase(words, *lines, by=by, asking=True)


def wished(words: str, *lines: str, by: tuple[Role, ...] = EVERYBODY, masters: str = "") -> Phrase:
    """Return a wish that these lines would carry out."""
    return phrase(words, *lines, by=by, masters=masters, offered=True)


_HOW = r"how (?:do|does|can|could|should|would|must|to|may) .*"
_OF_DEADLINE = (
    r".*\b(?:deadlines?|abgabeschluss|abgabetermin|date limite|délai"
    r"|échéance|fecha l[ií]mite|plazo|scadenza|frist|abgabe)\b.*"
    r"|.*\borders?\b.*\bdue\b.*|when\b.*\bdue\b.*"
    r"|(?:when|what time|wann|quand|cu[aá]ndo)\b.*"
    r"\b(?:turn|phase|round|moves?|results?|orders?|game|next|runde|tour|turno)\b.*"
    r"|(?:(?:till|until|by) )?when (?:do|must|should|shall|can|may|will) (?:i|we)\b.*"
    r"|when\b.*\b(?:start|begin)s?\b.*|how (?:much time|long|many (?:hours|days))\b.*"
)
_IS_THERE = (
    r"(?:are you|is (?:anybody|anyone|the judge)) (?:still )?(?:there|alive|awake|up"
    r"|working|running)\b.*|(?:this is )?(?:a |just a )?test(?:ing)?(?: (?:mail|only))?"
    r"|ping|what(?: is|'s)?(?: the)? time(?: is it)?\b.*"
)
_BOARD = r"(?:position|board|map|units?|centers?|centres?)"
_WRONG_BOARD = (
    rf"(?:the |this |our )?{_BOARD} (?:is|are|looks?|seems?) (?:wrong|incorrect|not right|bad)\b.*"
    r"|there (?:is|are) .*\b(?:unit|army|fleet|cent(?:er|re))s? (?:is |are )?(?:missing|wrong"
    r"|too (?:many|much))\b.*"
)
_DONE = r"(?:wr[io]te|written|order(?:ed)?|moved?|sen[dt]|answer(?:ed)?|submit(?:ted)?|replied)"
_RELATIVE = (
    r"my (?:wife|husband|partner|(?:girl|boy)?friend|brother|sister|son|daughter|dad|mom|mum"
    r"|father|mother)"
)
HOW: tuple[Phrase, ...] = (
    asked(
        r".*\borders?\b.*\b(?:secret|visible|public|hidden)\b.*"
        r"|(?:can|do|does|will)\b(?! (?:i|we)\b).*\bsee\b.*\b(?:my|our|the) (?:orders|moves)\b.*",
        "HELP SHOW",
    ),
    asked(
        r"(?:which|what)\b.*\b(?:touch|border|next to|adjacent|neighbou?r)\w*\b.*",
        "MAP {game}",
        by=(Role.PLAYER, Role.OBSERVER, Role.MASTER),
    ),
    asked(
        r"is \w+ (?:passable|impassable|neutral)",
        "INFO {own}",
        by=(Role.PLAYER, Role.OBSERVER, Role.MASTER),
    ),
    asked(r"can (?:two|three|we|several|both)\b.*\bwin\b.*", "HELP DRAW"),
    asked(r".*\b(?:web ?site|app|(?:my|a|the) (?:phone|mobile|tablet))", "HELP WEB"),
    asked(
        r"why\b.*\b(?:get|got|send|sent|receive\w*)\b.*\b(?:e-?mails?|mails|messages)\b.*",
        "HELP MY",
    ),
    asked(
        r"(?:comment|wie|cómo|como|hoe|hur|hvordan)\b.*\b(?:convoi|konvoi|convoy|convoglio"
        r"|unterstütz\w*|soutien|soutenir|apoyo|apoyar|befehle?|ordres?|órdenes|züge)\b.*",
        "HELP ORDERS",
    ),
    asked(r".*\b(?:new here|first time|what now|what next|beginner|newbie)", "HELP"),
    asked(r"can \w+ still (?:change|send|correct|submit)\b.*", "HELP DEADLINES", by=(Role.MASTER,)),
    wished(r"(?:show|give|send)\b.*\bpreview\b.*", "DRY RUN PROCESS", by=(Role.MASTER,)),
    # What would happen must never become a command that makes it happen.
    wished(
        r"(?:so |and )?what(?:'s| is| will| would| happens?)\b.*\bprocess\b.*|what will happen",
        "DRY RUN PROCESS",
        by=(Role.MASTER,),
    ),
    phrase(
        r"(?:so |and )?what (?:if|happens?|(?:will|would) happen)\b.*",
        "HELP DRYRUN",
        by=(Role.MASTER,),
    ),
    asked(
        r".*\bvotes?\b.*\b(?:secret|public|anonymous|visible|hidden"
        r"|private|shown|see|sees|seen|know|knows|known)\b.*|(?:can|does|do|will|who)\b.*"
        r"\b(?:see|sees|know|knows)\b.*\b(?:votes?|voted)\b.*"
        r"|(?:who|did|has|have)\b(?! (?:i|we)\b).*\b(?:vote|voted)\b.*"
        r"|.*\b(?:say|tell|reveal|show|learn)\b.*\bvot(?:e|es|ed|ing)\b.*",
        "HELP DRAW",
    ),
    asked(
        r"(?:is|are|was) .+ (?:an? )?(?:human|real|person|people|computer|bot|robot|machine|ai"
        r"|dummy)\b.*",
        "SUMMARY {game}",
        by=(Role.PLAYER, Role.OBSERVER, Role.MASTER),
    ),
    asked(
        r"(?:can|could|may|should|shall|must|do) (?:i|we)\b.*"
        r"\b(?:send|order|write|give|submit|enter)\b.*"
        r"\b(?:already|in advance|ahead|beforehand|for (?:the )?(?:next|later|following|spring"
        r"|autumn|fall|winter|(?:the )?builds?|retreats?))\b.*"
        r"|(?:can|could|may) (?:i|we) already (?:send|order|write|give|submit|enter)\b.*",
        "HELP PHASE",
        by=(Role.PLAYER,),
    ),
    asked(
        r"(?:can|could|may) (?:\w+ ){0,4}(?:fleets?|arm(?:y|ies)|units?)\b(?: \w+){0,4}"
        r" (?:swap|exchange|switch|trade|change) ?(?:places?|positions?|provinces?)?\b.*",
        "HELP ORDERS",
    ),
    asked(
        rf"{_HOW}\b(?:get|bring|move|transport|carry|ship|take|send|sail)\b.*"
        r"\b(?:army|armies|troops?)\b.*\b(?:sea|water|ocean|overseas|by (?:ship|boat|fleet))\b.*",
        "HELP ORDERS",
    ),
    phrase(
        r"what (?:if|happens?|(?:will|would) happen)\b.*\b(?:nothing|no orders?|not (?:send|order)"
        r"|don'?t|forget|miss|late)\b.*",
        "HELP DEADLINES",
        by=(Role.PLAYER,),
    ),
    phrase(
        r"how (?:is|are) (?:everyone|everybody|all|they|the (?:players|orders)) doing"
        rf"|(?:did|has|have) (?!i\b|we\b|you\b)(?:the )?\w+ {_DONE}\b.*",
        "STATUS",
        by=(Role.MASTER,),
    ),
    phrase(
        r"(?:can|may|could) i (?:see|read|look at) (?:the |their |all |everybody's )*orders\b.*"
        r"|(?:show|send|list|give)(?: me)? (?:all|the|their|everybody's|\w+'s?)(?: \w+)?"
        r" orders\b.*"
        r"|(?:i want to see )?what (?:did |has |have )?(?!i\b|we\b)(?:\w+ ){1,3}"
        r"(?:order(?:ed)?|sen[dt])\b.*"
        r"|what(?: are|'s| is|re)? (?:the |all )*(?:\w+ )?(?:orders?|moves)(?: (?:of|from|by) .+)?",
        "HELP SHOW",
        by=(Role.MASTER,),
    ),
    phrase(
        rf".*\b{_RELATIVE}\b.*\b(?:play|order|send|write|take over|step in|help)\b.*",
        "HELP SUBSTITUTE",
        by=(Role.PLAYER,),
    ),
    asked(
        r"(?:is it|when is it) my turn\b.*"
        r"|why\b.*\b(?:not|n't)\b.*\b(?:process|adjudicat|start|run)\w*\b.*"
        r"|(?:what|which) (?:year|phase|turn|season) (?:is|are|do) (?:it|we|this)\b.*",
        "STATUS",
    ),
    asked(
        r"(?:how|what)\b.*\b(?:supports?|convoys?|retreats?|builds?|orders?)\b.*\bwork\b.*",
        "HELP ORDERS",
    ),
    phrase(r"(?:a |the |is there a )?(?:link|web ?page|web ?site)\b.*", "HELP WEB"),
    phrase(
        r"(?:did|has|have) (?:everyone|everybody|all(?: players)?|the others) "
        rf"{_DONE}\b.*|who(?: i|'|\u2019)?s (?:missing|late)|whos (?:missing|late)",
        "HELP MISSING",
        by=MEMBERS,
        masters="STATUS",
    ),
    phrase(
        r"(?:show|tell) (?:me |us )?where (?:everybody|everyone|all|the units|they) (?:is|are)\b.*",
        "MAP",
        by=(Role.PLAYER, Role.OBSERVER, Role.MASTER),
    ),
    asked(
        r"(?:can|could|may|how do) i (?:talk|speak|write) (?:to|with) \w+\b.*",
        "HELP PRESS",
        by=(Role.PLAYER, Role.OBSERVER),
    ),
    phrase(r"why does (?:it|the mail|your mail) say\b.*", "ORDERS?", by=(Role.PLAYER,)),
    asked(r"why\b.*\b(?:builds?|disbands?)\b.*", "ORDERS?", by=(Role.PLAYER,)),
    asked(
        r"(?:can|could|may) (?!(?:i|we|you)\b)\w+ (?:reach|attack|hit|get to|get into|go to"
        r"|move to)\b.*|(?:.*, )?(?:can|could|may) (?:i|we) (?:attack|reach)\b.*",
        "MAP {game}",
        by=MEMBERS,
    ),
    asked(
        r".*\b(?:on the web|on a web ?page|in (?:a|my|the) browser)\b.*",
        "HELP WEB",
        by=(Role.PLAYER, Role.MASTER, Role.OBSERVER),
    ),
    asked(
        r"(?:did|has|have) (?!i\b|we\b|you\b)\w+ (?:get|got|received?|read|seen?)\b.*"
        r"\b(?:press|messages?|mails?|letters?)\b.*",
        "HELP PRESS",
        by=(Role.PLAYER,),
    ),
    phrase(r"(?:write|send|mail)\b.*@\S+ (?:from now on|in future|instead)\b.*", "HELP ADDRESSES"),
    asked(rf"{_HOW}\b(?:add|invite|get)\b.*\bplayers?\b.*", "HELP INVITE", by=(Role.MASTER,)),
    phrase(
        r".*\b(?:army|fleet|unit|armies|fleets|units)\b.*\b(?:should|must|ought to|supposed to)"
        r"(?: not)?(?: have)?(?: still)? (?:be(?:en)?|stand|stay|belong)(?: an?| still)?"
        r" (?:in|on|at|to|army|fleet|here|there|alive|dislodged|disbanded)\b.*",
        "HELP EDITPOSITION",
        by=(Role.MASTER,),
    ),
    phrase(
        r"(?:put|place|add) (?:an?|the) (?:army|fleet|unit)\b.*",
        "HELP EDITPOSITION",
        by=(Role.MASTER,),
    ),
    phrase(
        r"(?:give|hand|pass) (?!(?:it|this|that|my|our|the|them|him|her|me|us|everybody"
        r"|everyone)\b)\w+ to \w+"
        r"|\w+ (?:should|could|can|may|will) (?:also |now )?play \w+(?: as well| too)?",
        "HELP SUBSTITUTE",
        by=(Role.MASTER,),
    ),
    phrase(
        r"kick off|(?:(?:let's|let us) )?(?:get started|get going|begin)(?: now)?",
        "HELP START",
        by=(Role.MASTER,),
    ),
    phrase(
        r"skip (?:the |this |all )*(?:\w+ )?(?:phase|turn|retreats?|builds?|adjustments?)\b.*",
        "HELP PROCESS",
        by=(Role.MASTER,),
    ),
    phrase(
        r"(?:.*\b)?let (?!(?:me|us)\b)\w+ (?:just |only |simply )?(?:hold|stand still)\b.*",
        "HELP DUMMY",
        by=(Role.MASTER,),
    ),
    phrase(
        r"(?:.*\b)?(?:restart|start (?:over|again|anew))\b.*", "HELP ROLLBACK", by=(Role.MASTER,)
    ),
    phrase(
        r".*\b(?:noon|midnight|\d+(?::\d\d)?(?: ?[ap]m)?) (?:instead|rather than|and not)\b.*"
        r"|.*\binstead of (?:noon|midnight|\d).*"
        r"|(?:.*\b)?(?:make|set|change|shorten|lengthen)\b.*\b(?:retreats?|builds?|adjustments?"
        r"|moves?|movement)\b.*\b\d+ ?(?:h|hours?|d|days?)\b.*",
        "HELP SET",
        by=(Role.MASTER,),
    ),
    asked(
        r"what (?:if|happens? (?:if|when)) (?:two|both|three|several) (?:units|armies|fleets)\b.*"
        r"|what happens? (?:to|with) (?:my|the|an?) (?:army|fleet|units?|armies|fleets)\b.*"
        r"|(?:when|how) (?:do|can|will) (?:i|we) get (?:new |more )*"
        r"(?:units?|armies|fleets|builds?)\b.*",
        "INFO {own}",
        by=(Role.PLAYER, Role.OBSERVER),
    ),
    phrase(
        r"what(?:\W?s| is| are) (?:an? |the )?(?:convoys?|supports?|retreats?|builds?|adjustments?"
        r"|waive|hold|coasts?)",
        "HELP ORDERS",
    ),
    asked(
        rf"{_HOW}\b(?:see|view|get|find|look)\b.*\b(?:map|board|results?|history)\b.*", "HELP MAP"
    ),
    asked(
        r"(?:can|may|could|how (?:do|can)) i\b.*\b(?:enter|send|give|write|order)\b.*"
        r"\b(?:(?:orders?|moves?) (?:for|of)|for (?:a|another|somebody))\b.*",
        "HELP BECOME",
        by=(Role.MASTER,),
    ),
    asked(
        r"is (?:the|this|our) game (?:still )?(?:over|finished|running|on|paused|ended)\b.*",
        "STATUS",
    ),
    asked(
        r"(?:can|may|must) (?:an? |two |all )?(?:army|armies|fleets?|units?)\b"
        r"(?!.*\b(?:support|reach|attack)\b).*",
        "INFO {own}",
        by=(Role.PLAYER, Role.OBSERVER, Role.MASTER),
    ),
    phrase(
        r"process\b.*\b(?:tonight|tomorrow|today|at \d.*)\b.*",
        "HELP SETDEADLINE",
        by=(Role.MASTER,),
    ),
    asked(
        r"(?:can|could|may) (?:i|\w+ \w+) support (?:myself|itself|themselves)\b.*", "HELP ORDERS"
    ),
    phrase(
        rf"{_HOW}\b(?:correct|edit|change|fix|repair|set|put)\b.*\b{_BOARD}\b.*|{_WRONG_BOARD}",
        "HELP EDITPOSITION",
        by=(Role.MASTER,),
    ),
    wished(_WRONG_BOARD, "PRESS TO M", by=MEMBERS),
    phrase(
        r"(?:why|how come) (?:is|are|was|were)\b.*\b(?:late|missing|silent|so slow)\b.*",
        "HELP DEADLINES",
    ),
    phrase(
        r"(?:can|may|could) i (?:see|know) who\b.*|(?:see|show|tell) (?:me )?who\b.*"
        r"\b(?:late|missing|not)\b.*",
        "STATUS",
        by=(Role.MASTER,),
    ),
    asked(
        rf"{_HOW}\b(?:add|give|allow)\b.*\b(?:days?|hours?|time)\b.*",
        "HELP SETDEADLINE",
        by=(Role.MASTER,),
    ),
    # Questions how to do something; the help page about it answers.
    asked(rf"{_HOW}\b(?:draws?|vote|concede|give up|surrender|solo)\b.*", "HELP DRAW"),
    asked(
        r"(?:should|shall|must|do) i (?:have to )?(?:resign|quit|leave|concede)\b.*", "HELP RESIGN"
    ),
    asked(rf"{_HOW}\b(?:undo|take (?:that|it|this|them) back|take back)\b.*", "HELP UNDO"),
    asked(
        rf"{_HOW}\b(?:html|plain text|pictures?|attachments?|reminders?|less mail|unsubscribe)\b.*",
        "HELP MY",
        by=(Role.PLAYER, Role.MASTER),
    ),
    asked(rf"{_HOW}\b(?:leave|resign|quit|stop playing|get out|unsubscribe)\b.*", "HELP RESIGN"),
    asked(rf"{_HOW}\b(?:create|set up|start|open|host)\b.*\bgame\b.*", "HELP CREATE"),
    asked(
        rf"{_HOW}\b(?:join|sign up|take part|get in|play along|enter|start playing"
        rf"|take over)\b.*"
        r"|(?:wie|comment|cómo|como)\b.*\b(?:mitspielen|teilnehmen|jouer|participer"
        r"|jugar)\b.*",
        "HELP JOINING",
    ),
    asked(
        rf"{_HOW}\b(?:write|talk|send|say|contact|reach|message|press|negotiate)\b.*"
        r"\b(?:players?|powers?|others?|messages?|press|master|gm|everybody|all)\b.*"
        rf"|{_HOW}\b(?:press|message|negotiate|talk|speak|contact|write to)\b.*",
        "HELP PRESS",
    ),
    asked(rf"{_HOW}\b(?:watch|observe|follow)\b.*", "HELP OBSERVE"),
    asked(
        r"who (?:runs|operates|owns|made|maintains|is behind) (?:this|it|you|the judge)\b.*",
        "VERSION",
        by=(Role.STRANGER,),
    ),
    asked(rf"{_HOW}\b(?:eject|kick|throw out)\b.*", "HELP EJECT"),
    asked(
        rf"{_HOW}\b(?:move|change|extend|set)\b.*\bdeadline\b.*",
        "HELP DEADLINES",
        by=(Role.STRANGER, Role.PLAYER, Role.OBSERVER),
    ),
    asked(
        rf"{_HOW}\b(?:move|change|extend|set)\b.*\bdeadline\b.*",
        "HELP SETDEADLINE",
        by=(Role.MASTER,),
    ),
    asked(
        rf"{_HOW}\b(?:orders?|convoy|support|moves?|builds?|retreats?|disband|hold"
        rf"|units?)\b.*",
        "HELP ORDERS",
    ),
    asked(
        r"what (?:happens|if|will happen)\b.*\b(?:late|miss|forget|no orders)\b.*"
        r"|what\b.*\b(?:nmr|cd|civil disorder|grace)\b.*",
        "HELP DEADLINES",
    ),
)
LOOKUPS: tuple[Phrase, ...] = (
    phrase(
        r"(?:do|can) you (?:speak|understand|read|know)"
        r" (?!(?:my|the|this|that|if|it|who|what|why)\b)\w+",
        "HELP LANGUAGES",
    ),
    asked(LANGUAGE, "HELP LANGUAGES"),
    phrase(IN_LANGUAGE, "HELP LANGUAGES"),
    asked(
        r".*\b(?:german|french|spanish|italian|dutch|polish|russian|other)\b.*\b(?:version|translation|language)\b.*",
        "HELP LANGUAGES",
    ),
    asked(MISSING, "STATUS", by=(Role.MASTER,)),
    asked(MISSING, "HELP MISSING"),
    asked(
        r"(?:where|what|can i|could i|may i|how|which)\b(?!.*\b(?:this|our) game\b).*\brules"
        r"(?: say| of diplomacy| be (?:read|found))?",
        "LIST {game}",
        "INFO {own}",
        by=(Role.PLAYER, Role.MASTER, Role.OBSERVER),
    ),
    asked(RULES, "LIST {game}", by=(Role.PLAYER, Role.MASTER, Role.OBSERVER)),
    asked(RULES, "INFO"),
    asked(WHEN_DUE, "STATUS", by=(Role.PLAYER,)),
    asked(WHEN_DUE, "LIST {game}"),
    asked(r"what (?:does|do|is|are)\b.*\breceipts?\b.*", "HELP UNDO"),
    asked(r"what (?:does|do|is|are)\b.*\b(?:dias|draws?)\b.*", "HELP DRAW"),
    asked(
        r"how many\b.*\b(?:sent|send|in|orders?|missing|late)\b.*"
        r"|who\b.*\b(?:hasn?t|havent|didnt)\b.*",
        "STATUS",
        by=(Role.MASTER,),
    ),
    asked(
        r"how many\b.*\b(?:sent|send|in|missing|late)\b.*|who\b.*\b(?:hasn?t|havent|didnt)\b.*",
        "HELP MISSING",
    ),
    asked(
        r"what (?:does|do|is)\b.*\b[sfw]\d{4}[mra]\b.*|what (?:does|do) .* letters? mean\b.*",
        "HELP PHASE",
    ),
    asked(
        r"what (?:did|has|have) (?!i\b|we\b|my\b)(?:the )?\w+ (?:order|move|play|do)\w*\b.*",
        "HISTORY {game}",
    ),
    asked(
        r"(?:why|how come)\b.*\b(?:fail\w*|bounc\w*|dislodged|destroyed|cut|work|succeed)\b.*",
        "HISTORY {game}",
        by=(Role.PLAYER, Role.MASTER, Role.OBSERVER),
    ),
    asked(
        r"who\b.*(?:\blate|\bmissing|\bnot|n't|\bwait(?:ing)?|\bstill (?:has|have|needs?))\b.*",
        "STATUS",
        by=(Role.MASTER,),
    ),
    # Questions that a look-up answers.
    phrase(
        r"(?:i )?(?:need|want|would like) (?:some |your )?help.*"
        r"|(?:please )?(?:help|hilf)(?: .*)? (?:me|mir)\b.*"
        r"|i (?:am lost|have no idea|do not understand|don't understand)\b.*",
        "HELP",
    ),
    asked(
        r"what (?:can|do|should|must|shall) i (?:do|write|send|say)\b.*"
        r"|(?:what|which) (?:are the )?commands\b.*|how (?:does|do) (?:this|it|that"
        r"|the judge|things)\b.*|who are you\b.*"
        r"|what (?:is|are) (?:this|it|you)\b(?! game).*"
        r"|(?:was|que) (?:kann|soll|puis|dois)\b.*|how (?:do|can) (?:i|we) play\b.*"
        r"|what is diplomacy\b.*",
        "HELP",
    ),
    asked(
        r".*\brules\b.*\b\w+|.*\b(?:tell|know|what)\b.*"
        r"\bvariant \w+",
        "INFO {variant}",
    ),
    asked(r".*\b(?:maps|boards|variants)\b.*|what can (?:be played|i play|we play)\b.*", "INFO"),
    phrase(
        r"who\b.*(?:\blate|\bmissing|\bnot|n't|\bwait(?:ing)?|\bstill (?:has|have|needs?))\b.*"
        r"|(?:on )?whom?\b.*\bwait.*"
        r"|are (?:all|everybody's) orders\b.*"
        r"|(?:is|are) (?:any(?:body|one)|we)\b.*\b(?:late|missing|waiting)\b.*"
        r"|(?:has|have|did) (?!you\b|i\b|we\b|my\b|our\b)\w+\b.*\b(?:orders?|submit\w*|sent)\b.*",
        "HELP MISSING",
        masters="STATUS",
        asking=True,
    ),
    asked(r".*\bto win\b.*|.*\b(?:gewinn\w*|gagner|ganar|vincere|winnen)", "LIST {game}"),
    asked(_OF_DEADLINE, "STATUS", by=(Role.PLAYER,)),
    asked(_OF_DEADLINE, "LIST {game}"),
    asked(
        r"(?:what|which)\b.*\b(?:version|software|program|release)\b.*"
        r"|(?:what|which) judge\b.*",
        "VERSION",
    ),
    # Whether the judge is there at all: the answer is the state of the game.
    phrase(_IS_THERE, "STATUS", by=(Role.PLAYER,)),
    phrase(
        r"(?:please|pls|can you|could you) (?:confirm|acknowledge)(?: (?:receipt|that|it|this"
        r"|my (?:orders|moves)))?",
        "ORDERS?",
        by=(Role.PLAYER,),
    ),
    phrase(r"(?:remove|delete|clear|drop|scrap)\b.*\border (?:for|of|to)\b.*", "HELP CLEAR"),
    phrase(_IS_THERE, "LIST {game}", by=(Role.MASTER, Role.OBSERVER)),
    phrase(_IS_THERE, "HELP"),
    asked(
        r"who ?am ?i\b.*|(?:what|what's|which)(?: is)? my (?:power|country|nation)\b.*"
        r"|(?:which|what) (?:power|country|nation|side|colou?r|role)\b.*"
        r"|(?:what|as whom?) (?:am i|do i play)\b.*|(?:am i|do i) (?:still )?(?:in|play"
        r"|playing|\w+$)\b.*|wer bin ich\b.*|qui suis-je\b.*",
        "STATUS",
        by=(Role.PLAYER,),
    ),
    asked(r"who am i\b.*|am i\b.*", "LIST {game}", by=(Role.MASTER, Role.OBSERVER)),
    asked(
        r".*\b(?:rules|settings|options|house rules)\b.*"
        r"|(?:is|are|does|do|can)\b.*\b(?:allowed|press|gunboat|blind|anonymous|dias"
        r"|variant)\b.*|(?:which|what) (?:kind|sort|type|variant|map) .*",
        "LIST {game}",
    ),
    asked(
        r".*\b(?:results?|adjudication|ergebnis\w*|résultats?|resultados?)\b.*"
        r"|what (?:happened|has happened|did .* do|went on)\b.*|how did\b.*\bgo\b.*"
        r"|was (?:ist|war) .*passiert.*"
        r"|.*\b(?:history|last (?:turn|phase|round|season|year))\b.*",
        "HISTORY {game}",
    ),
    phrase(
        r"(?:the |last |latest )*(?:results?|ergebnisse?|résultats?|resultados?)",
        "HISTORY {game}",
        by=(Role.PLAYER, Role.MASTER, Role.OBSERVER),
    ),
    asked(
        r".*\b(?:map|board|karte|carte|mapa|mappa|picture|position)\b.*"
        r"|how (?:is|does) .*\b(?:going|stand|standing)\b.*"
        r"|where (?:is|are)\b.*\b(?:units?|armies|fleets|everybody)\b.*"
        r"|(?:is|which|who|where)\b.*\b(?:supply )?cent(?:er|re)s?\b.*",
        "MAP {game}",
    ),
    phrase(
        r"(?:the |a |current )?(?:map|board|karte|carte|mapa)",
        "MAP {game}",
        by=(Role.PLAYER, Role.MASTER, Role.OBSERVER),
    ),
    phrase(
        r"i(?:'d| would)? (?:want|need|like|wish) (?:to (?:see|get|have) )?"
        r"(?:the |a )?(?:current )?(?:map|board)\b.*",
        "MAP {game}",
    ),
    phrase(r"(?:list|names?) of (?:the |all )?players\b.*", "SUMMARY {game}"),
    phrase(
        r"(?:i (?:have|got) a )?(?:change|new|update)\b.*\b(?:e-?mail )?address\b.*"
        r"|.*\b(?:changed?|new|update) (?:my )?(?:e-?mail|address)\b.*",
        "HELP ADDRESSES",
    ),
    asked(r"(?:what|how|for whom) (?:did|have) (?:i|we) voted?\b.*", "ORDERS?", by=(Role.PLAYER,)),
    asked(
        r"(?:is|are|was|were) (?:this|that|it|these|those|they|everything|all)(?: \w+){0,2}"
        r" (?:right|ok|okay|correct|fine|good|valid|format|way|form|alright|complete|in)\b.*"
        r"|did (?:i|we) (?:do|get|write|format|send) (?:this|that|it|them|everything)\b.*",
        "ORDERS?",
        by=(Role.PLAYER,),
    ),
    # A question about the rules of orders, which names no order of the writer's own.
    asked(
        r"(?!.*\bmy\b|(?:did|has|have|had|was|were)\b).*\b(?:supports?|supporting|convoys?|convoying|dislodge\w*|bounces?|coasts?"
        r"|stand-?offs?|adjacent)\b.*|.*\b(?:one|two|all|every|each|same) units?\b.*",
        "HELP ORDERS",
    ),
    asked(
        r"(?:do|must|should) (?:i|we)(?: (?:still|have to|need to|need|have|do|send|write|order))*"
        r" (?:anything|something|more)\b.*"
        r"|what (?:do|must|should) (?:i|we) (?:still )?(?:have|need)? ?to (?:do|send|order)\b.*"
        r"|(?:is|are) (?:there )?(?:anything|something|more)\b.*\b(?:missing|left|needed|to do)\b.*"
        r"|(?:am|are) (?:i|we) (?:all )?(?:done|finished|set)\b.*",
        "ORDERS?",
        by=(Role.PLAYER,),
    ),
    asked(
        r".*\bmy (?:last |latest |present |current )?(?:orders?|moves?|mails?|letters?"
        r"|e-?mails?|messages?|units?|armies"
        r"|fleets?)\b.*"
        r"|.*\b(?:did|have|what|which|do|can|where)\b.*\bi\b.*\b(?:order|orders|ordered"
        r"|send|sent|submit|submitted|missing|units?|armies|build|builds)\b.*"
        r"|(?:what|which|where|how many)\b.*\b(?:units?|armies|fleets|orders?|builds?)"
        r"\b.*\b(?:i|my)\b.*|.*\borders do you have\b.*"
        r"|(?:am|is) .*\b(?:missing|complete|late|done)\b.*"
        r"|.*\b(?:meine|mes|mis) (?:befehle|züge|ordres|órdenes|ordenes)\b.*",
        "ORDERS?",
        by=(Role.PLAYER,),
    ),
    asked(
        r"who\b.*|.*\b(?:players|opponents|neighbou?rs)\b.*|how many\b.*"
        r"|.*\b(?:score|scores|standings|winning|leading|ahead|ranking)\b.*"
        r"|(?:wer|qui|quién|quien) .*"
        r"|(?:is|has|did) (?!(?:this|it|that|these|there|the|a|an|my|your|our|i|we|you)\b)\w+\b.*",
        "SUMMARY {game}",
    ),
)
