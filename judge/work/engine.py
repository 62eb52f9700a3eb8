"""Wakes the programs that share a PostgreSQL store, by the library Procrastinate.

All work is in the judge's own tables. A job of Procrastinate only says that there may be work in a
queue. A lost, late or repeated job does no harm, because each program checks its queues at every
tick of its alarm. So the tables of Procrastinate are no part of the store: they have a schema of
their own, which is made anew if it is missing or of another version.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import version
from queue import Empty, SimpleQueue
from threading import Event, Thread

import psycopg
from procrastinate import App, JobContext, PsycopgConnector, SyncPsycopgConnector
from procrastinate.jobs import Status
from procrastinate.schema import SchemaManager
from psycopg.sql import SQL, Identifier, Literal

from judge.work.alarm import PATIENCE

log = logging.getLogger(__name__)

_TASK = "work"
_HEARTBEAT = 3.0  # seconds between two signs of life of a worker
_SILENCE = 9.0  # seconds without one, after which another worker gets its jobs
_AGAIN = 5.0  # seconds until a failed part is tried again
_PAUSE = 0.05  # seconds between two rings of a queue


class Engine:
    """Wakes one of the programs that serve a queue, which may be this program.

    `work` does all work of a queue. It is called for the `queues` of this program, in one thread at
    a time for each. `conninfo` is libpq's connection string; the tables of Procrastinate are in
    `schema` of that database.
    """

    def __init__(
        self, conninfo: str, schema: str, queues: Sequence[str], work: Callable[[str], None]
    ) -> None:
        for name in ("procrastinate", "psycopg.pool"):
            # These libraries log a line for each job, and tracebacks if the database is away.
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._conninfo, self._schema = conninfo, schema
        self._queues, self._work = queues, work
        # A wake-up that is lost in a crash does no harm, so commits need not wait for the disk.
        options = f"-c search_path={schema} -c synchronous_commit=off"
        self._kwargs = {"options": options}
        self._rings: SimpleQueue[str | None] = SimpleQueue()
        self._stopping = Event()
        self._threads = [
            Thread(target=self._again, args=(part,), name=name, daemon=True)
            for name, part in (("rings", self._ring_on), ("jobs", self._serve))
        ]

    def start(self) -> None:
        """Start sending and receiving wake-ups; it waits for a database that is away."""
        for thread in self._threads:
            thread.start()

    def ring(self, queue: str) -> None:
        """Wake a program that serves `queue` soon; returns without waiting."""
        self._rings.put(queue)

    def stop(self) -> None:
        """Stop sending and receiving wake-ups; a running chore goes on."""
        self._stopping.set()
        self._rings.put(None)
        for thread in self._threads:
            thread.join(PATIENCE.total_seconds())

    def _again(self, part: Callable[[], None]) -> None:
        """Run a part of the engine until the engine is stopped; after a failure, run it again."""
        while not self._stopping.is_set():
            try:
                _make_tables(self._conninfo, self._schema)
                part()
            except Exception as error:  # noqa: BLE001 - ticks remain
                failed = {"error": type(error).__name__}
                log.warning("no wake-ups between programs now", extra=failed)
            self._stopping.wait(_AGAIN)

    def _ring_on(self) -> None:
        connector = SyncPsycopgConnector(
            conninfo=self._conninfo, kwargs=self._kwargs, min_size=1, max_size=1
        )
        with App(connector=connector).open() as app:
            while (queues := self._rung()) is not None:
                for queue in queues:
                    # One waiting job is enough, because it means all work of the queue.
                    if not app.job_manager.list_jobs(queue=queue, status="todo"):
                        app.configure_task(_TASK, queue=queue).defer()
                self._stopping.wait(_PAUSE)

    def _rung(self) -> set[str] | None:
        """Wait for a call of `ring`, and return the queues to wake; None if the engine stops."""
        found = {self._rings.get()}
        with suppress(Empty):
            while True:
                found.add(self._rings.get_nowait())
        queues = {queue for queue in found if queue is not None}
        return None if self._stopping.is_set() else queues

    def _serve(self) -> None:
        asyncio.run(self._hear())

    async def _hear(self) -> None:
        connector = PsycopgConnector(
            conninfo=self._conninfo, kwargs=self._kwargs, min_size=1, max_size=4
        )
        async with App(connector=connector).open_async() as app:

            @app.task(name=_TASK, pass_context=True)
            async def work(context: JobContext) -> None:
                await asyncio.to_thread(self._work, context.job.queue)

            parts = [self._one_worker(app, queue) for queue in self._queues]
            tasks = [asyncio.create_task(part) for part in (*parts, self._rescue(app))]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                found = await asyncio.gather(*tasks, return_exceptions=True)
            for one in found:
                if isinstance(one, Exception):
                    raise one

    async def _one_worker(self, app: App, queue: str) -> None:
        await app.run_worker_async(
            queues=[queue],
            install_signal_handlers=False,
            delete_jobs="always",
            update_heartbeat_interval=_HEARTBEAT,
            stalled_worker_timeout=_SILENCE,
            shutdown_graceful_timeout=0.1,
        )

    async def _rescue(self, app: App) -> None:
        """Wake other workers for the queues of dead workers, until the engine is stopped."""
        manager = app.job_manager
        while not self._stopping.is_set():
            for job in await manager.get_stalled_jobs(seconds_since_heartbeat=_SILENCE):
                await manager.finish_job(job, Status.FAILED, delete_job=True)
                self.ring(job.queue)
            await manager.prune_stalled_workers(_SILENCE)
            await asyncio.to_thread(self._stopping.wait, _HEARTBEAT)


def _make_tables(conninfo: str, name: str) -> None:
    """Make the tables of Procrastinate, unless those of this version exist."""
    ours, schema = version("procrastinate"), Identifier(name)
    with psycopg.connect(conninfo, connect_timeout=10) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (name,))
        found = connection.execute(
            "SELECT obj_description(to_regnamespace(%s), 'pg_namespace')", (name,)
        ).fetchone()
        if found == (ours,):
            return
        connection.execute(SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(schema))
        connection.execute(SQL("CREATE SCHEMA {}").format(schema))
        connection.execute(SQL("SET LOCAL search_path TO {}").format(schema))
        connection.execute(SchemaManager.get_schema())
        comment = SQL("COMMENT ON SCHEMA {} IS {}").format(schema, Literal(ours))
        connection.execute(comment)
