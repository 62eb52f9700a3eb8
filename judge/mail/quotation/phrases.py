"""What mail programs and robots write around a person's words, in many languages.

Tables only: the modules beside this one, and `machine`, say what follows from a match.
"""

# ruff: noqa: RUF001 - letters of other alphabets are what this is about

import re

MAX_LINE = 400

_WROTE = (
    r"wrote|writes|schrieb\b.{0,120}|a écrit|écrit|escribió|escribio|escreveu|"
    r"ha scritto|scrisse|schreef\b.{0,120}|skrev\b.{0,120}|kirjoitti|napisał\(a\)|"
    r"napisała?|pisze|napsal\(a\)|napsala?|napísala?|написал\(а\)|написала?|пишет|"
    r"написав|пише|yazdı|yazmış|írta|έγραψε|a scris|je napisao|написа|"
    r"写道|寫道|のメール|のメッセージ|は書きました|님이 작성|작성|כתב|כתבה|كتب"
)
# The line a mail program puts above the mail it quotes.
ATTRIBUTION = re.compile(
    rf"\S.*?(?:{_WROTE})\s*[:：]\s*|.*\d\d.*<[^<>@]+@[^<>@]+>\s*[:：]", re.IGNORECASE
)

# How such a line begins when it is wrapped: a small word, then a date.
ATTRIBUTION_START = re.compile(
    r"\W{0,2}(?:on|am|le|el|il|em|op|den|dnia|w dniu|dne|dňa|på|a|la|în|"
    r"\d{1,2}[./-]\s?\d|\d{4}[年./-]|"
    r"(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|"
    r"пн|вт|ср|чт|пт|сб|вс)\w*[,.])(?=.*\d)",
    re.IGNORECASE,
)
# What only a mail program writes there: an address, a time of day or a year.
ATTRIBUTION_PROOF = re.compile(r"@|\b\d{1,2}[:.]\d\d\b|\b20\d\d\b")

_ORIGINAL = (
    r"original message|original mail|forwarded (?:message|mail|by)|reply message|"
    r"(?:ursprüngliche|weitergeleitete|original)[- ]?\s?nachricht|"
    r"message (?:d'origine|original|transféré|transmis)|mensaje (?:original|reenviado)|"
    r"mensagem (?:original|encaminhada)|messaggio (?:originale|inoltrato)|"
    r"(?:oorspronkelijk|doorgestuurd) bericht|ursprungligt meddelande|"
    r"vidarebefordrat meddelande|oprindelig (?:meddelelse|besked)|"
    r"(?:opprinnelig|videresendt) melding|alkuperäinen viesti|"
    r"(?:oryginalna|przekazana) wiadomość|původní (?:zpráva|e-mail)|pôvodná správa|"
    r"(?:исходное|пересылаемое|оригинальное) сообщение|переадресоване повідомлення|"
    r"orijinal (?:mesaj|ileti)|eredeti üzenet|原始邮件|原始郵件|转发邮件|"
    r"元のメッセージ|원본 메일"
)
# A ruled line such as "-----Original Message-----".
ORIGINAL = re.compile(
    rf"\s*(?:[-_=*‐‑‒–—]{{2,}}\s*(?:(?:{_ORIGINAL})\b.{{0,40}}|original\s*-+)"
    r"|begin forwarded message:|début du message (?:réexpédié|transféré) :"
    r"|anfang der weitergeleiteten nachricht:|inizio messaggio inoltrato:"
    r"|inicio del mensaje reenviado:)\s*",
    re.IGNORECASE,
)
RULE = re.compile(r"\s*(?:_{10,}|-{20,})\s*")

_LABELS = {
    "from": "from|von|de|da|van|från|fra|lähettäjä|od|от|від|kimden|feladó|από|"
    "发件人|寄件者|差出人|보낸 사람|מאת",
    "sent": "sent|date|gesendet|datum|envoyé|enviado(?: el)?|enviada(?: em)?|fecha|"
    "data|inviato|verzonden|skickat|sendt|dato|lähetetty|päiväys|wysłano|odesláno|"
    "odoslané|отправлено|дата|надіслано|gönderildi|gönderilme tarihi|elküldve|"
    "发送时间|日期|送信日時|보낸 날짜",
    "to": "to|an|à|para|a|aan|till|til|vastaanottaja|do|komu|pro|кому|kime|címzett|"
    "cc|kopie|kopia|копия|bilgi|收件人|宛先|받는 사람",
    "subject": "subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|"
    "temat|předmět|predmet|тема|konu|tárgy|θέμα|主题|主旨|件名|제목",
}
# A line of the small table of headers that Outlook puts above the mail it quotes.
LABELS = {
    kind: re.compile(rf"[\s*]*(?:{words})[\s*]*[:：][\s*]*(.*)", re.IGNORECASE)
    for kind, words in _LABELS.items()
}

SIGNATURE = re.compile(r"\s*(?:--|—|–)\s*")

