"""A follow-up ("and with 80 % efficiency?", "那三張呢", "換成 4090 呢") applied to the previous inputs."""

from bot.answering.extract.reading import Reading
from bot.answering.planned import Plan
from bot.domain.calculation import Calculation


def merge(previous: Calculation, reading: Reading) -> Plan | None:
    """The previous inputs with what the question changes; ``None`` if it changes nothing."""
    del previous, reading
    return None
