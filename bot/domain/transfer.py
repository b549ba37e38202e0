"""How long one batch takes over PCIe or from a drive, and whether the compute hides it."""

from decimal import Decimal

from bot.domain.calculation import Calculation
from bot.domain.inputs import CopyInputs, DiskInputs
from bot.domain.model import Message, Source
from bot.domain.working import GUIDE, Working, literal, operand

COPY_SECTION = "pcie-copy-time"
DISK_SECTION = "disk-read-time"

PRACTICE = 2
"""The guide: in practice PCIe takes twice the theoretical time."""

FULL_LANES = 16
_TRANSFERS_GT_S = {3: 8, 4: 16, 5: 32, 6: 64}
_PAYLOAD = {3: (128, 130), 4: (128, 130), 5: (128, 130), 6: (242, 256)}
"""Bytes carried of bytes sent: 128b/130b coding up to 5.0; in 6.0 flits of 256 bytes, 14 of them CRC and FEC."""

PCI_SIG = Source(
    title="PCI Express specifications (PCI-SIG)", url="https://pcisig.com/specifications", date="2022"
)
_GIB = 1024**3
_MIB = 1024**2
EXAMPLE_BYTES = 32 * 225 * 225 * 3 * 4
"""The guide's batch: 32 images of 225 × 225 pixels, 3 channels of 4 bytes."""


def copy_time(inputs: CopyInputs) -> Calculation:
    """Time to copy one batch over PCIe.

    ``theory = bytes ÷ (lanes × GT/s × payload share ÷ 8)``, ``practice = 2 × theory`` (the guide's rule). For
    PCIe 3.0 also the guide's own figures, which take 1 GiB/s for each lane.

    Returns:
        ``link_gb_s`` in GB/s; ``theory_ms``, ``practice_ms``, for PCIe 3.0 ``guide_theory_ms`` and
        ``guide_practice_ms`` in ms; with ``compute_ms`` also ``with_overlap_ms``, ``without_overlap_ms``,
        ``loss_percent``, and below 16 lanes ``gain_16_lanes_percent``, the gain of 16 lanes without overlap.
    """
    work = Working()
    rate = work.line(
        "step-link-rate", _rate_expression(inputs, inputs.lanes), _rate(inputs, inputs.lanes), "GB/s"
    )
    expression = _copy_expression(inputs, inputs.lanes)
    theory = work.line("step-copy-theory", expression, _copy_ms(inputs, inputs.lanes), "ms")
    shown = f"{operand(theory, expression)} * {PRACTICE}"
    practice = work.line("step-copy-practice", shown, theory * PRACTICE, "ms")
    work.results |= {"link_gb_s": rate, "theory_ms": theory, "practice_ms": practice}
    work.assume("copy-practice")
    if inputs.generation == 3:
        _guide_copy(work, inputs)
    if inputs.compute_ms is not None:
        _overlap(work, practice, operand(practice, shown), inputs.compute_ms, "copy-overlap")
        if inputs.lanes < FULL_LANES:
            _gain(work, inputs, inputs.compute_ms, practice, operand(practice, shown))
    args: dict[str, str | int | Decimal] = {"lanes": inputs.lanes, "generation": inputs.generation}
    understood = [_size(inputs.size_bytes), Message(key="copy-link", args=args), *_compute(inputs.compute_ms)]
    headline = Message(key="copy-time", args={**args, "theory": theory, "practice": practice})
    return work.finish("copy", inputs, headline, understood, (GUIDE, PCI_SIG), COPY_SECTION)


def disk_read(inputs: DiskInputs) -> Calculation:
    """Time to read one batch from a drive.

    ``read = bytes ÷ (MB/s × 1,000,000)``. The guide's 185 ms takes 1 MB as 1,048,576 bytes; that figure is
    ``guide_ms``.

    Returns:
        ``read_ms``, ``guide_ms`` in ms; with ``compute_ms`` also ``with_overlap_ms`` (prefetch),
        ``without_overlap_ms`` and ``loss_percent``.
    """
    work = Working()
    size, speed = inputs.size_bytes, inputs.speed_mb_s
    expression = f"{size} / {literal(speed)} / 1000"
    read = work.line("step-read", expression, Decimal(size) / speed / 1000, "ms")
    guide_expression = f"{size} / ({literal(speed)} * {_MIB}) * 1000"
    guide = work.line("step-read-guide", guide_expression, Decimal(size) * 1000 / (speed * _MIB), "ms")
    work.results |= {"read_ms": read, "guide_ms": guide}
    if inputs.compute_ms is not None:
        _overlap(work, read, operand(read, expression), inputs.compute_ms, "disk-prefetch")
    work.note("disk-guide", guide=guide)
    if size == EXAMPLE_BYTES:
        work.note("disk-uncompressed")
    understood = [_size(size), Message(key="disk-speed", args={"speed": speed}), *_compute(inputs.compute_ms)]
    headline = Message(key="disk-time", args={"read": read, "speed": speed})
    return work.finish("disk", inputs, headline, understood, (GUIDE,), DISK_SECTION)


