"""Joins the rooms: the only place that constructs things.

Belongs here: building the shelf, encoder, snapshot, answerer, bot from plain settings.
Does not: decisions, formulas, wording.
"""
