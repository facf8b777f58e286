"""The files of deploy/: what they refuse, hide and pin, as docs/operators says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "flagfall@.service"
CODE = "SECRET"
"""The code of an invitation."""


def logged_path(path: str) -> str:
    """What the log format of nginx writes of a path, by the map of its file."""
    (rows,) = re.findall(
        r"map \$uri \$path_without_code {\n(.*?)}", (DEPLOY / "nginx.conf").read_text(), re.S
    )
    for pattern, written in re.findall(r"^\s*~(\S+)\s+(\S+);", rows, re.M):
        if re.search(pattern, path):
            return str(written)
    return path


def test_the_log_of_the_proxy_holds_no_code_of_an_invitation() -> None:
    pages = (ROOT / "web" / "src" / "lib" / "router.svelte.ts").read_text("utf-8")
    assert r'["join", /^\/join\/([^/]+)\/([^/]+)$/]' in pages
    assert '@get("/api/codes/{short:str}")' in (ROOT / "src/flagfall/server/http/tables.py").read_text(
        "utf-8"
    )
    assert CODE not in logged_path(f"/join/abc/{CODE}") + logged_path(f"/api/codes/{CODE}")
    assert logged_path("/api/games") == "/api/games"
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    (form,) = re.findall(r"log_format without_codes '(.*)';", text)
    assert set(re.findall(r"\$\w+", form)) == {
        "$remote_addr",
        "$time_local",
        "$request_method",
        "$path_without_code",
        "$status",
        "$body_bytes_sent",
    }
    servers = re.findall(r"^server {\n(.*?)^}", text, re.M | re.S)
    assert len(servers) == 2
    for server in servers:
        assert re.search(r"^    access_log (off|\S+ without_codes);", server, re.M)
        assert re.search(r"^    error_log +\S+ crit;", server, re.M)
    assert not re.search(r"^\s*log\b", (DEPLOY / "Caddyfile").read_text("utf-8"), re.M)


def test_every_image_has_a_full_version_and_can_be_pinned() -> None:
    container = (DEPLOY / "Containerfile").read_text("utf-8")
    images = dict(re.findall(r"^ARG (\w+_IMAGE)=(\S+)$", container, re.M))
    stages = {name for _, name in re.findall(r"^FROM (\S+) AS (\w+)$", container, re.M)}
    for image in re.findall(r"^FROM (\S+)", container, re.M):
        assert image.strip("${}") in images or image in stages
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    named = [*images.values(), *re.findall(r"image: \$\{\w+_IMAGE:-(\S+)\}", compose)]
    assert len(named) == 6
    for image in named:
        assert re.search(r":\d+\.\d+(\.\d+)?(-[\w-]+)?$", image), image


def test_an_unset_password_is_refused() -> None:
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    secrets = re.findall(
        r"\$\{(\w*(?:PASSWORD|TOKEN|DOMAIN))([^}]*)\}",
        "\n".join(line for line in compose.splitlines() if not line.lstrip().startswith("#")),
    )
    assert {name for name, _ in secrets} == {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "METRICS_TOKEN", "DOMAIN"}
    assert {rest for _, rest in secrets} == {":?is not set"}


def test_the_unit_keeps_to_itself(tmp_path: Path) -> None:
    unit = UNIT.read_text("utf-8")
    for line in ("UMask=0077", "MemoryMax=4G", "SystemCallFilter=@system-service", "NoNewPrivileges=yes"):
        assert line in unit.splitlines()
    if shutil.which("systemd-analyze"):
        here = tmp_path / "flagfall@8421.service"
        here.write_text(re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={sys.executable}", unit))
        done = subprocess.run(["systemd-analyze", "verify", here], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
