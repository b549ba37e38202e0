"""Who may ask when: answered ids and cooldowns, both bounded and in memory."""

import time
from collections import OrderedDict
from collections.abc import Hashable

_KEPT = 4096


class Seen:
    """Ids met lately: the same message or interaction, delivered twice, is answered once."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._ids: OrderedDict[int, None] = OrderedDict()
        self._kept = kept

    def first(self, id_: int) -> bool:
        """Whether this id comes for the first time."""
        if id_ in self._ids:
            return False
        self._ids[id_] = None
        if len(self._ids) > self._kept:
            self._ids.popitem(last=False)
        return True


class Cooldown:
    """A pause of ``seconds`` between two uses of one key; 0 switches it off."""

    def __init__(self, seconds: float, kept: int = _KEPT) -> None:
        self._seconds = seconds
        self._last: OrderedDict[Hashable, float] = OrderedDict()
        self._kept = kept

    def remaining(self, key: Hashable) -> float:
        """Seconds until the key may be used again, 0 if it may be now."""
        last = self._last.get(key)
        return max(0.0, self._seconds - (time.monotonic() - last)) if last is not None else 0.0

    def use(self, key: Hashable) -> float:
        """Use the key if it may be: then 0; else the seconds to wait, and nothing is noted."""
        wait = self.remaining(key)
        if not wait and self._seconds:
            self._last[key] = time.monotonic()
            self._last.move_to_end(key)
            if len(self._last) > self._kept:
                self._last.popitem(last=False)
        return wait
