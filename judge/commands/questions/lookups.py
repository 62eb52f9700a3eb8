"""What people ask in plain words: how something is done, and how things stand."""

from judge.commands.known import Role
from judge.commands.questions.phrase import Phrase, asked, phrase

_HOW = r"how (?:do|does|can|could|should|would|must|to|may) .*"
_OF_DEADLINE = (
    r".*\b(?:deadlines?|abgabeschluss|abgabetermin|date limite|délai"
    r"|fecha l[ií]mite|plazo|scadenza)\b.*"
    r"|.*\borders?\b.*\bdue\b.*"
    r"|(?:when|what time|wann|quand|cu[aá]ndo)\b.*"
    r"\b(?:turn|phase|round|moves?|results?|orders?|game|next|runde|tour|turno)\b.*"
    r"|when\b.*\b(?:start|begin)s?\b.*|how (?:much time|long|many (?:hours|days))\b.*"
)
_IS_THERE = (
    r"(?:are you|is (?:anybody|anyone|the judge)) (?:still )?(?:there|alive|awake|up"
    r"|working|running)\b.*|(?:this is )?(?:a |just a )?test(?:ing)?(?: (?:mail|only))?"
    r"|ping|what(?: is|'s)?(?: the)? time(?: is it)?\b.*"
)
HOW: tuple[Phrase, ...] = (
    # How something is done is answered by the page of the help on it.
    asked(rf"{_HOW}\b(?:draws?|vote|concede|give up|surrender|solo)\b.*", "HELP DRAW"),
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
    # What only looks something up.
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
    asked(
        r"who\b.*(?:\blate|\bmissing|\bnot|n't|\bwait(?:ing)?)\b.*"
        r"|(?:on )?whom?\b.*\bwait.*"
        r"|are (?:all|everybody's) orders\b.*|.*\bto win\b.*"
        r"|(?:is|are) (?:any(?:body|one)|we)\b.*\b(?:late|missing|waiting)\b.*"
        r"|(?:has|have|did) (?!you\b|i\b|we\b|my\b|our\b)\w+\b.*\borders?\b.*",
        "LIST {game}",
    ),
    asked(_OF_DEADLINE, "STATUS", by=(Role.PLAYER,)),
    asked(_OF_DEADLINE, "LIST {game}"),
    asked(
        r"(?:what|which)\b.*\b(?:version|software|program|release)\b.*"
        r"|(?:what|which) judge\b.*",
        "VERSION",
    ),
    # Whether the judge is there at all: an answer that says where things stand.
    phrase(_IS_THERE, "STATUS", by=(Role.PLAYER,)),
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
        r"|.*\bchange my (?:e-?mail|address)\b.*",
        "HELP ADDRESSES",
    ),
    asked(
        r".*\bmy (?:orders?|moves?|mails?|letters?|e-?mails?|messages?|units?|armies"
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
        r"|(?:wer|qui|quién|quien) .*|(?:is|has|did) \w+\b.*",
        "SUMMARY {game}",
    ),
)
