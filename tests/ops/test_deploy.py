"""Everything in deploy/ is parsed, linted, and held against the code it speaks of."""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot import errors
from bot.ops import settings
from bot.ops.health import PATHS
from bot.ops.metrics import PrometheusMetrics, SnapshotFacts
from bot.ops.pulse import MAX_FRAME_AGE_S

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
YAML = [path for path in FILES if path.suffix in {".yaml", ".yml"}]
KNOWN = {settings.PREFIX + name.upper() for name in settings.Settings.model_fields} | {"RIGWISE_CONFIG"}


def _name(path: Path) -> str:
    return str(path.relative_to(DEPLOY))


class _Unique(yaml.SafeLoader):
    """YAML that refuses a key given twice, which would hide the first."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value if key.value != "<<"]
        assert len(keys) == len(set(keys)), f"a key twice: {node.start_mark}"
        return super().construct_mapping(node, deep=deep)


def _yaml(path: str | Path) -> Any:
    return yaml.load((DEPLOY / path).read_text("utf-8"), Loader=_Unique)


def _run(*command: str, cwd: Path = DEPLOY) -> str:
    """Output of a tool; the test is skipped where the tool is not installed."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout + done.stderr


# --- all files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", YAML, ids=_name)
def test_yaml_is_sound(path: Path) -> None:
    assert list(yaml.load_all(path.read_text("utf-8"), Loader=_Unique))


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_settings_that_are_named_exist(path: Path) -> None:
    named = set(re.findall(r"\bRIGWISE_[A-Z_]*[A-Z]\b", path.read_text("utf-8")))
    assert named <= KNOWN


@pytest.mark.req("R120")
@pytest.mark.parametrize("path", FILES, ids=_name)
def test_no_secret_is_shipped(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"[\w-]{23,30}\.[\w-]{6,8}\.[\w-]{27,50}", text)
    assert not re.search(r"-----BEGIN|postgresql://\w+:(?!…|THE_PASSWORD_BELOW)[^@\s$]+@", text)


# --- .env.example -----------------------------------------------------------------------------------------------


def _example() -> dict[str, str]:
    lines = (DEPLOY / ".env.example").read_text("utf-8").splitlines()
    pairs = [line.split("=", 1) for line in lines if line and not line.startswith("#")]
    return {name: value for name, value in pairs}  # noqa: C416 - lists of two


def test_example_environment_is_accepted_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in _example().items():
        monkeypatch.setenv(name, value)
    loaded = settings.load()
    defaults = settings.Settings.model_fields
    assert loaded.keep_days == defaults["keep_days"].default
    assert loaded.database_url == ""


@pytest.mark.req("R120")
def test_example_environment_holds_no_secret() -> None:
    example = _example()
    assert {name for name in example if "PASSWORD" in name} == {"POSTGRES_PASSWORD", "GRAFANA_PASSWORD"}
    assert not any(value for name, value in example.items() if "PASSWORD" in name)
    assert "DISCORD_TOKEN" not in example


# --- Dockerfile -------------------------------------------------------------------------------------------------


def _instructions() -> list[tuple[str, str]]:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n", " ", "\n".join(lines))
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in joined.splitlines() if line.strip()]


def _last(name: str) -> str:
    return [rest for word, rest in _instructions() if word == name][-1]


