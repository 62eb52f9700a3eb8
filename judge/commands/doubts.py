"""Decides which orders of a letter are in doubt because of the words around them.

Known words are few. Most doubts follow from the form of a line, in any language.
"""

import re
from collections.abc import Collection, Sequence
from itertools import islice

from judge.commands.blocks import (
    WORDS_FOR_ORDERS,
    heading,
    order_for_another_phase,
    power_named,
    says_another_phase,
)
from judge.commands.known import Place, Role, cleaned, is_order
from judge.commands.match import find_row
from judge.commands.passage import Found, Meaning, Passage, Step, is_own
from judge.commands.talk import is_small_talk
from judge.game import (
    Aside,
    NotObeyed,
    NotUnderstood,
    Remark,
    Wish,
    diaries,
    dry_run,
    filing,
    inquiry,
    masters,
    phases,
    proposals,
)
from judge.letter import Line
from judge.notation import words_of

_LONGEST = 200  # characters; a longer line is a story
_LONGEST_LISTED = 60
_LONGEST_INTRODUCTION = 1_000  # characters; of a longer line the end counts
_COLON = re.compile(r"[:\uff1a\ufe55\u0589\u1361\u1366][\s*_\W]*\Z")
_FAILED_PRESS = re.compile(r"\W*pres{1,2}\b", re.I)
_WHAT_IF = re.compile(
    r"\W*(?:and |so |but )?(?:what ?if\b|what (?:would|will|might|happens?)\b"
    r"|what'?s going to happen|would it|suppose|imagine|let'?s say"
    r"|was (?:wäre|würde|passiert|geschieht)|que se passe"
    r"|et si\b|qué (?:pasa|pasaría|pasaria|sucede)|y si\b|(?:che )?cosa succede|e se\b"
    r"|wie wäre es|tänk om|hva(?:d(?: nu)? hvis| om)"
    r"|wat als|wat gebeurt|vad händer|hva skjer|hvad sker|o que acontece|co (?:jeśli|się stanie)"
    r"|co kdyby|что (?:будет|если)|mitä (?:tapahtuu|jos)|mi lenne|ya .*\bolsa|τι θα|もし|如果)",
    re.I,
)
# Lines after which the writer's own orders go on.
_GOES_ON = re.compile(
    r"\W*(?:p\.?s|nb|and|also|plus|then|and then|und|auch|et|aussi|y|e|en)\W*", re.I
)
# Words above orders that their writer does not mean, with a colon or without.
_DENIES = re.compile(
    r"\W*(?:(?:these|those|this|the following) (?:are|is) )?"
    r"(?:not|never|no longer|draft|fake(?! press)|example|proposal|proposed|instead of"
    r"|alternatively|your orders for .*\b(?:are|is)|do not|don'?t"
    r"|das sind (?:nicht|keine)|ce ne sont pas|no son|non sono)\b"
    r"(?:\W+\w+){0,7}\W*|.*\b(?:proposes?|suggests?|wants?) (?:the following|this|these)\W*"
    r"|(?!\W*(?:can|could|would|will) you (?:please )?(?:process|enter|take|use|record|store)\b)"
    r".*\b(?:this|these|that|the following)\b.*\?\W*",
    re.I,
)
_TRIES = re.compile(
    r"\W*(?:dry ?run|pre-?view|test(?:ing)?|cancel|remove|delete|ignore)\b.*[:\uff1a]\W*", re.I
)
# Words that the mail servers of companies write above each mail.
_BANNER = re.compile(
    r"\W*(?:tlp:\w+|external|extern|internal|intern|caution|public|confidential|vertraulich)"
    r"(?: (?:e-?mail|message|sender))?\W*",
    re.I,
)
# Words above one's own orders, beside the headings of `blocks`: a greeting, or a few others.
_INTRODUCES_OWN = re.compile(
    r"\W*(?:dear|hello|hi|hey|hallo|hola|ol[aá]|ciao|salut|bonjour|estimad[oa]s?|car[oa]s?|buen[oa]s"
    r"|bom|boa|gentlemen|ladies|sehr|liebe[r]?|您好|你好)(?:\W+\w+){0,4}\W*"
    r"|\W*(?:(?:anyway|sorry|ok|okay|yes|so|now|well|oops|and|finally|scratch that)\W+)*"
    r"(?:please find .*|here (?:we go|goes|you go|they are|are mine|is mine|it is|are they)"
    r"|as follows"
    r"|(?:i|we)(?:'d| would| want| will|'ll) .*|(?:new|final|corrected|revised|updated) "
    r"(?:version|set)|commands?|(?:my )?(?:turn|round)(?: \d+)?"
    r"|\d+\W+(?:turn|round)|yes|okay|judge|gm"
    r"|change|one change|(?:i (?:just |almost )?)?forgot(?: (?:this|these|one|an order))?)\W*",
    re.I,
)
_HELLO = (
    "dear|hello|hi|hey|hallo|hola|olá|ciao|salut|bonjour|hej|cześć|ahoj|привет|liebe[rs]?"
    "|ch[eè]re?|car[oa]|querid[oa]|estimad[oa]|kære|kjære|kära|beste"
)
_GREETED = re.compile(
    rf"\W*(?:{_HELLO})\W+"
    r"(?P<name>[^\W\d_]+)\s*(?:\((?P<power>[^()]*)\)\s*)?(?:[,:!.]|\Z)",
    re.I,
)
_ADDRESSED = re.compile(
    r"\W*(?:(?:to|an|à|aan|til|till|per|para)\b|@)\W*(?P<name>[^\W\d_]+)\W*", re.I
)
_CALLED_BY_NAME = re.compile(r"\W*(?P<name>[^\W\d_]+)\s*[,\uff0c]\W*")
# Words in a bracket that say whose an order is: `(for England)`, `(for my other game)`.
_IN_BRACKET = re.compile(r"(?P<order>.*\w)\s*[(\[](?P<words>[^()\[\]]+)[)\]]\W*")
_FOR_WHOM = re.compile(
    r"(?:(?:for|from|by|of|to|für|von|pour|de|per|da|para|voor|van|till?|av|af)\s+)?(?P<name>[^\W\d_]+)"
    r"|(?:(?:for|in|from)\s+)?(?:my|the|an) ?other game",
    re.I,
)
# Beginnings of sentences below orders, of people who write no capitals.
_NEW_SENTENCE = re.compile(
    r"(?:hope|please|pls|thank|thx|good|see|let|have|may|that|i\b|i'|we|my|sorry|ps|is (?:this|that"
    r"|every)|are (?:these|they)|did|do|can|could|would|what|why|how|when|who|this|these|no\b|yes"
    r"|ok|all|rest|the rest|others|everything|nothing|not|sent|best|regards|cheers|greet)",
    re.I,
)
_OF_WRITER = frozenset(("i", "we", "my", "our", "let", "ich", "wir", "je", "nous"))
_SHORTEST_SENTENCE = 4  # words
_MOST_ORDERS = 40  # lines, between two parts of a sentence
_SIGNED = re.compile(
    r"\W*(?:(?:yours|best|regards|best regards|kind regards|cheers|love|from|greetings|signed"
    r"|thanks|your (?:ally|friend|neighbou?r)|dein|votre|tuo)[,:]?\s+|l['\u2019])?"
    r"[^\W\d_]+\W*|(?:[^\W\d_]+ ){1,2}\([^\W\d_]+\)",
    re.I,
)
_POLITE = re.compile(
    rf"\W*(?:{_HELLO}|hei|hoi|merhaba|szia|γεια|anyway|so|well|sorry|thanks|thank you|ok|okay"
    r"|good (?:morning|evening|day)|judge|gm)\b",
    re.I,
)
# More headings of one's own orders, with a colon or not.
_OWN_HEADINGS = """
this turn; this time; this season; this phase; final; final answer; final decision; real orders
real moves; update; updated; an update; please enter; please process; please process these
please take these; please use these; to the judge; to judge; for the judge; to the gm; attn judge
new orders; new moves; changed orders; corrected orders; change of plan; change of plans
change of mind; i changed my mind; changed my mind; again; once again; once more; one more time
resend; resending; resent; sending again; so; as discussed; as promised; as agreed; as announced
as said; as i said; as we said; as planned; as i wrote; second try; 2nd try; second attempt
2nd attempt; third try; 3rd try; new try; try again; correction; corrections; corrected; fixed
typo fixed; better; i do this; i do; we do; i order; we order; do this; rather; or rather
i mean; i meant; sorry i mean; sorry i meant; sorry; oops; i meant to say; make that; to wit
changes; my changes; one change; two changes; one more change; one small change; small change
minor change; small correction; one correction; revised; revision; take 2; take two; trying again
let me try again; i try again; sending this again; the right ones; the correct ones; real ones
the real ones; actual orders; actual moves; definitive; submit; submitting; forgot one
i forgot one; missing; the missing ones; the rest; and the rest; remaining; remaining orders
others; the others; better late than never; here goes nothing
as follows; i move as follows; now correct
see below; find below; below; the following; following; as requested; first turn; before i forget
just in time; i hope this works; i hope this works now; here we go; complete set; full set
here it comes; these are mine; in reply to your mail; reply to your reminder; as always
i decided; this is what i want; this is what i order; this is what i do; here you are; there you go
tada; go; now; at last; let us do; let's do this; these are the ones; all mine
thank you for the reminder here we go; sorry for being late here are they
the complete set; instead; instead please; i have changed my mind; i want to change my orders
voilà; bitte sehr; change of orders; urgent; important; dringend; wichtig; attention; very urgent
wie folgt; ich ziehe; ich ziehe wie folgt; je joue; je joue ainsi
comme suit; come segue; como sigue; als volgt; enligt följande; som følger
neu; nochmal; noch einmal; korrektur; korrigiert; bitte ändern; änderung; planänderung; also
wie besprochen; endgültig; besser; bitte eintragen; hier; vielmehr; ich meine
encore; rectificatif; comme convenu; changement; plutôt; définitif; voici; je voulais dire
otra vez; corrección; cambio; mejor; como acordamos; definitivo; quiero decir; aquí van
ancora; correzione; cambiamento; meglio; come d'accordo; definitivo; ecco; volevo dire
opnieuw; correctie; wijziging; zoals besproken; definitief; beter; hierbij; ik bedoel
igen; rättelse; ändring; slutgiltigt; rettelse; ændring; endring; endelig; jag menar; jeg mener
correção; mudança; de novo; como combinado; definitivo; quero dizer
poprawka; jeszcze raz; zmiana; ostatecznie; исправление; ещё раз; изменение; окончательно
oprava; znovu; změna; korjaus; uudestaan; muutos; javítás; düzeltme; corectare; 更正; 訂正; 정정
"""
_OWN = frozenset(
    " ".join(words_of(one)) for line in _OWN_HEADINGS.splitlines() for one in line.split(";")
) - {""}
# Headings with a colon that are the writer's own by their form, if they speak of nobody else.
_OWN_BY_FORM = re.compile(
    r"\W*(?:.*\b(?:sorry|late|delay|morning|evening|afternoon|day|hello|hi|ok|okay|so|now|well)\W+)?"
    r"(?:(?:please|pls|bitte) (?:enter|process|take|use|accept|record|store|note|find|see|execute"
    r"|do|obey|change|replace|apply|add|set|submit|register|file|put|follow|eintragen|ändern)\b.*"
    r"|(?:thanks|thank you)\b.* (?:here (?:we go|goes|you go|they are)|now the orders)"
    r"|here (?:they are|are they)|here they come"
    r"|(?:so )?here(?: is|['\u2019]s) what (?:i|we) (?:do|order|want)\b.*"
    r"|(?:so )?here (?:is|are|come|comes|go) (?:the|my|our|all|mine)\b.*"
    r"|(?:my|our) (?:(?:final|new|current|latest|definitive|updated|corrected|real) )*(?:decision"
    r"|choice|answer|turn|plan|instructions|intentions|set)(?: (?:is|for|this|on)\b.*)?"
    r"|(?:i|we) (?:do|order|move|play|choose|decide|send|go|am doing|are doing)\b.*"
    r"|final(?:ly)?(?: \w+)?|(?:again|once more|resending|corrected)\b.*)\W*",
    re.I,
)
_REPLACES_OLDER = re.compile(
    r"(?!.*\b(?:keep|leave)\b)\W*(?:please\W+)?(?:cancel|ignore|disregard|forget|scrap|discard|delete|drop)\b.*"
    r"\b(?:last|previous|earlier|former|old|first|other)\b.*",
    re.I,
)
_TALKS_OF = re.compile(
    r"\b(?:not|n't|no|nicht|keine?|pas|non|niet|ikke|inte|não|nie|ne|не|if|instead|ignore|old|last"
    r"|previous|propos\w*|suggest\w*|draft|could|might|maybe|perhaps|think\w*|thought|idea|example"
    r"|ally|your?|he|she|they|says?|said|wants?|would have|told|tells?|wrote|writes?|asks?|asked"
    r"|heard?|hears?|saw|sees?|got|gets?|gave|received?|read|consider\w*|discuss|comments?|advi[cs]e"
    r"|tests?|options?|alternative\w*|hypothetical\w*|enem\w+|opponents?|rumou?rs?|fears?|dreams?"
    r"|wish|should|can|may|never|cancel\w*|delete|remove|undo|forget|reject|check|compare|him|his"
    r"|their|them|plan [b-z2-9]|what if|joke|kidding|wrong|fake"
    r"|press|diary|notes?|nightmare|refuse|lied|question)\b",
    re.I,
)
_CLAUSE_END = re.compile(r"[.!,;\uff0c\u3001]\s*(?=\S)")
_SENTENCE_END = re.compile(r"[.!?]\s+")
# Beginnings of commands that keep the orders below them from being stored now.
_GOVERNS = (
    *("PREVIEW", "ADJUDICATE", "DRY RUN", "END ADJUDICATE", "PHASE", "EXPLAIN A"),
    *("PROPOSE", "TUTOR"),
)
_ENDS_SENTENCE = re.compile(r"[.!?\u2026\u3002\uff01\uff1f][\s\W]*\Z")

