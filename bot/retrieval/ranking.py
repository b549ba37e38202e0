"""How signals become a rank and a confidence: the numbers that are stored with an index."""

from typing import Self

import numpy as np
import numpy.typing as npt
from pydantic import Field, model_validator

from bot.domain.model import Frozen
from bot.retrieval.search import SIGNALS

CONFIDENCE_SIGNALS = (
    "dense",
    "dense_question",
    "margin",
    "coverage",
    "keyword_question",
    "domain",
    "uncovered_lead",
    "uncovered_keyword_lead",
)
"""The last two: how much nearer the best section's example questions are than those of any topic not covered."""


class Ranking(Frozen):
    """Fusion weights and calibrated floor of one index.

    Attributes:
        weights: of the signals of ``search.SIGNALS``.
        intercept, coefficients: logistic model over ``CONFIDENCE_SIGNALS``.
        floor: confidence below which the bot says it does not know.
        topic_floor: confidence below which a question without a domain word counts as off topic.
        n_positive, n_negative: questions it was fitted on; 0 where the defaults stand.
        rejected, refused: share of negatives below the floor, of positives wrongly below it, 0 to 1.
    """

    weights: tuple[float, ...]
    intercept: float
    coefficients: tuple[float, ...]
    floor: float = Field(ge=0, le=1)
    topic_floor: float = Field(ge=0, le=1)
    n_positive: int = 0
    n_negative: int = 0
    rejected: float = 0.0
    refused: float = 0.0

    @model_validator(mode="after")
    def _lengths(self) -> Self:
        if len(self.weights) != len(SIGNALS) or len(self.coefficients) != len(CONFIDENCE_SIGNALS):
            raise ValueError("a ranking needs one number per signal")
        return self

    def weight_vector(self) -> npt.NDArray[np.float64]:
        """The fusion weights as an array."""
        return np.asarray(self.weights, np.float64)

    def confidence(self, values: npt.NDArray[np.float64]) -> float:
        """The probability that the best group answers, from its ``CONFIDENCE_SIGNALS``; 0 to 1."""
        z = self.intercept + float(np.dot(values, np.asarray(self.coefficients)))
        return float(1.0 / (1.0 + np.exp(-np.clip(z, -50, 50))))


UNCALIBRATED = Ranking(
    # cosines differ by a few hundredths between right and wrong, keyword shares by a few tenths
    weights=(1.0, 1.0, 0.1, 0.2),
    intercept=0.0,
    coefficients=(0.0,) * len(CONFIDENCE_SIGNALS),
    floor=0.5,
    topic_floor=0.5,
)
"""Before calibration: good weights, no opinion on what is known."""

UNTAUGHT = UNCALIBRATED.model_copy(
    update={"weights": (1.0, 1.0, 0.3, 0.2), "coefficients": (0.8, 0.0, 0.3, 0.65, 0.0, 0.3, 0.0, 0.0)}
)
"""For a shelf without example questions; the coefficients are per standard deviation of each signal among
questions on topics not covered. Found on the guide's raw source texts."""
