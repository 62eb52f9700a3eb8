"""Other programs can verify the judge's signatures, and signing does not change a mail."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import dkim
import pytest

from judge.mail import Signer, probe_signer, read_signer
from tests.mail.strict import faults
from tests.mail.test_notice import POSTMARK, RICH, write_notice

DOMAIN = "judge.example"
LookUp = Callable[..., bytes | None]
MAIL = write_notice(RICH, POSTMARK, [b"\x89PNG"])


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is missing")
    file = tmp_path_factory.mktemp("dkim") / "key.pem"
    words = ["openssl", "genrsa", "-out", str(file), "2048"]
    subprocess.run(words, check=True, capture_output=True)
    return file


@pytest.fixture(scope="module")
def look_up(key: Path) -> LookUp:
    """Return the look-up of a fake DNS that has the public key of the selector `sel`."""
    words = ["openssl", "rsa", "-in", str(key), "-pubout"]
    public = subprocess.run(words, check=True, capture_output=True).stdout
    text = b"".join(public.splitlines()[1:-1])
    records = {b"sel._domainkey.judge.example.": b"v=DKIM1; k=rsa; p=" + text}
    return lambda name, timeout=5: records.get(name)


@pytest.fixture
def signer(key: Path) -> Signer:
    return read_signer(DOMAIN, "sel", key)


def test_a_signed_mail_is_verified_and_is_still_the_same(signer: Signer, look_up: LookUp) -> None:
    signed = signer.signed(MAIL)

    assert dkim.verify(signed, dnsfunc=look_up)
    assert signed.endswith(MAIL)
    assert faults(signed) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"Reply-To: ", b"Reply-To: x"), (b"All three", b"All four"), (b"To: a", b"To: b")],
)
def test_a_mail_that_was_changed_is_not_verified(
    signer: Signer, look_up: LookUp, old: bytes, new: bytes
) -> None:
    changed = signer.signed(MAIL).replace(old, new, 1)

    assert not dkim.verify(changed, dnsfunc=look_up)


def test_nobody_can_add_a_second_sender(signer: Signer, look_up: LookUp) -> None:
    forged = b"From: keeper@judge.example\r\n" + signer.signed(MAIL)

    assert not dkim.verify(forged, dnsfunc=look_up)


def test_spaces_that_a_server_changes_do_not_matter(signer: Signer, look_up: LookUp) -> None:
    changed = re.sub(rb"\r\nSubject: ", b"\r\nsubject:   ", signer.signed(MAIL))

    assert dkim.verify(changed, dnsfunc=look_up)


def test_a_probe_tells_whether_the_public_key_is_in_the_dns(
    signer: Signer, key: Path, look_up: LookUp
) -> None:
    assert probe_signer(signer, look_up) is None
    trouble = probe_signer(read_signer(DOMAIN, "other", key), look_up)
    assert "other._domainkey.judge.example" in str(trouble)


def test_a_file_without_a_key_is_told_apart_and_never_shown(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("-----BEGIN RSA PRIVATE KEY-----\nsecret\n")

    with pytest.raises(OSError, match="no RSA key") as failed:
        read_signer(DOMAIN, "sel", file)
    assert "secret" not in repr(failed.value)
