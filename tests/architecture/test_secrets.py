"""No secret lies in the repository, and one that did would be found."""

import random
import string

import pytest

from tests.architecture.secrets import found_in, looks_random, tracked_files

_LETTERS = string.ascii_letters + string.digits


def made(length: int, seed: int = 7, alphabet: str = _LETTERS) -> str:
    """Random characters: no secret stands in this file."""
    return "".join(random.Random(seed).choices(alphabet, k=length))


PLANTED = {
    "Discord token": f"client.run('M{made(25)}.{made(6)}.{made(38)}')",
    "Discord webhook": f"https://discord.com/api/webhooks/{'1' * 18}/{made(68)}",
    "GitHub token": f"git clone https://ghp_{made(36)}@github.com/a/b",
    "AWS key id": f"aws_access_key_id = AKIA{made(16, alphabet=string.ascii_uppercase + string.digits)}",
    "Google key": f"?key=AIza{made(35)}",
    "Slack token": f"xoxb-{made(24)}",
    "package index token": f"pypi-AgEI{made(60)}",
    "model hub token": f"hf_{made(34)}",
    "private key": f"-----BEGIN {'RSA '}PRIVATE KEY-----\n{made(64)}\n",
    "password in an address": f"postgresql+psycopg://rigwise:{made(20)}@db/rigwise",
    "assigned value": f'"api_key": "{made(32)}"',
}


@pytest.mark.req("R120")
def test_no_tracked_file_holds_a_secret() -> None:
    found = []
    for path in tracked_files():
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{path}:{line}: {kind}" for line, kind in found_in(text)]
    assert found == []


@pytest.mark.req("R120")
@pytest.mark.parametrize("kind", sorted(PLANTED))
def test_a_planted_secret_is_found(kind: str) -> None:
    assert kind in {name for _, name in found_in(f"# a file\n{PLANTED[kind]}\n")}


@pytest.mark.parametrize(
    "text",
    [
        "POSTGRES_PASSWORD=",
        "token = settings.discord_token.get_secret_value()",
        "DISCORD_TOKEN_FILE=/run/secrets/discord_token",
        "RIGWISE_DATABASE_URL=postgresql://rigwise:THE_PASSWORD_BELOW@postgres/rigwise",
        "secret: rigwise-database-credentials",
    ],
)
def test_ordinary_lines_are_no_secrets(text: str) -> None:
    assert list(found_in(text)) == []


def test_words_are_not_random() -> None:
    assert not looks_random("this-is-a-long-name-of-a-secret-file")
    assert looks_random(made(24))