def _rate_expression(inputs: CopyInputs, lanes: int) -> str:
    carried, sent = _PAYLOAD[inputs.generation]
    return f"{lanes} * {_TRANSFERS_GT_S[inputs.generation]} * {carried} / {sent} / 8"


def _rate(inputs: CopyInputs, lanes: int) -> Decimal:
    """Payload rate of the link in one direction, GB/s (decimal)."""
    carried, sent = _PAYLOAD[inputs.generation]
    return Decimal(lanes * _TRANSFERS_GT_S[inputs.generation] * carried) / (sent * 8)


def _copy_expression(inputs: CopyInputs, lanes: int) -> str:
    return f"{inputs.size_bytes} / ({_rate_expression(inputs, lanes)}) / 1000000"


def _copy_ms(inputs: CopyInputs, lanes: int) -> Decimal:
    carried, sent = _PAYLOAD[inputs.generation]
    # One division at the end, so that the value is exact to the last digit.
    return Decimal(inputs.size_bytes * sent * 8) / (
        lanes * _TRANSFERS_GT_S[inputs.generation] * carried * 10**6
    )


def _guide_copy(work: Working, inputs: CopyInputs) -> None:
    expression = f"{inputs.size_bytes} / ({inputs.lanes} * {_GIB}) * 1000"
    guide = Decimal(inputs.size_bytes) * 1000 / (inputs.lanes * _GIB)
    work.line("step-copy-guide", expression, guide, "ms")
    work.results |= {"guide_theory_ms": guide, "guide_practice_ms": guide * PRACTICE}
    work.note("copy-guide", theory=guide, practice=guide * PRACTICE)


def _gain(work: Working, inputs: CopyInputs, compute: Decimal, practice: Decimal, shown: str) -> None:
    """What 16 lanes would gain without overlap, per cent; the guide prints 3.2 for 4 lanes and 216 ms."""
    full = _copy_ms(inputs, FULL_LANES) * PRACTICE
    full_shown = operand(full, f"{_copy_expression(inputs, FULL_LANES)} * {PRACTICE}")
    expression = f"({shown} - {full_shown}) / ({literal(compute)} + {full_shown}) * 100"
    gain = work.line("step-gain", expression, (practice - full) / (compute + full) * 100, "%")
    work.results["gain_16_lanes_percent"] = gain
    work.note("copy-gain", lanes=inputs.lanes, gain=gain)
    if inputs.size_bytes == EXAMPLE_BYTES and (inputs.generation, inputs.lanes) == (3, 4) and compute == 216:
        work.note("copy-guide-gain")


def _overlap(work: Working, transfer: Decimal, shown: str, compute: Decimal, note: str) -> None:
    """Time per batch with and without overlap, ms, and how much longer the latter is, per cent."""
    together_expression = f"max({shown}, {literal(compute)})"
    together = work.line("step-with-overlap", together_expression, max(transfer, compute), "ms")
    apart_expression = f"{shown} + {literal(compute)}"
    apart = work.line("step-without-overlap", apart_expression, transfer + compute, "ms")
    shorter = f"min({shown}, {literal(compute)})"  # what running apart adds to the longer of the two
    over = f"{shorter} / {together_expression} * 100"
    loss = work.line("step-loss", over, min(transfer, compute) / together * 100, "%")
    work.results |= {"with_overlap_ms": together, "without_overlap_ms": apart, "loss_percent": loss}
    work.note(note, together=together, apart=apart, loss=loss)


def _size(size_bytes: int) -> Message:
    return Message(key="transfer-size", args={"bytes": size_bytes, "mebibytes": Decimal(size_bytes) / _MIB})


def _compute(compute: Decimal | None) -> tuple[Message, ...]:
    return () if compute is None else (Message(key="transfer-compute", args={"compute": compute}),)
