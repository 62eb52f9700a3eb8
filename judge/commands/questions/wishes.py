"""What people wish for in plain words. The first phrase that fits decides."""

from judge.commands.known import Role
from judge.commands.questions.phrase import DAY, MEMBERS, Phrase, asked, phrase, wished

_PASSWORD = r"(?:password|passwort|passwd|mot de passe|contraseña|kennwort)"
_TIME = r"(?:time|days?|hours?|weeks?|tage?n?|stunden?|zeit|jours?|heures?|d[ií]as?)"
_MORE_TIME = (
    rf".*\b(?:more|extra|another|additional|mehr|longer)\b.*\b{_TIME}\b.*"
    rf"|.*\b{_TIME} (?:more|longer|mehr|de plus|más)\b.*"
    r"|.*\b(?:extend|postpone|move|delay|shift|push|prolong|verlänger\w*)\b.*"
    r"\b(?:deadline|turn|phase|date|frist)\b.*"
    r"|.*\bdeadline\b.*\b(?:moved|extended|postponed|shifted|later)\b.*"
    r"|.*\bextension\b.*|extend\b.*|.*\b(?:give|need|want|have)\b.* until\b.*"
)
_OFF = (
    r"(?:away|on (?:vacation|holidays?|leave)|absent|travell?ing|offline|out of"
    r" (?:town|office|the country)|unavailable|not (?:be )?(?:able to|available)"
    r"|without (?:internet|e-?mail|a computer)|im urlaub|verreist|en vacances"
    r"|de vacaciones)"
)
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
    r".*\b(?:remove|take|drop|kick|delete|get|unsubscribe) me\b.*"
    r"|.*\bi (?:hereby )?(?:quit|resign|leave|give up|surrender|am out|retire)\b.*"
    r"|.*\b(?:want|like|wish|have|need|going|must) to (?:leave|quit|resign"
    r"|drop out|retire|stop (?:playing|watching|now))\b.*"
    r"|.*\b(?:don't|do not|no longer) (?:want|wish|like) to (?:play|watch|continue"
    r"|follow|take part|get)\b.*"
    r"|.*\b(?:stop|quit) (?:sending|mailing|writing)\b"
    r"(?!.*\b(?:pictures?|images?|maps?|attachments?|html)\b).*|.*\bi want out\b.*"
    r"|.*\bi(?:'m| am) (?:quitting|leaving|resigning|out)\b.*"
    r"|.*\b(?:can't|cannot|can not) (?:play|go on|continue)\b.*"
    r"|.*\breplacement for me\b.*|.*\breplace me\b.*"
    r"|.*\b(?:no more|not get any more) (?:e-?)?mails?\b.*"
    r"|.*\b(?:möchte|will|werde) (?:aufhören|aussteigen|nicht mehr)\b.*"
    r"|.*\bje (?:quitte|démissionne|veux (?:quitter|arrêter))\b.*"
)
WISHES: tuple[Phrase, ...] = (
    # A password is not needed, so nobody is told one.
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
    # Somebody is to be told something: press.
    wished(
        r"(?:tell|inform|write(?: to)?|let|send|forward (?:this|it|that) to|pass "
        r"(?:this|it|that) (?:on )?to|message (?:to|for)|say to|ask|remind)\s+"
        r"(?:to )?(?:everybody|everyone|all(?: (?:players|powers|others))?"
        r"|the (?:others|other players|players))\b.*"
        r"|(?:send|write) (?:a |this |my |it )?(?:(?:message|mail|note|letter|press) )?"
        r"to (?:everybody|everyone|all|the others)\b.*",
        "BROADCAST",
        by=(Role.PLAYER, Role.MASTER, Role.OBSERVER),
    ),
    wished(
        r"(?:tell|inform|write(?: to)?|let|send|forward (?:this|it|that) to|pass "
        r"(?:this|it|that) (?:on )?to|message (?:to|for)|say to|ask|remind)\s+"
        r"(?:to )?(?:the )?(?:master|gm|moderator|game master)\b.*"
        r"|.*\bquestion (?:for|to) (?:the )?(?:master|gm|moderator|game master)\b.*"
        r"|.*\b(?:talk|speak|write) (?:to|with) (?:the )?(?:master|gm|moderator)\b.*",
        "PRESS TO M",
        by=(Role.PLAYER, Role.OBSERVER),
    ),
    wished(
        r"(?:tell|inform|write(?: to)?|let|send|forward (?:this|it|that) to|pass "
        r"(?:this|it|that) (?:on )?to|message (?:to|for)|say to|ask|remind)\s+"
        r"(?:to )?\w+\b.*|(?:say|send|give|write|pass)\b.* to \w+\b.*",
        "PRESS TO {power}",
        by=(Role.PLAYER, Role.MASTER, Role.OBSERVER),
    ),
    # The clock.
    wished(_AWAY_THEN, "SET ABSENCE {days}", by=(Role.PLAYER,)),
    wished(
        rf".*\bdeadline\b.*\b(?:to|until|on)\b.*\b{DAY}\b.*"
        rf"|.*\b(?:give|need|want|have)\b.* until\b.*\b{DAY}\b.*",
        "SET DEADLINE {day} 21:00",
        by=(Role.MASTER,),
    ),
    wished(
        rf"(?=.*\b(?:to|until|till|on) (?:next )?{DAY}\b)(?:{_MORE_TIME})",
        "EXTEND {day} 21:00",
        by=(Role.PLAYER,),
    ),
    wished(_MORE_TIME, "EXTEND +{hours}h", by=(Role.PLAYER,)),
    phrase(_AWAY, "HELP ABSENCE", by=(Role.PLAYER,)),
    wished(
        f"{_MORE_TIME}|{_AWAY}", "PRESS TO M", by=(Role.OBSERVER,), masters="SET DEADLINE +{hours}h"
    ),
    wished(
        r".*\bstop the clock\b.*|.*\b(?:take|need|have|make) a break\b.*"
        r"|.*\bpause the game\b.*|.*\b(?:suspend|halt|freeze)\b.*\bgame\b.*",
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
        r"|(?:(?:my|these) )?orders (?:are )?final|final orders",
        "SET NOWAIT",
        by=(Role.PLAYER,),
    ),
    wished(
        r".*\b(?:process|adjudicate|run) (?:now|it|the (?:turn|phase|game|orders))\b.*"
        r"|process\b.*\bnow",
        "PROCESS",
        by=(Role.MASTER,),
    ),
    wished(
        r".*\b(?:go|roll|step|set) (?:it )?back\b.*|.*\b(?:undo|redo) the\b.*"
        r"\b(?:turn|phase)\b.*",
        "ROLLBACK",
        by=(Role.MASTER,),
    ),
    wished(
        r"(?:end|abort|stop|terminate|close|finish|cancel) (?:the|this) game\b.*"
        r"|.*\bwant to (?:end|abort|terminate|close) (?:the|this) game\b.*",
        "TERMINATE",
        by=(Role.MASTER,),
    ),
    wished(
        r".*\b(?:throw|kick|remove|eject|take|expel|replac\w+)\b(?! me\b).*\b\w+\b"
        r"(?: (?:out|away|off|from)\b.*)?",
        "EJECT {power}",
        by=(Role.MASTER,),
    ),
    wished(r".*\bstart (?:the game|now)\b.*", "FORCE BEGIN", by=(Role.MASTER,)),
    # How the game ends, for one or for all.
    wished(
        r".*\b(?:concede|give up|surrender|has won|have won|wins the game|deserves"
        r"|solo to|victory to)\b.*",
        "CONCEDE {power}",
        by=(Role.PLAYER,),
    ),
    wished(r"i concede\b.*", "CONCEDE FRANCE", "RESIGN", by=(Role.PLAYER,)),
    wished(
        r".*\b(?:against|no|not|don't|refuse|reject|oppose|never)\b.*\bdraw\b.*"
        r"|.*\b(?:take back|withdraw|change|revoke)\b.*\b(?:vote|draw)\b.*",
        "SET NODRAW",
        by=(Role.PLAYER,),
    ),
    wished(
        r"(?!.*\b(?:who|what|when|has|have any|draws?\?)\b).*"
        r"\b(?:vote|want|accept|propose|agree|like|call it|offer|end in|settle|take"
        r"|support|ok with|fine with|think|let's|suggest)\b.*\bdraw\b.*"
        r"|(?:can|could|shall|may) we (?:all )?draw\b.*|(?:we )?(?:all )?draw",
        "SET DRAW",
        by=(Role.PLAYER,),
    ),
    wished(_OUT, "RESIGN", by=(Role.PLAYER, Role.OBSERVER, Role.MASTER)),
    # How mails look.
    wished(
        rf"(?:stop (?:sending|mailing)(?: me)?|don't send(?: me)?|do not send(?: me)?"
        rf"|no|no more|without|turn off|i don't (?:want|need))"
        rf" (?:the |any |more )*{_PICTURES}(?: any ?more)?",
        "SET PICTURE NO",
    ),
    wished(
        r"(?:as |in |use |send )?(?:plain[ -]?text|text)(?: only| mails?)*|no html",
        "SET FORMAT PLAIN",
    ),
    # Orders and the writer himself.
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
    # Into a game.
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
    # A question of its own, and not yet the wish to get in.
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
        r"|.*\b(?:sign|count|add|put|enrol|enroll|register|let) me\b.*"
        r"|(?:play|join) (?:diplomacy|a game)"
        r"|.*\b(?:möchte|will|würde)\b.*\b(?:mitspielen|spielen|teilnehmen)\b.*"
        r"|.*\b(?:voudrais|veux|aimerais)\b.*\b(?:jouer|participer)\b.*"
        r"|.*\b(?:quiero|quisiera|me gustaría)\b.*\b(?:jugar|participar)\b.*",
        "JOIN {game}",
        by=(Role.STRANGER, Role.OBSERVER),
    ),
    # Who writes from outside is told how it is done from inside.
    phrase(_OUT, "HELP RESIGN", by=(Role.STRANGER,)),
)
