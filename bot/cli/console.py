"""Reading from and printing to a terminal: languages, progress, errors."""

import argparse
import os
import sys
from typing import Any

from bot.domain.model import Lang
from bot.errors import RigwiseError
from bot.i18n import catalogue


def terminal_lang(environment_lang: str | None = None) -> Lang:
    """The language of the terminal's messages, from ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``."""
    named = environment_lang
    if named is None:
        named = next((v for n in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := os.environ.get(n))), "")
    code = named.replace("_", "-").lower()
    if code.startswith("zh"):
        return "zh-Hant" if any(t in code for t in ("tw", "hk", "mo", "hant")) else "zh-Hans"
    return "en"


def lang_of(options: argparse.Namespace) -> Lang:
    """The language of what is printed: ``--lang`` where the command has it and it was given, else the terminal's."""
    return getattr(options, "lang", None) or terminal_lang()


def decode_argument(text: str) -> str:
    """A command-line argument whose broken bytes (lone surrogates) are replaced, never an error."""
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:  # surrogates that no byte was escaped to
        return text.encode("utf-8", "replace").decode("utf-8")


def say_error(fault: RigwiseError, lang: Lang) -> None:
    """Print the sentence of an error on standard error."""
    arguments = {name: value for name, value in fault.args_.items() if value is not None}
    print(catalogue.text(fault.code, lang, arguments), file=sys.stderr)


class Progress:
    """A progress bar on standard error that appears with the first step and ends with the last."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._bar: Any = None
        self._done = 0

    def __call__(self, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` passages are finished."""
        from tqdm import tqdm  # noqa: PLC0415 - only a build pays for it

        if self._bar is None:
            # What an interrupted build left behind is shown as done, but is no part of the speed.
            self._done = done
            self._bar = tqdm(
                total=total, initial=done, desc=self._label, unit="text", ncols=78, file=sys.stderr
            )
        self._bar.update(done - self._done)
        self._done = done
        if done >= total:
            self._bar.close()
            self._bar = None


def notify(key: str) -> None:
    """Print one worded line for the operator on standard error."""
    print(catalogue.text(key, terminal_lang()), file=sys.stderr, flush=True)
