"""Limits on requests that are costly or reach other people: uploads, prints, searches, reports, mails."""

from __future__ import annotations

import asyncio

from flagfall.server.http.asgi import HttpRequest
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings
from flagfall.server.token_bucket import Limiter

DRAFTS = 4
"""An editor asks about what is drawn as somebody draws: so many times as often as files may be sent."""

DAY = 86_400
MAILS_ASKED = 5
"""Links to confirm an address that a person, or somebody at an IP address, may ask for in a day."""
MAILS_TO = 2
"""Such links that go to one e-mail address in a day, however many people ask."""


class RequestLimits:
    """The limits of one process on costly requests."""

    def __init__(self, settings: Settings) -> None:
        self.reports = Limiter(settings.logins_per_minute / 60, settings.logins_per_minute)
        self.uploads = Limiter(settings.uploads_per_minute / 60, settings.uploads_per_minute)
        self.drafts = Limiter(DRAFTS * settings.uploads_per_minute / 60, DRAFTS * settings.uploads_per_minute)
        self.prints = Limiter(settings.prints_per_minute / 60, settings.prints_per_minute)
        self.friendly = Limiter(settings.logins_per_minute / 60, 2 * settings.logins_per_minute)
        self.searches = Limiter(settings.searches_per_minute / 60, settings.searches_per_minute)
        self.downloads = Limiter(settings.downloads_per_hour / 3_600, settings.downloads_per_hour)
        self.exports = Limiter(settings.downloads_per_hour / 3_600, settings.downloads_per_hour)
        self.weighing = asyncio.Semaphore(1)
        """Held while games are counted for statistics: others need the database too."""
        self.downloading = asyncio.Semaphore(1)
        """Held while a game is replayed to be written into a file."""
        self.mails = Limiter(settings.mails_per_hour / 3_600, settings.mails_per_hour)
        self.mails_asked = Limiter(MAILS_ASKED / DAY, MAILS_ASKED)
        self.mails_to = Limiter(MAILS_TO / DAY, MAILS_TO)

    def report(self, person: str) -> None:
        """Count a report of a person; refused if there were too many."""
        if not self.reports.take(person):
            raise Refusal("too-many", "too many reports", retry=60)

    def friend(self, person: str) -> None:
        """Count that a person adds or challenges somebody; refused if they did so too often."""
        if not self.friendly.take(person):
            raise Refusal("too-many", "too many requests to people", retry=self.friendly.wait(person))

    def confirmation(self, request: HttpRequest, person: str, address: str) -> bool:
        """Count a link to confirm an address: whether it is to be sent; refused if too many were asked for.

        Nobody is told that others have asked for the same address: such a link is just not sent.
        """
        for key in (f"by {person}", f"at {request.scope.get('flagfall.address')}"):
            if not self.mails_asked.take(key):
                raise Refusal("too-many", "too many addresses today", retry=self.mails_asked.wait(key))
        if not self.mails.take("all"):
            raise Refusal("busy", "too many mails: try again later", retry=self.mails.wait("all"))
        return self.mails_to.take(address.lower())

    def upload(self, request: HttpRequest) -> None:
        """Count a file to be checked or kept, for the address; refused if there were too many."""
        where = str(request.scope.get("flagfall.address"))
        if not self.uploads.take(where):
            raise Refusal("too-many", "too many files", retry=self.uploads.wait(where))

    def draft(self, request: HttpRequest) -> None:
        """Count a question of an editor, for the address; refused if there were too many."""
        where = str(request.scope.get("flagfall.address"))
        if not self.drafts.take(where):
            raise Refusal("too-many", "too many drafts", retry=self.drafts.wait(where))

    def print(self, request: HttpRequest) -> None:
        """Count a game to be printed, for the address; refused if there were too many."""
        where = str(request.scope.get("flagfall.address"))
        if not self.prints.take(where):
            raise Refusal("too-many", "too many printed games", retry=self.prints.wait(where))

    def search(self, request: HttpRequest) -> None:
        """Count a search in the database of games, for the address; refused if there were too many."""
        where = str(request.scope.get("flagfall.address"))
        if not self.searches.take(where):
            raise Refusal("too-many", "too many searches", retry=self.searches.wait(where))

    def download(self, request: HttpRequest) -> None:
        """Count a download of many games, for the address; refused if there were too many."""
        where = str(request.scope.get("flagfall.address"))
        if not self.downloads.take(where):
            raise Refusal("too-many", "too many downloads", retry=self.downloads.wait(where))

    def export(self, request: HttpRequest) -> None:
        """Count a download of somebody's own data, for the address; refused if there were too many."""
        where = str(request.scope.get("flagfall.address"))
        if not self.exports.take(where):
            raise Refusal("too-many", "too many downloads", retry=self.exports.wait(where))
