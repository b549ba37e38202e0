"""Every setting: the only reader of the environment.

Settings come from the environment (prefix ``RIGWISE_``) and an optional TOML file named by
``RIGWISE_CONFIG``; the environment wins. A name that is not a setting is refused, so a misspelt one
never passes silently. The token is read from ``DISCORD_TOKEN`` or the file ``DISCORD_TOKEN_FILE`` names.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from bot.errors import SettingsError
from bot.ops.defaults import KNOWLEDGE_DIR

PREFIX = "RIGWISE_"
_OUTSIDE_MODEL = {"RIGWISE_CONFIG"}


class Settings(BaseSettings):
    """All settings with their defaults; each description is printed in the generated table."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, extra="forbid", frozen=True, allow_inf_nan=False, env_ignore_empty=True
    )

    knowledge_dir: Path = Field(
        default=KNOWLEDGE_DIR,
        description="Folder with the documents and tables that answers come from.",
    )
    state_dir: Path = Field(
        default=Path(".state"), description="Folder for the index, the built encoder and the database."
    )
    encoder: str = Field(
        default="bundled",
        min_length=1,
        description="`bundled`, a local folder, or a Hub model id such as `intfloat/multilingual-e5-small`.",
    )
    encoder_revision: str = Field(default="", description="Commit of a Hub model; required for a Hub id.")
    offline: bool = Field(default=True, description="Never ask a model hub; a missing model is an error.")
    encode_workers: int = Field(
        default=1,
        ge=1,
        le=1024,
        description="Processes that encode when an index is built; more than 1 need the extra `ray`.",
    )
    ray_address: str = Field(
        default="",
        description="`host:port` of a running Ray cluster to encode on; empty starts the workers on this machine.",
    )
    vectors: Literal["auto", "flat", "hnsw", "ivfpq", "milvus"] = Field(
        default="auto",
        description="How passages are searched by meaning: `flat` exactly, `hnsw` or `ivfpq` approximately, `auto` one of "
        "these by size, `milvus` on a server.",
    )
    milvus_uri: str = Field(
        default="",
        repr=False,
        description="Milvus server, `http://host:19530/database`, or a file ending in `.db`; needs the extra `milvus`.",
    )
    milvus_token_file: str = Field(
        default="", description="File with the token of the Milvus server, `user:password` or an API key."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least severe level that is logged."
    )
    log_format: Literal["console", "json"] = Field(default="console", description="Form of the log lines.")
    deadline_s: float = Field(
        default=60.0, gt=0, le=600, description="Seconds after which a question is given up."
    )
    queue_size: int = Field(
        default=64, ge=1, le=10_000, description="Questions that may wait; more get a polite busy reply."
    )
    cooldown_user_s: float = Field(
        default=2.0, ge=0, le=3600, description="Seconds between two questions of one member."
    )
    cooldown_channel_s: float = Field(
        default=0.2, ge=0, le=3600, description="Seconds between two questions in one channel."
    )
    maintainers: str = Field(
        default="", pattern=r"^[0-9, ]*$", description="User ids that may reload the knowledge, by commas."
    )
    watch: Literal["auto", "poll", "off"] = Field(
        default="auto",
        description="How changes of the knowledge folder are noticed; `poll` for network mounts.",
    )
    database_url: str = Field(
        default="",
        repr=False,
        description="SQLAlchemy URL of the database; empty is SQLite in the state folder.",
    )
    hash_key_file: str = Field(
        default="",
        description="File with a secret for the hashes of user ids; empty keeps a random one in the database.",
    )
    keep_days: int = Field(
        default=180, ge=1, le=3650, description="Days after which feedback and gaps are purged."
    )
    health_host: str = Field(default="127.0.0.1", description="Address of /healthz, /readyz and /metrics.")
    health_port: int = Field(
        default=0, ge=0, le=65_535, description="Port of the health endpoints; 0 switches them off."
    )
    shard_ids: str = Field(
        default="", pattern=r"^[0-9, ]*$", description="Shard ids of this process, by commas; empty is all."
    )
    shard_count: int = Field(
        default=0, ge=0, le=100_000, description="Number of shards over all processes; 0 lets Discord say."
    )
    message_content: bool = Field(
        default=False,
        description="Ask for the privileged Message Content intent, which unasked answers need.",
    )
    sync_commands: bool = Field(
        default=True, description="Whether this process registers slash commands when they changed."
    )

    @field_validator("deadline_s", "cooldown_user_s", "cooldown_channel_s", mode="before")
    @classmethod
    def _plain_number(cls, value: object) -> object:
        """Refuse "nan", "inf" and "15s": a mistyped time must never switch a guard off."""
        if isinstance(value, str) and not value.replace(".", "", 1).isdigit():
            raise ValueError("a plain number of seconds, such as 60 or 2.5")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments, then the environment, then the TOML file if one is named."""
        del dotenv_settings, file_secret_settings  # one place for settings is enough
        sources: list[PydanticBaseSettingsSource] = [init_settings, env_settings]
        if path := os.environ.get("RIGWISE_CONFIG"):
            sources.append(TomlConfigSettingsSource(settings_cls, toml_file=Path(path)))
        return tuple(sources)


def _refuse_unknown(environment: Mapping[str, str]) -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields} | _OUTSIDE_MODEL
    for name in sorted(environment):
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            raise SettingsError("err-setting-unknown", name=name)


def load(**overrides: Any) -> Settings:
    """The settings of this process.

    Args:
        **overrides: values that win over environment and file (tests, command-line options).

    Raises:
        SettingsError: a setting is unknown, or its value invalid; ``name`` says which.
    """
    _refuse_unknown(os.environ)
    config = os.environ.get("RIGWISE_CONFIG")
    if config and not Path(config).is_file():
        raise SettingsError("err-setting-file", name="RIGWISE_CONFIG", path=config)
    try:
        return Settings(**overrides)
    except ValidationError as fault:
        first = fault.errors()[0]
        name = PREFIX + ".".join(str(part) for part in first["loc"]).upper()
        raise SettingsError("err-setting-invalid", name=name, reason=str(first["msg"])) from None
    except (ValueError, OSError) as fault:
        raise SettingsError("err-setting-invalid", name="RIGWISE_CONFIG", reason=str(fault)) from None


def discord_token() -> SecretStr:
    """The bot token from ``DISCORD_TOKEN`` or from the file that ``DISCORD_TOKEN_FILE`` names.

    Raises:
        SettingsError: neither is set, or the file cannot be read.
    """
    token = os.environ.get("DISCORD_TOKEN", "").strip()
    if not token and (path := os.environ.get("DISCORD_TOKEN_FILE")):
        try:
            token = Path(path).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as fault:
            raise SettingsError("err-token-file", name="DISCORD_TOKEN_FILE", path=path) from fault
    if not token:
        raise SettingsError("err-token-missing", name="DISCORD_TOKEN")
    return SecretStr(token)


def milvus_token(loaded: Settings) -> SecretStr:
    """The token of the Milvus server; empty where none is set.

    Raises:
        SettingsError: the file cannot be read, or Milvus is meant and its URI is missing.
    """
    if loaded.vectors == "milvus" and not loaded.milvus_uri:
        raise SettingsError("err-milvus-no-uri", name="RIGWISE_MILVUS_URI")
    if not loaded.milvus_token_file:
        return SecretStr("")
    name, path = "RIGWISE_MILVUS_TOKEN_FILE", loaded.milvus_token_file
    try:
        return SecretStr(Path(path).read_text("utf-8").strip())
    except (OSError, UnicodeDecodeError) as fault:
        raise SettingsError("err-setting-file", name=name, path=path) from fault


MIN_KEY_BYTES = 16


def hash_key(loaded: Settings) -> bytes | None:
    """The secret for the hashes of user ids, ``None`` where the database keeps its own.

    Raises:
        SettingsError: the file cannot be read, or holds fewer than ``MIN_KEY_BYTES`` bytes.
    """
    if not loaded.hash_key_file:
        return None
    name, path = "RIGWISE_HASH_KEY_FILE", loaded.hash_key_file
    try:
        key = Path(path).read_bytes().strip()
    except OSError as fault:
        raise SettingsError("err-setting-file", name=name, path=path) from fault
    if len(key) < MIN_KEY_BYTES:
        raise SettingsError("err-setting-invalid", name=name, reason=f"at least {MIN_KEY_BYTES} bytes")
    return key


def table() -> str:
    """The settings as a Markdown table, for the documentation and its check."""
    rows = ["| setting | default | meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = f"`{field.default}`" if str(field.default) else "empty"
        rows.append(f"| `{PREFIX}{name.upper()}` | {default} | {field.description} |")
    return "\n".join(rows)
