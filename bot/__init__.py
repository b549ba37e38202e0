"""rigwise: cited answers and exact calculations about deep-learning hardware.

The rooms, from the ground up: ``errors``, ``domain``, ``corpus``, ``retrieval``, ``answering`` and
``i18n``, ``presentation``, ``discord_ui`` / ``ops`` / ``store``, ``app``, ``cli``. A room imports only
rooms below it; ``pyproject.toml`` holds the contract.
"""
