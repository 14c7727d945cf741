#!/usr/bin/env python3
"""Breaks one rule of visibility at a time, and expects the campaign `non-interference` to notice.

    campaigns/mutants/run.py [--states N] [--only TEXT] [--scratch FOLDER]

Each entry of visibility.toml is applied to a scratch copy of the last commit, built and run. Ends in
one line; fails if a mutant survives, does not apply, does not compile, or ends in another way.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The rules are compiled once for each mutant: quickly matters more than fast.
BUILD = [
    "cargo", "build", "--quiet", "--package", "campaigns", "--bin", "campaigns",
    "--config", "profile.dev.package.engine.opt-level=1",
]


def build(scratch):
    return subprocess.run(BUILD, cwd=scratch, capture_output=True, text=True)


def campaign(scratch, states, game):
    """What the campaign says of a build: "held", "BROKEN", or how else it ended."""
    command = ["target/debug/campaigns", "non-interference", "--states", str(states)]
    if game:
        command += ["--game", game]
    ended = subprocess.run(command, cwd=scratch, capture_output=True, text=True)
    lines = [line for line in ended.stdout.splitlines() if line.startswith("non-interference")]
    if len(lines) != 1:
        return f"ended with {ended.returncode} and no figures: {ended.stderr[-2000:]}"
    held, broken = lines[0].endswith("- held"), lines[0].endswith("- BROKEN")
    if held and ended.returncode == 0:
        return "held"
    # Something must have been told: that too little was compared is no catch.
    told = any(
        int(count) > 0
        for words in lines[0].split(": ", 1)[1].replace(" - BROKEN", "").split(", ")
        for count, what in [words.split(" ", 1)]
        if what in ("differing bytes", "found", "shown something else")
    )
    return "BROKEN" if broken and told else lines[0]


def one(mutant, scratch, states):
    """Applies a mutant, asks, and takes it back."""
    file = scratch / mutant["file"]
    text = file.read_text(encoding="utf-8")
    if text.count(mutant["old"]) != 1:
        return f"does not apply: its text stands {text.count(mutant['old'])} times"
    file.write_text(text.replace(mutant["old"], mutant["new"]), encoding="utf-8")
    try:
        built = build(scratch)
        if built.returncode != 0:
            return "does not compile:\n" + built.stderr[-3000:]
        return campaign(scratch, states, mutant.get("game"))
    finally:
        file.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=3000, help="states compared for each mutant")
    parser.add_argument("--only", default="", help="mutants whose name has this text")
    parser.add_argument("--scratch", type=pathlib.Path, help="a folder to build in, kept for later")
    arguments = parser.parse_args()
    mutants = tomllib.loads((HERE / "visibility.toml").read_text(encoding="utf-8"))["mutant"]
    mutants = [mutant for mutant in mutants if arguments.only in mutant["name"]]
    scratch = (arguments.scratch or pathlib.Path(tempfile.mkdtemp(prefix="mutants-"))).resolve()
    tree = scratch / "tree"
    git = ["git", "-C", str(ROOT), "worktree"]
    subprocess.run([*git, "add", "--force", "--detach", str(tree), "HEAD"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    caught, wrong = 0, []
    try:
        if (scratch / "target").exists():
            shutil.move(scratch / "target", tree / "target")
        built = build(tree)
        sound = "does not compile:\n" + built.stderr if built.returncode else campaign(tree, arguments.states, None)
        if sound != "held":
            print(f"without a mutant: {sound}")
            return 2
        for number, mutant in enumerate(mutants, 1):
            began = time.monotonic()
            verdict = one(mutant, tree, arguments.states)
            fate = {"BROKEN": "caught", "held": "SURVIVED"}.get(verdict, "ERROR: " + verdict)
            took = time.monotonic() - began
            print(f"{number:3} {fate:8} {took:4.0f} s  {mutant['name']}", flush=True)
            caught += fate == "caught"
            if fate != "caught":
                wrong.append(mutant["name"])
    finally:
        if arguments.scratch and (tree / "target").exists():
            shutil.move(tree / "target", scratch / "target")
        subprocess.run([*git, "remove", "--force", str(tree)], check=True)
        if not arguments.scratch:
            shutil.rmtree(scratch, ignore_errors=True)
    print(f"visibility mutants: {len(mutants)}, caught {caught}")
    return 0 if caught == len(mutants) and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
