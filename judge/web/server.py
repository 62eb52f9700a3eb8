"""Answers HTTP: routes, headers, caches, limits; and runs the server."""

import asyncio
import gzip
import hashlib
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from ipaddress import IPv4Address, ip_address, ip_network
from socket import IPPROTO_TCP, TCP_NODELAY
from threading import Lock, Thread
from time import monotonic
from urllib.parse import parse_qsl

import uvicorn
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from judge.web.pages import Answer, Form, Opened, Page, PrivateSite, PublicSite, Redirect

log = logging.getLogger(__name__)

# A page loads nothing from other sites, is not shown inside another page, and contains no inline
# script or style.
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
LONGEST_ADDRESS = 12_000  # bytes of a path with its query: a position with all its orders
_MOST_KEPT = 64_000_000  # bytes of pages in memory
# Seconds for which a cached page is valid, even if the game changes. If a page were made anew after
# each event, the time that its answer takes would tell when a secret letter came.
_KEPT_FOR = 10.0
_SMALLEST_PACKED = 600  # bytes; smaller pages are not compressed
_MOST_PADDING = 200  # bytes
_PACKED = ("text/", "application/", "image/svg+xml")
# Rate limit of a client address: this many pages at once, and this many more each second.
_BURST, _RATE = 120.0, 8.0
# The limit for forms is lower, because each form may write a letter.
_FORMS, _FORM_RATE = 30.0, 0.1
_TRIAL = 8.0
_MOST_CLIENTS = 20_000
_LONGEST_SENDING = 20.0  # seconds for the body of a form
_LONGEST_HEAD = 20.0  # seconds for the head of a request
_STOPPED_WITHIN = 15.0  # seconds


@dataclass(frozen=True, slots=True)
class Ready:
    """A page prepared for answers: its bytes, its bytes compressed, and its ETag."""

    page: Page
    body: bytes
    packed: bytes
    tag: str
    made: float


def ready(page: Page, now: float = 0.0) -> Ready:
    """Return the page with its ETag, and compressed if it is large enough."""
    body = page.body.encode() if isinstance(page.body, str) else page.body
    packs = len(body) >= _SMALLEST_PACKED and page.media_type.startswith(_PACKED)
    packed = gzip.compress(body, 4, mtime=0) if packs else b""
    tag = hashlib.blake2b(body, digest_size=12).hexdigest()
    return Ready(page, body, packed, tag, now)


@dataclass(slots=True)
class Shelf:
    """The cache of pages by address; a cached page is valid for some seconds."""

    most: int = _MOST_KEPT
    clock: Callable[[], float] = monotonic
    _pages: OrderedDict[str, Ready] = field(default_factory=OrderedDict)
    _size: int = 0
    _lock: Lock = field(default_factory=Lock)

    def page(self, address: str, make: Callable[[], Answer]) -> Ready | Redirect:
        """Return the page at `address`, made anew if it is too old."""
        now = self.clock()
        with self._lock:
            kept = self._pages.get(address)
            if kept and now - kept.made < _KEPT_FOR:
                self._pages.move_to_end(address)
                return kept
        made = make()
        if isinstance(made, Redirect):
            return made
        new = ready(made, now)
        if made.status == 200:
            self._keep(address, new)
        return new

    def _keep(self, address: str, new: Ready) -> None:
        with self._lock:
            old = self._pages.pop(address, None)
            self._pages[address] = new
            self._size += _size(new) - (_size(old) if old else 0)
            while self._size > self.most and self._pages:
                _, dropped = self._pages.popitem(last=False)
                self._size -= _size(dropped)


def _size(kept: Ready) -> int:
    return len(kept.body) + len(kept.packed)


@dataclass(slots=True)
class Rates:
    """The rate limit: the number of requests that each client address may still make."""

    burst: float = _BURST
    rate: float = _RATE
    clock: Callable[[], float] = monotonic
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def allows(self, client: str, cost: float = 1.0) -> bool:
        """Count a request of `client` that costs `cost`; return whether it may be answered.

        All addresses of an IPv6 /64 network are one client, because a household gets as many.
        """
        now = self.clock()
        client = _household(client)
        left, since = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        self._left[client] = (left - cost if left >= cost else left, now)
        if len(self._left) > _MOST_CLIENTS:
            self._left.popitem(last=False)
        return left >= cost


