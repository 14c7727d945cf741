#!/usr/bin/env python3
"""Runs fuzz targets one after another and ends each in one line: executions, crashes, speed.

Fails if anything crashed, hung or grew beyond its memory, or if fewer executions ran than were asked
for: a fuzzer that stops early proves nothing.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent

# Targets by what their bytes are: a text to be read, or choices that damage and play.
PARSERS = ["canonical", "client_message", "entry", "name", "options", "record", "room_code"]
STRUCTURED = ["any_match", "catalogue", "server_message"]

# The longest input of a target, in bytes: what is longer only makes the fuzzer slower.
LONGEST = {"name": 256, "room_code": 64, "server_message": 2048}
LONGEST_TEXT = 4096
LONGEST_STRUCTURED = 256

# One input may take this long, in seconds of a clock on the wall: on a busy machine a process stands still for tens
# of them. And it may take this much memory, in MiB.
TIMEOUT_S = 120
MEMORY_MIB = 2048


def run(target, runs, seconds, seed):
    """One target: its figures, and whether it held."""
    grown, kept = HERE / "grown" / target, HERE / "corpus" / target
    grown.mkdir(parents=True, exist_ok=True)
    kept.mkdir(parents=True, exist_ok=True)
    longest = LONGEST.get(target, LONGEST_STRUCTURED if target in STRUCTURED else LONGEST_TEXT)
    options = [
        f"-max_len={longest}", f"-timeout={TIMEOUT_S}", f"-rss_limit_mb={MEMORY_MIB}",
        f"-seed={seed}", "-print_final_stats=1",
    ]
    if target in PARSERS or target == "server_message":
        options.append(f"-dict={HERE / 'json.dict'}")
    options.append(f"-max_total_time={seconds}" if seconds else f"-runs={runs}")
    # The code has no unsafe blocks: a sanitizer would only cost speed. RUSTC_BOOTSTRAP lets the
    # pinned stable compiler take the flags of cargo-fuzz.
    command = ["cargo", "fuzz", "run", "--fuzz-dir", str(HERE), "--sanitizer", "none"]
    command += [target, str(grown), str(kept), "--"]
    done = subprocess.run(
        command + options, cwd=HERE, env={**os.environ, "RUSTC_BOOTSTRAP": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
    )

    def figure(name):
        found = re.findall(rf"stat::{name}:\s+(\d+)", done.stdout)
        return int(found[-1]) if found else 0

    executions = figure("number_of_executed_units")
    crashes = done.stdout.count("Test unit written to")
    short = not seconds and executions < runs
    held = done.returncode == 0 and crashes == 0 and executions > 0 and not short
    if not held:
        print(done.stdout[-6000:], file=sys.stderr)
    verdict = "held" if held else "BROKEN"
    speed = figure("average_exec_per_sec")
    line = f"{target} (seed {seed}): {executions} executions, {crashes} crashes, {speed}/s"
    print(f"{line} - {verdict}", flush=True)
    return held


def main():
    """Reads what to run, and runs it."""
    known = PARSERS + STRUCTURED
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(known)}")
    reader.add_argument("--seconds", type=int, help="run each target for this long instead of counting")
    reader.add_argument("--parser-runs", type=int, default=10_000_000)
    reader.add_argument("--structured-runs", type=int, default=100_000)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    unknown = set(given.targets) - set(known)
    if unknown:
        reader.error(f"no such target: {', '.join(sorted(unknown))}")
    broken = []
    for target in given.targets or known:
        runs = given.structured_runs if target in STRUCTURED else given.parser_runs
        if not run(target, runs, given.seconds, given.seed):
            broken.append(target)
    if broken:
        sys.exit(f"broken: {', '.join(broken)}")


if __name__ == "__main__":
    main()
