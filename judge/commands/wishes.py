"""The wordings of wishes in plain words, each with the lines that would fulfil it, as data."""

from judge.commands.known import Role
from judge.commands.wordings import DAY, MEMBERS, Phrase, asked, phrase, wished

_PASSWORD = r"(?:password|passwort|passwd|mot de passe|contraseña|kennwort)"
_TIME = r"(?:time|days?|hours?|weeks?|tage?n?|stunden?|zeit|jours?|heures?|d[ií]as?)"
_MORE_TIME = (
    rf".*\b(?:need|want|give me)\b.*\b(?:\d+|an?|one|two|three|some|a few) {_TIME}\b.*|"
    rf".*\b(?:more|extra|another|additional|mehr|longer)\b.*\b{_TIME}\b.*"
    rf"|.*\b{_TIME} later\b.*|(?:postpone|delay|push|extend|prolong)\b.*\b{_TIME}\b.*"
    rf"|.*\b{_TIME} (?:more|longer|mehr|de plus|más)\b.*"
    r"|.*\b(?:extend|postpone|move|delay|shift|push|prolong|verlänger\w*)\b.*"
    r"\b(?:deadline|turn|phase|date|frist)\b.*"
    r"|.*\bdeadline\b.*\b(?:moved|extended|postponed|shifted|later)\b.*"
    r"|.*\bdeadline\b.*\btoo (?:early|soon|short)\b.*"
    r"|.*\b(?:longer|later) deadline\b.*|.*\bextension\b.*|extend\b.*"
    r"|.*\b(?:give|need|want|have)\b.* until\b.*"
)
# A wish that names the day of the deadline: `Could the deadline be Saturday 20:00?`
_DEADLINE_ON = (
    r"(?!(?:is|was|when|what|which|does|do|did|are|why|how|who|where|i|i'm|i'll|we)\b)"
    r".*\b(?:deadline|frist|abgabeschluss)\b(?!.*\b(?:every|each|weekly|daily)\b).*"
)
_OFF = (
    r"(?:(?<!take )away|on (?:vacation|holidays?|leave)|absent|travell?ing|offline|out of"
    r" (?:town|office|the country)|unavailable|not (?:be )?(?:able to|available)"
    r"|(?:without|no) (?:internet|e-?mail|access|computer|a computer)|im urlaub|verreist"
    r"|en vacances|de vacaciones)"
)
_AWAY_BEFORE = rf"(?:i|we|i\W?m|i\W?ll)\b.*\b{_OFF}\b"
_AWAY = rf"(?:\w+,? )?(?:i|we|i\W?m|i\W?ll|ich|je)\b.*\b{_OFF}\b.*"
_AWAY_THEN = (
    rf"(?!.*\b(?:deadline|extension|extend|more time)\b)(?:{_AWAY}|(?:\w+ )?{_OFF}\b.*"
    r"|(?:my |our )?(?:vacations?|holidays?|absence|urlaub|vacances)\b.*"
    r"|.*\b(?:i|we)\b.*\bhave (?:a |my )?(?:vacation|holidays?)\b.*"
    r"|.*\b(?:can't|cannot|can not|won't|will not)\b.*\b(?:play|write|send|answer"
    r"|order|reply)\b.*)"
)
_PICTURES = r"(?:pictures?|images?|maps?|attachments?)"
_OUT = (
    r".*\b(?:remove|take|kick|delete|get|unsubscribe) me\b.*|.*\bdrop me (?:from|out|please)\b.*"
    r"|.*\bi (?:hereby )?(?:quit|resign|leave|surrender|am out|retire"
    r"|give up(?! (?:the|this) (?:army|fleet|unit)))"
    r"(?:[.,;!].*| (?:the|this|from|as|now|please|at|for|because|and|after|with|immediately)\b.*)?"
    r"|.*\b(?:want|like|wish|have|need|going|must) to (?:leave|quit|resign"
    r"|drop out|retire|stop (?:playing|watching|now))\b.*"
    r"|.*\b(?:don't|do not|no longer) (?:want|wish|like) to (?:play|watch|continue"
    r"|follow|take part|get)\b.*"
    r"|.*\bi want out\b.*"
    r"|.*\bi(?:'m| am) (?:quitting|leaving|resigning)\b.*"
    r"|.*\bi(?:'m| am) out(?:[.,;!].*| of (?:the|this)\b.*)?"
    r"|.*\b(?:can't|cannot|can not) (?:play|go on|continue)(?: (?:any ?more|any longer|this game))?"
    r"|.*\breplacement for me\b.*|.*\breplace me\b.*"
    r"|.*\b(?:möchte|will|werde) (?:aufhören|aussteigen|nicht mehr)\b.*"
    r"|.*\bje (?:quitte|démissionne|veux (?:quitter|arrêter))\b.*"
)
_LESS_MAIL = (
    r".*\b(?:stop|quit) (?:sending|mailing|writing|reminding|bothering)\b"
    r"(?!.*\b(?:pictures?|images?|maps?|attachments?|html)\b).*"
    r"|.*\b(?:no more|not get any more|too many|fewer|less) (?:e-?)?(?:mails?|reminders?)\b.*"
)
_SOMEBODY = r"(?:some|any)(?:body|one)|a(?:nother| new|)? player"
# A player who plays no more, or for whom another one is wanted.
_GONE = (
    rf".*\b(?:need|needs|want|find|seek|search|looking for|is there)\b.*\b(?:{_SOMEBODY})\b.*"
    rf"|(?:{_SOMEBODY}|a new person)(?: else| new)? (?:for|as|to play|who plays)\b.*"
    r"|(?:find|get|seek) (?:us |me )?a new \w+"
    r"|(?!(?:i|we)\b)\w+ (?:needs?|has|would like) to (?:leave|quit|resign|stop)\b.*"
    r"|(?!(?:i|we)\b)\w+ (?:takes|will take) over .*"
    r"|(?!(?:i|we)\b)\w+(?: has| is)? (?:stopped|quit|quits|dropped out|disappeared|gave up"
    r"|given up|inactive|silent|ghosted|abandoned)\b.*"
    r"|\w+ (?:does not|doesn't|did not|didn't|has not|hasn't|never|no longer|does no longer)"
    r"(?: \w+)? ?(?:answers?|answered|reply|replies|replied|responds?|responded|moved|plays?|played"
    r"|writes?|written|ordered)\b(?! (?:yet|to|into)\b).*"
)
_VOTE_BACK = (
    r".*\bvoted?\b.*\b(?:mistake|accident)\b.*|"
    r".*\b(?:against|no|not|don't|refuse|reject|oppose|never)\b.*\bdraw\b.*"
    r"|.*\b(?:take back|withdraw|change|revoke|cancel|remove|delete|drop|undo|no longer want)\b.*"
    r"\b(?:vote|draw)\b.*"
)
_LAST_LETTER = (
    r"(?:very )?(?:last|previous|earlier|latest) (?:e-?mail|mail|message|letter|one|change)s?"
)
_NOT_YET = (
    r"(?:hold off|wait|don'?t (?:start|process|go on))(?: (?:for|until|till|with|without))+"
    r" (?:me|my|i)\b.*|put me on wait\b.*|wait for my\b.*"
)
_TO_ALL = r"(?:to|for|hi|hello|hey|dear) ?(?:all|everybody|everyone)(?: (?:players|powers))?"
# A person with an address who is to play for another one.
_SUCCEEDS = (
    r"(?=.*@).*(?:\b(?:replac\w+|substitut\w+|successor|instead|steps? in(?:to)?|stands? in"
    r"|fills? in|new player|from now on)\b|\btak(?:es?|ing)\b.*\b(?:over|seat|place|position)\b"
    r"|\b(?:put|puts|sub)\b.*\b(?:in|for|as|on)\b|\bin (?:for|as)\b"
    r"|\b(?:seat|power|place) (?:to|goes to)\b|\bgive\b.*\bto\b).*"
)
_TELL = (
    r"(?:tell|inform|write(?: to)?|let(?=.*\bknow\b)|send|forward (?:this|it|that) to"
    r"|pass (?:this|it|that) (?:on )?to|message (?:to|for)|say to|ask|remind)\s+"
)
_PHASE_DONE = r"(?:turn|phase|round|season|year|processing|adjudication|results?|moves?)"
WISHES: tuple[Phrase, ...] = (
    wished(
        r"(?=.*\b(?:to|tell)\b).*\b(?:anonymous(?:ly)?|unsigned|grey|gray|without my name)\b.*",
        "PRESS GREY TO {power}",
        by=(Role.PLAYER,),
    ),
    wished(_SUCCEEDS, "INVITE {address} {power}", "SEEK SUBSTITUTE FOR {power}", by=(Role.MASTER,)),
    phrase(_SUCCEEDS, "HELP SUBSTITUTE", by=(Role.MASTER,)),
    wished(
        r".*\b(?:don\W?t|do not|never|please not) (?:process|adjudicate|run|start|go on|resolve)\b"
        r"(?!.*\b(?:until|till|before|when|if|unless|early)\b).*"
        r"|(?:please )?(?:wait|hold (?:on|off|it))(?: (?:with|before))? (?:the )?processing\b.*"
        r"|(?:please )?wait for (?!the (?:deadline|time)\b)\w+(?: \w+)?",
        "PAUSE",
        by=(Role.MASTER,),
    ),
    wished(
        rf".*\b(?:undo|redo|revert|reverse|take back|roll back|cancel)\b.*"
        rf"\b(?:last|this|the|that)\b.*\b{_PHASE_DONE}\b.*"
        r"|(?:move|put|set|take|bring|turn|reset|go) (?:(?:everything|all|it all|it|us|the game"
        r"|the board) )?back to (?:the )?(?:(?:last|previous) )?(?:spring|fall|autumn|winter|start"
        rf"|beginning|{_PHASE_DONE})\b.*",
        "ROLLBACK",
        by=(Role.MASTER,),
    ),
    wished(
        r"(?!.*\b(?:no|not|never|without|stop|forbid|off|or|and|both|too|also|signed|don\W?t)\b)"
        r"(?:(?:please|let|allow|they may|turn on|switch|change|make|use|only|from now on)\b.*)?"
        r"\b(?:anonymous|grey|gray|unsigned)\b.*\bpress\b.*",
        "SET PRESS GREY",
        by=(Role.MASTER,),
    ),
    wished(rf"{_TO_ALL}\W.+", "BROADCAST", by=(Role.PLAYER, Role.MASTER, Role.OBSERVER)),
    wished(
        r"(?:(?:to|for|(?:a )?(?:message|press|note) (?:to|for)) )?\w+[,:] .+",
        "PRESS TO {addressed}",
        by=(Role.PLAYER, Role.MASTER),
    ),
    wished(r"press (?:for )?\w+ .+", "PRESS TO {power}", by=(Role.PLAYER, Role.MASTER)),
    wished(_NOT_YET, "SET WAIT", by=(Role.PLAYER,)),
    wished(
        r"(?:it(?:'s| is) )?nice to meet (?:you|everybody|everyone|all)\b.*",
        "BROADCAST",
        by=MEMBERS,
    ),
    wished(
        r".*\b(?:can|could|should|shall) we (?:replace|eject|kick)\b.*", "PRESS TO M", by=MEMBERS
    ),
    wished(
        r"\w+ wants? (?:to (?:leave|quit|resign|stop)|out)\b.*",
        "SEEK SUBSTITUTE FOR {power}",
        by=(Role.MASTER,),
    ),
    wished(r".*\bno grace\b.*", "SET GRACE 0", by=(Role.MASTER,)),
    wished(r".*\bgrace\b.*", "SET GRACE {hours}", by=(Role.MASTER,)),
    wished(
        rf"(?:.*\b(?:break|pause|holidays?|vacations?)\b|{_AWAY_BEFORE}).*\b(?:until|till)\b.*",
        "PAUSE UNTIL {until}",
        by=(Role.MASTER,),
    ),
    wished(
        r"(?:stop|suspend|halt|freeze) (?:the|this) game (?:for|until|till|over)\b.*",
        "PAUSE",
        by=(Role.MASTER,),
    ),
    phrase(
        r".*\b(?:change|correct|edit|fix) (?:the|this) position\b.*",
        "HELP EDITPOSITION",
        by=(Role.MASTER,),
    ),
    wished(r"(?:announce|announcement|tell all)\b.+", "BROADCAST", by=(Role.MASTER,)),
    wished(r"(?:send|mail) (?:a |the |out )*reminders?\b.*", "BROADCAST", by=(Role.MASTER,)),
    wished(r"(?:yes,? )?(?:go ahead and|please) process\b.*", "PROCESS", by=(Role.MASTER,)),
    phrase(
        r".*\b(?:anonymous|grey|gray|unsigned)\b.*\bpress\b.*|.*\bpress\b.*"
        r"\b(?:anonymous|grey|gray|unsigned)\b.*",
        "HELP SET",
        by=(Role.MASTER,),
    ),
    wished(
        r".*\b(?:press|message|mail|letter)\b.*\bwrong (?:power|person|player|one|address)\b.*",
        "RECALL",
        by=(Role.PLAYER, Role.MASTER),
    ),
    wished(
        r"(?:can|could|may) i (?:get|have) (?:a |some )?(?:replacement|substitute)\b.*",
        "SEEK SUBSTITUTE",
        by=(Role.PLAYER,),
    ),
    phrase(
        r"(?:i want to |i'd like to )?(?:step down|retire|stop) as (?:the )?(?:master|gm)\b.*"
        r"|(?:hand|give|pass) (?:the|this) game (?:over )?to\b.*",
        "HELP PROMOTE",
        by=(Role.MASTER,),
    ),
    phrase(
        r"process (?:only )?(?:when|at|once|as soon as|after)\b.*"
        r"|.*\b\d+ (?:hours|days) (?:per|each|every|a) (?:move|phase|turn|season)\b.*"
        r"|.*\bdeadlines?\b.*\b(?:weekends?|(?:sun|satur)days)\b.*|deadlines? at\b.*",
        "HELP SET",
        by=(Role.MASTER,),
    ),
    wished(
        r"(?:delete|remove|drop) (?:the|this) (?:game|sandbox)\b.*", "TERMINATE", by=(Role.MASTER,)
    ),
    phrase(
        r"(?:can we |could we |let'?s |let us )?(?:just )?end (?:this|it)(?: game)?(?: now)?",
        "HELP DRAW",
        by=(Role.PLAYER,),
    ),
    # These phrases come before phrases that sound alike and have graver effects.
    wished(
        r".*@\S+.*\b(?:master|gm|moderator|host)\b.*|.*\b(?:master|gm|moderator|host)\b.*@.*",
        "PROMOTE {address}",
        by=(Role.MASTER,),
    ),
    phrase(
        r"(?:make|appoint|promote)\b.*\b(?:co-?|second )?(?:master|gm|moderator)s?\b.*",
        "HELP PROMOTE",
        by=(Role.MASTER,),
    ),
    wished(
        r"(?:add|invite|let|allow|accept|admit)\b.*@.*"
        r"|.*@\S+ (?:\w+ ){0,3}(?:play|join|take part)\b.*",
        "INVITE {address}",
        by=(Role.MASTER,),
    ),
    wished(
        r".*\b(?:anonymous(?:ly)?|gunboat)\b.*"
        r"|(?:hide|conceal) (?:the |our |all )?(?:players?'? )?(?:names?|addresses)\b.*",
        "SET GUNBOAT",
        by=(Role.MASTER,),
    ),
    phrase(
        r".*\b(?:public|private|open)\b.*\bpress\b.*|.*\bpress\b.*\b(?:public|private)\b.*",
        "HELP SET",
        by=(Role.MASTER,),
    ),
    wished(
        r".*\b(?:time ?zone|zone)\b.*|i live in .*\btime\b.*",
        "SET ZONE {zone}",
        by=(Role.PLAYER, Role.OBSERVER),
    ),
    wished(_VOTE_BACK, "SET NODRAW", by=(Role.PLAYER,)),
    wished(r"(?:withdraw|cancel|take back|change) my vote\b.*", "SET NODRAW", by=(Role.PLAYER,)),
    phrase(r"(?:did|have|has) (?:i|we) voted?\b.*", "ORDERS?", by=(Role.PLAYER,)),
    wished(
        r".*\b(?:replace(?:ment)?|substitute|sub|stand[- ]?in)\b.*\bme\b.*"
        rf"|.*\b(?:{_SOMEBODY}|a)\b.*\b(?:take|play|step|stand)s?\b.*\b(?:my (?:place|seat|position"
        r"|power)|for me|over)\b.*"
        r"|.*\b(?:somebody|someone|anybody|anyone)\b.*\bfor my (?:place|seat|position|power)\b.*",
        "SEEK SUBSTITUTE",
        by=(Role.PLAYER,),
    ),
    wished(
        r"(?:please )?(?:take back|recall|withdraw|unsend|cancel|delete|remove|stop)\b"
        r".*\b(?:press|messages?)\b.*",
        "RECALL",
        by=(Role.PLAYER, Role.MASTER),
    ),
    wished(
        r"(?:please )?(?:ignore|disregard|forget|cancel|delete|undo|take back|revert|recall"
        r"|withdraw)"
        rf" (?:my |the |that )?{_LAST_LETTER}\b.*"
        rf"|(?:my |the ){_LAST_LETTER} (?:was|is) (?:a mistake|an error|wrong|not meant)\b.*"
        r"|(?:please )?disregard (?:that|this|it|everything)|(?:can|may|could) i (?:still )?"
        r"(?:take (?:that|it|this|them) back|undo (?:that|it|this|them))\b.*"
        r"|i(?: want to|'d like to| would like to) (?:take (?:that|it|this) back|undo)\b.*",
        "UNDO",
        by=(Role.PLAYER,),
    ),
    wished(
        r"(?:i(?: want to|'d like to| would like to) |let me |please |can i )?"
        r"start (?:all )?(?:over|again)(?: again)?(?: (?:with|from) .*)?",
        "CLEAR",
        by=(Role.PLAYER,),
    ),
    wished(
        r"(?:[^,.]{1,20}[,.!] *)?(?:please )?(?:delete|remove|clear|cancel|scrap|drop|forget)"
        r" (?:it )?(?:all|everything)(?:[,.;!] .*)?",
        "CLEAR",
        by=(Role.PLAYER,),
    ),
    wished(
        r"(?:do not|don\W?t) (?:use|take|count|play|process) (?:my|these|the|those)"
        r" (?:orders|moves)\b.*",
        "SET WAIT",
        "CLEAR",
        by=(Role.PLAYER,),
    ),
    wished(
        r"(?:.*[,.] )?undo|(?:reset|go back|back|return) to what (?:i|it|was) \w*.*",
        "UNDO",
        by=(Role.PLAYER,),
    ),
    wished(
        r"(?:please )?(?:forget|undo|take back|cancel|revert|withdraw)"
        r"(?: (?:my|the|that|this|own|very|last|latest|previous))*"
        r" (?:order|move|change|(?<=last )(?:orders|moves))(?: again| please)*(?:[,.;!] .*)?",
        "UNDO",
        by=(Role.PLAYER,),
    ),
    wished(
        r".*\b(?:replacement|substitute|new player|somebody else)\b.*",
        "SEEK SUBSTITUTE FOR {power}",
        by=(Role.MASTER,),
    ),
    wished(
        r".*\b(?:no|without|forbid|turn off|switch off)\b.*\bpress\b.*",
        "SET PRESS NONE",
        by=(Role.MASTER,),
    ),
    wished(
        r".*\b(?:player|power)\b.*\b(?:is|has|seems)\b.*\b(?:gone|left|quit|vanished|missing|away)\b.*"
        r"|.*\b(?:is|has) (?:gone|vanished|disappeared|abandoned|left)\b.*",
        "SEEK SUBSTITUTE FOR {power}",
        by=(Role.MASTER,),
    ),
    wished(_GONE, "SEEK SUBSTITUTE FOR {power}", by=(Role.MASTER,)),
    # No password is needed, so the judge tells nobody a password.
    wished(
        rf".*\b(?:forgot(?:ten)?|forget|lost|lose|don't know|what is|what's|need"
        rf"|without|no)\b.*\b{_PASSWORD}(?: for .*)?"
        rf"|.*\b{_PASSWORD} (?:does not|doesn't|is not|isn't|no longer)\b.*"
        rf"|.*\b(?:reset|new|another)\b.*\b{_PASSWORD}|{_PASSWORD} reset"
        rf"|.*\b{_PASSWORD} vergessen|.*\b(?:oublié|olvid\w+)\b.*\b{_PASSWORD}"
        r"|.*\b(?:can't|cannot|can not) (?:log|sign) (?:in|on)\b.*"
        r"|.*\b(?:lost|forgot(?:ten)?|lose|where is|missing|need|resend|never got)\b.*"
        r"\b(?:reply address|token|address of the game)\b.*",
        "SIGN ON {power}@{game}",
    ),
    # Wishes to tell somebody something: press.
    wished(
        rf"{_TELL}(?:to )?(?:everybody|everyone|all(?: (?:players|powers|others))?"
        r"|the (?:others|other players|players))\b.*"
        r"|(?:send|write) (?:a |this |my |it )?(?:(?:message|mail|note|letter|press) )?"
        r"to (?:everybody|everyone|all|the others)\b.*",
        "BROADCAST",
        by=(Role.PLAYER, Role.MASTER, Role.OBSERVER),
    ),
    wished(
        rf"{_TELL}(?:to )?(?:the )?(?:master|gm|moderator|game master)\b.*"
        r"|.*\bquestion (?:for|to) (?:the )?(?:master|gm|moderator|game master)\b.*"
        r"|.*\b(?:talk|speak|write) (?:to|with) (?:the )?(?:master|gm|moderator)\b.*",
        "PRESS TO M",
        by=(Role.PLAYER, Role.OBSERVER),
    ),
    wished(
        rf"{_TELL}(?:to )?\w+\b.*|(?:say|send|give|write|pass)\b.* to \w+\b.*",
        "PRESS TO {power}",
        by=(Role.PLAYER, Role.MASTER, Role.OBSERVER),
    ),
    # The deadline.
    wished(
        r".*\b(?:cancel|withdraw|forget|delete|remove)\b.*\b(?:absences?|holidays?|vacations?)\b.*",
        "SET NOABSENCE",
        by=(Role.PLAYER,),
    ),
    phrase(
        r".*\b(?:deadlines?|turns?|phases?|seasons?)\b.*\b(?:weekly|daily|every|each|shorter|longer"
        r"|(?:a|one|two|three|\d+) (?:weeks?|days?|hours?) (?:long|each|apart))\b.*",
        "HELP SET",
        by=(Role.MASTER,),
    ),
    wished(_DEADLINE_ON, "EXTEND {day} {time}", by=(Role.PLAYER,)),
    wished(_DEADLINE_ON, "SET DEADLINE {day} {time}", by=(Role.MASTER,)),
    wished(_AWAY_THEN, "SET ABSENCE {days}", by=(Role.PLAYER,)),
    wished(
        r"(?:i|we|i'm|i'll)(?: am| are| will be|'ll be| will| go| travel| fly| have to)*\b.*"
        r"\b(?:in|at|to|on)\b.*\b(?:until|till|through|from|between|for)\b.*",
        "SET ABSENCE {days}",
        by=(Role.PLAYER,),
    ),
    wished(
        rf".*\b(?:give|need|want|have)\b.* until\b.*\b{DAY}\b.*"
        rf"|(?=.*\b(?:to|until|till|on) (?:next )?{DAY}\b)(?:{_MORE_TIME})",
        "SET DEADLINE {day} {time}",
        by=(Role.MASTER,),
    ),
    wished(
        rf"(?=.*\b(?:to|until|till|on) (?:next )?{DAY}\b)(?:{_MORE_TIME})",
        "EXTEND {day} {time}",
        by=(Role.PLAYER,),
    ),
    wished(_MORE_TIME, "EXTEND +{hours}h", by=(Role.PLAYER,)),
    phrase(_AWAY, "HELP ABSENCE", by=(Role.PLAYER,)),
    wished(
        f"{_MORE_TIME}|{_AWAY}", "PRESS TO M", by=(Role.OBSERVER,), masters="SET DEADLINE +{hours}h"
    ),
    wished(
        r".*\bstop the clock\b.*|.*\b(?:take|need|have|make) a break\b.*"
        r"|.*\bpause the game\b.*|.*\bgame on hold\b.*|.*\b(?:suspend|halt|freeze)\b.*\bgame\b.*",
        "PRESS TO M",
        by=MEMBERS,
        masters="PAUSE",
    ),
    wished(
        r".*\b(?:go on|continue|resume|carry on|(?:re)?start the clock)\b.*",
        "RESUME",
        by=(Role.MASTER,),
    ),
    wished(
        r".*(?:\bwait for the deadline|\bnot process|n't process|\bnot ready)\b.*"
        r"|wait for me\b.*",
        "SET WAIT",
        by=(Role.PLAYER,),
    ),
    wished(
        r".*\b(?:need not|needn't|don't need to|do not need to|don't have to|no need to"
        r"|do not have to|don't|do not) wait\b.*"
        r"|(?:i(?:'m| am)|we are) (?:ready|done|finished|all set)\b.*"
        r"|(?:all )?(?:ready|done|set)"
        r"|(?:(?:my|these) )?orders (?:are )?final|final orders|(?:these|they|those) are final",
        "SET NOWAIT",
        by=(Role.PLAYER,),
    ),
    wished(
        r".*\b(?:process|adjudicate|run) (?:now|it|the (?:turn|phase|game|orders))\b.*"
        r"|process\b.*\bnow|(?:start|begin|go to|run) (?:the )?next (?:phase|turn|season)\b.*",
        "PROCESS",
        by=(Role.MASTER,),
    ),
    wished(
        r".*\b(?:go|roll|step|set|turn) (?:it |the \w+ )?back\b.*|.*\b(?:undo|redo) the\b.*"
        r"\b(?:turn|phase)\b.*",
        "ROLLBACK",
        by=(Role.MASTER,),
    ),
    phrase(r".*\b(?:end|finish|close)\b.*\bgame\b.*\bdraw\b.*", "HELP DRAW", by=(Role.MASTER,)),
    wished(
        r"(?:end|abort|stop|terminate|close|finish|cancel) (?:the|this) game\b.*"
        r"|.*\bwant to (?:end|abort|terminate|close) (?:the|this) game\b.*",
        "TERMINATE",
        by=(Role.MASTER,),
    ),
    wished(r".*\b(?:replace|stand-in)\b.*", "SEEK SUBSTITUTE FOR {power}", by=(Role.MASTER,)),
    wished(
        r".*\b(?:throw|kick|remove|eject|take|expel)\b(?! me\b).*\b\w+\b"
        r"(?: (?:out|away|off|from)\b.*)?",
        "EJECT {power}",
        by=(Role.MASTER,),
    ),
    phrase(
        r"(?:throw|kick|eject|expel) (?!me\b|them all\b)\w+(?: out)?",
        "HELP EJECT",
        by=(Role.MASTER,),
    ),
    phrase(r"(?:.*\b)?undo\b.*", "HELP ROLLBACK", by=(Role.MASTER,)),
    phrase(
        r".*\b(?:game|pace|turns?|phases?)\b.*\b(?:too (?:slow|fast|quick|long|short)|shorten"
        r"|speed up|slow down)\b.*",
        "HELP SET",
        by=(Role.MASTER,),
    ),
    wished(r".*\bstart (?:the game|now)\b.*", "FORCE BEGIN", by=(Role.MASTER,)),
    # The end of the game, for one player or for all.
    wished(
        r".*\b(?:concede|give up|surrender|has won|have won|wins the game|deserves"
        r"|solo to|victory to)\b.*",
        "CONCEDE {power}",
        by=(Role.PLAYER,),
    ),
    phrase(r"i concede\b.*", "HELP DRAW", by=(Role.PLAYER,)),
    wished(
        r"(?!.*\b(?:who|what|when|has|have any|draws?\?)\b).*"
        r"\b(?:vote|want|accept|propose|agree|like|call it|offer|end in|settle|take"
        r"|support|ok with|fine with|think|let's|suggest)\b.*\bdraw\b.*"
        r"|(?:can|could|shall|may) we (?:all )?draw\b.*|(?:we )?(?:all )?draw",
        "SET DRAW",
        by=(Role.PLAYER,),
    ),
    phrase(
        r".*\b(?:no (?:more )?reminders|remind(?:ers?)? (?:me )?\d+ hours)\b.*"
        r"|(?:only |just )?one (?:e-?)?mail (?:a|per|each) day\b.*|.*\bdaily (?:mail|digest)\b.*",
        "HELP MY",
        by=(Role.PLAYER, Role.MASTER),
    ),
    wished(
        r".*\bplayer\b.*\b(?:is|has|seems)\b.*\b(?:gone|left|quit|vanished|missing|away)\b.*"
        r"|(?!(?:i|we)\b)\w+(?: has| is)? (?:stopped playing|quit|dropped out|disappeared|gave up"
        r"|inactive|gone)\b.*",
        "PRESS TO M",
        by=MEMBERS,
    ),
    phrase(_LESS_MAIL, "HELP MY", by=(Role.PLAYER, Role.MASTER)),
    phrase(_LESS_MAIL, "HELP RESIGN", by=(Role.STRANGER,)),
    wished(_LESS_MAIL, "RESIGN", by=(Role.OBSERVER,)),
    wished(_OUT, "RESIGN", by=(Role.PLAYER, Role.OBSERVER, Role.MASTER)),
    phrase(
        r".*\b(?:can't|cannot|can not) (?:play|order|write)\b.*", "HELP ABSENCE", by=(Role.PLAYER,)
    ),
    # The form of mails.
    wished(
        rf"(?:stop (?:sending|mailing)(?: me)?|don't send(?: me)?|do not send(?: me)?"
        rf"|no|no more|without|turn off|i don't (?:want|need))"
        rf" (?:the |any |more )*{_PICTURES}(?: any ?more)?",
        "SET MAP NONE",
    ),
    wished(
        r"(?:as |in |use |send )?(?:plain[ -]?text|text)(?: only| mails?)*|no html",
        "SET FORMAT PLAIN",
    ),
    # Orders, and the writer themselves.
    wished(r"re-?do\b.{0,20}", "UNDO", by=(Role.PLAYER,)),
    wished(r"what (?:if|happens (?:if|when)|would happen if)\b.*", "PREVIEW", by=(Role.PLAYER,)),
    wished(
        r".*\b(?:forget|ignore|delete|clear|cancel|discard|erase|remove|start over|drop"
        r"|scrap|withdraw)\b.*\b(?:orders|moves)\b.*",
        "CLEAR",
        by=(Role.PLAYER,),
    ),
    wished(
        r".*\b(?:change|correct|update) (?:my|the) (?:name|zone|time ?zone)\b.*"
        r"|.*\bmy (?:time ?zone|name|zone) is\b.*",
        "REGISTER Your Name zone Europe/Paris",
    ),
    wished(
        r".*\b(?:need|want|find|like|looking for|seek)\b.*"
        r"\b(?:substitute|replacement|stand-in|somebody to take over)\b.*",
        "SEEK SUBSTITUTE",
        by=(Role.PLAYER,),
    ),
    # Entries into a game.
    wished(
        r".*\b(?:take over|replace|step in(?:to)?|fill in)\b.*|.*\btake \w+ in\b.*",
        "TAKE OVER {power}@{game}",
        by=(Role.STRANGER, Role.OBSERVER),
    ),
    wished(r".*\b(?:watch|observe|spectate|follow)\b.*", "OBSERVE {game}", by=(Role.STRANGER,)),
    wished(r".*\b(?:watch|observe) (?:another|a second)\b.*", "OBSERVE game"),
    wished(
        r".*\b(?:like|want|love|wish|may|can|could)\b.*\b(?:start|create|open|set up"
        r"|host|run|make)\b.*\bgame\b.*",
        "CREATE mygame standard",
        by=(Role.STRANGER, Role.PLAYER, Role.OBSERVER),
    ),
    wished(r".*\b(?:play|join)\b.*\b(?:another|other|second|one more|new) game\b.*", "JOIN game"),
    # A question about games, not yet the wish to join one.
    phrase(r"(?:the |any |open )?(?:openings?|open games?)\W*", "LIST OPEN"),
    asked(
        r"(?:what|which|any|are|is|list|show|do|where)\b.*\b(?:games?|partien|spiele"
        r"|parties|partidas|openings?)\b(?!.*\b(?:allowed|rules|this game)\b).*",
        "LIST",
        by=(Role.STRANGER,),
    ),
    asked(r"(?:what|which|any|are there(?: any)?|is there) (?:\w+ )?games?\b.*", "LIST"),
    wished(
        r".*\b(?:like|want|love|wish|may|can|could|let|ready|hope|interested|wanna)\b.*"
        r"\b(?:play(?:ing)?|join(?:ing)?|participate|take part|enter|sign up)\b.*"
        r"|.*\b(?:sign|add|put|enrol|enroll|register) me\b.*|.*\bcount me in\b.*"
        r"|.*\blet me (?:in|join|play)\b.*"
        r"|(?:play|join|enter) (?:diplomacy|(?:a|any|some|another) (?:new |open |other )?games?)"
        r"|.*\b(?:möchte|will|würde)\b.*\b(?:mitspielen|spielen|teilnehmen)\b.*"
        r"|.*\b(?:voudrais|veux|aimerais)\b.*\b(?:jouer|participer)\b.*"
        r"|.*\b(?:quiero|quisiera|me gustaría)\b.*\b(?:jugar|participar)\b.*",
        "JOIN {game}",
        by=(Role.STRANGER, Role.OBSERVER),
    ),
    # A stranger to the game gets the help page about leaving a game.
    phrase(_OUT, "HELP RESIGN", by=(Role.STRANGER,)),
)