MOBILE_SIGNATURE = re.compile(
    r"\W{0,3}(?:"
    r"sent (?:from|via|with|using) \W?(?:my|the|a|an|yahoo|outlook|mail for|"
    r"samsung|proton|protonmail|blackberry|aol|gmail|iphone|ipad|android|k-9|fairemail|mobile|nine|spark|"
    r"canary|xiaomi|huawei|windows|mailbird|tuta)\b|"
    r"get outlook for|get bluemail|sent from outlook|"
    r"(?:diese nachricht wurde )?(?:gesendet (?:von|mit|aus)|von meinem)\b|"
    r"holen sie sich outlook|outlook (?:für|pour|para|per|voor) (?:ios|android)|"
    r"envoyé (?:de|depuis|à partir|avec)\b|télécharge[rz] outlook|obtene[rz] outlook|"
    r"enviado (?:desde|do|de|a partir|con)\b|enviada do|obtener outlook|"
    r"obter o outlook|inviato (?:da|con|dal)\b|scarica outlook|"
    r"(?:verzonden|verstuurd) (?:vanaf|met|van)\b|download outlook|outlook downloaden|"
    r"skickat från|hämta outlook|sendt fra|hent outlook|lähetetty|hanki outlook|"
    r"wysłan[eoa] z|pobierz outlook|odesláno z|odoslané z|získat outlook|"
    r"отправлено (?:с|из)\b|отримати outlook|надіслано (?:з|із)\b|скачать outlook|"
    r".{0,20}gönderildi\W*$|elküldve|az iphone-omról küldve|trimis de pe|στάλθηκε από|"
    r"iphoneから送信|ipadから送信|发自我的|從我的|나의 iphone에서 보냄"
    r")",
    re.IGNORECASE,
)

# Subjects of answers that nobody wrote.
AWAY = re.compile(
    r"\W*(?:(?:re|aw|fwd?|sv|vs|antw)\s?:\s*)*\W*(?:"
    r"auto(?:matic|mated|matische|matisch|matisk|matico)?[- ]?"
    r"(?:re(?:ply|sponse|spuesta|sponder)|antwo?or[dt]|svar|generated)|"
    r"out[- ]of[- ](?:the[- ])?office|away from (?:the|my) office|"
    r"vacation (?:reply|response)|"
    r"(?:on|i am on|i'm on) (?:vacation|holiday|annual leave)|"
    r"on leave|not in the office|"
    r"abwesen(?:d|heit)\w*|automatische antwort|urlaubsbenachrichtigung|"
    r"nicht im (?:haus|büro)|"
    r"réponse automatique|absen(?:ce|t)\b.{0,20}(?:bureau|office)?|message d'absence|"
    r"respuesta autom[áa]tica|fuera de (?:la )?oficina|"
    r"resposta autom[áa]tica|ausência|fora do escritório|"
    r"risposta automatica|fuori (?:sede|ufficio)|assenza|"
    r"automatisch antwoord|afwezig\w*|"
    r"autosvar|automatiskt? svar|frånvaro\w*|ikke til stede|fravær|"
    r"automaattinen vastaus|poissaolo\w*|"
    r"autoodpowiedź|odpowiedź automatyczna|automatyczna odpowiedź|poza biurem|"
    r"nieobecność|"
    r"automatická odpověď|mimo kancelář|"
    r"автоматический ответ|автоответ|нет на месте|"
    r"otomatik (?:yanıt|cevap)|automatikus válasz|"
    r"自动回复|自動回覆|自動応答|不在通知|자동 (?:회신|응답)|부재중"
    r")",
    re.IGNORECASE,
)

# What Outlook writes in front of such a line where it cannot show its picture.
_PICTURE = r"\[(?:like|heart|celebrate|laugh|surprised?|sad)\]"
_REACTED_TO = (
    r"reacted to your (?:message|mail|e-?mail|post)|"
    r"hat auf (?:ihre|deine) (?:nachricht|e-?mail) reagiert|"
    r"a réagi à (?:votre|ton) (?:message|e-?mail)|"
    r"(?:ha reaccionado|reaccionó) a (?:su|tu) mensaje|"
    r"reagiu (?:à|a) (?:sua|tua) mensagem|"
    r"ha reagito al (?:suo|tuo) messaggio|"
    r"heeft (?:gereageerd op (?:uw|je) bericht|op (?:uw|je) bericht gereageerd)|"
    r"reagerade på ditt meddelande|reagerede på din meddelelse|"
    r"reagerte på meldingen din"
)
_GMAIL_LINK = r"<https?://www\.google\.com/gmail/about/[^<>\s]*emojireaction[^<>\s]*>"
# All that a mail says in which somebody reacted: Gmail's words for readers who cannot
# see reactions, in any language with its link, and Outlook's, which end with a colon.
REACTED = re.compile(
    rf"{_PICTURE} .{{1,150}}[:：]|.{{1,150}}\b(?:{_REACTED_TO})\s?[:：]|"
    rf".{{1,150}} reacted via gmail(?: {_GMAIL_LINK})?|.{{1,150}}\bGmail\b.{{0,60}} {_GMAIL_LINK}",
    re.IGNORECASE,
)

_PASSAGE = (
    r"(?:“(?:[^“”]|“[^“”]*”)*”|\"[^\"]*\"|an? (?:image|photo|picture|movie|video|attachment))"
)
# What iMessage and Google Messages send to an address: a verb or an emoji, and the
# whole mail between quotation marks.
TAPBACK = re.compile(
    r"(?:(?:liked|loved|disliked|laughed at|emphasized|emphasised|questioned|"
    r"reacted (?:\S{1,20}|with a sticker) to|"
    r"removed (?:an? (?:like|heart|dislike|laugh|exclamation|exclamation mark|question mark)"
    rf"|\S{{1,20}}) from)|[^\w\s“\"]{{1,20}} to) {_PASSAGE}\.?",
    re.IGNORECASE,
)
# Outlook's wish to take back a mail, which works in its writer's own house alone.
RECALLED = re.compile(
    r".{1,100} would like to recall the message, [\"“].{0,500}[\"”]\.?", re.IGNORECASE
)