_THESE = (
    r"(?:\W+(?:all|of|my|the|these|this|those|that|them|it|following|below|orders?|moves?|lines?"
    r"|units?|diese|die|das|befehle|züge|folgende[ns]?|ces|ceci|ça|cela|ordres|te|rozkazy|эти|приказы|estas?"
    r"|esto|[oó]rdenes|about|for now|yet"
    r"|questi|questo|ordini|deze|dit|dessa|disse|please|bitte|pls|now))*"
)
_CANCELS = (
    r"(?:please\W+|bitte\W+|pls\W+|i\W+)?(?:cancel|take back|delete|remove|undo|ignore|forget"
    r"|disregard|discard|scrap|scratch|drop|strike|erase|clear|withdraw|revoke|retract|replaced?|cancell?ed|deleted"
    r"|removed|stornier\w*|lösch\w*|streich\w*|ignorier\w*|vergiss|vergesst|annule[rz]?"
    r"|supprime[rz]?|ignore[rz]|oublie[rz]?|cancela[r]?|borra[r]?|ignora[rt]?[e]?|olvida[r]?|cancella|elimina"
    r"|dimentica|annuleer|verwijder|negeer|vergeet|ta bort|radera|ignorera|glöm|slet|glem|apaga[r]?"
    r"|esqueça|anuluj|usuń|zignoruj|zapomnij|отмени\w*|удали\w*|игнорируй\w*|забудь\w*)"
)
# What orders are called that are not meant, or not yet.
_DRAFT = (
    r"(?:(?:this|these|it|they|that|das|dies) (?:is|are|ist|sind)\W+|ce n['\u2019]est qu['\u2019]"
    r"|c['\u2019]est |es |è |det är |это |bu |これは|这)?"
    r"(?:(?:a|an|only|just|nur|ein|my|sol[oa]|sólo|una?|une|to|tylko|bara|kun|alleen|een|ett|en"
    r"|seulement|juste|только|просто|sadece|bir|slechts|maar)\W+|只是|ただの)*"
    r"(?:draft|wip|tb[adc]|work in progress|ideas?|tentative(?:ly)?|for example"
    r"|for discussion|example|proposals?|suggestions?|sketch|entwurf|vorläufig|beispiel|vorschlag"
    r"|brouillon|ébauche|exemple|proposition|borrador|ejemplo|propuesta|bozza|esempio|proposta"
    r"|concept|voorbeeld|voorstel|utkast|kladde|exempel|eksempel|förslag|forslag|rascunho|exemplo"
    r"|taslak|szkic|przykład|propozycja|návrh|luonnos|esimerkki|черновик|пример|предложение|草稿|下書き|초안)"
    r"(?: only|です)?"
)
_OR = (
    r"(?:or|else|oder|ou|o|oppure|of|eller|lub|albo|nebo|или|або|tai|vagy|veya|sau|或者|alternatively)"  # noqa: RUF001 - Ukrainian
    r"(?:\W+(?:maybe|perhaps|possibly|else|even|instead|vielleicht|auch|peut-être|bien|quizás?"
    r"|tal vez|forse|misschien|kanske|måske))*"
)
#: A line that offers another order than the one above it; `order` is what stands behind the word.
OFFERS_ANOTHER = re.compile(rf"\W*{_OR}(?:\W+(?P<order>.*)|\W*)", re.I)
# Lines directly above orders that their writer does not want obeyed, without a colon.
_LONE_DOUBT = re.compile(
    rf"\W*(?:{_CANCELS}{_THESE}|{_DRAFT}"
    r"|(?:(?:a|an|my|only|just|nur|ein)\W+)?(?:test|testing|before|outdated|obsolete"
    r"|old(?: (?:orders|moves|ones|version))?"
    r"|alternatives?|hypothetical(?:ly)?|undecided|unsure"
    r"|possible (?:orders|moves)|e\.?g|thinking out loud.*|wish ?list|fyi"
    r"|for your information|(?:fwd?|re) ?: ?.*|preliminary|no|nope|stop|not|rather not|wrong"
    r"|mistake|invalid|void|jokes?|(?:please )?(?:simulat(?:e|ion)|preview)"
    r"|(?:what|which|whose|no) (?:orders|moves)"
    r"|you (?:should|could|must|might|do|play|order)\b.*|(?:i|we) (?:suggest|propose|recommend)\b.*"
    r"|(?:my |the )?(?:orders|moves)\?\W*(?:no(?:t|ne|pe)?|never)\b.*"
    r"|trial(?: run)?|rehearsal|practi[cs]e|scenario|fallback|backup(?: plan)?|yesterday|previously"
    r"|formerly|thoughts|opinions|thinking|for fun|for comparison|compare"
    r"|(?:in )?(?:the )?(?:wrong|other|another) game|(?:first|second|third|worst|best|other)"
    r" (?:option|case|choice|plan|idea)|hold off\b.*|(?:these|this|those|that) (?:i|we)"
    r" (?:do not|don['\u2019]t|did not|didn['\u2019]t)\b.*"
    r"|(?:my )?notes?(?: to self)?|memo to self|remarks?|private|alt|alte befehle|vorher"
    r"|anciens ordres|avant|antes|prima)"
    rf"|{_OR}"
    r"|(?:my |mein |mes |mis )?(?:previous|earlier|former|last|alte[rsn]?|letzte[rs]?|vorige[rsn]?"
    r"|anciens?|derniers?|förra|forrige) (?:orders?|moves?|turn|round|set|zug|züge|befehle?|runde"
    r"|ordres?|tour)|my (?:orders|moves) (?:of|from|for) (?:the )?(?:last|previous) \w+"
    r"|(?:bitte )?(?:(?:diese?|die|das|alles|alle)\W+)*(?:(?:befehle|züge)\W+)?(?:löschen|streichen"
    r"|ignorieren|stornieren|vergessen)"
    r"|(?:plan|option|variante?|alternative|scenario|idea|case|choice)\W+(?:\d+|[a-z]|two|three"
    r"|one|ii+))\W*",
    re.I,
)
_CONDITION = re.compile(
    r"\W*(?:(?:but|and|or|only|und|aber|nur|et|mais|seulement|y|pero|solo|sólo|e|ma|só"
    r"|alleen(?= als)|bara|kun|vain|tylko|jen|только|sadece)\W+)*(?:if|unless|in case|provided"
    r"|(?<=alleen )als|assuming|supposing|depending on|as soon as|wenn|falls|sofern|es sei denn"
    r"|au cas où|à moins"
    r"|si(?!,)|se|qualora|salvo|indien|tenzij|om|såvida|hvis|medmindre|jeśli|jeżeli|chyba że"
    r"|pokud|если|якщо|jos|eğer|dacă)\b(?:\W+\w+){2,}\W*",
    re.I,
)
_HEDGED = re.compile(
    r"(?!.*\b(?:sorry|thanks?|thank you|late)\b)(?:.*\b(?:i|we) (?:might|may|could)\b(?! not\b).*"
    r"|.*\b(?:considering|thinking (?:of|about)|pondering|toying with)\b.*"
    r"|\W*(?:maybe|perhaps|possibly|hypothetically|tentatively)\b.*"
    r"|.*\b(?:vielleicht|eventuell|überlege|peut-être|hésite|quizás?|tal vez|forse|misschien|kanske"
    r"|måske|kanskje|talvez|może|snad|возможно|может быть|ehkä|talán|belki|poate|propos(?:es|ed)"
    r"|schlägt|schlug|propone|proposto|föreslår|foreslår|proponuje|предлагает|ehdottaa)\b.*"
    r"|\W*(?:noch nicht|pas encore|todavía no|non ancora|nog niet|inte än|ikke endnu|ещё не"
    r"|jeszcze nie)\b.*"
    r"|\W*(?:can|could|should|would|shall|may|is|are) (?:i|we|this|that|these|those|it)\b.*"
    r"|\W*what (?:i|you|he|she|they|we|my \w+) (?:had|have|has|did|was|were|wants?|suggests?)\b.*"
    r"|.*\b(?:last|previous) (?:turn|time|year|season|phase|week)\b.*"
    r"\b(?:did|had|was|were|made|ordered|moved|tried|sent)\b.*"
    r"|\W*(?:next|coming) (?:turn|season|year|phase|time)\b.*\b(?:i|we)\b.*"
    r"|\W*(?:according to|see what)\b.*"
    r"|\W*(?:the judge|you) (?:has|have|had|show|showed|list|listed|put|got|wrote|told|sent|say"
    r"|said)\b.*"
    r"|\W*(?:why|how come|warum|wieso|pourquoi|por qué|perché|waarom|varför|hvorfor|dlaczego"
    r"|почему)\b.*)",
    re.I,
)
_SPEAKS_OF_OWN = re.compile(r"\b(?:my (?:orders|moves)|here (?:are|is|they))\b", re.I)
# Somebody else's words: `Gerd says`, `His plan`, `This is what England told me.`
_SPEAKS = (
    r"(?:says|said|wrote|writes|tells|told|asks|asked|propos\w+|suggest\w+|thinks|wants|plans|sent"
    r"|answer(?:s|ed)|repli(?:es|ed)|schrieb|schreibt|sagt|sagte|meint|meinte|a écrit|écrit|dit"
    r"|a dit|escribió|dice|dijo|ha scritto|scrive|ha detto|schreef|schrijft|zegt|zei|skrev|skriver"
    r"|säger|siger|sagde|sier|escreveu|disse|diz|napisał\w?|mówi|napsal\w?|píše|řík[aá]|написала?"
    r"|пишет|говорит|kirjoitti|sanoo|írta|mondja|dedi|a scris|spune)"
)
_SPEAKER = re.compile(rf"\W*(?P<name>[^\W\d_]\w*(?: [^\W\d_]\w*)?) (?i:{_SPEAKS})\b.*")
_WORDS_FOR_NOBODY = """
i we it this that which what who my our all ich wir je nous yo io noi ik wij jag vi jeg judge
master gm moderator you please nobody somebody everybody
"""
_NO_SPEAKERS = frozenset(_WORDS_FOR_NOBODY.split())
_OTHERS_PLAN = re.compile(
    r"\b(?:(?i:his|her|their|sein|ihr|leur)"
    r"|(?!(?i:here|there|today|tonight|that|this|it|what|let|turn|season|year)['\u2019])"
    r"(?P<name>[^\W\d_]\w+)['\u2019]s)"
    r" (?:\w+ )?(?i:plans?|ideas?|proposals?|suggestions?|orders?|moves?|versions?|drafts?"
    r"|wish(?:es)?|list)\b"
    r"|\b(?i:plan|ideas?|idee|idée|piano|proposals?|suggestions?|vorschlag|proposition|propuesta|orders"
    r"|proposta|forslag|förslag|voorstel) (?i:of|by|from|von|de|di|van|av|af|fra|från)"
    r" (?P<owner>[A-Z\u00c0-\u00de]\w+)"
    r"|\A\W*(?i:from|by|via|von|di|van|av|af|fra|från|od|от) (?P<source>[^\W\d_]\w+)\W*\Z"
)
_WHAT_OTHERS = re.compile(
    r"\W*(?:this|that|these|here) (?:is|are|was|were) what (?!i\b|we\b).*", re.I
)
_NAME_IN_SIGNS = re.compile(r"\s*([*=_~#+-])\1{2,}\s*(?P<name>[^\W\d_][^\W\d_]+)\s*\1{3,}\s*")
_SIGNLESS = re.compile(r"[\W_]*")
_LONGEST_NAME = 3  # words
_GAME = re.compile(
    r"\W*(?:game|spiel|jeu|juego|gioco|spel|spil|jogo)\s*[:=]\s*(\w[\w-]*)\W*"
    r"|\s*\[(\w[\w-]*)\][\s:]*",
    re.I,
)
_LINES_ABOVE = 4  # between a line and the orders that it introduces
_BESIDE_A_NAME = frozenset(("here", "hier", "ici", "this", "is", "from", "it", "s"))

