"""E-mail: addresses that can be written to, plain texts, and the operator's mail server."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime, make_msgid
from typing import Literal, TypeAlias

from flagfall.core import BadOption
from flagfall.server.refusal import Refusal
from flagfall.server.settings import Settings

TIMEOUT = 20.0
"""Seconds for one mail."""
_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)

MailSent: TypeAlias = Literal["sent", "refused", "later"]


def check_address(text: str) -> str:
    """An address that a mail can be sent to; refused if it is none."""
    address = text.strip()
    local = address.partition("@")[0]
    if not _ADDRESS.fullmatch(address) or len(local) > 64 or len(address) > 254:
        raise Refusal("bad-message", "is not an e-mail address", field="address")
    return address


def check_mail_settings(settings: Settings) -> None:
    """`BadOption` where e-mail is wanted and something that it needs is missing."""
    if not settings.smtp_host:
        return
    if not settings.base_url:
        raise BadOption("smtp_host", "needs base_url, for the links in the mails")
    try:
        check_address(settings.smtp_from)
    except Refusal:
        raise BadOption(
            "smtp_from", "is the address that mails come from, as in flagfall@example.org"
        ) from None


class WholeHeader(UnstructuredHeader, BaseHeader):
    """A header in one line, however long: an address that is folded and encoded cannot be used."""

    def fold(self, *, policy: Policy) -> str:
        """The line as it is sent."""
        return f"{self.name}: {self}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("list-unsubscribe", WholeHeader)
LETTERS = SMTP.clone(header_factory=_HEADERS)


class Mailer:
    """Sends mails by the operator's mail server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def letter(self, to: str, subject: str, text: str, language: str, stop: str = "") -> EmailMessage:
        """A mail in plain text; ``stop`` is the address that ends these mails by one click (RFC 8058)."""
        message = EmailMessage(policy=LETTERS)
        sender = self._settings.smtp_from
        message["From"] = f"Flagfall <{sender}>"
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        if stop:
            message["List-Unsubscribe"] = f"<{stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text, cte="quoted-printable")
        message["Content-Language"] = language  # The content is set first: it drops such headers.
        return message

    async def send(self, message: EmailMessage) -> MailSent:
        """Hand a mail to the mail server."""
        import aiosmtplib

        ours = self._settings
        try:
            await aiosmtplib.send(
                message,
                hostname=ours.smtp_host,
                port=ours.smtp_port,
                username=ours.smtp_user or None,
                password=ours.smtp_password or None,
                use_tls=ours.smtp_tls == "tls",
                start_tls=ours.smtp_tls == "starttls",
                timeout=TIMEOUT,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            return "refused" if all(one.code >= 500 for one in error.recipients) else "later"
        except aiosmtplib.SMTPResponseException as error:
            return "refused" if error.code >= 500 else "later"
        except (aiosmtplib.SMTPException, OSError, TimeoutError):
            return "later"
        return "sent"
