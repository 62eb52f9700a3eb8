"""Words of many languages: greetings, thanks, and the questions that players ask most.

They are parts of regular expressions without capitals. Most questions name a thing of the game, so
that `Wann kommt Gerd?` is none of them.
"""

# ruff: noqa: RUF001 - this module is about letters of other alphabets

THANKS = (
    r"(?:(?:many|a thousand|vielen|besten|herzlichen|molte|mille|muchas|mil|tusen|mange|большое) )?"
    r"(?:thanks?|thankyou|thank (?:you|u)|thanx|thx|tnx|ty|tysm|cheers mate|danke(?:sch[öo]n)?"
    r"|merci|grazie|gracias|obrigad[oa]|tack|takk|tak|dank(?: je| u)?|bedankt|kiitos"
    r"|dzięki|dziękuję|děkuji|díky|спасибо|дякую|köszönöm|teşekkür(?:ler)?|mulțumesc|ευχαριστώ|谢谢|謝謝"
    r"|ありがとう\w*|감사\w*)"
    r"(?: (?:a lot|very much|so much|again|in advance|e saluti|beaucoup|bien|mille|sehr|vielmals"
    r"|så mycket|u wel|je wel|bardzo|for (?:the|your) \w+))*"
)
FAREWELL = (
    r"(?:(?:with )?(?:best|kind|kindest|warm|warmest) )?(?:regards|wishes|greetings)"
    r"|rgds|(?:yours )?(?:sincerely|truly|faithfully)|yours|cheers|(?:good ?)?bye"
    r"|see you|all the best|best|take care|so long|cordially|cordialement|saludos"
    r"|saluti|groeten|groetjes|h[äa]lsningar|hilsen|have fun|viel (?:spa(?:ß|ss)|glück)"
    r"|(?:mit )?(?:freundliche[nr]?|viele|beste|liebe) gr(?:ü|ue)(?:ß|ss)en?"
    r"|mfg|gru(?:ß|ss)|pozdrawiam"
)
# Words that say that a mail was read, and that no answer is expected.
NOTED = (
    r"(?:got|read|understood|saw) (?:it|that|this|you|all|them)|gotcha|noted|(?:well )?received"
    r"|understood|roger|copy that|all (?:good|clear)|perfect|great|super|excellent|wonderful"
    r"|fantastic|awesome|brilliant|nice|cool|lovely|(?:good|nice) (?:job|work)|well done"
    r"|good to know|prima|klasse|toll|alles klar|verstanden|erhalten|angekommen|(?:bien )?reçu"
    r"|compris|noté|parfait|génial|recibido|entendido|enterado|perfecto|genial|ricevuto|capito|perfetto"
    r"|ottimo|recebido|perfeito|ótimo|begrepen|ontvangen|duidelijk|perfekt|uppfattat|mottaget"
    r"|toppen|forstått|mottatt|flott|modtaget|forstået|fint|selvä|hyvä|odebrane|zrozumiałem"
    r"|zrozumiano|świetnie|rozumím|skvělé|értem|понял[аи]?|понятно|отлично|принято|зрозуміло|чудово"
    r"|了解(?:しました|です)?|收到|明白了?|알겠습니다"
    r"|[👍👌🙏🎉😀😃😄😊🙂👏❤♥]\ufe0f?[\U0001f3fb-\U0001f3ff]?"
)
FILLER = r"ok|okay|oh|ah|very|so|all|and|judge"


def _stems(*languages: str) -> str:
    """Return a pattern for any of these words or their beginnings; `$` ends a whole word."""
    words = (word for line in languages for word in line.split())
    return "|".join(rf"\b{word[:-1]}\b" if word.endswith("$") else rf"\b{word}" for word in words)


