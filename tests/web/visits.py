"""Functions that read the pages of a test's judge as a browser without JavaScript does."""

from itertools import count

from starlette.testclient import TestClient

from judge.render import PageRenderer
from judge.service import keep_mail
from judge.service.site import Rooms, Site
from judge.shipped import shipped, variant_homes
from judge.store import open_reader
from judge.web import web_app
from judge.web.server import Shelf
from tests.post import ADDRESS, HOME, Post


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


def rooms_of(post: Post, site: Site) -> Rooms:
    """Return the private pages of the judge of `post`, which stores their letters immediately."""
    return Rooms(
        site, lambda mail: keep_mail(post.judge, mail, post.now), lambda: f"{next(_CHANCE):032}"
    )


def visitor(post: Post) -> TestClient:
    """Return a browser for the pages of the judge of `post`."""
    site = site_of(post)
    # Each page is made anew.
    shelf = Shelf(clock=lambda: next(_CHANCE) * 100.0)
    app = web_app(site, rooms_of(post, site), origin=HOME, shelf=shelf, delay=lambda: 0.0)
    return TestClient(app, base_url=HOME, headers={"Origin": HOME})


_CHANCE = count(1)
