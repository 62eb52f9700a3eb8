"""What njudge keeps in its program of the variants it knows by name."""

from dataclasses import dataclass

_STANDARD = "A=Austria E=England F=France G=Germany I=Italy R=Russia T=Turkey"
_CROWDED = f"{_STANDARD} B=Balkan L=Lowland N=Norway S=Spain"
_HUNDRED = "B=Burgundy E=England F=France"
_MINOR = (
    "B=Belgium C=Greece D=Denmark H=Holland L=Bulgaria N=Spain P=Portugal S=Serbia "
    "U=Rumania W=Sweden X=Tunis Y=Norway"
)
_ROOTZ = (
    "A=Austria1 E=England1 F=France1 G=Germany1 I=Italy1 R=Russia1 T=Turkey1 "
    "1=Austria2 2=England2 3=France2 4=Germany2 5=Italy2 6=Russia2 7=Turkey2"
)
_COLONIAL = "B=Britain C=China F=France H=Holland J=Japan R=Russia T=Turkey"
_SAILHO = "E=East N=North S=South W=West"


@dataclass(frozen=True, slots=True)
class Known:
    """A variant's victory, builds, powers (letter=name), and whether it is dual."""

    victory: int
    powers: str
    builds: str = "home"
    duality: bool = False

    @property
    def names(self) -> dict[str, str]:
        """Return the names of the powers by letter; a name may have blanks."""
        found: dict[str, str] = {}
        letter = ""
        for word in self.powers.split():
            head, sign, tail = word.partition("=")
            if sign:
                letter = head
                found[letter] = tail
            else:
                found[letter] += f" {word}"
        return found


KNOWN: dict[str, Known] = {
    **dict.fromkeys(
        ("standard", "1898", "fleet_rome", "milan", "shift_left", "shift_right", "shift_around"),
        Known(18, _STANDARD),
    ),
    "britain": Known(19, _STANDARD),
    "wraparound": Known(19, _STANDARD),
    "wraparound2": Known(19, _STANDARD),
    "pure": Known(4, _STANDARD),
    "layered": Known(35, _STANDARD),
    "youngstown": Known(37, f"{_STANDARD} C=China N=India J=Japan"),
    "loeb9": Known(20, f"{_STANDARD} N=Norway S=Spain"),
    "crowded": Known(18, _CROWDED),
    "crowded_1898": Known(18, _CROWDED),
    "minorpower": Known(18, f"{_STANDARD} {_MINOR}"),
    "rootz": Known(28, _ROOTZ),
    "chaos": Known(18, "", builds="owned"),
    "aberration": Known(
        27,
        "B=Burgundy C=Sicily E=Eire H=Hungary I=Israel P=Poland S=Spain U=Ukraine Z=Byzantium",
        builds="aberration",
    ),
    "chromatic": Known(11, "B=Blue D=Dark L=Light R=Red Y=Yellow"),
    "asia": Known(21, "C=China I=Indonesia J=Japan N=India P=Persia R=Russia S=Siberia"),
    "modern": Known(
        33,
        "B=Britain E=Egypt F=France G=Germany I=Italy P=Poland R=Russia S=Spain T=Turkey U=Ukraine",
    ),
    "colonial": Known(30, _COLONIAL, duality=True),
    "colonial96": Known(30, _COLONIAL, duality=True),
    "h31": Known(9, _HUNDRED, builds="owned"),
    "h32": Known(9, _HUNDRED, builds="owned"),
    "classical": Known(18, "A=Macedon C=Carthage E=Egypt R=Rome S=Syria", builds="aberration"),
    "empire": Known(
        29,
        "B=British Columbia C=California F=Florida H=Heartland N=New York P=Peru "
        "Q=Quebec T=Texas U=Cuba X=Mexico",
    ),
    "african2": Known(19, "A=South Africa E=Ethiopia I=Ivory Coast L=Libya S=Saudi Arabia Z=Zaire"),
    "sailho": Known(9, _SAILHO),
    "sailho_crowded": Known(10, f"{_SAILHO} C=Cyprus D=Dissentos"),
    "ancient_med": Known(18, "C=Carthage E=Egypt G=Greece P=Persia R=Rome", duality=True),
}