_WHEN = (
    r"wann|quand|cu[aá]ndo|quando|wanneer|när|hvornår|når|milloin|kiedy|kdy|kedy|mikor|când|когда|коли"
    r"|bis wann"
    r"|ne zaman|πότε|meddig|jusqu['’]à quand|heures? limite|a che ora|a qu[eé] hora|à quelle heure"
    r"|bis um wie viel uhr|mihin mennessä|до какого|како[йе]|який|welches"
)
_DUE = _stems(
    "ziehen$ befehlen$ jouer$",
    "befehl züge$ zug$ zugabgabe abgabe abgeben einsend schick senden$ runde frist fällig",
    "ordres$ coups$ envoyer rendre tour$ date limite échéance délai",
    "órden ordenes$ enviar mandar turno vence plazo entrega",
    "ordini$ mosse$ inviare spedire scade scadenza",
    "ordens$ jogadas$ prazo",
    "orders$ bevelen zetten$ inlever insturen stuur sturen beurt",
    "order$ ordrar drag$ skicka lämna omgång",
    "ordre$ ordrer træk$ trekk$ sende$ aflever levere innlever frist",
    "käskyt siirrot määräy lähett takaraja vuoro",
    "rozkaz ruchy wysła oddać termin tura$ tury$",
    "příkaz tahy posla termín uzávěrk kolo$ príkaz poslať",
    "parancs lépés külde határidő kör$",
    "ordine$ trimit termen",
    "приказ ход$ хода$ ходы$ отправ присл сда срок дедлайн",
    "наказ хід$ ходи$ надісла строк термін",
    "emir hamle gönder son$ süre",
    "εντολ προθεσμία",
    "deadline",
)
_ABOUT_DEADLINE = _stems(
    "abgabe$ abgabefrist abgabeschluss einsendeschluss zugabgabe frist$",
    "échéance vencimiento scadenza scade$ prazo uiterste inleverdatum fristen$",
    "määräaika takaraja uzávěrk határidő дедлайн срок$ προθεσμία",
)
WHEN_DUE = (
    rf"(?:(?:bis|jusqu['’]à|hasta|fino a|entro|até|tot|till|indtil|innen|do|до|к)\s+)?(?:{_WHEN})\b"
    rf".*(?:{_DUE}).*|(?:(?:was|wie|wo|what|quelle?|qual|cuál|wat|vad|hvad|hva|mikä|jaki|jaký|mi|care"
    rf"|какой|який|ne) .*)?(?:{_ABOUT_DEADLINE}).*"
    r"|.*(?:締め?切り?|締め切り|до какого времени|son tarih"
    r"|期限|いつまで|截止|期限|几点|什么时候|마감|기한|언제까지).*"
)
MISSING = (
    r"(?:wer|wessen)\b.*\b(?:fehl\w+|noch (?:nicht|keine)|nicht)\b.*|(?:auf wen|worauf) wart\w+\b.*"
    r"|(?:à )?qui\b.*\b(?:manque|n['’]a|pas|attend\w*)\b.*"
    r"|(?:a )?qui[eé]n(?:es)?\b.*\b(?:falta\w*|no ha\w*|todavía|esper\w+)\b.*"
    r"|(?:a )?chi\b.*\b(?:manca|non ha\w*|ancora|aspett\w+)\b.*"
    r"|quem\b.*\b(?:falta\w*|não|ainda)\b.*"
    r"|(?:op )?wie\b.*\b(?:ontbre\w+|nog (?:niet|geen)|wacht\w*)\b.*"
    r"|(?:på )?(?:vem|hvem|vilka)\b.*\b(?:saknas|fattas|mangler|inte|ikke|vänt\w+|vent\w+)\b.*"
    r"|(?:kuka|keneltä|keiltä|ketkä)\b.*\b(?:puuttu\w+|ei(?:vät)?)\b.*"
    r"|(?:kto|kogo)\b.*\b(?:nie|brakuje|ešte|nemá)\b.*|kdo\b.*\b(?:ještě|chybí|ne\w+)\b.*"
    r"|ki(?:k)?\b.*\b(?:hiányzik|nem)\b.*|cine\b.*\b(?:nu|lipsește)\b.*"
    r"|(?:кто|кого|хто)\b.*(?:\bне\b|\bещё\b|\bнет\b|\bще\b|\bжд\w+).*"
    r"|kim\b.*\b(?:eksik|gönderme\w+)\b.*|誰.*(?:まだ|ない).*|谁.*(?:还|没).*"
)
_THE_RULES = (
    r"(?:spiel)?regeln|règles(?: du jeu)?|reglas|regole|regras|(?:spel)?regels"
    r"|(?:spel|spill)?regler(?:na|ne)?|säännöt|zasady|reguły|pravidla|pravidlá|правила|szabályok|reguli(?:le)?|kurallar|κανόνες"
)
RULES = rf"(?:\S+ ){{0,4}}(?:{_THE_RULES})(?: \S+){{0,3}}|.*(?:ルール|规则|規則|규칙).*"
_TONGUE = (
    r"deutsch|fran[cç]ais|espa[nñ]ol|castellano|italiano|portugu[eê]s|nederlands|svenska|dansk"
    r"|norsk|suomea|suomeksi|po polsku|polski|česky|slovensky|magyarul|român[aăe]\w*|(?:по-)?русски"
    r"|русский|українськ\w+|türkçe|ελληνικά|englisch|anglais|inglés|inglese|inglês|engels|engelska|engelsk"
    r"|englanti\w*|po angielsku|anglicky|angolul|по-английски|по-англійськи"
)
LANGUAGE = rf"(?:\S+ ){{0,3}}(?:{_TONGUE})(?: \S+)?|.*(?:日本語|中文|한국어).*"
_SO = r"(?:please|pls|bitte|svp|s['’]il (?:vous|te) plaît|por favor|per favore|tack|takk|only)"
_ENGLISH_NAMES = r"german|french|spanish|italian|portuguese|dutch|swedish|danish|norwegian|polish"
# A wish for another language: `Deutsch bitte`, `In French please`.
IN_LANGUAGE = (
    rf"(?:(?:in|auf|en|på|po|please|bitte) )*(?:{_TONGUE}|{_ENGLISH_NAMES}|russian|turkish|english)"
    rf",? {_SO}|(?:auf|på) (?:{_TONGUE})"
)
