"""The DNS records of the judge's domain, and the records that an operator should publish."""

import pytest

from judge.cli.dns import Lookup, UnansweredError, record_findings
from judge.config import Configuration

Records = dict[tuple[str, str], tuple[str, ...]]
JUDGE = "judge@club.org"
GOOD: Records = {
    ("club.org", "MX"): ("mx.club.org",),
    ("mx.club.org", "A"): ("192.0.2.7",),
    ("192.0.2.7", "PTR"): ("mx.club.org",),
    ("club.org", "TXT"): ("some other text", "v=spf1 mx -all"),
    ("_dmarc.club.org", "TXT"): ("v=DMARC1; p=quarantine",),
}
# Differences from the good records, and the beginning of the finding about each.
WRONG: list[tuple[Records, str]] = [
    ({("club.org", "MX"): ()}, "PROBLEM address: The name club.org cannot be looked up."),
    ({("club.org", "MX"): ("",)}, 'PROBLEM address: The MX record of club.org is ".", which says'),
    (
        {("mx.club.org", "A"): ()},
        "PROBLEM address: Mail for club.org goes to mx.club.org (MX), which has no",
    ),
    (
        {("club.org", "TXT"): ("v=spf10",)},
        "PROBLEM spf: club.org does not say who may send its mail",
    ),
    (
        {("club.org", "TXT"): ("v=spf1 mx -all", "v=spf1 -all")},
        "PROBLEM spf: club.org has 2 SPF records, so none counts",
    ),
    (
        {("club.org", "TXT"): ("v=spf1 -all",)},
        'PROBLEM spf: The SPF record of club.org is "v=spf1 -all", which lets nobody',
    ),
    (
        {("club.org", "TXT"): ("v=spf1 mx +all",)},
        'PROBLEM spf: The SPF record of club.org is "v=spf1 mx +all", which lets every',
    ),
    (
        {("_dmarc.club.org", "TXT"): ()},
        "note    dmarc: club.org does not say what to do with forged mail",
    ),
    (
        {("192.0.2.7", "PTR"): ()},
        "PROBLEM ptr: mx.club.org has the address 192.0.2.7, for which the reverse DNS "
        "gives no name",
    ),
    (
        {("192.0.2.7", "PTR"): ("host7.provider.net",)},
        "PROBLEM ptr: mx.club.org has the address 192.0.2.7, for which the reverse DNS "
        "gives host7.provider.net, which has another;",
    ),
]


def answering(records: Records) -> Lookup:
    return lambda name, kind: records.get((name, kind), ())


def told(records: Records, address: str = JUDGE) -> list[str]:
    settings = Configuration(address=address)
    found = record_findings(settings, answering(records))
    return [one.line() for one in found]


def test_a_domain_that_has_an_mx_alone_is_well() -> None:
    assert [line.split()[0] for line in told(GOOD)] == ["ok"] * 4


def test_a_domain_without_mx_is_its_own_mail_server() -> None:
    own = GOOD | {("club.org", "MX"): (), ("club.org", "A"): ("192.0.2.7",)}
    own |= {("192.0.2.7", "PTR"): ("club.org",)}

    assert [line.split()[0] for line in told(own)] == ["ok"] * 4


@pytest.mark.parametrize(("records", "words"), WRONG)
def test_a_record_that_costs_mail_is_named(records: Records, words: str) -> None:
    wrong = [line for line in told(GOOD | records) if not line.startswith("ok")]

    assert wrong[0].startswith(words)


def test_the_policy_of_the_domain_above_counts() -> None:
    below = {("mail.club.org", kind): GOOD["club.org", kind] for kind in ("MX", "TXT")}

    assert [line.split()[0] for line in told(GOOD | below, "j@mail.club.org")] == ["ok"] * 4


@pytest.mark.parametrize("domain", ["localhost", "judge.test", "club.example"])
def test_of_a_name_that_no_dns_has_none_is_asked(domain: str) -> None:
    (line,) = told({}, f"judge@{domain}")

    assert line.startswith(f"note    address: The name {domain} is none of the")


def test_without_an_answer_nothing_is_called_wrong() -> None:
    def silent(name: str, kind: str) -> tuple[str, ...]:
        raise UnansweredError

    found = list(record_findings(Configuration(address=JUDGE), silent))

    assert [one.state for one in found] == ["note"]
    assert "No name server answered about club.org" in found[0].note
