"""The image of the judge is built, and runs as nobody special."""

from collections.abc import Iterator

import pytest

from tests.e2e.images import Images, images
from tests.patience import PATIENCE


@pytest.fixture
def built() -> Iterator[Images]:
    """Give a store with the image of the judge."""
    with images() as store:
        store.debian()
        store.judge("localhost/judge")
        yield store


def test_the_image_serves_as_an_ordinary_user(built: Images) -> None:
    judge = built.run("buildah", "from", "--pull-never", "localhost/judge").strip()
    inside = ("buildah", "run", "--isolation", "chroot", judge, "--")
    who = built.run(*inside, "id", "-un").strip()
    demo = built.ran(*inside, "judge", "demo", timeout=PATIENCE * 4)

    assert who == "judge"
    assert demo.returncode == 0, demo.stdout[-1000:] + demo.stderr[-1000:]
