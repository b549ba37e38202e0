"""The command line: argument parsing, printing, exit codes.

Belongs here: one module per family of commands. Heavy rooms are imported inside the command that needs them,
so ``psu`` starts without torch or discord.
"""