def _household(client: str) -> str:
    """Return whose share of the limits a request takes: that of an address, or of its network."""
    try:
        address = ip_address(client.partition("%")[0])
    except ValueError:
        return client  # a proxy may pass on any word
    if isinstance(address, IPv4Address):
        return str(address)
    # A socket for both protocols shows IPv4 addresses so.
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


Endpoint = Callable[[Request], Awaitable[Response]]


class _Guard:
    """Sets the security headers of every answer, and refuses requests beyond the limits."""

    def __init__(self, app: ASGIApp, rates: Rates, *, secure: bool) -> None:
        self._app, self._rates, self._secure = app, rates, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(_HEADERS)
        if self._secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.lower().encode(), value.encode())
                        for name, value in headers.items()
                        if name.lower().encode() not in given
                    ),
                ]
            await send(message)

        client = scope["client"][0] if scope.get("client") else ""
        # These pages cost more, because they list all possible orders of a position.
        path = scope["path"]
        tried = (path.startswith("/try/") and scope["query_string"]) or path.endswith("/preview")
        # Names are not to be tried out in bulk.
        tried = tried or path.startswith("/people/")
        if not self._rates.allows(client, _TRIAL if tried else 1.0):
            refusal = _plain(429, "Too many requests. Wait a minute.\n")
            refusal.headers["Retry-After"] = "15"
            await refusal(scope, receive, sending)
            return
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            await _plain(414, "This address is too long.\n")(scope, receive, sending)
            return
        if path.endswith("/") and path != "/":
            # The path gets one slash at its front, because a path with two would name another host.
            await RedirectResponse("/" + path.strip("/"), 302)(scope, receive, sending)
            return
        # `trouble` has answered and logged it. The server would log its text, maybe with a secret.
        with suppress(Exception):
            await self._app(scope, receive, sending)


def _plain(status: int, text: str) -> Response:
    return Response(text, status, media_type="text/plain; charset=utf-8")


def _takes_gzip(request: Request) -> bool:
    said = request.headers.get("Accept-Encoding", "").lower().replace(" ", "")
    # A weight of 0 refuses it (RFC 9110 section 12.4.2).
    return "gzip" in said and not re.search(r"gzip;q=0(?:\.0*)?(?:,|$)", said)