# The heading of a message in a chat: name and time, in the form of any program.
_TIME = r"(?:\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]\.?m\.?)?)"
_DATED = rf"[\[(]?(?:[\w./-]+,?\s+){{0,4}}{_TIME}(?:,?\s*[\d./-]{{6,10}})?[\])]?"
_WORD = r"[^\W\d_][\w.'-]*"
_CHAT = re.compile(
    rf"\s*(?:(?P<name>{_WORD}(?: {_WORD}){{0,2}}?)\s*[,\s\u2013\u2014-]\s*{_DATED}\W*"
    rf"|[\[(]?(?:[\d./-]{{6,10}},?\s+)?{_TIME}(?:,?\s*[\d./-]{{6,10}})?[\])]?\s*[-\u2013\u2014]?\s*"
    r"[^\W\d_][\w .'-]{0,30}?:.*)",
    re.I,
)


# Lines below orders that take them back, beside those of `_CANCELS`.
_OBJECT = (
    r"(?:\W+(?:all|of|my|the|this|that|these|those|it|them|everything|above|orders?|moves?|lines?|das"
    r"|dies|alles|obige[ns]?|obenstehende|ça|cela|tout|ce qui précède|eso|esto|todo|lo anterior"
    r"|questo|tutto|quanto sopra|es|dat|dit|het|bovenstaande|det|detta|dette|allt|alt|ovanstående"
    r"|mail|e-?mail|letter|message|ovenstående"
    r"|isso|tudo|o acima|to|tym|o|wszystko|powyższe|это|всё|выше|please|bitte|again|for now"
    r"|yet))*\W*"
)
_UNREAL = (
    r"(?:examples?|jok(?:es?|ing)|tests?|drafts?|ideas?|proposals?|suggestions?|mistakes?|errors?)"
)
_NOT_MEANT = rf"(?:orders?|moves?|mine|real|final|meant|serious|valid|{_UNREAL})"
_TAKES_BACK = re.compile(
    r"\W*(?:(?:p\.?s|oh|oops|hm+|sorry|no|wait|actually|but|aber|nein|non|nee|nej)\W+)*"
    rf"(?:{_CANCELS}{_OBJECT}"
    r"|(?:these|those|they|the above|that|this|it)\W+(?:are|is|was|were)"
    rf"(?:(?:n['\u2019]t| not)\b.*\b{_NOT_MEANT}\b.*| (?:only|just|all)\b.*\b{_UNREAL}\b.*)"
    rf"|(?:that|this|it|these|those|they) (?:is|are|was|were) (?:an? |all )?(?:{_UNREAL}|wrong)\W*"
    r"|(?:that|this|these|those|they) (?:was|were) (?:my |the )?(?:last|previous|earlier|old)\b.*"
    r"|test(?:ing)?\W*|april fools?(?:' day)?\W*|sent (?:by (?:mistake|accident)|accidentally"
    r"|too (?:early|soon))\b.*"
    r"|(?:i )?(?:will|'ll) send (?:the |my )?(?:real|final|right|proper)\b.*"
    r"|(?:.*[,.;] )?(?:i |please )?keep (?:my |the |all )*(?:old|previous|earlier|former|last)\b.*"
    r"|for (?:my|the|an)\W?other game\b.*|just thinking\W*|what if\W*|or should (?:i|we)\b.*"
    r"|or (?:maybe |perhaps |rather )?not\b.*"
    r"|(?:should i|agreed|(?:is (?:this|that|it) )?ok(?:ay)? (?:for|with) you)\s*\?+"
    r"|(?:would|could|will) (?:this|that|it|these|they) (?:work|do"
    r"|be (?:a )?(?:good|wise|ok|okay|better|smart|clever)).*\?"
    r"|is (?:this|that|it) a good (?:idea|plan|move).*\?"
    r"|(?:i'm |i am )?(?:just|only) (?:kidding|joking|testing|a joke|a test|an example)\b.*"
    r"|(?:or )?(?:rather|better|preferably|maybe|should i) not\b.*|or should i\b.*"
    r"|never ?mind\W*|on second thoughts?\b.*"
    r"|(?:please )?(?:do not|don['\u2019]?t) (?:do|use|store|count|enter|submit|obey|take|execute"
    r"|run|send|process) (?:this|these|that|those|it|them|any)\b.*"
    r"|(?:please )?(?:do not|don['\u2019]?t)(?: \w+(?: (?:this|these|that|those|it|them))?"
    r" (?:yet|for now|now|until\b.*))?(?: please)?\W*"
    r"|(?:please )?hold (?:this|these|those|them|it|off)\b(?! tight).*|(?:lol )?jk\W*"
    r"|(?:i['\u2019]ll |i will |will |to be )confirm(?:ed)? (?:later|tomorrow|tonight|soon)\W*"
    r"|not (?:yet|now|these|this|that)\W*|.*\b(?:was|were|is|are) (?:meant for\b|for my other\b).*"
    rf"|{_DRAFT}\W*"
    r"|(?:bitte )?(?:diese? )?noch nicht\b.*|(?:ne \w+ pas |pas )encore\W*|ne pas \w+ encore\W*"
    r"|(?:à|bitte) ignor\w+\W*|no \w+ (?:todavía|aún)\W*|non (?:\w+ )?ancora\W*|nog niet\b.*"
    r"|inte än\W*|ikke endnu\W*|jeszcze nie\W*|ještě ne\W*|ei vielä\W*|még ne\W*|まだ.*|还没.*"
    r"|(?:i|we) (?:take|took) .{0,20}\bback\W*|(?:i |we )?(?:have )?changed (?:my|our) mind\W*"
    r"|(?:i am|i['\u2019]m|we are) (?:still )?(?:not sure|undecided|unsure)"
    r"(?: yet| about (?:this|these|it|them|that|those))?\W*"
    r"|not (?:yet )?(?:final|decided|meant|real|my (?:real |final )?orders|for this game)\b.*"
    r"|(?:not sure|undecided)(?: yet)?\W*|still (?:thinking|considering|undecided|open)\W*"
    r"|to be (?:confirmed|decided|discussed)\W*"
    r"|(?:lol|ha|hehe|just|only|\W)*(?:kidding|joking|not|no|nope|nah|nein|non|nee|nej|nie|нет)"
    r"\W*|wrong (?:game|letter|mail|address|judge|thread|orders|moves)\b.*"
    r"|(?:this|these|that|those) (?:is|are|was|were) (?:(?:for|from) (?:another|the other"
    r"|a different|some other)|(?:the )?wrong|what (?!i\b|we\b))\b.*"
    r"|(?-i:[^\W\d_a-z]\w+) (?:wrote|said|suggested|proposed|sent|wants)"
    r" (?:that|this|these|it|them)\W*"
    r"|(?:so )?what do you think(?: (?:of|about) (?:this|these|that|those|them|it"
    r"|my (?:plan|orders)))?\W*|thoughts\W*|so says (?-i:[^\W\d_a-z])\w+\W*"
    r"|(?:scratch that|never ?mind|forget (?:that|it)|cancel that)\W.*"
    r"\b(?:keep|old|leave|before)\b.*"
    r"|(?:these|those) (?:are|were) (?:my|the) (?:orders|moves) (?:of )?"
    r"(?:last|(?:that )?i (?:told|gave|promised|showed) (?!you\b|the judge\b))\b.*"
    r"|(?:please )?wait for my (?:confirmation|ok|go)\b.*"
    r"|(?:final|real|right|proper) orders (?:will )?(?:follow|come)\b.*"
    r"|(?:ich )?überlege (?:es mir|das|mir das) noch\b.*|olvídalo\W*"
    r"|(?:das war|c['\u2019]était|era|è|det var|het was|to był|это была)(?: \w+)? (?:scherz|spaß"
    r"|witz|blague|broma|scherzo|skämt|spøg|grap|grapje|żart|шутка)\W*"
    r"|(?:doch|lieber|besser) nicht\b.*|nur (?:ein )?(?:spaß|scherz|beispiel|test)\b.*"
    r"|(?:das|die|dies) (?:ist|sind|war|waren) (?:nicht|nur|keine?|noch nicht)\b.*"
    r"\b(?:beispiele?|tests?|entwurf|befehle?|züge|ernst\w*|endgültig\w*|spaß|scherz)\b.*"
    r"|(?:plutôt|mieux vaut|finalement|surtout) (?:pas|non)\b.*"
    r"|(?:ce|c['\u2019]) ?(?:n['\u2019]est|ne sont|n['\u2019]était|est|était)\b.*"
    r"\b(?:exemple|test|blague|mes ordres|définiti\w+|sérieux)\b.*"
    r"|(?:mejor|todavía|aún) no\b.*|.*\b(?:solo|sólo|no) (?:es|era|son|eran)\b.*"
    r"\b(?:ejemplo|broma|prueba|mis órdenes|definitiv\w+)\b.*"
    r"|meglio (?:di )?no\b.*|lascia(?:te)? perdere\W*|.*\b(?:solo|non) (?:è|era|sono|erano)\b.*"
    r"\b(?:esempio|scherzo|prova|miei ordini|definitiv\w+)\b.*"
    r"|(?:toch|liever|beter) niet\b.*|(?:dat|dit) (?:is|was|zijn) (?:niet|maar|slechts)\b.*"
    r"|(?:hellre|helst|heller|bättre|bedre) (?:inte|ikke)\b.*|(?:melhor|ainda) não\b.*"
    r"|(?:lepiej|jednak) nie\b.*|(?:лучше|пока) не\b.*)",
    re.I,
)
# Another player who is asked, at the end of a question or behind a sign.
_CALLED = re.compile(r"[,;] ?(?P<name>[^\W\d_]{3,})\s*\?+\W*\Z|\A\W*@(?P<sign>\w+)", re.I)
# `Copy of my letter to Italy`, `I got a letter from Germany with these orders`.
_OF_A_LETTER = re.compile(
    r"\W*(?:(?:copy|of|for|info|here|is|this|that|i|have|just|got|received|sent|see|fyi)\W+)*"
    r"(?:(?:my|a|an|the|this|his|her|their|last) )*(?:letter|e-?mail|message|mail|press|note)s?"
    r" (?:to|from|of|by) (?P<name>[^\W\d_]+)(?: [^.!?]{0,60})?",
    re.I,
)
_THESE_BELOW = re.compile(
    r"\b(?:these|this|following|below|diese|dies|folgende[ns]?|ces|ceci|estas?|esto|questi|questo"
    r"|deze|dit|dessa|disse|эти)\b",
    re.I,
)
# Words of talk that are commands too; before an order on their line they are talk.
_TALK = (
    r"(?:(?:oh|ah|oops|sorry|hm+|ok|okay)\b[\s,.!-]*)*"
    r"(?:(?:(?:no\b[\s,.!\u2026-]*)+|so\b[\s,]*)?wait(?:\b[\s,.!\u2026-]*no\b)?|nowait|clear|undo|draw)"
)
_TALK_BEFORE = re.compile(
    rf"\s*(?P<talk>{_TALK})\b(?:\s*[,.:!\u2026\u2013\u2014-]+)?\s+(?P<order>\S.*)", re.I
)
_TAKES_UNIT = re.compile(r"\s*(?:clear|undo|draw)\s*(?::.*|\s[^,.!\u2026\u2013\u2014-].*)", re.I)
# `No, wait!` and `No wait.` are talk, and `NO WAIT` is a command.
_SECOND_THOUGHT = re.compile(
    r"\W*(?:(?:oh|ah|oops|sorry|hm+)\W+)*(?:no\b(?:\s*[,.!\u2026-]+\s*no\b|\s+no\b)*"
    r"\s*[,.!\u2026-]+\s*wait\b|no(?:\W+no)+\W+wait\b|no wait(?=\s*[.!\u2026])|wait\W+no\b"
    r"|(?:no\W+)?(?:hold on|hang on|one moment"
    r"|(?:wait|hold on|hang on) a (?:moment|minute|sec(?:ond)?)))[\s.!,\u2026-]*",
    re.I,
)
_WAITS = re.compile(r"\W*(?:no[\s-]*)?wait\W*", re.I)


