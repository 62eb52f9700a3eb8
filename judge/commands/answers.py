"""Reads the answer to a question of the judge: yes, no, or neither.

Only a clear yes acts: the word with a greeting, thanks and a signature, and nothing else. Any
denial is a no. Text that a program wrote is no answer. An invitation is answered here too: there a
wish for a power may stand beside the yes.
"""

# ruff: noqa: RUF001 - this module is about letters of other alphabets

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import TypeAlias

from judge.commands.doubts import may_be_second_thought
from judge.commands.known import Known, Returned, Role
from judge.commands.match import find_row
from judge.commands.passage import Section
from judge.commands.talk import is_contact, is_name, is_name_of, is_small_talk
from judge.game import Unobeyed, inquiry
from judge.letter import Line, Standing


class Consent(Enum):
    """The answer that a reply gives to a question."""

    YES = "yes"
    NO = "no"
    NEITHER = "neither"
    MACHINE = "written by a program"


@dataclass(frozen=True, slots=True)
class AnswerRead:
    """The answer in a reply, and the reply's lines without the answer.

    A yes with other text (`beside`) counts only if all of that text is commands or orders. An
    answer that is neither is `half` a yes if it begins with a yes, or with a word such as `ok`,
    which may only mean that the mail was read.
    """

    answer: Consent
    lines: tuple[Line, ...] = ()
    beside: bool = False
    half: bool = False


