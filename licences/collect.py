#!/usr/bin/env python3
"""What the crates that Entente depends on may be, and the licence texts of those it is linked with.

Refuses a crate whose licence is not in deny.toml's list, that comes from elsewhere than crates.io, or
that is wanted in any version: what `make deny` says too, but without a tool that takes minutes to
build, and offline. Then writes third-party.txt; `--check` only says whether it is what would be
written. `collect.py engine` does the same of the Python package of the rules, which is a workspace of its
own.
"""

import json
import pathlib
import re
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
OUT = HERE / "third-party.txt"

# Images are built for Linux; the crates that are linked in on arm64 are the same.
PLATFORM = "x86_64-unknown-linux-gnu"
PROGRAMS = ["client-cli", "server"]
# The package of the rules for Python.
ENGINE = ROOT / "sdk" / "engine"
CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"

# Its text is the same for all crates, so it is taken wherever it is offered.
APACHE = "Apache-2.0"

HEAD = f"""\
The crates that `entente-server` and `entente` for Linux are linked with, and the licence that each is
used under. Of several that a crate offers, {APACHE} is taken if it is one of them.

The standard library of Rust is linked in under {APACHE} too. SQLite, in libsqlite3-sys, is in the
public domain. Made by licences/collect.py.
"""

ENGINE_HEAD = f"""\
The crates that the native part of entente-engine for Linux is linked with, and the licence that each is used
under. Of several that a crate offers, {APACHE} is taken if it is one of them.

The standard library of Rust is linked in under {APACHE} too. Made by licences/collect.py.
"""


def alternatives(expression):
    """The ways to fulfil an SPDX expression, each the set of licences that it takes."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    place = 0

    def one():
        nonlocal place
        token = tokens[place]
        place += 1
        if token == "(":
            found = any_of()
            place += 1
            return found
        if tokens[place:place + 1] == ["WITH"]:
            token = f"{token} WITH {tokens[place + 1]}"
            place += 2
        return [frozenset([token])]

    def all_of():
        nonlocal place
        found = one()
        while tokens[place:place + 1] == ["AND"]:
            place += 1
            more = one()
            found = [first | second for first in found for second in more]
        return found

    def any_of():
        nonlocal place
        found = all_of()
        while tokens[place:place + 1] == ["OR"]:
            place += 1
            found = found + all_of()
        return found

    return any_of()


def allowed():
    """The licences that deny.toml allows."""
    listed = re.search(r"^allow = \[(.*?)\]", (ROOT / "deny.toml").read_text(), re.M | re.S)
    return set(re.findall(r'"([^"]+)"', listed.group(1)))


def taken(crate, allow):
    """The licences that a crate is used under; none if it may not be used."""
    ways = [way for way in alternatives(crate["license"] or "none") if way <= allow]
    return next((way for way in ways if way == {APACHE}), ways[0] if ways else None)


def metadata(root):
    command = ["cargo", "metadata", "--format-version", "1", "--offline", "--locked",
               "--filter-platform", PLATFORM]
    return json.loads(subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE).stdout)


def linked(found, programs):
    """The foreign crates whose code ends up in the programs, by name and version."""
    crates = {crate["id"]: crate for crate in found["packages"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    ahead = [crate["id"] for crate in found["packages"]
             if crate["source"] is None and crate["name"] in programs]
    seen = set()
    while ahead:
        crate = ahead.pop()
        if crate in seen:
            continue
        seen.add(crate)
        for link in nodes[crate]["deps"]:
            runs = any(kind["kind"] is None for kind in link["dep_kinds"])
            macro = any("proc-macro" in target["kind"] for target in crates[link["pkg"]]["targets"])
            if runs and not macro:
                ahead.append(link["pkg"])
    foreign = (crates[crate] for crate in seen if crates[crate]["source"])
    return sorted(foreign, key=lambda crate: (crate["name"], crate["version"]))


def faults(found, allow):
    """What may not be depended on."""
    for crate in found["packages"]:
        name = f'{crate["name"]} {crate["version"]}'
        if crate["source"] is None:
            for wanted in crate["dependencies"]:
                if wanted["req"] == "*" and not wanted.get("path"):
                    yield f'{name}: {wanted["name"]} is wanted in any version'
            continue
        if crate["source"] != CRATES_IO:
            yield f'{name}: comes from {crate["source"]}'
        if taken(crate, allow) is None:
            yield f'{name}: {crate["license"]} is not allowed by deny.toml'


def read(path):
    lines = path.read_text(encoding="utf-8").replace("\f", "").splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def texts(crate, licences):
    """The texts that must go along with a crate under these licences."""
    folder = pathlib.Path(crate["manifest_path"]).parent
    names = sorted(path for path in folder.iterdir() if path.is_file())
    notices = [path for path in names if path.name.upper().startswith("NOTICE")]
    if licences == {APACHE}:
        return [read(path) for path in notices]
    own = [path for path in names
           if re.match(r"LICEN[CS]E|COPYING|COPYRIGHT|UNLICENSE", path.name.upper())]
    # Where every alternative has a file of its own, that of the licence taken.
    named = [path for path in own if any(one.upper() in path.name.upper() for one in licences)]
    chosen = named if len(licences) == 1 and named else own
    if not chosen:
        raise SystemExit(f'{crate["name"]} {crate["version"]}: no licence text in {folder.name}')
    return [read(path) for path in chosen + notices]


def apache(crates):
    """The text of the Apache licence, as the first crate that has it in a file of its own."""
    for crate in crates:
        path = pathlib.Path(crate["manifest_path"]).parent / "LICENSE-APACHE"
        if path.is_file() and "END OF TERMS AND CONDITIONS" in path.read_text():
            return read(path)
    raise SystemExit("no crate has the text of the Apache licence")


def document(head, crates, allow):
    groups = {}
    for crate in crates:
        licences = taken(crate, allow)
        wanted = texts(crate, licences)
        if APACHE in licences:
            wanted.insert(0, apache(crates))
        label = " AND ".join(sorted(licences))
        for text in wanted:
            # The same words in lines of another length are the same text.
            group = groups.setdefault(" ".join(text.split()), (label, text, []))
            group[2].append(f'{crate["name"]} {crate["version"]}')
    parts = [head]
    for label, text, users in sorted(groups.values(), key=lambda group: (group[0], group[2])):
        names = textwrap.fill(", ".join(users), 100, break_on_hyphens=False)
        parts.append(f'{"-" * 100}\n{label}\n\n{names}\n\n{text}\n')
    return "\n".join(parts)


def main():
    engine = "engine" in sys.argv[1:]
    root, programs, head, out = (
        (ENGINE, ["entente-engine"], ENGINE_HEAD, ENGINE / "third-party.txt") if engine
        else (ROOT, PROGRAMS, HEAD, OUT))
    found, allow = metadata(root), allowed()
    refused = sorted(faults(found, allow))
    if refused:
        raise SystemExit("\n".join(refused))
    wanted = document(head, linked(found, programs), allow)
    if "--check" not in sys.argv[1:]:
        out.write_text(wanted, encoding="utf-8")
    elif not out.exists() or out.read_text(encoding="utf-8") != wanted:
        raise SystemExit(f"{out.relative_to(ROOT)} is not what licences/collect.py writes: run it")


if __name__ == "__main__":
    main()
