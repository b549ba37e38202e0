"""Batches, lanes and drive speeds: the inputs of the copy and the disk calculator."""

import re
from decimal import Decimal

from bot.answering.extract.reading import Transfer

_PIXELS = re.compile(
    r"(?<![\dx.])(\d{1,6})\s?[x*]\s?(\d{1,6})(?:\s?[x*]\s?(\d{1,4}))?(?:\s?[x*]\s?(\d{1,6}))?(?![\d.])"
)
_BATCH = re.compile(
    r"(?:batch(?:\s?size)?(?: of)?|批次|批量|批|一批)\W{0,3}(\d{1,6})|(\d{1,6})\s?(?:images?|pictures?|photos?|samples?|张图|张照片|张影像|张图片)"
)
_BYTES = re.compile(r"(?<![\d.])(\d{1,9}(?:\.\d{1,6})?)\s?(kb|mb|gb|bytes?|mib|gib)(?!/|ps| ?per)(?![a-z])")
_LANES = re.compile(
    r"(?<![a-z0-9])x(16|8|4|2|1)(?![a-z0-9.])|(?<!\d)(16|8|4|2|1)\s?(?:lanes?|条?通道|x(?= lanes))"
)
_GENERATION = re.compile(r"(?:pcie?|pci-e|gen|generation)\s?-?\s?(?:gen\s?)?([3-6])(?:\.0)?(?![\d.])")
_SPEED = re.compile(
    r"(?<![\d.])(\d{1,7}(?:\.\d{1,4})?)\s?(mb|gb)\s?(?:/\s?s(?:ec)?|ps|每秒|per second|a second|/秒)"
)
_COMPUTE = re.compile(r"(?<![\d.])(\d{1,7}(?:\.\d{1,4})?)\s?(?:ms|毫秒|milliseconds?)")
_SCALE = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "byte": 1, "bytes": 1, "mib": 2**20, "gib": 2**30}
_FLOAT_BYTES = 4
_CHANNELS = 3
_HALF_BYTES = 2
_SMALLEST_SIDE = 28


def read_transfer(text: str) -> Transfer:
    """Sizes and speeds in a folded text.

    A batch of images is images × width × height × channels (3 unless given) × bytes per value: 4, or 2 where
    half precision is said, or 1 for 8-bit pixels.
    """
    lanes, generation = _LANES.search(text), _GENERATION.search(text)
    speed, compute = _SPEED.search(text), _COMPUTE.search(text)
    return Transfer(
        size_bytes=_size(text),
        lanes=int(lanes[1] or lanes[2]) if lanes else None,
        generation=int(generation[1]) if generation else None,
        speed_mb_s=Decimal(speed[1]) * (1000 if speed[2] == "gb" else 1) if speed else None,
        compute_ms=Decimal(compute[1]) if compute else None,
    )


def _size(text: str) -> int | None:
    pixels, batch = _PIXELS.search(text), _BATCH.search(text)
    if pixels and (pixels[3] or batch) and int(pixels[2]) >= _SMALLEST_SIDE:
        numbers = [int(n) for n in pixels.groups() if n]
        count = 1
        if len(numbers) == 4:
            count, numbers = numbers[0], numbers[1:]
        elif batch:
            count = int(batch[1] or batch[2])
        channels = numbers[2] if len(numbers) > 2 else _CHANNELS
        return count * numbers[0] * numbers[1] * channels * _bytes_per_value(text)
    amount = _BYTES.search(text)
    return int(Decimal(amount[1]) * _SCALE[amount[2]]) if amount else None


def _bytes_per_value(text: str) -> int:
    if re.search(r"fp16|float16|half|16.?bit|半精度|bf16", text):
        return _HALF_BYTES
    return 1 if re.search(r"uint8|8.?bit|int8|jpe?g", text) else _FLOAT_BYTES
