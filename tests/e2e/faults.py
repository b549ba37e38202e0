"""Errors, limits and delays on order: what the REST side answers instead of working."""

import fnmatch
from dataclasses import dataclass, field
from typing import Any

from tests.e2e.shapes import Json


@dataclass
class Fault:
    """One order.

    Attributes:
        method: of HTTP, ``*`` for any.
        path: shell pattern of the path without ``/api/v10``.
        status: of HTTP; 0 lets the request through after the delay.
        times: how many requests it hits; each one takes it down by one.
        delay_s: seconds before the answer.
    """

    method: str
    path: str
    status: int
    body: Json
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 1
    delay_s: float = 0.0
    hits: int = 0

    def fits(self, method: str, path: str) -> bool:
        """Whether a request meets it."""
        fitting = self.method in {"*", method} and fnmatch.fnmatchcase(path, self.path)
        return self.times > 0 and fitting

    def use(self) -> None:
        """Count a hit."""
        self.times -= 1
        self.hits += 1


def server_error(method: str, path: str, status: int = 500, times: int = 1) -> Fault:
    """A 5xx."""
    return Fault(method, path, status, {"message": "internal server error", "code": 0}, times=times)


def rate_limit(
    method: str, path: str, retry_after: float, *, via: bool = True, times: int = 1, everywhere: bool = False
) -> Fault:
    """A 429: Discord's own with ``Via``, or one of the network in front of it without."""
    headers: dict[str, Any] = {"Retry-After": str(retry_after)}
    if via:
        headers["Via"] = "1.1 google"
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}
    return Fault(method, path, 429, body, headers, times)


def slow(method: str, path: str, delay_s: float, times: int = 1) -> Fault:
    """A request that works, late."""
    return Fault(method, path, 0, {}, times=times, delay_s=delay_s)


def refusal(method: str, path: str, status: int, code: int, text: str = "refused", times: int = 1) -> Fault:
    """Any of Discord's error codes."""
    return Fault(method, path, status, {"message": text, "code": code}, times=times)
