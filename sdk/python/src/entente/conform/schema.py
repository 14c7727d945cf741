"""Checks values against a server's own JSON Schema, by the keywords that such schemas use.

A keyword that is not known here is an error, so that nothing passes unread.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Schema = Any
#: Checks a value against a keyword's argument; returns what is wrong, or `None`.
Check = Callable[["Schemas", Any, Any, Schema, str], "str | None"]

_NOTES = {"$defs", "$schema", "$id", "$comment", "title", "description", "default", "examples", "deprecated"}
_NOTES |= {"discriminator", "format", "readOnly", "writeOnly", "contentEncoding", "contentMediaType"}

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def _same(one: Any, other: Any) -> bool:
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


class Schemas:
    """The definitions of one document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document

    def wrong(self, name: str, value: Any) -> str | None:
        """Returns what is wrong with a value of a named definition, with its place; `None` if it fits."""
        if name not in self.document.get("$defs", {}):
            return f"the schema has no {name}"
        return self._wrong({"$ref": f"#/$defs/{name}"}, value, name)

    def _wrong(self, schema: Schema, value: Any, place: str) -> str | None:
        if isinstance(schema, bool):
            return None if schema else f"{place}: nothing is allowed here"
        for keyword, argument in schema.items():
            if keyword in _NOTES:
                continue
            check = _CHECKS.get(keyword)
            if check is None:
                return f"{place}: the schema has a keyword `{keyword}` that this kit does not know"
            found = check(self, argument, value, schema, place)
            if found is not None:
                return found
        return None

    def ref(self, argument: str, value: Any, schema: Schema, place: str) -> str | None:
        target: Any = self.document
        for part in argument.removeprefix("#/").split("/"):
            target = target[part]
        return self._wrong(target, value, place)

    def some(self, argument: list[Schema], value: Any, schema: Schema, place: str) -> str | None:
        wrongs = [self._wrong(one, value, place) for one in argument]
        # The longest place is that of the variant that came furthest.
        return None if None in wrongs else max((wrong for wrong in wrongs if wrong), key=_depth)

    def one(self, argument: list[Schema], value: Any, schema: Schema, place: str) -> str | None:
        fitting = [self._wrong(one, value, place) for one in argument].count(None)
        return (
            None if fitting == 1 else self.some(argument, value, schema, place) or f"{place}: fits {fitting}"
        )

    def every(self, argument: list[Schema], value: Any, schema: Schema, place: str) -> str | None:
        return next((wrong for one in argument if (wrong := self._wrong(one, value, place))), None)

    def no(self, argument: Schema, value: Any, schema: Schema, place: str) -> str | None:
        return f"{place}: is what it must not be" if self._wrong(argument, value, place) is None else None

    def properties(self, argument: Any, value: Any, schema: Schema, place: str) -> str | None:
        if not isinstance(value, dict):
            return None
        wrongs = (
            self._wrong(one, value[name], f"{place}/{name}")
            for name, one in argument.items()
            if name in value
        )
        return next((wrong for wrong in wrongs if wrong), None)

    def others(self, argument: Schema, value: Any, schema: Schema, place: str) -> str | None:
        if not isinstance(value, dict):
            return None
        patterns = schema.get("patternProperties", {})
        left = [
            name
            for name in value
            if name not in schema.get("properties", {}) and not any(re.search(one, name) for one in patterns)
        ]
        wrongs = (self._wrong(argument, value[name], f"{place}/{name}") for name in left)
        return next((wrong for wrong in wrongs if wrong), None)

    def patterned(self, argument: Any, value: Any, schema: Schema, place: str) -> str | None:
        if not isinstance(value, dict):
            return None
        wrongs = (
            self._wrong(one, value[name], f"{place}/{name}")
            for pattern, one in argument.items()
            for name in value
            if re.search(pattern, name)
        )
        return next((wrong for wrong in wrongs if wrong), None)

    def items(self, argument: Schema, value: Any, schema: Schema, place: str) -> str | None:
        if not isinstance(value, list):
            return None
        start = len(schema.get("prefixItems", ()))
        wrongs = (self._wrong(argument, one, f"{place}/{at}") for at, one in enumerate(value[start:], start))
        return next((wrong for wrong in wrongs if wrong), None)

    def first_items(self, argument: list[Schema], value: Any, schema: Schema, place: str) -> str | None:
        if not isinstance(value, list):
            return None
        pairs = enumerate(zip(argument, value, strict=False))
        wrongs = (self._wrong(one, item, f"{place}/{at}") for at, (one, item) in pairs)
        return next((wrong for wrong in wrongs if wrong), None)

    def names(self, argument: Schema, value: Any, schema: Schema, place: str) -> str | None:
        if not isinstance(value, dict):
            return None
        return next((wrong for name in value if (wrong := self._wrong(argument, name, place))), None)


def _depth(wrong: str) -> int:
    return wrong.partition(":")[0].count("/")


def _test(kind: type | tuple[type, ...], holds: Callable[[Any, Any], bool], what: str) -> Check:
    """Returns a check of values of a kind; others pass."""

    def check(_: Schemas, argument: Any, value: Any, __: Schema, place: str) -> str | None:
        if not isinstance(value, kind) or isinstance(value, bool) or holds(argument, value):
            return None
        return f"{place}: {what} {argument}"

    return check


def _typed(_: Schemas, argument: Any, value: Any, __: Schema, place: str) -> str | None:
    wanted = argument if isinstance(argument, list) else [argument]
    return None if any(_TYPES[one](value) for one in wanted) else f"{place}: is no {' or '.join(wanted)}"


def _const(_: Schemas, argument: Any, value: Any, __: Schema, place: str) -> str | None:
    return None if _same(argument, value) else f"{place}: is not {argument!r}"


def _enum(_: Schemas, argument: Any, value: Any, __: Schema, place: str) -> str | None:
    return None if any(_same(one, value) for one in argument) else f"{place}: is none of {argument}"


_CHECKS: dict[str, Check] = {
    "$ref": Schemas.ref,
    "anyOf": Schemas.some,
    "oneOf": Schemas.one,
    "allOf": Schemas.every,
    "not": Schemas.no,
    "properties": Schemas.properties,
    "additionalProperties": Schemas.others,
    "patternProperties": Schemas.patterned,
    "propertyNames": Schemas.names,
    "items": Schemas.items,
    "prefixItems": Schemas.first_items,
    "type": _typed,
    "const": _const,
    "enum": _enum,
    "required": _test(dict, lambda names, value: set(names) <= set(value), "lacks one of"),
    "minProperties": _test(dict, lambda least, value: len(value) >= least, "has fewer members than"),
    "maxProperties": _test(dict, lambda most, value: len(value) <= most, "has more members than"),
    "minItems": _test(list, lambda least, value: len(value) >= least, "has fewer items than"),
    "maxItems": _test(list, lambda most, value: len(value) <= most, "has more items than"),
    "uniqueItems": _test(
        list, lambda wanted, value: not wanted or len({repr(one) for one in value}) == len(value), "repeats:"
    ),
    "minLength": _test(str, lambda least, value: len(value) >= least, "is shorter than"),
    "maxLength": _test(str, lambda most, value: len(value) <= most, "is longer than"),
    "pattern": _test(str, lambda form, value: re.search(form, value) is not None, "does not match"),
    "minimum": _test((int, float), lambda least, value: value >= least, "is less than"),
    "maximum": _test((int, float), lambda most, value: value <= most, "is more than"),
}
