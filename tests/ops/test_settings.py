"""Settings: documented, strict, refused by name."""

from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.ops import settings


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for name in list(os.environ):
        if name.startswith(("RIGWISE_", "DISCORD_")):
            monkeypatch.delenv(name)


def test_defaults_need_no_environment() -> None:
    loaded = settings.load()
    assert loaded.encoder == "bundled"
    assert loaded.knowledge_dir == Path("knowledge")


def test_environment_wins_over_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "rigwise.toml"
    file.write_text('log_level = "error"\ndeadline_s = 12.5\n')
    monkeypatch.setenv("RIGWISE_CONFIG", str(file))
    monkeypatch.setenv("RIGWISE_LOG_LEVEL", "debug")
    loaded = settings.load()
    assert (loaded.log_level, loaded.deadline_s) == ("debug", 12.5)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RIGWISE_DEADLINE_S", "15s"),
        ("RIGWISE_DEADLINE_S", "nan"),
        ("RIGWISE_DEADLINE_S", "inf"),
        ("RIGWISE_DEADLINE_S", "0"),
        ("RIGWISE_DEADLINE_S", "-1"),
        ("RIGWISE_COOLDOWN_USER_S", "1e3"),
        ("RIGWISE_QUEUE_SIZE", "many"),
        ("RIGWISE_LOG_LEVEL", "loud"),
        ("RIGWISE_WATCH", "sometimes"),
        ("RIGWISE_VECTORS", "faiss"),
        ("RIGWISE_SHARD_IDS", "one"),
        ("RIGWISE_HEALTH_PORT", "70000"),
    ],
)
def test_invalid_value_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        settings.load()
    assert caught.value.args_["name"] == name


def test_misspelt_setting_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIGWISE_DEADLIN_S", "60")
    with pytest.raises(SettingsError) as caught:
        settings.load()
    assert caught.value.code == "err-setting-unknown"
    assert caught.value.args_["name"] == "RIGWISE_DEADLIN_S"


def test_misspelt_setting_in_the_file_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "rigwise.toml"
    file.write_text("queue_sice = 3\n")
    monkeypatch.setenv("RIGWISE_CONFIG", str(file))
    with pytest.raises(SettingsError):
        settings.load()


def test_missing_config_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIGWISE_CONFIG", "/nowhere/rigwise.toml")
    with pytest.raises(SettingsError) as caught:
        settings.load()
    assert caught.value.code == "err-setting-file"


def test_token_from_environment_or_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        settings.discord_token()
    file = tmp_path / "token"
    file.write_text("from-file\n")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(file))
    assert settings.discord_token().get_secret_value() == "from-file"
    monkeypatch.setenv("DISCORD_TOKEN", "from-environment")
    assert settings.discord_token().get_secret_value() == "from-environment"
    assert "from-environment" not in repr(settings.discord_token())


def test_table_names_every_setting() -> None:
    table = settings.table()
    for name in settings.Settings.model_fields:
        assert f"`RIGWISE_{name.upper()}`" in table


def test_hash_key_comes_from_its_file(tmp_path: Path) -> None:
    assert settings.hash_key(settings.load()) is None
    file = tmp_path / "key"
    file.write_bytes(b"k" * 32 + b"\n")
    assert settings.hash_key(settings.load(hash_key_file=str(file))) == b"k" * 32


def test_short_or_missing_hash_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(b"k" * 8)
    for name in ("short", "absent"):
        with pytest.raises(SettingsError) as caught:
            settings.hash_key(settings.load(hash_key_file=str(tmp_path / name)))
        assert caught.value.args_["name"] == "RIGWISE_HASH_KEY_FILE"


def test_password_of_the_database_is_not_shown() -> None:
    assert "hunter2" not in repr(settings.load(database_url="postgresql://a:hunter2@db/x"))


def test_milvus_token_is_read_from_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("root:secret\n")
    monkeypatch.setenv("RIGWISE_MILVUS_TOKEN_FILE", str(tmp_path / "token"))
    monkeypatch.setenv("RIGWISE_MILVUS_URI", "http://me:hidden@milvus:19530")
    loaded = settings.load()
    token = settings.milvus_token(loaded)
    assert token.get_secret_value() == "root:secret"
    assert "secret" not in repr(token) + repr(loaded)
    assert "hidden" not in repr(loaded)


def test_milvus_needs_no_token() -> None:
    assert settings.milvus_token(settings.load()).get_secret_value() == ""


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("RIGWISE_VECTORS", "milvus", "err-milvus-no-uri"),
        ("RIGWISE_MILVUS_TOKEN_FILE", "/nowhere/token", "err-setting-file"),
    ],
)
def test_milvus_half_set_up(monkeypatch: pytest.MonkeyPatch, name: str, value: str, code: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        settings.milvus_token(settings.load())
    assert caught.value.code == code
