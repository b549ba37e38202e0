"""Buttons, modals and other persistent components."""
