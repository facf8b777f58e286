"""What travels about notices by push and e-mail: what somebody wants to be told, and where."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

NoticeKind: TypeAlias = Literal["turn", "challenge", "tournament"]
Language: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z]{2,8}$")]
ENDPOINT = 1_024
"""Characters of an endpoint at most."""


class PushDevice(msgspec.Struct, frozen=True):
    """A browser that is told by push."""

    id: str
    """The first 32 hexadecimal digits of the SHA-256 of its endpoint."""
    created: int


class NoticeSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What you are told while you are away, and where."""

    kinds: tuple[NoticeKind, ...]
    push_key: str = ""
    """The server's public key for subscriptions; empty if it sends no push messages."""
    devices: tuple[PushDevice, ...] = ()
    mail: bool = False
    """Whether the server sends e-mails."""
    address: str = ""
    confirmed: bool = False
    """Whether the link to the address was used; until then nothing else is sent there."""


class ChooseNotices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to be told."""

    kinds: Annotated[tuple[NoticeKind, ...], msgspec.Meta(max_length=3)]


class NewPushDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's subscription, as its PushManager gives it."""

    endpoint: Annotated[str, msgspec.Meta(min_length=8, max_length=ENDPOINT)]
    p256dh: Annotated[str, msgspec.Meta(min_length=80, max_length=100)]
    auth: Annotated[str, msgspec.Meta(min_length=16, max_length=32)]
    language: Language = "en"


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An e-mail address for notices."""

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=254)]
    language: Language = "en"


class ConfirmAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link that was sent to an address."""

    token: Annotated[str, msgspec.Meta(min_length=20, max_length=100)]


class AddressConfirmed(msgspec.Struct, frozen=True):
    """Whose notices go to the address from now on."""

    name: str
