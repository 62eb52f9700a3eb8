"""The web face: it answers HTTP requests, and knows neither games nor the store.

`judge/service/site` makes its pages.
"""

from judge.web.pages import Form, Opened, Page, Redirect
from judge.web.server import WebDoor, web_app, web_face

__all__ = ["Form", "Opened", "Page", "Redirect", "WebDoor", "web_app", "web_face"]
