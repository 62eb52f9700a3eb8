"""Reading the pages of a test's judge, as a browser without JavaScript does."""

from starlette.testclient import TestClient

from judge.render import PageRenderer
from judge.service.site import Site
from judge.shipped import shipped, variant_homes
from judge.store import open_reader
from judge.web import web_app
from tests.post import ADDRESS, Post

HOME = "https://judge.test"


def site_of(post: Post) -> Site:
    """Return the pages of the judge of `post`, by its clock."""
    store = open_reader(post.judge.store.url.render_as_string(hide_password=False))
    home = HOME
    pages = PageRenderer(
        shipped("templates"),
        variant_homes(),
        address=ADDRESS,
        name="Judge",
        url=home,
        version="1.0",
    )
    return Site(post.judge, store, pages, lambda: post.now)


def visitor(post: Post) -> TestClient:
    """Return somebody who reads the pages of the judge of `post`."""
    return TestClient(web_app(site_of(post)), base_url=HOME, raise_server_exceptions=True)