def talk_before_order(line: str, place: Place) -> tuple[str, str] | None:
    """Return the words of talk at the beginning of a line, and the order behind; or None.

    `No wait, A PAR - PIC` does not mean SET NOWAIT. `Clear; A PAR - PIC` has two commands, and
    `Clear: A PAR - PIC` takes back an order.
    """
    match = _TALK_BEFORE.fullmatch(line) if len(line) <= _LONGEST else None
    if match is None or _TAKES_UNIT.fullmatch(line) or not is_order(match["order"], place):
        return None
    return match["talk"], match["order"]


def is_second_thought(line: str) -> bool:
    """Return whether a line is only talk such as `No, wait!`, which is no command."""
    return len(line) <= _LONGEST and _SECOND_THOUGHT.fullmatch(line) is not None


def may_be_second_thought(line: str) -> bool:
    """Return whether a command may be talk: `no wait` between two orders of one unit."""
    return len(line) <= _LONGEST and _WAITS.fullmatch(line) is not None


_THAT_IS = re.compile(
    r"\W*(?:that|this|these|those)(?: (?:is|are|was|were)|['\u2019]s)"
    r" (?:(?:from|by)\b|his\b|her\b|their\b|what\b|[^\W\d_]+['\u2019]s\b)(?!.*[,;] (?:i|we)\b)",
    re.I,
)