def test_dockerfile_knows_only_docker() -> None:
    known = {"ARG", "FROM", "ENV", "WORKDIR", "RUN", "COPY", "USER", "VOLUME", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"}  # fmt: skip
    assert {word for word, _ in _instructions()} <= known


@pytest.mark.req("R53")
def test_entry_point_and_health_check_are_in_exec_form() -> None:
    entry, command = json.loads(_last("ENTRYPOINT")), json.loads(_last("CMD"))
    assert [*entry, *command][-4:] == ["/opt/venv/bin/python", "-m", "bot", "run"]
    assert entry[:2] == ["/usr/bin/tini", "--"]
    check = json.loads(_last("HEALTHCHECK").split("CMD", 1)[1])
    assert "/healthz" in check[2]
    assert compile(check[2], "healthcheck", "exec")
    assert _last("STOPSIGNAL") == "SIGTERM"


def test_image_does_not_run_as_root() -> None:
    after = [word for word, _ in _instructions()]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", _last("USER"))
    assert "RUN" not in after[after.index("USER") :]


def test_image_copies_what_is_there_and_let_through() -> None:
    ignore = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    assert ignore[1] == "*"
    allowed = {line[1:] for line in ignore if line.startswith("!")}
    sources = [
        source
        for word, rest in _instructions()
        if word == "COPY" and "--from" not in rest
        for source in rest.split()[:-1]
    ]
    assert {source.removeprefix("./") for source in sources} == allowed
    assert all((ROOT / source).exists() for source in sources)


def test_image_takes_the_projects_torch() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    (pattern,) = re.findall(r"sed -n '(s/[^']*)'", (DEPLOY / "Dockerfile").read_text("utf-8"))
    out = subprocess.run(["sed", "-n", pattern], input=project, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"torch==[\d.]+\n", out.stdout)


def test_installed_package_has_all_its_data() -> None:
    """The image installs the package; what the globs forget is missing there and nowhere else."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    globs = project["tool"]["setuptools"]["package-data"]
    taken = {
        path
        for package, patterns in globs.items()
        for pattern in patterns
        for path in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    data = {
        path
        for path in (ROOT / "bot").rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"} and "__pycache__" not in path.parts
    }
    assert data <= taken


def test_base_images_have_a_version() -> None:
    (image,) = [rest.split("=")[1] for word, rest in _instructions() if rest.startswith("PYTHON_IMAGE")]
    assert re.fullmatch(r"python:3\.1[1-9]-slim-\w+", image)


# --- compose ----------------------------------------------------------------------------------------------------

COMPOSE = _yaml("compose.yaml")
SERVICES = sorted(COMPOSE["services"])


def test_compose_has_the_promised_services() -> None:
    profiles = {name: tuple(service.get("profiles", ())) for name, service in COMPOSE["services"].items()}
    assert profiles == {
        "bot": (),
        "postgres": ("postgres",),
        "milvus": ("milvus",),
        "prometheus": ("monitoring",),
        "grafana": ("monitoring",),
    }


@pytest.mark.req("R46")
def test_compose_caps_the_bots_restarts() -> None:
    bot = COMPOSE["services"]["bot"]
    assert re.fullmatch(r"on-failure:[1-9]", bot["restart"])
    assert int(bot["stop_grace_period"].removesuffix("s")) > 10


@pytest.mark.parametrize("name", SERVICES)
def test_compose_service_is_hardened(name: str) -> None:
    service = COMPOSE["services"][name]
    assert "no-new-privileges:true" in service["security_opt"]
    assert not {"privileged", "network_mode", "pid", "devices"} & service.keys()
    assert service["mem_limit"]
    assert service["logging"]["options"]["max-size"]
    if name != "milvus":  # writes into its own image
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    assert "ports" not in COMPOSE["services"]["bot"]


@pytest.mark.parametrize("name", SERVICES)
def test_compose_names_only_what_exists(name: str) -> None:
    service = COMPOSE["services"][name]
    assert set(service.get("networks", ())) <= COMPOSE["networks"].keys()
    assert set(service.get("secrets", ())) <= COMPOSE["secrets"].keys()
    for mount in service.get("volumes", ()):
        source = mount.split(":")[0]
        assert (DEPLOY / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
    image = service["image"]
    assert image.startswith("rigwise:") or re.search(r":v?\d+(\.\d+)*(-\w+)?$", image)


def test_compose_variables_are_in_the_example() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert set(re.findall(r"\$\{(\w+)", text)) == _example().keys()


def test_milvus_is_one_line_of_settings_away() -> None:
    """Server, client and the address in the example belong together."""
    bot, server = COMPOSE["services"]["bot"], COMPOSE["services"]["milvus"]
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"][
        "milvus"
    ]
    (line,) = [re.search(r"pymilvus>=(\d+\.\d+)", want)[1] for want in extra if want.startswith("pymilvus")]  # type: ignore[index]
    assert server["image"].startswith(f"milvusdb/milvus:v{line}.")
    assert bot["depends_on"]["milvus"] == {"condition": "service_healthy", "required": False}
    assert set(bot["networks"]) & set(server["networks"])
    assert {"RIGWISE_VECTORS", "RIGWISE_MILVUS_URI"} <= bot["environment"].keys()
    assert "http://milvus:19530" in (DEPLOY / ".env.example").read_text("utf-8")
    pinned = (ROOT / "requirements-milvus.lock").read_text("utf-8")
    assert re.search(rf"^pymilvus=={re.escape(line)}\.", pinned, re.MULTILINE)


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-milvus.lock", "requirements-dev.lock"])
def test_locks_name_no_torch_and_no_host(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert not re.search(r"^torch==|https?://|file://|--(extra-)?index-url|--find-links", text, re.MULTILINE)


def test_compose_fits_its_schema() -> None:
    _run("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml")


# --- systemd ----------------------------------------------------------------------------------------------------


def _unit() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "rigwise.service").read_text("utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, value = line.split("=", 1)
            found.setdefault(name, []).append(value)
    return found


@pytest.mark.req("R46")
def test_unit_backs_off_and_caps_restarts() -> None:
    unit = _unit()
    assert unit["Restart"] == ["on-failure"]
    assert int(unit["RestartSec"][0]) >= 15
    assert int(unit["StartLimitBurst"][0]) <= 10
    # The limit is only reached if that many restarts fit into the interval.
    assert int(unit["StartLimitBurst"][0]) * int(unit["RestartSec"][0]) < 2 * 3600
    assert int(unit["TimeoutStopSec"][0]) > 10
    codes = {errors.InputError.exit_code, errors.SettingsError.exit_code, errors.DiscordError.exit_code}
    assert {int(code) for code in unit["RestartPreventExitStatus"][0].split()} == codes


def test_unit_is_accepted_by_systemd(tmp_path: Path) -> None:
    text = (DEPLOY / "rigwise.service").read_text("utf-8")
    copy = tmp_path / "rigwise.service"
    copy.write_text(text.replace("/opt/rigwise/.venv/bin/python -m bot run", "/bin/true"))
    assert _run("systemd-analyze", "verify", str(copy)) == ""
    report = _run("systemd-analyze", "security", "--offline=true", str(copy))
    level = re.search(r"exposure level for rigwise.service: ([\d.]+)", report)
    assert level
    assert float(level[1]) < 2.5


# --- Kubernetes -------------------------------------------------------------------------------------------------


def _objects(folder: str) -> dict[str, dict[str, Any]]:
    """What kustomize makes of a folder, by kind."""
    if shutil.which("kubectl") is None:
        pytest.skip("kubectl is not installed")
    built = yaml.safe_load_all(_run("kubectl", "kustomize", f"k8s/{folder}"))
    return {item["kind"]: item for item in built}


BASE = {item["kind"]: item for path in (DEPLOY / "k8s/base").glob("[!k]*.yaml") for item in [_yaml(path)]}


@pytest.mark.req("R51")
def test_probes_ask_the_served_paths() -> None:
    bot = BASE["StatefulSet"]["spec"]["template"]["spec"]["containers"][0]
    asked = {
        name: bot[name]["httpGet"]["path"] for name in ("startupProbe", "livenessProbe", "readinessProbe")
    }
    assert asked == {"startupProbe": "/healthz", "livenessProbe": "/healthz", "readinessProbe": "/readyz"}
    assert set(asked.values()) <= set(PATHS)
    assert bot["ports"][0]["name"] == bot["livenessProbe"]["httpGet"]["port"]


def test_pod_is_hardened() -> None:
    pod = BASE["StatefulSet"]["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert f"{pod['securityContext']['runAsUser']}:{pod['securityContext']['runAsGroup']}" == _last("USER")
    assert pod["automountServiceAccountToken"] is False
    assert pod["terminationGracePeriodSeconds"] > 10
    for container in (*pod["initContainers"], *pod["containers"]):
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"]["limits"]["memory"]
        names = {mount["name"] for mount in container["volumeMounts"]}
        claims = {claim["metadata"]["name"] for claim in BASE["StatefulSet"]["spec"]["volumeClaimTemplates"]}
        assert names <= {volume["name"] for volume in pod["volumes"]} | claims


def test_knowledge_is_mounted_folder_by_folder() -> None:
    mounts = BASE["StatefulSet"]["spec"]["template"]["spec"]["containers"][0]["volumeMounts"]
    folders = {Path(m["mountPath"]).name for m in mounts if m["mountPath"].startswith("/knowledge/")}
    with_content = {path.name for path in (ROOT / "knowledge").iterdir() if path.is_dir()}
    assert folders == with_content


@pytest.mark.parametrize("kind", ["Service", "StatefulSet", "PodDisruptionBudget", "NetworkPolicy"])
def test_selectors_meet_the_pods(kind: str) -> None:
    labels = BASE["StatefulSet"]["spec"]["template"]["metadata"]["labels"]
    spec = BASE[kind]["spec"]
    selector = spec.get("selector") or spec["podSelector"]
    assert selector.get("matchLabels", selector) == labels


def test_disruption_budget_lets_a_node_be_drained() -> None:
    assert BASE["PodDisruptionBudget"]["spec"]["maxUnavailable"] == 1
    assert "minAvailable" not in BASE["PodDisruptionBudget"]["spec"]


def test_network_policy_closes_both_ways() -> None:
    spec = BASE["NetworkPolicy"]["spec"]
    assert spec["policyTypes"] == ["Ingress", "Egress"]
    ports = {port["port"] for rule in (*spec["ingress"], *spec["egress"]) for port in rule["ports"]}
    assert ports == {8080, 53, 443, 5432}


def test_kustomize_settings_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in _objects("sharded")["ConfigMap"]["data"].items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("RIGWISE_SHARD_IDS", "3")
    loaded = settings.load()
    assert (loaded.shard_count, loaded.health_port) == (4, 8080)


@pytest.mark.req("R55")
def test_one_process_per_shard() -> None:
    built = _objects("sharded")
    assert str(built["StatefulSet"]["spec"]["replicas"]) == built["ConfigMap"]["data"]["RIGWISE_SHARD_COUNT"]
    bot = built["StatefulSet"]["spec"]["template"]["spec"]["containers"][0]
    assert {item["name"] for item in bot["env"]} == {"RIGWISE_SHARD_IDS", "RIGWISE_DATABASE_URL"}
    assert bot["envFrom"][0]["configMapRef"]["name"] == built["ConfigMap"]["metadata"]["name"]
    assert built["NetworkPolicy"]["spec"] == BASE["NetworkPolicy"]["spec"]


@pytest.mark.parametrize("folder", ["base", "sharded"])
def test_kustomize_ships_no_secret(folder: str) -> None:
    assert set(_objects(folder)) == {
        "ServiceAccount", "ConfigMap", "Service", "StatefulSet", "PodDisruptionBudget", "NetworkPolicy",
    }  # fmt: skip


# --- Prometheus and Grafana -------------------------------------------------------------------------------------

RULES = [rule for group in _yaml("prometheus/rules.yml")["groups"] for rule in group["rules"]]
DASHBOARD = json.loads((DEPLOY / "grafana/dashboards/rigwise.json").read_text("utf-8"))
FOREIGN = {"up": {"instance", "job"}}
"""Made by Prometheus itself."""


def _served() -> dict[str, set[str]]:
    """Every metric name this program serves, with its labels."""
    metrics = PrometheusMetrics(version="1")
    metrics.question(surface="ask", kind="unknown", seconds=1.0)
    metrics.stage(name="search", seconds=1.0)
    metrics.command(name="button-up")
    metrics.error(code="err-unexpected")
    metrics.loop_lag(0.1)
    metrics.snapshot(SnapshotFacts("v", "e", 1, 1, 0.0))
    found = {name: set(labels) for name, labels in FOREIGN.items()}
    for family in metrics.registry.collect():
        for sample in family.samples:
            found.setdefault(sample.name, set()).update({*sample.labels, "instance", "job"})
    return found


def _expressions() -> Iterator[tuple[str, str]]:
    for rule in RULES:
        yield rule["alert"], rule["expr"]
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]
    for note in DASHBOARD["annotations"]["list"]:
        yield note["name"], note["expr"]


_METRIC = re.compile(r"\b((?:rigwise|process|python)_\w+|up)\b(?:\{([^}]*)\})?")


@pytest.mark.parametrize(("title", "expression"), list(_expressions()))
def test_metrics_of_dashboard_and_alerts_are_served(title: str, expression: str) -> None:
    served = _served()
    used = _METRIC.findall(expression)
    assert used, title
    for name, matchers in used:
        assert name in served, name
        labels = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", matchers))
        assert labels <= served[name], name
    names = [name for name, _ in used]
    for grouped in re.findall(r"by \(([^)]*)\)", expression):
        wanted = {label.strip() for label in grouped.split(",")}
        assert wanted <= set().union(*(served[name] for name in names))


def test_every_metric_of_our_own_is_looked_at() -> None:
    used = {name for _, expression in _expressions() for name, _ in _METRIC.findall(expression)}
    ours = {
        re.sub(r"_(bucket|count|sum|created)$", "", name) for name in _served() if name.startswith("rigwise_")
    }
    looked_at = {re.sub(r"_(bucket|count|sum)$", "", name) for name in used}
    counted = {name.removesuffix("_total") for name in looked_at}
    assert {name.removesuffix("_total") for name in ours} <= counted


def test_alerts_have_a_section_in_the_run_book() -> None:
    headings = set(re.findall(r"^### (\w+)$", (DEPLOY / "README.md").read_text("utf-8"), re.MULTILINE))
    for rule in RULES:
        assert rule["alert"] in headings
        assert rule["annotations"]["runbook"] == f"deploy/README.md#{rule['alert'].lower()}"
        assert rule["labels"]["severity"] in {"page", "ticket", "info"}
        assert set(re.findall(r"\$(\w+)", rule["annotations"]["summary"])) <= {"labels", "value"}
    assert {heading for heading in headings if heading.startswith("Rigwise")} == {r["alert"] for r in RULES}


def test_thresholds_follow_the_code() -> None:
    by_name = {rule["alert"]: rule["expr"] for rule in RULES}
    queue = settings.Settings.model_fields["queue_size"].default
    assert int(by_name["RigwiseQueueFull"].split(">")[1]) == queue * 3 // 4
    assert float(by_name["RigwiseGatewaySilent"].split(">")[1]) < MAX_FRAME_AGE_S


def test_rules_pass_promtool() -> None:
    _run("promtool", "check", "config", "prometheus/prometheus.yml")
    _run("promtool", "test", "rules", "rules_test.yml", cwd=DEPLOY / "prometheus")


def test_dashboard_expressions_pass_promtool(tmp_path: Path) -> None:
    rules = [
        {
            "record": f"panel{number}",
            "expr": text.replace("$__rate_interval", "5m").replace("$instance", ".*"),
        }
        for number, (_, text) in enumerate(_expressions())
    ]
    (tmp_path / "rules.yml").write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}))
    _run("promtool", "check", "rules", str(tmp_path / "rules.yml"))


def test_dashboard_is_laid_out_without_overlaps() -> None:
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    cells = [
        (x, y)
        for panel in panels
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) < 24


def test_grafana_finds_its_source_and_dashboard() -> None:
    (source,) = _yaml("grafana/provisioning/datasources/prometheus.yaml")["datasources"]
    used = {target["datasource"]["uid"] for panel in DASHBOARD["panels"] for target in panel["targets"]}
    assert used == {source["uid"]}
    assert "prometheus" in COMPOSE["services"]
    (provider,) = _yaml("grafana/provisioning/dashboards/rigwise.yaml")["providers"]
    mounts = COMPOSE["services"]["grafana"]["volumes"]
    assert f"./grafana/dashboards:{provider['options']['path']}:ro" in mounts


def test_prometheus_scrapes_where_the_bot_listens() -> None:
    (scrape,) = [
        s for s in _yaml("prometheus/prometheus.yml")["scrape_configs"] if s["job_name"] == "rigwise"
    ]
    (target,) = scrape["dns_sd_configs"]
    environment = COMPOSE["services"]["bot"]["environment"]
    assert (target["names"], str(target["port"])) == (["bot"], environment["RIGWISE_HEALTH_PORT"])
    assert set(COMPOSE["services"]["bot"]["networks"]) & set(COMPOSE["services"]["prometheus"]["networks"])


# --- documents --------------------------------------------------------------------------------------------------

BOOK = (DEPLOY / "README.md").read_text("utf-8")


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")


def test_links_of_the_run_book_lead_somewhere() -> None:
    anchors = {_anchor(heading) for heading in re.findall(r"^#+ (.*)$", BOOK, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)]+)\)", BOOK):
        if target.startswith("#"):
            assert target[1:] in anchors, target
        elif not target.startswith("http"):
            assert (DEPLOY / target).exists(), target


def test_run_book_names_every_file() -> None:
    for path in DEPLOY.iterdir():
        assert path.name in BOOK or path.name == "SCALE.md", path.name


def test_run_book_knows_every_exit_code() -> None:
    kinds = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type)
        and issubclass(kind, errors.RigwiseError)
        and kind is not errors.RigwiseError
    ]
    codes = {kind.exit_code for kind in kinds} - {errors.BusyError.exit_code}  # never ends the process
    table = BOOK[BOOK.index("| code |") : BOOK.index("**The 1,000")]
    assert codes <= {
        int(code) for row in re.findall(r"^\| ([\d, ]+) \|", table, re.MULTILINE) for code in row.split(",")
    }


@pytest.mark.req("R46", "R118")
def test_run_book_tells_the_duties() -> None:
    for word in ("1,000 times in 24 hours", "encrypt", "breach", "PRIVACY.md", "TERMS.md", "/privacy delete"):
        assert word in BOOK


@pytest.mark.req("R118", "R119")
def test_privacy_policy_says_what_the_store_does() -> None:
    text = (DEPLOY / "PRIVACY.md").read_text("utf-8")
    days = settings.Settings.model_fields["keep_days"].default
    assert text.count(f"⟦{days}⟧ days") == 3
    for word in (
        "/privacy show",
        "/privacy export",
        "/privacy delete",
        "HMAC-SHA256",
        "train",
        "breach",
        "encrypted",
    ):
        assert word in text


@pytest.mark.req("R118")
@pytest.mark.parametrize("name", ["PRIVACY.md", "TERMS.md"])
def test_templates_show_what_to_fill_in(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    assert text.count("⟦") == text.count("⟧") >= 5