# Words and phrases are compared without accents, capitals and punctuation, so each occurs here
# once, on the line of its language. A word that means yes in one language and thanks in another
# (Polish and Danish `tak`) does not count as a yes by itself.
_YES = """
yes | yes i did | yes it was me | yes that was me | yes it is me | yes that is me | yes it's me
yes that's me | yes please | yes please do | yes i confirm | yes i wrote it | yes i sent it
yes this is mine | yes it is mine | yes that is mine | yes do it | yes go ahead | yes to all
yes i am sure | yes i'm sure | yes this is me | yes i wrote this | yes i sent this | yes i do
yeah | yep | yup | aye | sure | of course | absolutely | definitely | ok | okay | okey | oke
confirm | confirmed | i confirm | i confirm it | i confirm this | i confirm that | i agree
agreed | go ahead | do it | i did | it was me | that was me | this was me | it is me | it's me
i wrote it | i wrote this | i wrote that | i sent it | i sent this | i sent that | i am sure
that is correct | that's correct | that is right | that's right | this is correct | correct
ja | jawohl | jo | jep | ja klar | klar | na klar | natürlich | sicher | genau | stimmt | richtig
korrekt | einverstanden | bestätigt | bestätige | bestätigen | ich bestätige | ich bestätige das
ja bitte | ja das war ich | das war ich | ja ich war es | ich war es | ja das bin ich
das bin ich | ja das ist von mir | das ist von mir | ja ist von mir | ja das stimmt | das stimmt
ja mach das | ja machen | ja der ist von mir | ja die ist von mir | hiermit bestätige ich
oui | ouais | oui oui | d'accord | bien sûr | exact | c'est exact | c'est correct | confirmé
je confirme | oui je confirme | c'est moi | oui c'est moi | c'était moi | oui c'était moi
c'était bien moi | oui c'était bien moi | c'est bien moi | oui c'est bien moi | oui merci
confirmer | oui s'il vous plaît | oui s'il te plaît | je le confirme | oui je le confirme
sí | si | sí sí | claro | claro que sí | por supuesto | vale | de acuerdo | correcto | confirmo
confirmado | confirmar | sí confirmo | lo confirmo | sí lo confirmo | soy yo | sí soy yo
fui yo | sí fui yo | era yo | sí era yo | sí por favor | es correcto | sí es correcto
sì | certo | certamente | confermo | confermato | sì confermo | lo confermo | sì lo confermo
sono io | sì sono io | sono stato io | sì sono stato io | sono stata io | sì sono stata io
ero io | sì ero io | va bene | d'accordo | esatto | corretto | sì grazie | sì per favore
sim | sim confirmo | sim sou eu | sou eu | sim fui eu | sim por favor | está certo | com certeza
ja dat ben ik | dat ben ik | ja dat was ik | dat was ik | akkoord | bevestigd | bevestig
ik bevestig | ja ik bevestig | ik bevestig dit | zeker | natuurlijk | klopt | dat klopt
ja dat klopt | ja graag | ja hoor | prima
ja tack | javisst | japp | jag bekräftar | ja jag bekräftar | bekräftas | bekräftar | det var jag
ja det var jag | det är jag | ja det är jag | det stämmer | ja det stämmer | visst | jovisst
ja tak | jeg bekræfter | ja jeg bekræfter | bekræftet | bekræft | det var mig | ja det var mig
det er mig | ja det er mig | ja takk | jeg bekrefter | ja jeg bekrefter | bekreftet | bekreft
det var meg | ja det var meg | det er meg | ja det er meg | det stemmer | ja det stemmer
kyllä | joo | juu | vahvistan | kyllä vahvistan | se olin minä | kyllä se olin minä | kyllä kiitos
tak potwierdzam | potwierdzam | potwierdzone | to ja | tak to ja | to byłem ja
tak to byłem ja | to byłam ja | tak to byłam ja | zgoda | zgadzam się | dobrze | oczywiście
ano | ano potvrzuji | potvrzuji | potvrzeno | souhlasím | to jsem byl já | ano to jsem byl já
áno | áno potvrdzujem | potvrdzujem | súhlasím | da | potrjujem | potvrđujem | slažem se
igen | igen megerősítem | megerősítem | én voltam | igen én voltam | rendben | igenis
da confirm | confirm eu | da eu am fost | eu am fost | sunt de acord | de acord
да | да подтверждаю | подтверждаю | это я | да это я | это был я | да это был я | это была я
да это была я | согласен | согласна | хорошо | конечно | верно | да верно
так | так підтверджую | підтверджую | це я | так це я | це був я | так це був я | згоден
evet | evet onaylıyorum | onaylıyorum | bendim | evet bendim | evet benim | tamam | doğru
ναι | ναι επιβεβαιώνω | επιβεβαιώνω | εγώ ήμουν | ναι εγώ ήμουν | εντάξει | σωστά
はい | はい 私です | はい そうです | そうです | 私です | 確認しました | 承認します | 承認 | 了解
はい 確認しました
是 | 是的 | 对 | 對 | 好 | 好的 | 可以 | 确认 | 確認 | 我确认 | 我確認 | 是我 | 是的 是我 | 同意
네 | 예 | 네 맞습니다 | 맞습니다 | 확인 | 확인합니다 | 네 확인합니다 | 동의합니다
نعم | أؤكد | نعم أؤكد | أنا | نعم أنا | موافق | כן | כן אני | זה אני | כן זה אני | מאשר | מאשרת
👍 | ✅ | ✔ | ☑ | 👌
"""
# A yes to lines that the judge offers to store. To other questions these words are none, because
# orders may stand below them.
_MEANS = """
i mean them | i mean it | i mean this | i mean these | i mean those | i meant them | i meant it
yes i mean them | yes i mean it | yes i mean this | yes i mean these | yes i mean those
yes i meant them | yes i meant it | these are mine | those are mine | they are mine | this is mine
yes these are mine | yes those are mine | yes they are mine | these are my orders
those are my orders | they are my orders | yes these are my orders | yes those are my orders
yes they are my orders | store them | yes store them | store it | yes store it
ja ich meine sie | ja die meine ich | ja das meine ich | die meine ich | das meine ich
das sind meine | ja das sind meine | das sind meine befehle | ja das sind meine befehle
ce sont les miens | oui ce sont les miens | ce sont mes ordres | oui ce sont mes ordres
son mis órdenes | sí son mis órdenes | sono i miei ordini | sì sono i miei ordini
dat zijn mijn orders | ja dat zijn mijn orders
"""
# Among these, words that may only mean that the mail was read. Alone they are no clear yes, except
# to an invitation.
_HALF = """
ok | okay | okey | oke | vale | va bene | prima | dobrze | rendben | хорошо | tamam | εντάξει
了解 | 好 | 好的 | 👌 | 👍
"""
# A yes to an invitation. Each counts only in a sentence without other words.
_COMES = """
count me in | i'm in | i am in | i'm game | i'll play | i will play | i'll join | i will join
i'd love to | i would love to | love to | i'd love to play | i would love to play
with pleasure | gladly | happy to | happy to play | happy to join | i'd be happy to
i'd be glad to | i'd like to play | i would like to play | i want to play | i'd like to join
i would like to join | i want to join | join | accepted | i accept | i accept the invitation
i accept your invitation | with thanks | hell yes | let's do it | let us do it | let's play
i will | why not | sure thing | sounds good | sounds great | sign me up | let me join
please let me join | please count me in | count me in please | please sign me up | sign me on
let me play | play | ich mache mit | ich mach mit
join please | please join | i join please | joined
accept | accept invitation | accept the invitation | invitation accepted
i do want to play | i join | finally | great | perfect | wonderful | looking forward to it
i look forward to it | lütfen | det vil jeg gerne | det vil jeg gjerne | det vill jag gärna
お願いします | gern | gerne | sehr gern | sehr gerne | ich bin dabei | bin dabei | ich spiele mit
ich spiele gern mit | ich spiele gerne mit | ich möchte mitspielen | ich nehme an
mit vergnügen | avec plaisir | volontiers | je joue | je participe | j'accepte | con gusto
con mucho gusto | cuenta conmigo | me apunto | acepto | quiero jugar | volentieri | con piacere
ci sto | accetto | com prazer | com muito gosto | conta comigo | aceito | quero jogar | graag
heel graag | ik doe mee | leuk | gärna | jag är med | jeg er med | mielelläni | olen mukana
chętnie | bardzo chętnie | z przyjemnością | wchodzę w to | rád | ráda | с удовольствием
я в деле | из задоволенням | 参加します | 我参加 | 참가합니다 | yes i do want to play
oui merci pour l'invitation | sì grazie per l'invito | sì grazie dell'invito
ja tack för inbjudan | ja tak for invitationen | ja takk for invitasjonen
"""
# Thanks for an invitation.
_THANKS = """
thanks for the invitation | thank you for the invitation | thanks for inviting me
thank you for inviting me | thanks for the invite | danke für die einladung
vielen dank für die einladung | merci pour l'invitation | gracias por la invitación
grazie per l'invito | grazie dell'invito | obrigado pelo convite | obrigada pelo convite
bedankt voor de uitnodiging | tack för inbjudan | tak for invitationen | takk for invitasjonen
dzięki za zaproszenie | dziękuję za zaproszenie | děkuji za pozvání | спасибо за приглашение
"""
# Words with which a question beside a yes begins, if it doubts nothing.
_WH_WORDS = """
which what when where how who wann wie was wo welche welcher welches wer quand comment quel quelle
quelles qui où cuándo cómo qué cuál quién dónde quando come che quale chi dove qual quem hvornår
hvordan hvad hvem hvor når hur vad vem var wat wanneer hoe wie kiedy jak co kto kdy kdo когда как
что кто
"""
# Words that make a yes uncertain in any sentence.
_DOUBTING = """
but | however | though | although | unless | if | only | later | maybe | perhaps | possibly
next | tomorrow | soon | yet | until | till | after | before | another | other | instead
somebody | someone | again | think | decide | decline | answer | cannot | can't | won't | unable
busy | sorry | unfortunately | wrong | remove | unsubscribe | spam | serious | really
who is this | who are you | first | some day | someday | sometime | draft | aber | später
vielleicht | wenn | falls | erst | nächste | nächster | nächstes | nächsten | morgen | leider
kein | keine | noch | bald | mais | plus tard | peut-être | demain | prochaine | prochain
bientôt | pero | más tarde | quizás | tal vez | mañana | luego | después | próximo | próxima
ma | forse | dopo | domani | prossimo | prossima | più tardi | depois | amanhã | talvez | maar
misschien | volgende | volgend | men | senare | kanske | imorgon | nästa | senere | måske
kanskje | i morgen | næste | neste | ale | później | może | jutro | později | možná | zítra | но
позже | может | потом | завтра | ama | sonra | belki | yarın
"""
# The words around a power that somebody wishes for.
_WISHES = """
can i be | can i have | can i play | could i be | could i have | could i play | may i be
may i have | may i play | i'd like to be | i would like to be | i'd love to be | i want to be
i'd like | i would like | i'd prefer | i would prefer | i prefer | i'll take | i'll be | let me be
let me play | preferably | please | if possible | as | or | and | then | for
kann ich | darf ich | könnte ich | ich möchte | ich wäre gern | ich wäre gerne | sein | haben
spielen | am liebsten | als | oder | und | bitte | wenn möglich
puis-je être | puis-je avoir | je voudrais être | je préfère | jouer | comme | ou | et | si possible
puedo ser | quiero ser | prefiero | como | por favor | posso essere | vorrei essere | preferisco
come | per favore | posso ser | quero ser | mag ik | kan ik | zijn | liefst | of | en | alstublieft
får jag vara | kan jeg være | eller | och | og
"""
# At the beginning of a reply, or alone on a line, each of these is a no.
_NO = """
no | nope | nah | never | stop | cancel | reject | rejected | deny | denied | refuse | disagree
not me | not mine | absolutely not | certainly not | of course not | no sorry | sorry no
nein | nein sorry | nee | nö | niemals | nie | abbrechen | ablehnen | auf keinen fall | nicht
non | jamais | arrêtez | arrête | annuler | refuser | refusé | pas moi | surtout pas
nunca | jamás | cancelar | parar | rechazar | detener | annulla | rifiuto | fermare
não | rejeitar | recusar | nooit | annuleren | weigeren | niet
nej | aldrig | avbryt | afbryd | avvis | afvis | stopp | nei | aldri | inte | ikke
älä | älkää | peruuta | en minä | ei koskaan
nie | nigdy | przestań | odrzuć | anuluj | ne | nikdy | zrušit | odmítám | odmietam
nem | soha | mégse | niciodată | anulează | nikoli | nikada
нет | никогда | стоп | отмена | отказ | ні | ніколи | скасувати | hayır | asla | iptal
όχι | οχι | ποτέ | ακύρωση | いいえ | いや | 違います | 私ではありません | 拒否 | キャンセル | 不
不是 | 不是我 | 不行 | 不同意 | 取消 | 拒绝 | 拒絕 | 아니오 | 아니요 | 아뇨 | 취소 | 거부
لا | كلا | أبدا | إلغاء | לא | לא אני | ביטול | 👎 | ❌ | ✖
"""
# Each of these is a no only if the reply contains nothing else.
_NO_ALONE = """
n | ei | en | nu | mai | pare | dur | don't | do not | peru
"""
# Anywhere in a reply each of these is a denial.
_DENIALS = """
not me | wasn't me | was not me | isn't me | is not me | not mine | isn't mine | wasn't mine
i didn't | i did not | i never wrote | i never sent | i have not written | i haven't written
i have not sent | i haven't sent | i don't agree | i do not agree | i don't confirm
i do not confirm | i deny | not my letter | not my mail | not my address | don't do it
do not do it | i am not | i'm not | not from me | not by me
nicht von mir | war ich nicht | bin ich nicht | ich nicht | nicht ich | habe ich nicht
hab ich nicht | nicht meine | nicht mein | nicht geschrieben | nicht geschickt
nicht bestätigen | bestätige ich nicht | bestätige nicht
pas moi | n'est pas moi | n'était pas moi | n'ai pas | pas de moi | pas mon adresse
pas mon message | ne confirme pas | pas écrit | pas envoyé
no soy yo | no fui yo | no era yo | no he sido yo | no lo he | no es mío | no es mía | yo no
no confirmo | no lo confirmo | no he escrito | no he enviado
non sono io | non sono stato io | non sono stata io | non ero io | non è mio | non è mia
io no | non confermo | non ho scritto | non ho inviato
não fui eu | não sou eu | não é meu | não é minha | não confirmo | eu não
ik niet | niet van mij | niet mijn | was ik niet | ben ik niet | niet ik | niet bevestigen
inte jag | inte från mig | inte mitt | var inte jag | ikke mig | ikke meg | ikke jeg
ikke fra mig | ikke fra meg | en minä | en ole | en ollut | to nie ja | nie ja | nie moje
nie potwierdzam | nie pisałem | nie pisałam | nebyl jsem | nejsem | nepotvrzuji | nem én
это не я | не я | не подтверждаю | не писал | не писала | це не я | не підтверджую
ben değilim | ben değildim | onaylamıyorum | δεν ήμουν | δεν είμαι | δεν επιβεβαιώνω
私じゃない | 私ではない | 不是我 | 不是我写的 | 제가 아닙니다 | ليس أنا | זה לא אני
"""
# Phrases that begin like a no and do not mean no.
_NO_DENIALS = """
no problem | no worries | no idea | no doubt | no question | no clue | no objection
no objections | kein problem | no hay problema | no entiendo | no comprendo | no lo sé | no sé
no capisco | non capisco | non so | nessun problema | não entendo | não sei | sem problema
never mind | not sure | don't know | i'm not sure | i am not sure | do not know
weiß nicht | nicht sicher | geen idee | nie wiem | не знаю | не понимаю | не понял
"""
# If a reply has one of these and a denial too, its answer is uncertain.
_SURE_WORDS = """
yes yeah yep yup ja jawohl oui sim tak ok okay evet igen áno sí sì kyllä joo ano да так ναι
はい 是的 네 예 نعم כן 👍 ✅ ✔ ☑ 👌
"""
_SURE = frozenset(_SURE_WORDS.split())
_GREETINGS = """
hi | hello | hey | dear | hi there | hello there | good morning | good afternoon | good day
good evening | greetings | hallo | moin | servus | grüezi | liebe | lieber | guten tag
guten morgen | guten abend | sehr geehrte damen und herren | sehr geehrter | bonjour | salut
bonsoir | cher | chère | hola | buenos días | buenas tardes | buenas noches | buenas | estimado
estimados | querido | ciao | buongiorno | buonasera | salve | gentile | caro | olá | oi | bom dia
boa tarde | boa noite | prezado | caro | dag | goedemorgen | goedemiddag | goedenavond | beste
geachte | hej | hejsan | hei | moi | terve | päivää | godmorgen | god morgen | goddag
god dag | cześć | dzień dobry | witam | ahoj | dobrý den | dobrý deň | szia | üdv | bună
bună ziua | здравствуйте | привет | добрый день | вітаю | привіт | merhaba | selam | γεια
γεια σας | καλημέρα | こんにちは | 你好 | 您好 | 안녕하세요 | مرحبا | שלום
"""
# Words in a yes with which its writer speaks of themselves.
_SELF_WORDS = """
i me mine ich mir moi yo io eu ik jag jeg mig meg mina ja я
"""
_SELF = frozenset(_SELF_WORDS.split())
_GREETED_WORDS = """
judge diplomacy sir madam all there team richter juge juez giudice
"""
_GREETED = frozenset(_GREETED_WORDS.split())
_CLOSINGS = """
thanks | thank you | thank you very much | thanks a lot | many thanks | thx | ty | cheers | best
regards | best regards | kind regards | warm regards | best wishes | yours | sincerely
yours sincerely | yours truly | sincerely yours | bye | greetings | all the best | br | kr
danke | dankeschön | danke schön | vielen dank | besten dank | danke sehr | herzlichen dank
gruß | grüße | viele grüße | liebe grüße | beste grüße | schöne grüße | mit freundlichen grüßen
freundliche grüße | mfg | lg | vg | tschüss | bis bald
merci | merci beaucoup | merci bien | cordialement | bien cordialement | bien à vous | amicalement
salutations | à bientôt | sincères salutations
gracias | muchas gracias | mil gracias | saludos | un saludo | saludos cordiales | atentamente
cordialmente | un abrazo | abrazos | grazie | grazie mille | molte grazie | saluti
cordiali saluti | distinti saluti | un saluto | a presto
obrigado | obrigada | muito obrigado | muito obrigada | cumprimentos | atenciosamente | abraço
abraços | dank | dank je | dank u | dank u wel | dank je wel | bedankt | groet | groeten
met vriendelijke groet | met vriendelijke groeten | mvg
tack | tack så mycket | mvh | hälsningar | vänliga hälsningar | med vänliga hälsningar
tak | mange tak | takk | tusen takk | mange takk | tusind tak | hilsen | vennlig hilsen
venlig hilsen | med venlig hilsen | med vennlig hilsen | kiitos | paljon kiitoksia | terveisin
terveiset | ystävällisin terveisin | dzięki | dziękuję | dziękuję bardzo | pozdrawiam | pozdrowienia
z poważaniem | děkuji | díky | s pozdravem | ďakujem | köszönöm | üdvözlettel | mulțumesc
спасибо | большое спасибо | с уважением | дякую | з повагою | teşekkürler | teşekkür ederim
saygılar | saygılarımla | ευχαριστώ | ありがとう | ありがとうございます
よろしくお願いします | 谢谢 | 謝謝
감사합니다 | شكرا | תודה
"""
_AUTOMATIC = re.compile(
    r"auto(?:matic|mated|matisch\w*|matique|matica|mat[iy]\w*|maatti\w*|matycz\w*)?[ -]?"
    r"(?:ally[ -])?(?:generated|repl(?:y|ies)|respon[sd]\w*|answer|message|antwort\w*|generiert\w*"
    r"|erstellt\w*|antwoord|svar|vastaus|odpowied\w*|odpove\w*|email|e-mail|nachricht)"
    r"|(?:reponse|respuesta|risposta|resposta|mensaje) automati\w+|автоматическ\w+ ответ"
    r"|автоматическ\w+ сообщ|out of (?:the )?office|abwesenheit|absence du bureau"
    r"|fuera de la oficina|fuori sede|nicht im buro|do not reply to this|please do not reply"
    r"|\b(?:ticket|case|request|incident|vorgang|anfrage)\b[^\n]{0,12}(?:#|\bid\b|\bno\b|\bnr\b)"
    r"|\[[^\]\n]{0,20}#\s?\d+\]|(?:have |has been |was )?received your (?:request|mess|mail|e-?mail"
    r"|inquiry|ticket)|your (?:request|message|e-?mail|ticket) has been (?:received|created)"
    r"|(?:ihre|deine) (?:anfrage|nachricht|e-?mail) (?:ist|wurde|haben)|votre (?:demande|message)"
    r" a (?:bien )?ete|hemos recibido su|i am (?:currently )?(?:away|on (?:vacation|holiday"
    r"|leave))\b|reacted (?:via|to your)|^(?:liked|loved|disliked|laughed at|emphasi[sz]ed"
    r"|questioned) [\"“«„']",
    re.MULTILINE,
)
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[👍👎✅✔☑👌❌✖]")
_ASKS = re.compile(r"[?\uff1f\u061f\u037e\u2047-\u2049\u203d\u00bf]")
_HELP = re.compile(r"\s*help\b", re.I)
_LONGEST = 4_000  # characters; an answer of yes or no is shorter
_LONGEST_QUESTION = 20_000  # characters; each line of a reply is searched in it
_LONGEST_NAME = 3  # words
_FEWEST_SIGNED = 3  # words of a yes behind which a name may stand
_FEWEST_WORDS = 3  # in a line that surely comes from our question
_MAY_RETURN = (Standing.CUT, Standing.ENCLOSED, Standing.BELOW_HEADING)


