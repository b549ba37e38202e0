"""Settings, logs, metrics and health.

Belongs here: the only reader of the environment, log formatting, Prometheus metrics, the health server.
Does not: anything of another room but ``errors``.
"""
