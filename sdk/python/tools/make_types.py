#!/usr/bin/env python3
"""Makes src/entente/types.py from the server's own JSON Schema.

    python3 tools/make_types.py SCHEMA               from a file
    python3 tools/make_types.py --server BINARY      from a server program, as `make kit-types` does

The schema is what `GET /api/v1/schema.json` answers. `types_of` is also called by a test, which fails if the
file in the tree differs from the schema of the server just built.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
from datamodel_code_generator import GenerateConfig, InputFileType, generate
from datamodel_code_generator.enums import DataModelType
from datamodel_code_generator.format import Formatter, PythonVersion
from datamodel_code_generator.parser import LiteralType

OUT = Path(__file__).parent.parent / "src" / "entente" / "types.py"
HEAD = '''# Made from the server's JSON Schema by tools/make_types.py: do not edit.
"""Everything on the wire, as types: what the server sends and what it reads.

They are for type checkers and editors; at runtime every value is plain JSON. New fields, and new values of
words, may come within version 1 of the protocol: ignore what you do not know.
"""
'''


DROPPED = {"discriminator", "$id", "default", "format"}


def plain(node: Any, names: bool = False) -> Any:
    """Drops what type checkers do not use: formats, and strictness, which not all of them know.

    `names` is `True` where the keys are names of fields and not words of JSON Schema.
    """
    if isinstance(node, list):
        return [plain(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    kept = {
        key: plain(inner, not names and key in ("properties", "$defs"))
        for key, inner in node.items()
        if names or key not in DROPPED
    }
    if not names and kept.get("additionalProperties") is False:
        del kept["additionalProperties"]
    return kept


def types_of(schema: dict[str, Any]) -> str:
    """Returns the module for a schema."""
    made = generate(
        json.dumps(plain({"$schema": schema["$schema"], "$defs": schema["$defs"]})),
        config=GenerateConfig(
            input_file_type=InputFileType.JsonSchema,
            output_model_type=DataModelType.TypingTypedDict,
            target_python_version=PythonVersion.PY_310,
            use_standard_collections=True,
            use_union_operator=True,
            use_schema_description=True,
            use_field_description=True,
            enum_field_as_literal=LiteralType.All,
            disable_timestamp=True,
            formatters=[Formatter.BUILTIN],
            custom_file_header=HEAD,
        ),
    )
    return str(made).rstrip() + "\n"


def schema_of(binary: str) -> dict[str, Any]:
    """Returns the schema of a server program: starts it, asks it, and ends it."""
    command = [binary, "--listen", "127.0.0.1:0", "--database", "memory:"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            for line in server.stdout or ():
                ready = re.match(r"Entente is ready at (http://\S+)/$", line)
                if ready:
                    return dict(httpx.get(f"{ready[1]}/api/v1/schema.json").json())
        finally:
            server.kill()
    raise SystemExit(f"{binary} did not start")


if __name__ == "__main__":
    source = sys.argv[-1]
    schema = schema_of(source) if "--server" in sys.argv else json.loads(Path(source).read_text("utf-8"))
    OUT.write_text(types_of(schema), encoding="utf-8")
