"""How long the hostile tests go on: seconds in CI, as long as you like with ``make fuzz``.

``HYPOTHESIS_PROFILE=long`` multiplies the examples of every property by ``FUZZ_TIMES`` (100 if not set).
"""

import os

from hypothesis import HealthCheck, Phase, settings

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
TIMES = int(os.environ.get("FUZZ_TIMES", "100")) if LONG else 1


def budget(examples: int) -> settings:
    """Settings of a property: so many examples in CI, always the same ones there; many more, and new ones, if long."""
    return settings(
        max_examples=examples * TIMES,
        deadline=None,
        derandomize=not LONG,
        database=None,
        phases=[phase for phase in Phase if phase not in {Phase.reuse, Phase.explain}],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
