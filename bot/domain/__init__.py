"""Quantities, calculators and hardware models: pure functions on frozen data.

Belongs here: arithmetic, the rules behind every number, look-up of parts in a catalogue that is handed in.
Does not: files, network, clocks, logging, numpy, settings, async, sentences for users.
May import: ``errors``, the standard library's pure parts, pydantic.
"""
