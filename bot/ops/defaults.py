"""Defaults that are needed before, and without, the settings."""

from pathlib import Path

KNOWLEDGE_DIR = Path("knowledge")
