"""Models that a generator makes of the schema read every frame of whole matches, and lose nothing of it."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import httpx
import pydantic
import pytest
from datamodel_code_generator import GenerateConfig, InputFileType, generate
from datamodel_code_generator.enums import DataModelType
from datamodel_code_generator.format import Formatter, PythonVersion

import make_fixtures


@pytest.fixture(scope="module")
def models(server: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The module of pydantic models of the server's schema, as anybody would have it made."""
    schema = httpx.get(f"{server}/api/v1/schema.json").text
    made = generate(
        schema,
        config=GenerateConfig(
            input_file_type=InputFileType.JsonSchema,
            output_model_type=DataModelType.PydanticV2BaseModel,
            target_python_version=PythonVersion.PY_311,
            use_annotated=True,
            disable_timestamp=True,
            formatters=[Formatter.BUILTIN],
        ),
    )
    path = tmp_path_factory.mktemp("generated") / "entente_models.py"
    path.write_text(str(made), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("entente_models", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Models find each other by the name of their module.
    sys.modules["entente_models"] = module
    spec.loader.exec_module(module)
    return module


def test_pydantic_models_read_whole_matches(models: Any, server: str, tmp_path: Path) -> None:
    make_fixtures.make(tmp_path / "made", server, list(make_fixtures.GAMES))
    read = 0
    for path in sorted((tmp_path / "made" / "frames").glob("*.jsonl")):
        game = "".join(word.capitalize() for word in path.name.split(".")[0].split("-"))
        public = pydantic.TypeAdapter(getattr(models, f"{game}Public"))
        for line in path.read_text(encoding="utf-8").splitlines():
            frame = json.loads(line)
            message = models.ServerMessage.model_validate(frame)
            assert json.loads(message.model_dump_json(by_alias=True, exclude_unset=True)) == frame
            if frame["type"] == "update":
                public.validate_python(frame["public"])
            read += 1
    assert read > 500


@pytest.mark.parametrize(
    "message",
    [
        {"type": "ping"},
        {"type": "ping", "nonce": "soon"},
        {"type": "ping", "nonce": 1, "more": 1},
        {"type": "pong", "nonce": 1},
    ],
)
def test_pydantic_models_refuse_what_is_no_message(models: Any, message: dict[str, Any]) -> None:
    models.ClientMessage.model_validate({"type": "ping", "nonce": 1})
    with pytest.raises(pydantic.ValidationError):
        models.ClientMessage.model_validate(message)