_DENIAL = re.compile(
    r"\b(?:not|never|aren['\u2019]t|isn['\u2019]t|don['\u2019]t|ignore|nicht|keine|pas|no son|non"
    r"|niet|inte|ikke|nie|не|değil|nejsou|eivät|nem|δεν)\b|不是|ではな|아닙",
    re.I,
)


# Words by which a heading claims the orders below it for its writer.
_CLAIMS_TEXT = """
my mine our ours real actual final true correct corrected meine meinen mein unsere mes mon nos mis
mi nuestras miei mie mio nostri meus minhas nossas mijn onze mina min mine vores våre minun moje mé
мои наши moja benim saját μου
"""
_CLAIMS = frozenset(word for text in _CLAIMS_TEXT.split() for word in words_of(text))
_WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|schreibt|écrit|escribió|escribe|scritto|scrive|escreveu|schreef"
    r"|skrev|skriver|napisała?|pisze|napsala?|пишет|написала?|írta|yazd\u0131|kirjoitti|έγραψε|scris)\b"
    r"|書きました|書いた|写道|작성",
    re.I,
)
_WRONG = re.compile(
    r"\W*(?:(?:oops|sorry|no)\W+)*(?:wrong|no|nope|nein|falsch|non|faux|incorrecto|mal|sbagliato|nee"
    r"|fout|nej|fel|forkert|źle|нет|неверно)\W*",
    re.I,
)
_CLAIMS_IN = re.compile("私の|我的|내 |제 ")


