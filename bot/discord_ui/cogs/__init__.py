"""Command groups: thin callbacks that hand work to the rest of the room."""
