"""The findings of `judge check` about the web face, and the settings for a proxy before it."""

from collections.abc import Iterator
from http.client import HTTPException
from importlib.util import find_spec
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from judge.cli.ports import page_port_finding
from judge.cli.settings import Finding
from judge.config import Configuration

WEB_PORT = 8035
_PATIENCE = 10.0  # seconds
_ROBOTS = "/robots.txt"
_OURS = b"Disallow: /me"


def proxy_lines(url: str, port: int) -> str:
    """Return lines for Caddy and for nginx that pass the pages on; a person chooses one."""
    host = url.partition("://")[2]
    return f"""\
Pages for browsers come by a proxy with HTTPS. For Caddy, in /etc/caddy/Caddyfile:

  {host} {{
      reverse_proxy 127.0.0.1:{port}
  }}

For nginx, inside the `server` of {host} with its certificate:

  location / {{
      proxy_pass http://127.0.0.1:{port};
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
  }}
  location ~ ^/(key|answer|leave)/ {{
      access_log off;  # their addresses hold secrets
      proxy_pass http://127.0.0.1:{port};
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
  }}

Caddy logs no addresses, unless you tell it to: leave out /key/, /answer/ and /leave/ then.
"""


def web_findings(settings: Configuration, *, quick: bool) -> Iterator[Finding]:
    """Yield findings about the pages; a `quick` check does not ask for them from outside."""
    if not settings.web_port and not settings.web_url:
        return
    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        yield Finding(
            "web_port",
            trouble=f"The library {missing[0]} is missing; install judge[web], or set "
            "`web_port = 0`.",
        )
        return
    if settings.web_port:
        yield page_port_finding(settings, "web_port", settings.web_host, settings.web_port)
    if not settings.web_url:
        yield Finding("web_url", note="Without it, feeds and the keys of WEB have no address.")
    elif not settings.web_url.startswith("https:"):
        yield Finding(
            "web_url",
            note="Without HTTPS others can read along, and take over somebody's places; put a "
            "proxy in front (`deploy/README.md`, The web face).",
        )
    elif not quick:
        yield _url_finding(settings.web_url)


def _url_finding(url: str) -> Finding:
    """Return whether the pages can be reached at their public address."""
    try:
        with urlopen(url + _ROBOTS, timeout=_PATIENCE) as answer:
            ours = _OURS in answer.read(2_000)
    except HTTPError as error:
        with error:
            said = f"it answers with status {error.code}"
    except (URLError, OSError, HTTPException) as error:
        said = f"it does not answer ({error})"
    else:
        if ours:
            return Finding("web_url", f"{url} shows the pages.")
        said = "another program answers there"
    return Finding(
        "web_url",
        trouble=f"{url} does not show the pages: {said}. Does the judge run, and does the proxy "
        "pass it on (`deploy/README.md`, The web face)?",
    )