def claims(line: str) -> bool:
    """Return whether a heading says that the orders below are its writer's: `My orders:`."""
    return not _CLAIMS.isdisjoint(words_of(line)) or _CLAIMS_IN.search(line) is not None


def takes_back(line: str, passage: Passage) -> bool:
    """Return whether a line below orders, such as `Forget that`, says that they are not meant."""
    if len(line) > _LONGEST or _COLON.search(line) or is_listed(line):
        return False
    if is_second_thought(line) or says_wrong(line) or says_another_phase(line, passage.place):
        return not is_above_order(passage.following, passage.place)
    if _calls_another(line, passage) or _depends_on_another(line, passage):
        return not is_above_order(passage.following, passage.place)
    if _THAT_IS.match(line) and _is_somebody_elses(line, passage):
        return True
    return _TAKES_BACK.fullmatch(line) is not None and not _REPLACES_OLDER.fullmatch(line)


def _calls_another(line: str, passage: Passage) -> bool:
    """Return whether a line speaks to another power: `Do you agree, Germany?`."""
    called = _CALLED.search(line)
    names = called.group("name", "sign") if called else ()
    return names_another_power([name.lower() for name in names if name], passage.place)


def _depends_on_another(line: str, passage: Passage) -> bool:
    """Return whether a line is a condition alone that names another power: `If Italy agrees`."""
    if "," in line or _CONDITION.fullmatch(line) is None:
        return False
    return names_another_power(re.findall(r"[^\W\d_]+", line.lower()), passage.place)