def response_of(request: Request, kept: Ready) -> Response:
    """Return a page as the answer to a request, or 304 without a body if the browser has it."""
    page, headers = kept.page, {"ETag": f'W/"{kept.tag}"', "Vary": "Accept-Encoding"}
    headers["Cache-Control"] = (
        "public, max-age=31536000, immutable" if page.lasting else "public, max-age=0"
    )
    if page.unlisted:
        headers |= {"X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}
    known = {one.strip() for one in request.headers.get("If-None-Match", "").split(",")}
    if page.status == 200 and headers["ETag"] in known:
        return Response(status_code=304, headers=headers)
    body = kept.body
    if kept.packed and _takes_gzip(request):
        body, headers["Content-Encoding"] = kept.packed, "gzip"
    return Response(body, page.status, headers | {"Content-Type": page.media_type})


_FORM = "application/x-www-form-urlencoded"
_LONGEST_FORM = 100_000  # bytes
_MOST_FIELDS = 300
# Seconds. The store shuts a browser that was not used for long; no browser keeps a cookie longer.
_COOKIE_LASTS = 400 * 86_400


def _is_own(request: Request, origin: str) -> bool:
    """Return whether a form was sent from one of our own pages.

    Browsers name the origin with every form (RFC 6454 section 7). Cookies with SameSite are a
    second guard.
    """
    if site := request.headers.get("Sec-Fetch-Site"):
        return site == "same-origin"
    return request.headers.get("Origin") == origin


def _client(request: Request) -> str:
    return request.client.host if request.client else ""


async def _form_of(request: Request) -> Form:
    """Return the fields of a form; HTTPException if none of the judge's pages can have sent it."""
    if request.headers.get("Content-Type", "").partition(";")[0].strip() != _FORM:
        raise HTTPException(415)
    body = b""
    try:
        async with asyncio.timeout(_LONGEST_SENDING):
            async for chunk in request.stream():
                body += chunk
                if len(body) > _LONGEST_FORM:
                    raise HTTPException(413)
    except TimeoutError:
        raise HTTPException(408) from None
    try:
        text = body.decode()
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise HTTPException(400) from None
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return fields


def _packed_alone(body: bytes) -> bytes:
    """Return a private page compressed, with a length that varies at random.

    Otherwise its length would reveal a secret next to text that an attacker chose (BREACH). The
    padding is a file name in gzip's header, which browsers ignore (RFC 1952 section 2.3.1).
    """
    packed = BytesIO()
    name = "x" * (1 + secrets.randbelow(_MOST_PADDING))
    with gzip.GzipFile(name, "wb", 4, packed, mtime=0) as file:
        file.write(body)
    return packed.getvalue()


def _answer_alone(
    found: Answer | Opened, cookie_name: str, *, secure: bool, packs: bool
) -> Response:
    """Return an answer for one person, which no cache may store."""
    match found:
        case Page(body):
            content = body.encode() if isinstance(body, str) else body
            headers = {"Content-Type": found.media_type, "X-Robots-Tag": "noindex"}
            if packs:
                content = _packed_alone(content)
                headers["Content-Encoding"] = "gzip"
            answer: Response = Response(content, found.status, headers)
        case Redirect(path):
            answer = RedirectResponse(path, 303)
        case Opened(cookie, path):
            answer = RedirectResponse(path, 303)
            lasts = _COOKIE_LASTS if cookie else 0
            answer.set_cookie(
                cookie_name, cookie, max_age=lasts, secure=secure, httponly=True, samesite="lax"
            )
    answer.headers["Cache-Control"] = "no-store"
    # Addresses may be keys. With no referrer at all browsers would hide the origin of a form, too.
    answer.headers["Referrer-Policy"] = "strict-origin"
    return answer


async def _later(delay: float, act: Callable[[Form], None], form: Form) -> None:
    await asyncio.sleep(delay)
    await run_in_threadpool(act, form)


def _some_seconds() -> float:
    """Return a time within which nobody measures whether a known address keeps the judge busy."""
    return 1 + secrets.randbelow(4_000) / 1_000


def _private_routes(rooms: PrivateSite, origin: str, delay: Callable[[], float]) -> list[Route]:
    """Return the routes of private pages, which no cache may store; only POST changes anything."""
    forms = Rates(_FORMS, _FORM_RATE)
    secure = origin.startswith("https:")
    name = "__Host-judge" if secure else "judge"

    def answered(found: Answer | Opened, request: Request) -> Response:
        return _answer_alone(found, name, secure=secure, packs=_takes_gzip(request))

    def read(make: Callable[..., Answer]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            cookie = request.cookies.get(name, "")
            words = request.path_params.values()
            found = await run_in_threadpool(make, cookie, *words, request.query_params)
            return answered(found, request)

        return endpoint

    def sent(
        make: Callable[..., Answer | Opened], after: Callable[[Form], None] | None = None
    ) -> Endpoint:
        """Return the endpoint of a form; `after` is called when the answer has been sent."""

        async def endpoint(request: Request) -> Response:
            if not _is_own(request, origin):
                raise HTTPException(403)
            cookie = request.cookies.get(name, "")
            # The limit counts for the person's cookie too: they may write from many addresses.
            clients = (_client(request), *([f"cookie {hash(cookie)}"] if cookie else []))
            if not all(forms.allows(client) for client in clients):
                raise HTTPException(429)
            form = await _form_of(request)
            words = request.path_params.values()
            browser = request.headers.get("User-Agent", "")
            found = await run_in_threadpool(make, cookie, *words, form, browser)
            answer = answered(found, request)
            answer.background = BackgroundTask(_later, delay(), after, form) if after else None
            return answer

        return endpoint

    async def looked_at(request: Request) -> Response:
        # A preview changes nothing, so it counts like a page and not like a form.
        if not _is_own(request, origin):
            raise HTTPException(403)
        form, cookie = await _form_of(request), request.cookies.get(name, "")
        game = request.path_params["name"]
        return answered(await run_in_threadpool(rooms.preview, cookie, game, form), request)

    async def one_click(request: Request) -> Response:
        # This request comes from a mail provider's server, without cookie and origin (RFC 8058
        # section 3.1).
        if not forms.allows(_client(request)):
            raise HTTPException(429)
        key = request.path_params["key"]
        return answered(await run_in_threadpool(rooms.leave, key, ends=True), request)

    return [
        Route("/key/{key}", read(lambda _cookie, key, _query: rooms.key_page(key))),
        Route(
            "/key/{key}",
            sent(lambda _cookie, key, _form, browser: rooms.spend(key, browser)),
            methods=["POST"],
        ),
        Route("/answer/{key}", read(lambda cookie, key, _query: rooms.question(cookie, key))),
        Route(
            "/answer/{key}",
            sent(lambda cookie, key, form, _: rooms.answer(cookie, key, form)),
            methods=["POST"],
        ),
        Route("/leave/{key}", read(lambda _cookie, key, _query: rooms.leave(key, ends=False))),
        Route("/leave/{key}", one_click, methods=["POST"]),
        Route("/me", read(lambda cookie, _query: rooms.me(cookie))),
        Route("/me", sent(lambda *_: rooms.key_asked(), after=rooms.mail_key), methods=["POST"]),
        Route("/me-shut", sent(lambda cookie, form, _: rooms.shut(cookie, form)), methods=["POST"]),
        Route("/me/{name}", read(rooms.place)),
        Route(
            "/me/{name}",
            sent(lambda cookie, game, form, _: rooms.send(cookie, game, form)),
            methods=["POST"],
        ),
        Route("/me/{name}/preview", looked_at, methods=["POST"]),
        Route("/me/{name}/{letter}", read(rooms.letter)),
    ]


def web_app(
    site: PublicSite,
    rooms: PrivateSite | None = None,
    *,
    origin: str = "https://localhost",
    rates: Rates | None = None,
    shelf: Shelf | None = None,
    delay: Callable[[], float] = _some_seconds,
) -> ASGIApp:
    """Return the web face of `site`, with the private pages of `rooms`.

    `origin` is the public origin of the pages, such as https://judge.example.org. A key that was
    asked for is looked up after the seconds that `delay` returns.
    """
    shelf = shelf or Shelf()

    def shown(make: Callable[..., Answer], *, asks: bool = False, fresh: bool = False) -> Endpoint:
        """Return the endpoint for a kind of page; `asks` says whether its query counts.

        A `fresh` page is made for each request and never cached.
        """

        async def endpoint(request: Request) -> Response:
            words: Mapping[str, str] = request.path_params
            query = dict(request.query_params) if asks else {}
            # The path is not taken from `request.url`, which a strange Host header may change.
            path: str = request.scope["path"]
            said = request.scope["query_string"].decode("latin-1") if asks else ""

            def answer() -> Ready | Redirect:
                wanted = (*words.values(), query) if asks else tuple(words.values())
                address = f"{path}?{said}"
                if fresh or (said and path.startswith("/try/")):
                    made = make(*wanted)
                    return made if isinstance(made, Redirect) else ready(made)
                return shelf.page(address, lambda: make(*wanted))

            found = await run_in_threadpool(answer)
            if isinstance(found, Redirect):
                # A temporary redirect: tomorrow another phase runs, with another page.
                return RedirectResponse(found.path, 302)
            return response_of(request, found)

        return endpoint

    async def file_of_game(request: Request) -> Response:
        if request.path_params["kind"] not in ("json", "atom", "ics"):
            raise HTTPException(404)
        return await shown(site.game_file)(request)

    async def trouble(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if status == 500:
            # Neither the address nor the error is logged, because both may contain a secret.
            log.error("a page failed: %s", type(error).__name__)
        page = await run_in_threadpool(site.trouble, status)
        answer = response_of(request, ready(page))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    routes = [
        Route("/", shown(site.front)),
        Route("/games", shown(site.games, asks=True)),
        Route("/games/{name}.{kind}", file_of_game),
        Route("/games/{name}", shown(site.game)),
        Route("/games/{name}/{phase}.svg", shown(site.picture, asks=True)),
        Route("/games/{name}/{phase}", shown(site.game)),
        Route("/games/{name}/{phase}/try", shown(site.tried_again)),
        Route("/openings.atom", shown(site.openings)),
        Route("/variants", shown(site.variants)),
        Route("/variants/{variant}.json", shown(site.variant_file)),
        Route("/variants/{variant}", shown(site.variant)),
        Route("/try/{variant}", shown(site.trial, asks=True)),
        Route("/help", shown(lambda: site.help_page("index"))),
        Route("/help/{topic}", shown(site.help_page)),
        Route("/hall", shown(site.hall, asks=True)),
        Route("/hall.json", shown(site.hall_file)),
        Route("/people/{person}", shown(site.person)),
        Route("/status", shown(site.status, fresh=True)),
        Route("/static/{file}", shown(site.static)),
        Route("/robots.txt", shown(site.robots)),
    ]
    routes += _private_routes(rooms, origin, delay) if rooms else []
    app = Starlette(routes=routes, exception_handlers={HTTPException: trouble, 500: trouble})
    # Such a redirect would lead to the host that the request names, which may be any host.
    app.router.redirect_slashes = False
    return _Guard(app, rates or Rates(), secure=origin.startswith("https:"))


@dataclass(frozen=True, slots=True)
class WebDoor:
    """The address on which the web face listens, and the proxies whose X-Forwarded-For counts."""

    host: str
    port: int
    proxies: tuple[str, ...] = ()


class _Connection(H11Protocol):
    """A connection that is closed if no whole head of a request comes for long.

    The server has no such limit, and idle connections would use up its places.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Begin, and look now and then for a request."""
        super().connection_made(transport)
        self.loop.call_later(_LONGEST_HEAD, self._look, None)

    def _look(self, seen: object) -> None:
        """Close the connection if it waits for a request as it did at the last look."""
        waits = getattr(self.cycle, "response_complete", True)
        if waits and self.cycle is seen:
            self.transport.close()
        elif not self.transport.is_closing():
            self.loop.call_later(_LONGEST_HEAD, self._look, self.cycle if waits else self)


@contextmanager
def web_face(app: ASGIApp, door: WebDoor) -> Iterator[int]:
    """Answer HTTP at `door` while the block runs; yields the port."""
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host=door.host,
            port=door.port,
            lifespan="off",
            ws="none",
            log_config=None,
            log_level="warning",
            access_log=False,  # addresses may hold secrets
            http=_Connection,
            server_header=False,
            date_header=True,
            proxy_headers=bool(door.proxies),
            # A socket for both protocols shows IPv4 addresses in the second form.
            forwarded_allow_ips=[*door.proxies, *(f"::ffff:{one}" for one in door.proxies)],
            timeout_keep_alive=15,
            limit_concurrency=1_000,
            h11_max_incomplete_event_size=32_768,
            backlog=200,
        )
    )
    config = server.config
    socket = config.bind_socket()
    # A proxy keeps connections; without this each further answer waits 40 ms for its second half.
    socket.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
    # A connection that comes before the server has started waits for it.
    socket.listen(config.backlog)
    thread = Thread(target=server.run, args=([socket],), name="web face", daemon=True)
    thread.start()
    try:
        yield int(socket.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(_STOPPED_WITHIN)
        socket.close()