# Keyed by the first word; the longest phrase comes first.
_Phrases: TypeAlias = dict[str, list[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word folded for comparison, the word as written, and the text before it."""

    text: str
    raw: str
    gap: str


def read_answer(
    lines: Sequence[Line],
    subject: str,
    *,
    question: str = "",
    names: Iterable[str] = (),
    confirms: str = "",
    offered: bool = False,
) -> AnswerRead:
    """Return the answer that a reply gives, and the reply's other lines.

    `question` is the mail that was answered, if it is known; its lines do not count when they are
    quoted in the reply. `names` are names with which the writer may sign. `confirms` is a line that
    counts as a yes too: the command itself with its code. If lines were `offered`, only a yes alone
    is one, and `I mean them` is one too.
    """
    question = question[-_LONGEST_QUESTION:]
    if sum(len(line.text) for line in lines if _is_written(line)) > _LONGEST + len(question):
        return AnswerRead(Consent.NEITHER, tuple(lines), beside=True)
    own = _own(lines, question)
    text = "\n".join(lines[at].text for at in own)
    if len(text) > _LONGEST:
        return AnswerRead(Consent.NEITHER, tuple(lines), beside=True)
    # A person called No signs with this name too, so a denial is never taken for a name.
    name_words = frozenset(
        word.text for name in names for word in _words(name) if not _holds([word], _REFUSING_BY)
    )
    answer = Consent.YES if _is_same(text, confirms) else _whole(text, name_words, offered)
    if answer is not None:
        return AnswerRead(answer, _without(lines, own), half=answer is Consent.NEITHER)
    top = _answer_above(lines, own, name_words, confirms)
    rest = _without(lines, own[:top])
    words = _words(text)
    denies = _holds(words, _DENIALS_BY) and not _starts(words, _NO_DENIALS_BY)
    has_no_yes = not any(word.raw.casefold() in _SURE for word in words)
    if denies and has_no_yes:
        return AnswerRead(Consent.NO, rest, beside=True)
    if _AUTOMATIC.search(_folded(f"{subject}\n{text}")):
        return AnswerRead(Consent.MACHINE)
    begins = _after_greeting(words)
    if has_no_yes and _starts(begins, _NO_BY) and not _starts(begins, _NO_DENIALS_BY):
        return AnswerRead(Consent.NO, rest, beside=True)
    below = "\n".join(lines[at].text for at in own[top:])
    asks_or_denies = _ASKS.search(text) or any(
        _whole(line, name_words) is Consent.NO or may_be_second_thought(line)
        for line in below.splitlines()
    )
    is_clear = top > 0 and not (offered or asks_or_denies)
    if is_clear and _said_above(lines, own[:top], name_words, confirms):
        return AnswerRead(Consent.YES, rest, beside=bool(below.strip()))
    return AnswerRead(Consent.NEITHER, rest, beside=True, half=_starts(begins, _YES_BY))


def weighed_answer(read: AnswerRead, sections: Iterable[Section]) -> Consent:
    """Return the answer of a reply whose other lines were read as `sections`.

    A yes beside prose does not count. A question in plain words, which a help page answers, is
    prose here.
    """
    if read.answer is not Consent.YES or not read.beside:
        return read.answer
    prose = Unobeyed if _asks_for_help(read.lines) else Unobeyed | inquiry.Help
    commands = [command for section in sections for command in section.commands]
    has_entry = any(section.entry is not None for section in sections)
    clear = (commands or has_entry) and not any(isinstance(item, prose) for item in commands)
    return Consent.YES if clear else Consent.NEITHER


def beside_answer(sections: Iterable[Section], lines: Iterable[Line]) -> tuple[Section, ...]:
    """Return the sections of a reply apart from its answer, or () if all of them are prose.

    A question in plain words, which a help page answers, is prose here.
    """
    section_list = tuple(sections)
    asks = _asks_for_help(lines)
    tells = any(
        section.entry is not None
        or any(
            not isinstance(command, Unobeyed | inquiry.Help) or asks for command in section.commands
        )
        for section in section_list
    )
    return section_list if tells else ()


def _asks_for_help(lines: Iterable[Line]) -> bool:
    return any(_HELP.match(line.text) for line in lines)


def with_vote(lines: Sequence[Line], subject: str, known: Known) -> tuple[Line, ...]:
    """Return the lines of a letter; a yes or no alone in reply to a proposal becomes the vote."""
    if not known.asks_vote:
        return tuple(lines)
    own = _own(lines, known.answered)
    read = read_answer(lines, subject, question=known.answered, names=(known.sender,))
    votes = {Consent.YES: "AGREE", Consent.NO: "DISAGREE"}
    if read.beside or read.answer not in votes:
        return tuple(lines)
    return (Line(votes[read.answer]), *_without(lines, own))


_INVITED = re.compile(
    r"\bJOIN[ \t]+(?P<game>\S[^\n]{0,60}?)[ \t]+CODE[ \t]+(?P<code>[b-df-hj-np-tv-xz]{9})\b", re.I
)
_CODE_ALONE = re.compile(
    r"(?:(?:(?:my|the|your|i|yes|join|invitation|here is|here's|with)\W+){0,4}"
    r"code\b(?: is\b)?\W{0,9}|(?:(?:i|yes|please|join)\W+){0,4}|\W*)"
    r"([b-df-hj-np-tv-xz]{9})\W*",
    re.I,
)
_GAME_OF_SUBJECT = re.compile(r"\[([a-z0-9][\w.+-]{0,30})\]", re.I)
_NAME_IN_BRACKETS = re.compile(r"\(\s*[^\W\d_]+\s*\)\s*[.!]?\s*$")
_PLEASE = re.compile(r"(?:(?:as|for)\s+)?[^\W\d_]+,?\s+please\W*|please,?\s+[^\W\d_]+\W*", re.I)
_SENTENCE = re.compile(r"[^.!?\u2026]*[.!?\u2026]*\s*")


def invitation_in(lines: Sequence[Line], subject: str, known: Known) -> str:
    """Return the JOIN line of the invitation to which a letter replies, or "" without one.

    It is "" too if the reply has such a line itself. Otherwise it needs no code of its own: the
    code is in the invitation that it answers or quotes.
    """
    if known.place.role is not Role.STRANGER:
        return ""
    own = [line.text for line in lines if line.standing is Standing.OWN and line.text.strip()]
    if sum(map(len, own)) > _LONGEST or any(map(_INVITED.search, own)):
        return ""
    quoted = (line.text for line in lines if line.standing is not Standing.OWN)
    found = [*_INVITED.finditer("\n".join((known.answered, *quoted)))]
    if found and len({match["game"].lower() for match in found}) == 1:
        return f"JOIN {found[-1]['game']} CODE {found[-1]['code']}"
    alone = next(filter(None, map(_CODE_ALONE.fullmatch, own)), None)
    game = _GAME_OF_SUBJECT.search(subject)
    return f"JOIN {game[1]} CODE {alone[1]}" if alone and game and not found else ""


def with_invitation(
    lines: Sequence[Line], invited: str, subject: str, known: Known
) -> tuple[tuple[Line, ...], bool]:
    """Return (lines, whether the reply leaves the invitation open).

    The lines are those of a reply to an invitation. A yes is replaced by `invited`, the JOIN line;
    if the reply is only a no, its lines become empty. An unclear reply is returned unchanged.
    """
    own = _own(lines, known.answered)
    read = read_answer(lines, subject, question=known.answered, names=(known.sender,))
    if read.answer is Consent.NO and not read.beside:
        return _without(lines, own), False
    joining = None if read.answer is Consent.NO else _joining(lines, own, invited, known)
    return joining or tuple(lines), joining is None


def _joining(
    lines: Sequence[Line], own: Sequence[int], invited: str, known: Known
) -> tuple[Line, ...] | None:
    """Return the reply's lines with a JOIN line for its yes and its wish for a power.

    Questions beside the yes stay. None if a sentence is not understood, for "yes, next time" begins
    like a yes.
    """
    game = invited.split()[1].rpartition("@")[2].lower()
    names = {word.text for name in (known.sender, game) for word in _words(name)}
    accepted, thanked, powers, questions = False, False, list[str](), dict[int, str]()
    for at in own[: _signature_begins(lines, own)]:
        text = lines[at].text
        refuses = _holds(_words(text), _REFUSING_BY)
        doubts = _holds(_words(text), _DOUBTING_BY)
        signs = is_name_of(text, known.sender) or (is_name(text) and not doubts)
        if (accepted or thanked) and signs and not refuses:
            continue
        for sentence in filter(str.strip, _SENTENCE.findall(text)):
            words = _words(sentence)
            if _is_plain_question(sentence, words):
                questions[at] = f"{questions.get(at, '')} {sentence}".strip()
                continue
            accepts, wishes = _acceptance(sentence, names, known) or (False, None)
            thanked = _is_polite(_after_greeting(words), frozenset(names))
            greets = _starts(words, _GREETINGS_BY) and is_small_talk(sentence) and not refuses
            if wishes is None and not thanked and not greets:
                return None
            accepted = accepted or accepts
            powers += wishes or ()
    if not accepted:
        return None
    wish = f" PREFER {' '.join(dict.fromkeys(powers))}" if powers and "@" not in invited else ""
    rest = _without(lines, own)
    asked = (replace(line, text=questions.get(at, line.text)) for at, line in enumerate(rest))
    return (Line(f"{invited}{wish}"), *asked)


def _is_plain_question(sentence: str, words: Sequence[_Word]) -> bool:
    """Return whether a sentence asks about the game, and does not doubt the answer beside it."""
    doubts = _holds(words, _DOUBTING_BY) or _holds(words, _NO_OR_DENIES_BY)
    asks = words != [] and words[0].text in _WH and _ASKS.search(sentence) is not None
    return asks and not doubts and not _starts(words, _COMES_BY)


def _acceptance(sentence: str, names: set[str], known: Known) -> tuple[bool, list[str]] | None:
    """Return (whether a sentence accepts an invitation, the powers it wishes for).

    None if one of its words has another meaning.
    """
    if _CODE_ALONE.fullmatch(sentence) and not _ASKS.search(sentence):
        return True, []
    sentence = _NAME_IN_BRACKETS.sub("", sentence)
    words, accepts, wishes = _words(sentence), False, False
    asks = _ASKS.search(sentence) is not None
    if len(words) > 1 and _match(words, _GREETINGS_BY) == 1 and "," in sentence:
        # The name of the person who invites: `Hi Maud, yes`.
        words = [words[0], *words[1 + words[1].raw.istitle() :]]
    powers = [word.raw for word in words if _is_power(word.raw, known)]
    while words:
        size = max(_match(words, _YES_BY), _match(words, _COMES_BY))
        accepts = accepts or size > 0
        asks = asks and [word.text for word in words[:2]] != ["why", "not"]
        polite = max(_match(words, by) for by in (_GREETINGS_BY, _CLOSINGS_BY, _THANKS_BY))
        wish = max(_match(words, _WISHES_BY), int(words[0].raw in powers))
        wishes = wishes or wish > size
        size = max(size, polite, wish, int(words[0].text in names))
        if not size:
            return None
        words = words[size:]
    if (wishes or asks) and not powers:
        return None
    wanted = _PLEASE.fullmatch(sentence.strip()) if powers and not asks else None
    return accepts or wanted is not None, powers


def _signature_begins(lines: Sequence[Line], own: Sequence[int]) -> int:
    """Return how many of the lines `own` stand above a last block that only says who wrote them."""
    apart = [n for n, (a, b) in enumerate(pairwise(own), start=1) if b - a > 1]
    block = [lines[at].text for at in own[apart[-1] :]] if apart else []
    if any(map(is_contact, block)) and all(is_contact(one) or is_name(one) for one in block):
        return apart[-1]
    return len(own)


def _is_power(word: str, known: Known) -> bool:
    return len(word) > 3 and word.lower() in known.vocabulary.powers


def _own(lines: Sequence[Line], question: str) -> list[int]:
    """Return the indices of the lines that the reply's writer wrote.

    Lines of our question that came back with the reply do not count. If the reply has no other
    lines, the writer's words inside and below the quotation count.
    """
    written = [at for at, line in enumerate(lines) if _is_written(line)]
    own = [*_added(lines, written, question)]
    if own or not question:
        return own
    below = [
        at
        for at, line in enumerate(lines)
        if line.standing in _MAY_RETURN and not line.text.startswith(">") and _words(line.text)
    ]
    returned = Returned(question)
    return [at for at in below if returned.is_added(lines[at].text)]


def _is_written(line: Line) -> bool:
    return line.standing in (Standing.OWN, Standing.POSSIBLE_HEADING) and bool(_words(line.text))


def _added(lines: Sequence[Line], written: Sequence[int], question: str) -> Iterator[int]:
    """Yield the indices of the `written` lines that do not belong to our question.

    A short line, such as YES, belongs to our question only below a longer line of it.
    """
    returned, question_lines = Returned(question), set[int]()
    longer = [
        at
        for at in written
        if question
        and len(_words(lines[at].text)) >= _FEWEST_WORDS
        and returned.holds(lines[at].text)
    ]
    for at in written:
        below = longer and longer[0] <= at
        if below and not returned.is_added(lines[at].text):
            question_lines.add(at)
    yield from (at for at in written if at not in question_lines)


def _without(lines: Sequence[Line], answers: Sequence[int]) -> tuple[Line, ...]:
    empty = set(answers)
    return tuple(replace(line, text="") if at in empty else line for at, line in enumerate(lines))


def _whole(text: str, names: frozenset[str], offered: bool = False) -> Consent | None:
    """Return the answer if `text` is an answer and nothing else, otherwise None.

    Half a yes, such as `ok`, is neither yes nor no.
    """
    words = _after_greeting(_words(text))
    agrees = _YES_OR_MEANS_BY if offered else _YES_BY
    for answer, phrases in ((Consent.YES, agrees), (Consent.NO, _NO_OR_DENIES_BY)):
        rest, signed, is_clear = words, False, answer is Consent.NO
        while size := _match(rest, phrases):
            is_clear = is_clear or size > _match(rest, _HALF_BY)
            said, rest = {word.text for word in rest[:size]}, rest[size:]
            # A first name may stand behind a sentence: `Yes, that was me. Frank`.
            signed = size >= _FEWEST_SIGNED and not _SELF.isdisjoint(said)
            signed = signed and len(rest) == 1 and _is_first_name(rest[0])
        doubted = answer is Consent.YES and _ASKS.search(text)
        if len(rest) < len(words) and not doubted and (signed or _is_polite(rest, names)):
            return answer if is_clear else Consent.NEITHER
    return None


def _answer_above(
    lines: Sequence[Line], own: Sequence[int], names: frozenset[str], confirms: str
) -> int:
    """Return how many lines at the start of the writer's own text contain only an answer."""
    for count, at in enumerate(own):
        text = lines[at].text
        polite = _is_polite(_after_greeting(_words(text)), names)
        if not polite and _whole(text, names) is None and not _is_same(text, confirms):
            return count
    return len(own)


def _said_above(
    lines: Sequence[Line], top: Sequence[int], names: frozenset[str], confirms: str
) -> bool:
    """Return whether at least one of the lines `top` is a yes, and none of them is a no."""
    answers = [
        Consent.YES if _is_same(lines[at].text, confirms) else _whole(lines[at].text, names)
        for at in top
    ]
    return Consent.YES in answers and Consent.NO not in answers


def _is_same(text: str, line: str) -> bool:
    return bool(line) and text.split() != [] and text.upper().split() == line.upper().split()


def _is_polite(words: Sequence[_Word], names: frozenset[str]) -> bool:
    """Return whether all words are thanks, a closing and a name; true for no words."""
    at, closed = 0, False
    while at < len(words):
        size = _match(words[at:], _CLOSINGS_BY)
        if size:
            at, closed = at + size, True
        elif words[at].text in names:
            at += 1
        else:
            return closed and _is_name(words[at:])
    return True


def _is_first_name(word: _Word) -> bool:
    """Return whether the last word of a reply, on the line of its yes, may be its writer's name."""
    apart = word.gap.strip() in (".", "!", ",", "-") and "\n" not in word.gap
    refuses = _holds([word], _REFUSING_BY)
    return apart and word.raw.istitle() and not refuses and find_row(word.raw) is None


def _is_name(words: Sequence[_Word]) -> bool:
    """Return whether words below a closing may be the writer's name."""
    first = words[0].gap
    apart = "\n" in first or first.strip() == ","
    capital = all(word.raw[0] != word.raw[0].lower() for word in words)
    together = all("\n" not in word.gap for word in words[1:])
    refuses = _holds(words, _REFUSING_BY)
    return apart and capital and together and len(words) <= _LONGEST_NAME and not refuses


def _after_greeting(words: Sequence[_Word]) -> Sequence[_Word]:
    size = _match(words, _GREETINGS_BY)
    while size and size < len(words) and words[size].text in _GREETED:
        size += 1
    return words[size:]


def _match(words: Sequence[_Word], phrases: _Phrases) -> int:
    """Return the length in words of the longest phrase at the beginning, or 0."""
    if not words:
        return 0
    for phrase in phrases.get(words[0].text, ()):
        if tuple(word.text for word in words[: len(phrase)]) == phrase:
            return len(phrase)
    return 0


def _starts(words: Sequence[_Word], phrases: _Phrases) -> bool:
    return _match(words, phrases) > 0


def _holds(words: Sequence[_Word], phrases: _Phrases) -> bool:
    return any(_match(words[at:], phrases) for at in range(len(words)))


def _words(text: str) -> list[_Word]:
    words, end = [], 0
    plain = unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\u02bc", "'")
    for match in _TOKEN.finditer(plain):
        raw = match.group()
        words.append(_Word(_folded(raw), raw, plain[end : match.start()]))
        end = match.end()
    return words


def _folded(text: str) -> str:
    """Return `text` in lower case without accents."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(sign for sign in apart if unicodedata.category(sign) != "Mn")


def _phrases(table: str) -> _Phrases:
    """Return the phrases of a table by their first words, the longest first."""
    phrases_of: _Phrases = {}
    for phrase in re.split(r"[|\n]", table):
        words = tuple(word.text for word in _words(phrase))
        if words:
            phrases_of.setdefault(words[0], []).append(words)
    return {first: sorted(phrases, key=len, reverse=True) for first, phrases in phrases_of.items()}


_YES_BY = _phrases(_YES)
_YES_OR_MEANS_BY = _phrases(f"{_YES}\n{_MEANS}")
_COMES_BY = _phrases(_COMES)
_WISHES_BY = _phrases(_WISHES)
_THANKS_BY = _phrases(_THANKS)
_DOUBTING_BY = _phrases(_DOUBTING)
_WH = frozenset(word.text for word in _words(_WH_WORDS))
_NO_BY = _phrases(_NO)
_DENIALS_BY = _phrases(_DENIALS)
_NO_OR_DENIES_BY = _phrases(f"{_NO}\n{_NO_ALONE}\n{_DENIALS}")
_HALF_BY = _phrases(_HALF)
_REFUSING_BY = _phrases(f"{_NO}\n{_DENIALS}\nnot\ndon't\nwho\nwhat\nwhy")
_NO_DENIALS_BY = _phrases(_NO_DENIALS)
_GREETINGS_BY = _phrases(_GREETINGS)
_CLOSINGS_BY = _phrases(_CLOSINGS)