def denies_below(line: str) -> bool:
    """Return whether a heading denies the orders below it: `These are NOT my orders:`."""
    return _DENIAL.search(line) is not None


def quotes_below(line: str) -> bool:
    """Return whether a line says that somebody wrote what is below, in any of many languages."""
    return _COLON.search(line) is not None and _WROTE.search(line) is not None


def says_wrong(line: str) -> bool:
    """Return whether a line between two orders of a unit says that the first one is wrong."""
    return _WRONG.fullmatch(line) is not None


def may_mean_below(line: str) -> bool:
    """Return whether `Ignore these`, or a line like it, may mean the orders below."""
    return _THESE_BELOW.search(line) is not None


def is_of_chat(line: str) -> bool:
    """Return whether a line begins a message that was copied from a chat.

    Examples: `[13:01, 1.1.2030] Gerd: A PAR - PIC`, `Gerd  1:00 PM`.
    """
    match = _CHAT.fullmatch(line) if len(line) <= _LONGEST else None
    return match is not None and all(word[0].isupper() for word in (match["name"] or "").split())


def introduces_others(line: str, result: Found, passage: Passage) -> bool:
    """Return whether the orders below a line may be ones that its writer does not want obeyed.

    The line itself contains no order. Examples: `France proposes this:`, `What if ...`. `passage`
    has the following lines.
    """
    place, line = passage.place, line[-_LONGEST_INTRODUCTION:]
    *_, last = _SENTENCE_END.split(line.strip())
    if last != line.strip() and (own := heading(last, place)) is not None:
        return own.meaning is not Meaning.HEADING
    unread = [step for step in result.steps if isinstance(step, Remark | NotUnderstood)]
    offered = [one.suggestions for one in unread if isinstance(one, NotUnderstood)]
    if any(one.startswith(_GOVERNS) for lines in offered for one in lines):
        return True
    if any("BROADCAST" in lines for lines in offered) and _FAILED_PRESS.match(line):
        return _COLON.search(line) is not None or names_another_power(words_of(line), place)
    if any(_is_of_others(one, place) for one in result.steps):
        return True
    if _WHAT_IF.match(line) or _TRIES.fullmatch(line):
        return _REPLACES_OLDER.fullmatch(line) is None
    if greets_player(line, passage) or _names_another_game(line, passage):
        return True
    if result.meaning in (Meaning.PROSE, Meaning.QUESTION) and _DENIES.fullmatch(line):
        return True
    if introduces_own(line, passage):
        return False
    # A word in capitals that is like no command may be the heading of something: `TODO`.
    if ("HELP",) in offered and is_above_order(passage.following, place):
        return _BANNER.fullmatch(line) is None
    if _is_idle(result) and _COLON.search(line):
        return not _GOES_ON.fullmatch(line)
    if result.meaning is Meaning.PROSE and _leads_with_power(line, passage):
        return True
    return _is_idle(result) and _leads_to_doubt(line, passage)


def _leads_with_power(line: str, passage: Passage) -> bool:
    """Return whether a line right above orders names another power: `Deutschland möchte`.

    `I am not sure Germany will like this` is the writer's own remark, and so is `As agreed with
    Germany` above an empty line.
    """
    words = re.findall(r"[^\W\d_]+", line.lower())
    if _POLITE.match(line) or _ENDS_SENTENCE.search(line) or not _OF_WRITER.isdisjoint(words):
        return False
    if not passage.next_own().strip():
        return False
    is_near = len(line) <= _LONGEST and is_above_order(passage.following, passage.place)
    return is_near and names_another_power(words, passage.place)


def _is_of_others(step: Step, place: Place) -> bool:
    """Return whether a command is about other orders than those that its writer gives now."""
    match step:
        case phases.Predict() | dry_run.DryRun() | masters.NameTutor():
            return True
        case masters.Become():
            return place.role is Role.PLAYER
        case proposals.Propose(line):
            return find_row(cleaned(line)) is None
        case _:
            return False


def speaks_of_others(line: str, passage: Passage) -> bool:
    """Return whether known words make the orders below a line doubtful, not just its form."""
    line = line[-_LONGEST_INTRODUCTION:].rstrip(": \uff1a")
    if _WHAT_IF.match(line) or _DENIES.fullmatch(line) or _LONE_DOUBT.fullmatch(line):
        return True
    return _is_somebody_elses(line, passage)


def _names_another_game(line: str, passage: Passage) -> bool:
    """Return whether a line above orders names another game: `Game: friends`, `[friends]`."""
    match, place = _GAME.fullmatch(line), passage.place
    game = next(filter(None, match.groups()), "").lower() if match else ""
    if not game or not place.game or game == place.game.lower():
        return False
    return heading(f"{game}:", place) is None and is_above_order(passage.following, place)


def greets_player(line: str, passage: Passage) -> bool:
    """Return whether a line greets a power, or its own writer: then it is not for the judge."""
    greeted = _GREETED.match(line) or _ADDRESSED.fullmatch(line) or _CALLED_BY_NAME.fullmatch(line)
    if greeted is None:
        return False
    name, own = greeted["name"], {*words_of(passage.known.sender)}
    called = filter(None, (name, greeted.groupdict().get("power")))
    powers = [power_named([one.lower()], passage.place) for one in called]
    return (bool(passage.place.power) and any(powers)) or not own.isdisjoint(words_of(name))


def introduces_own(line: str, passage: Passage) -> bool:
    """Return whether a line says that the orders below are its writer's: `My final decision:`."""
    if is_listed(line) or _REPLACES_OLDER.fullmatch(line) or heads_own_orders(line, passage):
        return True
    if _INTRODUCES_OWN.fullmatch(line) and not _TALKS_OF.search(line):
        return not (_COLON.search(line) and _is_somebody_elses(line, passage))
    if _COLON.search(line) is None or _is_somebody_elses(line, passage):
        return False
    if names_another_power(words_of(line), passage.place):
        return False
    words, sender = words_of(line), {*words_of(passage.known.sender.partition("@")[0])}
    others = [word for word in words if word not in sender | _BESIDE_A_NAME]
    if len(others) < len(words) and (not others or power_named(others, passage.place)):
        return True
    plain = re.sub(r"\bhere they (?:are|come)\b", "here are mine", line, flags=re.I)
    return _OWN_BY_FORM.fullmatch(plain) is not None and _TALKS_OF.search(plain) is None


