"""Sends notices: a few at once, each within seconds, again where a service was busy, and never for long.

Nothing here is waited for by a game. What waits is in memory alone: a notice that a process loses when it
ends was noted as told before (`storage.notices.told`), so it is sent at most once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from flagfall.server.metrics import Metrics
from flagfall.server.notices.links import Links
from flagfall.server.notices.mail import Mailer, check_mail_settings
from flagfall.server.notices.push import Pusher, new_key, public_key
from flagfall.server.notices.texts import Notice, language_of, payload, phrases, say
from flagfall.server.settings import Settings
from flagfall.server.storage.notices import devices
from flagfall.server.storage.notices.devices import Device
from flagfall.server.storage.notices.keys import kept_key
from flagfall.server.storage.notices.sent_notices import Ways
from flagfall.server.storage.store import Store
from flagfall.server.time_and_chance import TimeAndChance
from flagfall.server.token_bucket import Limiter

WORKERS = 6
WAITING = 5_000
"""Messages that wait at once; more are dropped."""
AGAIN = (5.0, 30.0, 180.0)
"""Seconds after which a message that could not be sent is tried again, and how often."""
PUSHES_PER_HOUR = 120
MAILS_PER_DAY = 24
"""For each person: with many games a mail says less than the page."""

Outcome: TypeAlias = Literal["sent", "gone", "refused", "later"]
logger = logging.getLogger("flagfall.notices")


class _Message(NamedTuple):
    way: str
    send: Callable[[], Awaitable[Outcome]]
    tries: int = 0


class Keys(NamedTuple):
    """What the server signs with."""

    push: Pusher
    push_public: str
    links: Links


class Delivery:
    """The ways out of this server: push services, and the operator's mail server."""

    def __init__(
        self, settings: Settings, store: Store, time_and_chance: TimeAndChance, metrics: Metrics
    ) -> None:
        check_mail_settings(settings)
        if settings.push_key:
            public_key(settings.push_key)  # A wrong one is told at the start.
        self.settings = settings
        self._store = store
        self._time_and_chance = time_and_chance
        self._metrics = metrics
        self._mailer = Mailer(settings)
        self._queue: asyncio.Queue[_Message] = asyncio.Queue(WAITING)
        self._pushes = Limiter(PUSHES_PER_HOUR / 3_600, PUSHES_PER_HOUR)
        self._mails = Limiter(MAILS_PER_DAY / 86_400, MAILS_PER_DAY)
        self._keys: Keys | None = None
        self._making = asyncio.Lock()

    @property
    def mail(self) -> bool:
        """Whether this server sends e-mails."""
        return bool(self.settings.smtp_host)

    async def keys(self) -> Keys:
        """The keys of this server, made when they are first needed and kept in the database."""
        async with self._making:
            if self._keys is None:
                given = self.settings.push_key
                private = given or await kept_key(self._store, "vapid", await asyncio.to_thread(new_key))
                links = await kept_key(self._store, "links", self._time_and_chance.secret())
                public = await asyncio.to_thread(public_key, private)
                self._keys = Keys(Pusher(self.settings, private), public, Links(self.settings, links))
            return self._keys

    async def run(self) -> None:
        """Send what waits as long as the server runs."""
        workers = [asyncio.create_task(self._work()) for _ in range(WORKERS)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            if self._keys is not None:
                await self._keys.push.stop()

    async def _work(self) -> None:
        while True:
            message = await self._queue.get()
            try:
                outcome = await message.send()
            except Exception as error:
                # Neither the address nor the text goes into the log.
                logger.error("a notice by %s failed: %s", message.way, type(error).__name__)
                outcome = "refused"
            if outcome == "later" and message.tries < len(AGAIN):
                again = message._replace(tries=message.tries + 1)
                asyncio.get_running_loop().call_later(AGAIN[message.tries], self._put, again)
            else:
                self._metrics.notices.labels(message.way, outcome).inc()

    def _put(self, message: _Message) -> None:
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self._metrics.notices.labels(message.way, "dropped").inc()

    # ---- notices ----------------------------------------------------------------------------------

    def tell(self, notice: Notice, ways: Ways) -> None:
        """Send a notice to somebody in every way that they have asked for."""
        if self.settings.push:
            for device in ways.devices:
                if self._pushes.take(ways.person):
                    self._put(_Message("push", self._pushing(notice, device, ways.language)))
        if self.mail and ways.address and self._mails.take(ways.person):
            self._put(_Message("mail", self._mailing(notice, ways)))

    def _pushing(self, notice: Notice, device: Device, chosen: str) -> Callable[[], Awaitable[Outcome]]:
        content = payload(notice, language_of(chosen, device.language))

        async def send() -> Outcome:
            pusher = (await self.keys()).push
            outcome = await pusher.send(device, content, notice.seconds, notice.about)
            if outcome == "gone":
                await self._store.write(lambda db: devices.forget(db, device.id))
            return outcome

        return send

    def _mailing(self, notice: Notice, ways: Ways) -> Callable[[], Awaitable[Outcome]]:
        async def send() -> Outcome:
            links = (await self.keys()).links
            token = links.stop_token(ways.person, ways.address)
            language = language_of(ways.language, ways.address_language)
            words, said = phrases(language), say(notice, language)
            text = "\n".join(
                (
                    f"{said.title}.",
                    said.body,
                    "",
                    words("mail", "open"),
                    links.to(notice.path),
                    "",
                    "-- ",
                    words("mail", "why"),
                    words("mail", "stop"),
                    links.stop_page(token),
                    "",
                )
            )
            letter = self._mailer.letter(
                ways.address, f"{said.title}: {said.body}", text, language, links.stop_post(token)
            )
            return await self._mailer.send(letter)

        return send

    def ask_to_confirm(self, address: str, name: str, language: str, secret: str) -> None:
        """Send the link that confirms an address."""

        async def send() -> Outcome:
            links = (await self.keys()).links
            words = phrases(language_of(language))
            host = urlsplit(self.settings.base_url).netloc
            text = "\n".join(
                (
                    words("confirm", "body", name=name, host=host),
                    "",
                    words("confirm", "link"),
                    links.confirm(secret),
                    "",
                    words("confirm", "not_you"),
                    "",
                )
            )
            letter = self._mailer.letter(address, words("confirm", "subject"), text, words.language)
            return await self._mailer.send(letter)

        self._put(_Message("mail", send))
