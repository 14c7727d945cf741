"""Conformance: a scripted server for any client, and a stranger's tests for any server.

python -m entente conform client [--only NAME] -- CMD ARGS...
python -m entente conform server URL
"""

from .client import conform_client
from .program import command
from .report import Finding, as_json, as_table
from .server import conform_server

__all__ = ["Finding", "as_json", "as_table", "command", "conform_client", "conform_server"]