def heads_own_orders(line: str, passage: Passage) -> bool:
    """Return whether a line is a heading with a word for orders, perhaps beside polite words.

    The writer's name may stand in it: `Hi Bob, Frank's orders:`.
    """
    colon = ":" if _COLON.search(line) else ""
    names = {*words_of(passage.known.sender)}
    heads = False
    for clause in _CLAUSE_END.split(line[-_LONGEST:].rstrip(": \uff1a")):
        words = clause.split()
        plain = [one for one in words if names.isdisjoint(words_of(one.partition("'")[0]))]
        own = heading(" ".join(plain) + colon, passage.place)
        if own is not None and own.meaning is Meaning.HEADING:
            said = {word.lower() for word in re.findall(r"\w+", clause)}
            heads |= not said.isdisjoint(WORDS_FOR_ORDERS)
            if any(isinstance(step, NotObeyed) for step in own.steps):
                return False
        elif not is_listed(clause) and (_TALKS_OF.search(clause) or not _POLITE.match(clause)):
            return False
    return heads


def names_orders(text: str) -> bool:
    """Return whether a text has a word for orders, in any language that is known here."""
    return not WORDS_FOR_ORDERS.isdisjoint(re.findall(r"\w+", text.casefold()))


def is_listed(line: str) -> bool:
    """Return whether a line is one of the known headings of one's own orders."""
    return len(line) <= _LONGEST_LISTED and " ".join(words_of(line)) in _OWN


def is_above_order(following: Sequence[Line], place: Place) -> bool:
    """Return whether the next line with words reads as an order, or as a command in capitals."""
    for line in islice(following, _LINES_ABOVE):
        if not is_own(line):
            return False
        if not _SIGNLESS.fullmatch(line.text):
            command = cleaned(line.text)
            shouted = command.isupper() and find_row(command) is not None
            return shouted or is_order(line.text, place)
    return False


def _is_idle(result: Found) -> bool:
    """Return whether a line changes nothing."""
    idle = (Remark, NotUnderstood, Wish, filing.ShowOrders, inquiry.Inquiry, diaries.ListNotes)
    unread = result.meaning in (Meaning.PROSE, Meaning.QUESTION, Meaning.COMMAND)
    return unread and all(isinstance(step, idle) for step in result.steps)


def _leads_to_doubt(line: str, passage: Passage) -> bool:
    """Return whether a line without a colon, directly above orders, makes them doubtful."""
    if len(line) > _LONGEST or not is_above_order(passage.following, passage.place):
        return False
    own = heading(f"{line}:", passage.place)
    if own is not None and not any(isinstance(step, NotObeyed) for step in own.steps):
        return False
    if own is not None and is_of_another_phase(own):
        return True
    if is_of_chat(line) or _LONE_DOUBT.fullmatch(line) or _WHAT_OTHERS.fullmatch(line):
        return True
    letter = _OF_A_LETTER.fullmatch(line)
    if letter and names_another_power([letter["name"].lower()], passage.place):
        return True
    is_lead = not _ENDS_SENTENCE.search(line) and not _SPEAKS_OF_OWN.search(line)
    if is_lead and (_CONDITION.fullmatch(line) or _HEDGED.fullmatch(line)):
        return True
    return _is_somebody_elses(line, passage)


def is_of_another_phase(found: Found) -> bool:
    """Return whether a heading is one of orders for another phase."""
    return any(isinstance(step, NotObeyed) and step.why is Aside.PHASE for step in found.steps)


def order_beside_doubt(line: str, place: Place) -> str:
    """Return the order before words that say it is not for now, or not the writer's, or "".

    Examples: `A PAR - PIC (Fall)`, `A PAR - PIC (for England)`.
    """
    if order := order_for_another_phase(line, place):
        return order
    match = _IN_BRACKET.fullmatch(line) if len(line) <= _LONGEST else None
    whose = _FOR_WHOM.fullmatch(match["words"].strip()) if match else None
    if match is None or whose is None:
        return ""
    is_others = not whose["name"] or names_another_power([whose["name"].lower()], place)
    return match["order"] if is_others else ""


def runs_through(lines: Sequence[Line], at: int, place: Place) -> bool:
    """Return whether a sentence runs through the order at an index.

    The line above then ends without a sign, and the line below goes on without a capital:
    `I do not think that`, the order, `is a good idea.`
    """
    if not at or not is_own(lines[at - 1]):
        return False
    above = lines[at - 1].text.strip()
    if not (above[:1].isupper() and above[-1:].isalnum()) or is_order(above, place):
        return False
    if len(above.split()) < _SHORTEST_SENTENCE or is_listed(above) or names_orders(above):
        return False
    if _POLITE.match(above) or _INTRODUCES_OWN.fullmatch(above):
        return False
    behind = (line.text.strip() for line in lines[at + 1 : at + _MOST_ORDERS] if is_own(line))
    below = next((text for text in behind if not is_order(text, place)), "")
    if not below[:1].islower():
        return False
    return not (_NEW_SENTENCE.match(below) or is_small_talk(below) or find_row(cleaned(below)))


def _is_somebody_elses(line: str, passage: Passage) -> bool:
    """Return whether a line names somebody else as the speaker, or as the owner of a plan."""
    own = {*words_of(passage.known.sender), *words_of(passage.place.power)}
    if signed := _NAME_IN_SIGNS.fullmatch(line):
        return signed["name"].istitle() and own.isdisjoint(words_of(signed["name"]))
    if not _ENDS_SENTENCE.search(line) and (speaker := _SPEAKER.fullmatch(line)):
        words = words_of(speaker["name"])
        is_name = speaker["name"][0].isupper() and _NO_SPEAKERS.isdisjoint(words)
        if is_name and own.isdisjoint(words):
            return True
    if plan := _OTHERS_PLAN.search(line):
        name = plan["name"] or plan["owner"] or plan["source"] or ""
        if own.isdisjoint(words_of(name)):
            return True
    return False


def signed_by_another(line: str, inside: int, passage: Passage) -> bool:
    """Return whether a letter ends with another power's name: `Yours, Germany`.

    The name may be the last of the lines `inside` that belong to the farewell on `line`.
    """
    name = passage.following[inside - 1].text if inside else line
    match = _SIGNED.fullmatch(name.strip()) if len(name) <= _LONGEST_LISTED else None
    if match is None or not passage.place.power:
        return False
    if not {*words_of(passage.known.sender)}.isdisjoint(words_of(name)):
        return False  # Their own name, and where they live.
    below = islice(passage.following, inside, inside + _LINES_ABOVE)
    if any(is_own(one) and one.text.strip() for one in below):
        return False
    return names_another_power(re.findall(r"[^\W\d_]+", name.lower()), passage.place)


def names_several(lines: Sequence[Line], place: Place) -> bool:
    """Return whether another power's name heads orders, as in a plan for several powers."""
    return any(
        is_own(line)
        and len(line.text.split()) <= _LONGEST_NAME
        and names_another_power(words_of(line.text), place)
        and is_above_order(lines[at + 1 : at + 1 + _LINES_ABOVE], place)
        and heading(line.text, place) is not None
        for at, line in enumerate(lines)
    )


def names_another_power(words: Collection[str], place: Place) -> bool:
    """Return whether one of `words`, in any language, names a power other than the writer's."""
    powers = {power_named([word], place) for word in words}
    return not powers <= {"", place.power}
