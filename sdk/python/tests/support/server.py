"""A real server with a store of its own, on a free port, that can be killed and started again.

The store is a database file, or one on the NATS that ENTENTE_TEST_DATABASE names, as `on-nats` does for
what it runs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
BINARY = os.environ.get("ENTENTE_SERVER_BINARY", str(ROOT / "target" / "debug" / "entente-server"))
NATS = os.environ.get("ENTENTE_TEST_DATABASE")

#: Time after which what a test waits for hangs, in seconds: it is not only slow, however busy the machine.
HANG_S = 600.0

READY = re.compile(r"^Entente is ready at (http://\S+)/$")

# The limits against strangers would slow the tests down, and bots need not look thoughtful.
FREELY = ["--points-per-minute=0", "--max-rooms-per-address=0", "--messages-per-second=0", "--bot-pace-ms=1"]


def on_nats(cluster: str) -> list[str]:
    """Returns the arguments for a new store on NATS."""
    replicas = str(len(cluster.split(",")))
    store = f"{cluster}/{uuid.uuid4().hex}"
    return ["--database", store, "--nats-replicas", replicas, "--nats-unchecked-sync", "true"]


class Server:
    """The server's process. Its address stays the same when it is started again."""

    def __init__(self, *more: str, limits: bool = False) -> None:
        """`limits` leaves the limits against strangers as they are."""
        self.more = more if limits else (*FREELY, *more)
        self.folder = tempfile.mkdtemp(prefix="entente-sdk-")
        self.store = on_nats(NATS) if NATS else ["--database", f"sqlite:{self.folder}/entente.db"]
        if "--dev" in more:
            # A server for authors keeps everything in memory.
            self.store = []
        self.listen = "127.0.0.1:0"
        self.url = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [BINARY, "--listen", self.listen, *self.store, *self.more],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={key: value for key, value in os.environ.items() if not key.startswith("ENTENTE_")},
        )
        if self.process.stdout is None:
            raise AssertionError("its output is a pipe")
        for line in self.process.stdout:
            found = READY.match(line.strip())
            if found:
                self.url = found[1]
                self.listen = self.url.removeprefix("http://")
                return
        raise AssertionError(f"the server ended with {self.process.wait()}")

    def kill(self) -> None:
        """Kills the process as a power cut would; the store stays."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.process = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
