#!/usr/bin/env python3
"""Breaks one promise at a time, and expects the campaign that is about it to notice.

    tests/campaigns/mutants/run.py [--list NAME] [--states N] [--only TEXT] [--scratch FOLDER]

A list is visibility.toml, each a rule of visibility for the campaign `non-interference`, or
promises.toml, each with its campaign. All of its entries are built once into a scratch copy of the
last commit, each behind a switch, and then turned on one after the other. Ends in one line; fails if a
mutant survives, does not apply, does not compile or ends in another way, and if a campaign finds fault
without a mutant.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LISTS = ("visibility", "promises")
BUILD = ["cargo", "build", "--quiet", "--package", "campaigns", "--package", "server", "--bins"]
# What `non-interference` counts when something was sent that must not be.
LEAKED = ("differing bytes", "found", "shown something else")
SWITCH = """
/// Whether this promise is broken in this scratch copy.
pub fn mutant(number: u32) -> bool {
    static ON: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let on = || {
        let file = std::env::current_exe().ok()?.with_file_name("mutant");
        std::fs::read_to_string(file).ok()?.parse().ok()
    };
    *ON.get_or_init(|| on().unwrap_or(0)) == number
}
"""


def switched(site, mutants):
    """The text with a switch for all mutants of one site."""
    file, at, old = site
    path = "crate" if file.startswith("engine/") else "engine"
    arms = [f"if {path}::mutant({number}) {{ {mutant['new']} }} else " for number, mutant in mutants]
    text = "".join(arms) + f"{{ {old} }}"
    return at.replace("{}", text if at == "{}" else f"({text})", 1)


def apply(mutants, tree):
    """Puts every mutant behind its switch; yields what does not apply."""
    sites = {}
    for number, mutant in mutants:
        site = (mutant["file"], mutant["at"], mutant["old"])
        sites.setdefault(site, []).append((number, mutant))
    for site, here in sites.items():
        file = tree / site[0]
        text = file.read_text(encoding="utf-8")
        whole = site[1].replace("{}", site[2], 1)
        if text.count(whole) != 1:
            yield f"{here[0][1]['name']}: {whole!r} occurs {text.count(whole)} times in {site[0]}"
            continue
        file.write_text(text.replace(whole, switched(site, here)), encoding="utf-8")
    library = tree / "engine/src/lib.rs"
    library.write_text(library.read_text(encoding="utf-8") + SWITCH, encoding="utf-8")


def campaign(tree, number, command, counts):
    """Runs a campaign on a mutant: "held", "BROKEN", or how else it ended."""
    # Beside the binaries: a campaign hands no environment on to the servers that it starts.
    (tree / "target/debug/mutant").write_text(str(number), encoding="utf-8")
    environment = {**os.environ, "RUST_BACKTRACE": "0"}
    command = ["target/debug/campaigns", *command]
    ended = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
    lines = [line for line in ended.stdout.splitlines() if line.startswith(command[1] + " (seed")]
    if len(lines) != 1:
        return f"no figures, exit {ended.returncode}: {ended.stderr[-1500:]}"
    if lines[0].endswith(" - held") and ended.returncode == 0:
        return "held"
    # What the mutant is about must have been seen: that too little was tried is no catch.
    found = lines[0].split(": ", 1)[1].rsplit(" - ", 1)[0].split(", ")
    found = [count.split(" ", 1) for count in found]
    seen = any(int(count) > 0 for count, what in found if what in counts)
    return "BROKEN" if seen else lines[0]


def asked(mutant, states):
    """The campaign that must notice a mutant, and what it must count."""
    if "campaign" in mutant:
        return mutant["campaign"].split(), mutant["counts"]
    game = ["--game", mutant["game"]] if "game" in mutant else []
    return ["non-interference", "--states", str(states), *game], LEAKED


def trial(mutants, tree, states):
    """Turns the mutants on one after the other; yields the names of those not caught."""
    for number, mutant in mutants:
        began = time.monotonic()
        verdict = campaign(tree, number, *asked(mutant, states))
        outcome = {"BROKEN": "caught", "held": "SURVIVED"}.get(verdict, "ERROR: " + verdict)
        print(f"{number:3} {outcome:8} {time.monotonic() - began:4.0f} s  {mutant['name']}", flush=True)
        if outcome != "caught":
            yield mutant["name"]


def unsound(mutants, tree, states):
    """Runs the campaigns without a mutant; yields those that did not hold."""
    asks = [asked(mutant, states) for _, mutant in mutants if "campaign" in mutant]
    if len(asks) < len(mutants):
        asks.append(asked({}, states))
    for command in sorted({" ".join(command) for command, _ in asks}):
        verdict = campaign(tree, 0, command.split(), ())
        if verdict != "held":
            yield f"{command}: {verdict}"


def run(name, mutants, tree, states):
    """Applies, builds and tries; the exit code."""
    wrong = list(apply(mutants, tree))
    if wrong:
        print("does not apply:\n" + "\n".join(wrong))
        return 2
    # The switches are in parentheses that some places do not need.
    quiet = {**os.environ, "RUSTFLAGS": "-Awarnings"}
    built = subprocess.run(BUILD, cwd=tree, env=quiet, capture_output=True, text=True)
    if built.returncode != 0:
        print("does not compile:\n" + built.stderr[-6000:])
        return 2
    wrong = list(unsound(mutants, tree, states))
    if wrong:
        print("without a mutant:\n" + "\n".join(wrong))
        return 2
    missed = list(trial(mutants, tree, states))
    print(f"{name} mutants: {len(mutants)}, caught {len(mutants) - len(missed)}")
    return 1 if missed or not mutants else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", choices=LISTS, default=LISTS[0], help="what is broken")
    parser.add_argument("--states", type=int, default=12_000, help="states compared for each mutant")
    parser.add_argument("--only", default="", help="mutants whose name has this text")
    parser.add_argument("--scratch", type=pathlib.Path, help="a folder that keeps what was built")
    arguments = parser.parse_args()
    entries = (HERE / f"{arguments.list}.toml").read_text(encoding="utf-8")
    mutants = tomllib.loads(entries)["mutant"]
    mutants = [one for one in enumerate(mutants, 1) if arguments.only in one[1]["name"]]
    scratch = (arguments.scratch or pathlib.Path(tempfile.mkdtemp(prefix="mutants-"))).resolve()
    kept, tree = scratch / "target", scratch / "tree"
    worktree = ["git", "-C", str(ROOT), "worktree"]
    subprocess.run([*worktree, "add", "--quiet", "--detach", str(tree), "HEAD"], check=True)
    try:
        if kept.exists():
            shutil.move(kept, tree / "target")
        return run(arguments.list, mutants, tree, arguments.states)
    finally:
        if arguments.scratch and (tree / "target").exists():
            shutil.move(tree / "target", kept)
        subprocess.run([*worktree, "remove", "--force", str(tree)], check=True)
        if not arguments.scratch:
            shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
