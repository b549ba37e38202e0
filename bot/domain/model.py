"""The base of all data that crosses a wall, and the few types every room shares."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer

Lang = Literal["en", "zh-Hant", "zh-Hans"]
"""Language of a text or reply: English, Traditional Chinese, Simplified Chinese."""

LANGS: tuple[Lang, ...] = ("en", "zh-Hant", "zh-Hans")


def _json_number(value: Decimal) -> int | float:
    """The JSON form of an exact number: an integer where it is whole, else the nearest float."""
    return int(value) if value == value.to_integral_value() else float(value)


def _bounded(value: Decimal) -> Decimal:
    """Refuses what no quantity here can be; a function, since ``le`` here would override a field's own ``le``."""
    if abs(value) > Decimal("1e15"):
        raise ValueError("Input should lie between -1e15 and 1e15")
    return value


Number = Annotated[
    Decimal,
    AfterValidator(_bounded),
    Field(allow_inf_nan=False),
    PlainSerializer(_json_number, when_used="json"),
]
"""An exact, finite, bounded number; a JSON number when serialised."""


class Frozen(BaseModel):
    """Immutable, strict, closed: no coercion, no unknown field, no infinity."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", allow_inf_nan=False, validate_default=True
    )


class Message(Frozen):
    """A sentence to be worded later: a key of the message catalogues and its arguments.

    Numbers stay numbers here; the ``i18n`` room rounds and words them.
    """

    key: str
    args: Mapping[str, str | int | Number] = Field(default_factory=dict)


class Source(Frozen):
    """Where a number or statement comes from. ``date`` is when the source said it (ISO, may be YYYY or YYYY-MM)."""

    title: str
    url: str = ""
    date: str
