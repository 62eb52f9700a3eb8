"""Makes the pictures of the README: a board, and results on a phone.

Run as `python -m tests.render.shown`; it needs Chromium. Fonts differ between machines, so
nobody compares screenshots. Instead, the PNG of the phone contains the digest of the page that it
shows, which `tests/test_readme.py` compares with the page of today.
"""

import hashlib
import io
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import Browser, sync_playwright

from judge.pictures import painted
from tests.machine import program_here
from tests.render.boards import ROOT
from tests.render.mails import all_mails
from tests.render.show import page_of

BOARD, PHONE = ROOT / "deploy" / "board.png", ROOT / "deploy" / "phone.png"
SIZE = {"width": 390, "height": 980}  # pixels of CSS: the width of a phone
_SHARP = 1.25  # pixels for one of CSS
_COLORS = 80
_SOURCE = "Source"  # a keyword of PNG (section 11.3.3)


def board_png(grounds: Path) -> bytes:
    """Return the picture of the board as it is mailed to the Master."""
    drawing = all_mails()["results of movement, to the Master"].drawings[0]
    return painted(drawing, (ROOT / "variants",), ROOT / "templates", grounds)


def phone_png(browser: Browser, grounds: Path) -> bytes:
    """Return a screenshot of the beginning of the results on a phone."""
    page = browser.new_page(viewport=SIZE, device_scale_factor=_SHARP)
    page.set_content(page_of(all_mails()["results of movement"], grounds))
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    source, out = PngInfo(), io.BytesIO()
    source.add_text(_SOURCE, digest())
    shot.quantize(_COLORS, method=Image.Quantize.FASTOCTREE).save(
        out, "PNG", optimize=True, pnginfo=source
    )
    return out.getvalue()


def digest() -> str:
    """Return a digest of what the phone shows: the page to the end of the first picture."""
    mail = all_mails()["results of movement"]
    above = mail.html.partition("<!--/picture-->")[0]
    return hashlib.sha256(f"{above}\n{mail.drawings[0]}".encode()).hexdigest()


def digest_in(file: Path) -> str:
    """Return the digest that a picture of the phone contains."""
    with Image.open(file) as picture:
        return str(picture.info[_SOURCE])


def main() -> None:
    """Write both pictures."""
    with TemporaryDirectory() as grounds, sync_playwright() as playwright:
        BOARD.write_bytes(board_png(Path(grounds)))
        browser = playwright.chromium.launch(
            executable_path=program_here("chromium"), args=["--no-sandbox"]
        )
        PHONE.write_bytes(phone_png(browser, Path(grounds)))
        browser.close()


if __name__ == "__main__":
    main()
