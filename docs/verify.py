#!/usr/bin/env python3
"""Checks records of matches that were dealt with the scheme vd1. Standard library only.

    python3 verify.py record.json [--heads FILE]     one record, against what a client kept
    python3 verify.py FOLDER other.jsonl --json      many: *.json and *.jsonl (a record a line)
    python3 verify.py --self-test                    the known answers of the scheme

A second implementation of the description (FAIRNESS.md), sharing no code with the program that
dealt, so that the two can disagree. It knows no game: that the rules asked for exactly these
draws, and that they give this result, is what `entente-server verify` checks.

In a folder, NAME.heads beside NAME.json is what a client kept of that match.
Exit codes: 0 all records hold, 1 a record is refused, 2 wrong usage or an unreadable file.
"""

import argparse
import hashlib
import json
import os
import re
import sys

SCHEME = "vd1"
MAX_RECORD_BYTES = 64 * 1024 * 1024
MAX_INTEGER = 2**53 - 1
MAX_DEPTH = 64
MAX_ATTEMPTS = 3
MAX_STREAMS = 32
# What a kept line can name: the scheme hashes an attempt as 4 bytes and counts seats in one.
MAX_ATTEMPT, MAX_SEATS = 2**32 - 1, 255
INPUTS = ("command", "deadline", "resign", "claim", "abandon", "undo", "pause", "resume")


class Refusal(Exception):
    """The first fault of a record: its place (a JSON pointer), a word for it, and why."""

    def __init__(self, fault, place, why):
        super().__init__(f"{place}: {why}" if place else why)
        self.fault, self.place, self.why = fault, place, why


def expect(holds, fault, place, why):
    if not holds:
        raise Refusal(fault, place, why)


# --- Hashes --------------------------------------------------------------------------------------


def lp(data):
    return len(data).to_bytes(4, "big") + data


def u8(value):
    return value.to_bytes(1, "big")


def u32(value):
    return value.to_bytes(4, "big")


def u64(value):
    return value.to_bytes(8, "big")


def sha256(data):
    return hashlib.sha256(data).digest()


class Hmac:
    """HMAC-SHA-256 with a key and the beginning of a message, absorbed once."""

    def __init__(self, key, prefix=b""):
        key = key.ljust(64, b"\0")
        self.inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + prefix)
        self.outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))

    def digest(self, rest=b""):
        inner, outer = self.inner.copy(), self.outer.copy()
        inner.update(rest)
        outer.update(inner.digest())
        return outer.digest()


def server_commitment(room, rules, attempt, secret):
    return sha256(lp(b"vd1/commit") + lp(room) + lp(rules.encode()) + u32(attempt) + lp(secret))


def seat_commitment(room, attempt, seat, entropy):
    return sha256(lp(b"vd1/seat") + lp(room) + u32(attempt) + u8(seat) + lp(entropy))


def match_key(secret, commitment, seats):
    """P from S, C and each seat's (K, E); None where a seat brought nothing."""
    parts = b"".join(u8(i) + lp(k or b"") + lp(e or b"") for i, (k, e) in enumerate(seats))
    return Hmac(secret).digest(lp(b"vd1/seed") + lp(commitment) + u8(len(seats)) + parts)


class Stream:
    """The draws of one label."""

    def __init__(self, key, label, position=0):
        self.blocks = Hmac(key, lp(b"vd1/draw") + lp(label.encode()))
        self.position = position
        self.number, self.block = None, b""

    def word(self):
        number, place = divmod(self.position, 4)
        if number != self.number:
            self.number, self.block = number, self.blocks.digest(u64(number))
        self.position += 1
        return int.from_bytes(self.block[8 * place : 8 * place + 8], "big")

    def below(self, m):
        limit = 2**64 // m * m
        while True:
            word = self.word()
            if word < limit:
                return word % m

    def shuffled(self, n):
        cards = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


def first_head(header_text):
    return sha256(lp(b"vd1/log") + lp(header_text.encode()))


def next_head(salts, head, seq, entry_text):
    field = sha256(lp(b"vd1/field") + salts.digest(u64(seq)) + lp(entry_text.encode()))
    return sha256(lp(b"vd1/entry") + head + field)


# --- Strict and canonical JSON -------------------------------------------------------------------


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def no_json(why):
    return Refusal("json", "", "not JSON as the scheme requires: " + why)


def integer(text):
    if text == "-0" or len(text) > 17 or abs(int(text)) > MAX_INTEGER:
        raise no_json("a number that is no integer up to 2^53 - 1")
    return int(text)


def no_number(text):
    raise no_json("a number that is no integer: " + text[:20])


def members(pairs):
    found = {}
    for key, value in pairs:
        if key in found:
            raise no_json(f"the key {key!r} occurs twice")
        if not key.isascii():
            raise no_json(f"the key {key!r} is not ASCII")
        if key.startswith("$serde_json::"):
            raise no_json(f"the key {key!r} is reserved")
        found[key] = value
    return found


def strict(value, depth=0):
    """Refuses what JSON can say and the scheme does not: null, deep nesting, half characters."""
    if value is None:
        raise no_json("null")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise no_json("half a character") from None
    elif isinstance(value, (list, dict)):
        if depth >= MAX_DEPTH:
            raise no_json(f"more than {MAX_DEPTH} levels")
        for item in value.values() if isinstance(value, dict) else value:
            strict(item, depth + 1)


def parse(data):
    expect(len(data) <= MAX_RECORD_BYTES, "size", "", "longer than any record")
    try:
        value = json.loads(
            data.decode(),
            parse_int=integer,
            parse_float=no_number,
            parse_constant=no_number,
            object_pairs_hook=members,
        )
    except (ValueError, RecursionError) as error:
        raise no_json(str(error)) from None
    strict(value)
    return value


# --- The form of a record ------------------------------------------------------------------------


def text(value):
    return isinstance(value, str)


def whole(bits):
    return lambda value: type(value) is int and 0 <= value < 2**bits


def anything(_):
    return True


def array(of):
    return lambda value: isinstance(value, list) and all(of(item) for item in value)


def fields(optional=(), **required):
    """An object with these fields, of which the optional ones may be absent, and no others."""

    def fits(value):
        return (
            isinstance(value, dict)
            and all(name in required for name in value)
            and all(name in value or name in optional for name in required)
            and all(required[name](item) for name, item in value.items())
        )

    return fits


PARTS = {"commitment": text, "entropy": text}
BOT = fields(optional=("mind",), level=text, mind=text)
HEADER = fields(
    v=whole(32), scheme=text, rules=text, game=text, room=text, attempt=whole(32), commitment=text,
    data=text, options=anything, seats=array(fields(optional=("bot", *PARTS), bot=BOT, name=text, **PARTS)),
)
VOIDED = fields(
    attempt=whole(32), commitment=text, server_secret=text,
    seats=array(fields(optional=tuple(PARTS), **PARTS)), missing=array(whole(8)),
)
SHUFFLE = fields(kind=text, seq=whole(64), label=text, n=whole(64), result=array(whole(64)))
BELOW = fields(kind=text, seq=whole(64), label=text, m=whole(64), result=whole(64))


def draw_form(draw):
    kind = draw.get("kind") if isinstance(draw, dict) else None
    return (kind == "shuffle" and SHUFFLE(draw)) or (kind == "below" and BELOW(draw))


RECORD = {
    "scheme": (text, None),
    "header": (HEADER, None),
    "server_secret": (text, None),
    "voided": (None, VOIDED),
    "entries": (None, anything),
    "draws": (None, draw_form),
    "head": (text, None),
    "result": (anything, None),
}


def formed(good, place, why="of another form"):
    expect(good, "form", place, "not the form of a record: " + why)


def read(data):
    record = parse(data)
    formed(isinstance(record, dict), "", "not an object")
    for name, (whole_part, each) in RECORD.items():
        formed(name in record, "", f"no field {name!r}")
        value = record[name]
        if each is None:
            formed(whole_part(value), "/" + name)
            continue
        formed(isinstance(value, list), "/" + name, "not an array")
        for index, item in enumerate(value):
            formed(each(item), f"/{name}/{index}")
    for name in record:
        formed(name in RECORD, "", f"unknown field {name!r}")
    return record


# --- The deal ------------------------------------------------------------------------------------


ATTEMPTS = "attempts count from 0, and there are at most 3"
SEATS = "a match has 1 to 255 seats, and as many in all attempts"
SEAT_PARTS = "a seat has both a commitment and entropy, or neither"
REUSED = "this secret served an attempt before"


def digits(value, place):
    right = re.fullmatch("[0-9a-f]{64}", value)
    expect(right, "hex", place, "not 64 hexadecimal digits in lower case")
    return bytes.fromhex(value)


def check_names(record):
    header = record["header"]
    why = "not of the scheme vd1, or of another version"
    expect(record["scheme"] == SCHEME, "scheme", "/scheme", why)
    expect(header["scheme"] == SCHEME, "scheme", "/header/scheme", why)
    expect(header["v"] == 1, "scheme", "/header/v", why)
    named = re.fullmatch(re.escape(header["game"]) + "/[0-9]+", header["rules"])
    expect(named, "rules", "/header/rules", "not GAME/VERSION with the game of the header")
    formed(isinstance(header["options"], dict), "/header/options", "not an object")
    uuid = re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", header["room"])
    expect(uuid, "room", "/header/room", "not a UUID in lower case")


def check_server(room, rules, attempt, commitment, secret, place):
    committed = server_commitment(room, rules, attempt, secret) == commitment
    why = "the server's secret is not the one committed to"
    expect(committed, "server_commitment", place + "/commitment", why)


def check_seat(room, attempt, index, seat, place):
    """K and E of a seat, each None if absent."""
    k, e = (
        digits(seat[name], f"{place}/{name}") if name in seat else None
        for name in ("commitment", "entropy")
    )
    committed = None in (k, e) or seat_commitment(room, attempt, index, e) == k
    why = "the seat's entropy is not the one committed to"
    expect(committed, "seat_commitment", place + "/commitment", why)
    return k, e


def check_voided(room, rules, index, voided, seats):
    place = f"/voided/{index}"
    expect(voided["attempt"] == index, "attempts", place + "/attempt", ATTEMPTS)
    commitment = digits(voided["commitment"], place + "/commitment")
    secret = digits(voided["server_secret"], place + "/server_secret")
    check_server(room, rules, index, commitment, secret, place)
    expect(len(voided["seats"]) == seats, "seats", place + "/seats", SEATS)
    missing = []
    for number, seat in enumerate(voided["seats"]):
        at = f"{place}/seats/{number}"
        k, e = check_seat(room, index, number, seat, at)
        expect(k is not None or e is None, "seat_parts", at, SEAT_PARTS)
        if k is not None and e is None:
            missing.append(number)
    why = "these are not the seats that did not reveal"
    expect(missing and missing == voided["missing"], "missing", place + "/missing", why)
    return secret


def check_deal(record):
    """All commitments; the key that follows."""
    check_names(record)
    header = record["header"]
    room, rules = bytes.fromhex(header["room"].replace("-", "")), header["rules"]
    digits(header["data"], "/header/data")
    attempt, attempts = header["attempt"], record["voided"]
    expect(len(attempts) == attempt < MAX_ATTEMPTS, "attempts", "/header/attempt", ATTEMPTS)
    expect(1 <= len(header["seats"]) <= 255, "seats", "/header/seats", SEATS)
    secrets = []
    for index, voided in enumerate(attempts):
        secret = check_voided(room, rules, index, voided, len(header["seats"]))
        expect(secret not in secrets, "secret_reused", f"/voided/{index}/server_secret", REUSED)
        secrets.append(secret)
    commitment = digits(header["commitment"], "/header/commitment")
    secret = digits(record["server_secret"], "/server_secret")
    check_server(room, rules, attempt, commitment, secret, "/header")
    expect(secret not in secrets, "secret_reused", "/server_secret", REUSED)
    seats = []
    for index, seat in enumerate(header["seats"]):
        place = f"/header/seats/{index}"
        k, e = check_seat(room, attempt, index, seat, place)
        expect((k is None) == (e is None), "seat_parts", place, SEAT_PARTS)
        seats.append((k, e))
    return match_key(secret, commitment, seats)


# --- The log -------------------------------------------------------------------------------------


def undone_to(entry):
    """The entry after which the match stands again, if this one is an undo."""
    given = entry["input"]
    return given.get("to") if given["type"] == "undo" else None


def check_entry(record, entry, seq, last_at, place):
    def follows(good, why):
        expect(good, "entry", place, "not the entry that follows: " + why)

    number = whole(64)
    form = fields(at=number, input=lambda value: isinstance(value, dict), seq=number)
    right = form(entry) and text(entry["input"].get("type"))
    follows(right, "an entry has at, input with a type, and seq")
    given = entry["input"]
    follows(entry["seq"] == seq, "another number comes next")
    follows(entry["at"] >= last_at, "match time runs backwards")
    follows(given["type"] in INPUTS, "no such input")
    if "seat" in given:
        seat = given["seat"]
        follows(number(seat) and seat < len(record["header"]["seats"]), "no such seat")
    if given["type"] == "undo":
        to = undone_to(entry)
        follows(number(to) and to < seq, "an undo names an entry before it")


def check_log(record, key):
    """All heads, the first being that of the header."""
    head = digits(record["head"], "/head")
    salts = Hmac(key, lp(b"vd1/salt"))
    heads = [first_head(canonical(record["header"]))]
    last_at = 0
    for seq, entry in enumerate(record["entries"], 1):
        check_entry(record, entry, seq, last_at, f"/entries/{seq - 1}")
        heads.append(next_head(salts, heads[-1], seq, canonical(entry)))
        last_at = entry["at"]
    expect(heads[-1] == head, "head", "/head", "the log gives another head")
    return heads


# --- The draws -----------------------------------------------------------------------------------


class Draws:
    """Makes each draw again; knows how far each stream has come."""

    def __init__(self, key):
        self.key = key
        self.reached = {}
        self.streams = set()

    def stream(self, name, place):
        self.streams.add(name)
        few = len(self.streams) <= MAX_STREAMS
        expect(few, "too_many_streams", place + "/label", "more streams than any game has")
        return self.reached.get(name, 0)

    def label(self, good, expected, place):
        why = "not the label that comes next: " + expected
        expect(good, "draw_label", place + "/label", why)

    def result(self, good, place):
        expect(good, "draw_result", place, "the key gives another result")

    def shuffle(self, draw, place):
        deck = draw["label"].rpartition("/")[0]
        self.label(deck.startswith("deck/") and deck != "deck/", "deck/NAME/K", place)
        times = self.stream(deck, place)
        self.label(draw["label"] == f"{deck}/{times}", f"{deck}/{times}", place)
        self.reached[deck] = times + 1
        self.result(draw["n"] == len(draw["result"]), place + "/n")
        cards = Stream(self.key, draw["label"]).shuffled(draw["n"])
        self.result(cards == draw["result"], place + "/result")

    def below(self, draw, place):
        label = draw["label"]
        self.label(label.startswith("die/") and label != "die/", "die/PURPOSE", place)
        stream = Stream(self.key, label, self.stream(label, place))
        self.result(draw["m"] != 0, place + "/m")
        drawn = stream.below(draw["m"])
        self.reached[label] = stream.position
        self.result(drawn == draw["result"], place + "/result")


def check_draws(record, key):
    entries, draws = record["entries"], record["draws"]
    targets = {undone_to(entry) for entry in entries}
    state, after, index = Draws(key), {}, 0
    for seq in range(len(entries) + 1):
        to = undone_to(entries[seq - 1]) if seq else None
        if to is not None:
            state.reached = dict(after[to])
        while to is None and index < len(draws) and draws[index]["seq"] == seq:
            getattr(state, draws[index]["kind"])(draws[index], f"/draws/{index}")
            index += 1
        if seq in targets:
            after[seq] = dict(state.reached)
    why = "this entry can have no draw here"
    expect(index == len(draws), "draw_order", f"/draws/{index}/seq", why)


# --- The result, and what a client kept ----------------------------------------------------------


def check_result(record):
    scores = array(lambda value: type(value) is int)
    form = fields(winners=array(whole(8)), scores=scores, reason=text)
    result, seats = record["result"], len(record["header"]["seats"])
    right = form(result) and all(winner < seats for winner in result["winners"])
    expect(right, "result", "/result", "not a result between these seats")


class Kept:
    """What a client's file says; lines that begin with # are facts of the deal, or notes."""

    # In its only spelling: what was written down reads back as the same.
    NUMBER = "(0|[1-9][0-9]{0,15})"
    HASH = "([0-9a-f]{64})"
    # In the order in which they are compared: the name, and what follows it.
    FACTS = {
        "commitment": re.compile(f"commitment {NUMBER} {HASH}"),
        "void": re.compile(f"void {NUMBER} {HASH}"),
        "data": re.compile(f"data {HASH}"),
        "options": re.compile(f"options {HASH}"),
        "dealt": re.compile(f"dealt {NUMBER}"),
        "sealed": re.compile(f"sealed {NUMBER} {NUMBER}"),
        "seat": re.compile(f"seat {NUMBER} {NUMBER} (none|[0-9a-f]{{64}})"),
        "entropy": re.compile(f"entropy {NUMBER} {NUMBER} {HASH}"),
        "required": re.compile("entropy (required|optional)"),
    }
    CONTRADICTION = re.compile(
        f"contradiction {NUMBER} (server|seat|void|attempt|required|data|options|unproven)"
    )
    BACK = re.compile(f"rolled back to {NUMBER}")
    HEAD = re.compile(f"{NUMBER} {HASH}")
    # No note begins with these: it would be a fact that nobody compares.
    WORDS = {"another", "contradiction", "rolled", "entropy", *FACTS} - {"required"}

    def __init__(self, data=""):
        self.heads = []
        self.facts = {kind: [] for kind in self.FACTS}
        self.contradictions = []
        # A mail or an editor may have changed the ends of lines.
        for number, line in enumerate(re.split("\r?\n", data), 1):
            read = self.note(line[2:]) if line.startswith("# ") else self.head(line)
            if not read:
                raise ValueError(f"line {number} is no head and no fact")

    def head(self, line):
        """Takes in any other line than a note; returns False if it has no form of a line."""
        head = self.HEAD.fullmatch(line)
        if not head:
            return not line or line.startswith("#")
        self.heads.append((int(head[1]), head[2]))
        return int(head[1]) <= MAX_INTEGER

    def note(self, note):
        """Takes in what follows the sign of a note; returns False if it only looks like a fact."""
        back, contradiction = self.BACK.fullmatch(note), self.contradiction(note)
        # "another": the server contradicted itself. No record can fit both, nor should it.
        fact = self.fact(note[len("another "):] if note.startswith("another ") else note)
        if back:
            self.heads = [kept for kept in self.heads if kept[0] <= int(back[1])]
            return int(back[1]) <= MAX_INTEGER
        if contradiction:
            self.contradictions.append(contradiction)
        elif fact:
            self.facts[fact[0]].append(fact[1])
        else:
            return re.match("[a-z]*", note)[0] not in self.WORDS
        return True

    @classmethod
    def contradiction(cls, note):
        """The attempt and the word of a contradiction; None for anything else."""
        found = cls.CONTRADICTION.fullmatch(note)
        fits = found and int(found[1]) <= MAX_ATTEMPT
        return (int(found[1]), found[2]) if fits else None

    @classmethod
    def fact(cls, note):
        """The kind of a fact and the parts of its line; None for anything else."""
        for kind, form in cls.FACTS.items():
            found = form.fullmatch(note)
            if found:
                # An attempt, then a seat or the number of seats; no number is as long as a hash.
                numbers = [int(part) for part in found.groups() if len(part) < 17 and part.isdigit()]
                fits = all(map(int.__le__, numbers, (MAX_ATTEMPT, MAX_SEATS)))
                return (kind, found.groups()) if fits else None
        return None


def check_kept(record, heads, kept):
    header = record["header"]
    attempts = dict(enumerate([*record["voided"], header]))

    def place(number):
        return "/header" if number == header["attempt"] else f"/voided/{number}"

    def part(number):
        return attempts.get(number, {"seats": []})

    def server(number, good):
        why = f"a client saw another commitment or secret of attempt {number}"
        expect(good, "kept_server", place(number), why)

    def seat(number, index, name, *good):
        seats = part(number)["seats"]
        found = seats[index].get(name) if index < len(seats) else None
        why = f"a client saw seat {index} bring something else to attempt {number}"
        expect(found in good, "kept_seat", place(number), why)

    def fixed(name, found, expected):
        why = f"a client saw other {name}"
        expect(found == expected, "kept_" + name, "/header/" + name, why)

    for number, commitment in kept.facts["commitment"]:
        server(int(number), part(int(number)).get("commitment") == commitment)
    for number, secret in kept.facts["void"]:
        server(int(number), part(int(number)).get("server_secret") == secret)
    for (digest,) in kept.facts["data"]:
        fixed("data", header["data"], digest)
    for (digest,) in kept.facts["options"]:
        fixed("options", sha256(canonical(header["options"]).encode()).hex(), digest)
    for (number,) in kept.facts["dealt"]:
        fixed("attempt", header["attempt"], int(number))
    for number, count in kept.facts["sealed"]:
        as_many = len(part(int(number))["seats"]) == int(count)
        why = f"a client saw other seats bound in attempt {number}"
        expect(as_many, "kept_seat", place(int(number)), why)
    for number, index, bound in kept.facts["seat"]:
        seat(int(number), int(index), "commitment", None if bound == "none" else bound)
    for number, index, entropy in kept.facts["entropy"]:
        # Our own may not have come to anything.
        seat(int(number), int(index), "entropy", None, entropy)
    for number, how in kept.contradictions:
        why = f"a client saw the server contradict itself: {how}"
        raise Refusal("kept_" + how, place(number), why)
    for seq, head in kept.heads:
        same = seq < len(heads) and heads[seq].hex() == head
        why = f"a client saw another head after entry {seq}: the log was rewritten"
        expect(same, "kept_head", "/entries", why)


# --- The report ----------------------------------------------------------------------------------


def report(record, kept):
    header, voided = record["header"], record["voided"]
    seats = [seat for part in [header, *voided] for seat in part["seats"]]
    bound = sum("commitment" in seat for seat in seats)
    draws, entries = len(record["draws"]), len(record["entries"])
    checked = [
        f"{len(voided) + 1} commitments of the server, {bound} of seats",
        f"the results of {draws} draws",
        f"the log of {entries} entries up to its head",
    ]
    not_checked = [
        "that the rules asked for exactly these draws and give this result: "
        "run entente-server verify",
        "that whoever ran the server did not look at hands or at draws to come",
    ]
    if kept.heads:
        facts = sum(map(len, kept.facts.values()))
        checked.append(f"{len(kept.heads)} heads and {facts} facts of the deal that a client kept")
        if not any(int(number) == header["attempt"] for number, _ in kept.facts["sealed"]):
            not_checked.insert(
                0,
                "that no seat was bound late: the client did not write down which seats "
                "brought nothing",
            )
    else:
        not_checked.insert(0, "that this is the match as it was played: keep heads while you play")
    return {
        "rules": header["rules"],
        "room": header["room"],
        "seats": [{"name": s["name"], "entropy": "entropy" in s} for s in header["seats"]],
        "attempts": header["attempt"] + 1,
        "voided": [{"attempt": v["attempt"], "missing": v["missing"]} for v in voided],
        "result": record["result"],
        "entries": entries,
        "draws": draws,
        "checked": checked,
        "not_checked": not_checked,
    }


STEERS = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def printable(value):
    return STEERS.sub("\ufffd", value)


def lines(found):
    def names(seats):
        return ", ".join(f"{seat} {printable(found['seats'][seat]['name'])}" for seat in seats)

    brought = [index for index, seat in enumerate(found["seats"]) if seat["entropy"]]
    result = found["result"]
    voided = "".join(
        f"; attempt {void['attempt']} was void without seat {', '.join(map(str, void['missing']))}"
        for void in found["voided"]
    )
    won = f"won by {names(result['winners'])}" if result["winners"] else "nobody won"
    scores = ", ".join(map(str, result["scores"]))
    return [
        f"{printable(found['rules'])} in room {found['room']}",
        f"seats with entropy: {names(brought)}" if brought else "dealt by the server alone",
        f"attempts: {found['attempts']}{voided}",
        f"result: {won}; scores {scores}; {printable(result['reason'])}",
        *(f"checked: {line}" for line in found["checked"]),
        *(f"not checked: {line}" for line in found["not_checked"]),
    ]


def verify(data, kept):
    record = read(data)
    key = check_deal(record)
    heads = check_log(record, key)
    check_draws(record, key)
    check_result(record)
    check_kept(record, heads, kept)
    return report(record, kept)


# --- The command ---------------------------------------------------------------------------------


def with_kept(path):
    beside = os.path.splitext(path)[0] + ".heads"
    return beside if os.path.exists(beside) else None


def each_record(path, heads):
    """Name, bytes and file of heads of each record at a place."""
    if os.path.isdir(path):
        for name in sorted(os.listdir(path)):
            if name.endswith((".json", ".jsonl")):
                inside = os.path.join(path, name)
                yield from each_record(inside, heads or with_kept(inside))
        return
    with open(path, "rb") as file:
        if path.endswith(".jsonl"):
            for number, line in enumerate(file, 1):
                yield f"{path}:{number}", line, heads
        else:
            yield path, file.read(MAX_RECORD_BYTES + 1), heads


def kept_in(path):
    if path is None:
        return Kept()
    with open(path, encoding="utf-8", newline="") as file:
        return Kept(file.read())


def check_all(arguments):
    refused, count = 0, 0
    for path in arguments.records:
        for name, data, heads in each_record(path, arguments.heads):
            count += 1
            try:
                found = verify(data, kept_in(heads))
                answer = {"file": name, "verdict": "verified", **found}
                said = lines(found)
            except Refusal as refusal:
                refused += 1
                answer = {"file": name, "verdict": "refused", "fault": refusal.fault}
                answer.update(place=refusal.place, why=str(refusal))
                said = [f"REFUSED: {refusal}"]
            if arguments.json:
                print(json.dumps(answer))
            else:
                print("\n".join([f"{name}:", *said]))
    if not count:
        raise ValueError("there is no record there")
    return 1 if refused else 0


def self_test():
    room, rules, secret = bytes(16), "europe-divided/1", bytes(range(32))
    entropy = [bytes([1]) * 32, bytes([2]) * 32]
    c = server_commitment(room, rules, 0, secret)
    k = [seat_commitment(room, 0, seat, entropy[seat]) for seat in (0, 1)]
    p = match_key(secret, c, list(zip(k, entropy)))
    die = Stream(p, "die/combat")
    header = {
        "attempt": 0, "commitment": c.hex(), "data": "0" * 64, "game": "europe-divided",
        "options": {"edition": "revised"}, "room": "00000000-0000-0000-0000-000000000000",
        "rules": rules, "scheme": SCHEME, "v": 1,
        "seats": [
            {"commitment": k[0].hex(), "entropy": entropy[0].hex(), "name": 'Zoë "é\u0007'},
            {"commitment": k[1].hex(), "entropy": entropy[1].hex(), "name": "Bo"},
        ],
    }
    ident = "00000000-0000-4000-8000-00000000000"

    def keep(*cards):
        return {"type": "keep_advantages", "keep": list(cards)}

    inputs = [
        (0, {"type": "command", "seat": 0, "command": keep("council-meeting", "us-sanctions")}),
        (1500, {"type": "command", "seat": 1,
                "command": keep("hybrid-warfare", "fracture-in-the-eu")}),
        (9000, {"type": "resign", "seat": 1}),
    ]
    salts, heads = Hmac(p, lp(b"vd1/salt")), [first_head(canonical(header))]
    for seq, (at, given) in enumerate(inputs, 1):
        entry = {"at": at, "input": {**given, "id": f"{ident}{seq}"}, "seq": seq}
        heads.append(next_head(salts, heads[-1], seq, canonical(entry)))
    known = [
        (c, "05a470f728e19ce315294dc9b9b247418427d601a04cbe59062b0270c520a6d5"),
        (k[0], "2ab34d279a54600a8301cd1f40c6272101406b5687a549f8c17092a549775900"),
        (k[1], "3f71b18a083dd82db2df9fa53aa222acd22fdd77d0cc10eee65fa64634d5802d"),
        (p, "657d398a453c92832b2d7003e82c13657bf1bdecaec07a4794826b428ba2f8dc"),
        (heads[0], "e0f5b8ae297d72cfafba887a4822e57637c5f6e09dd9466b36492a7d1f902ad6"),
        (heads[1], "356590bf76abaadaa8aba64e6945171fc36890a19b893c0d127936d96db82cc8"),
        (heads[2], "d1c80dc82bbd0eb580a08b8276de211fc9077029001a99d1a76452af889740c0"),
        (heads[3], "8ebdb43bead662ba78644d798c7c7ab3289852f1769c2a89d17c525defaa4e9b"),
    ]
    deck = Stream(p, "deck/europe-action/0").shuffled(13)
    good = all(found.hex() == expected for found, expected in known)
    good = good and deck == [0, 4, 8, 11, 7, 9, 1, 6, 2, 12, 3, 10, 5]
    good = good and [die.below(6) + 1 for _ in range(12)] == [6, 5, 1, 3, 1, 5, 4, 5, 2, 4, 2, 5]
    print("the known answers hold" if good else "THE KNOWN ANSWERS DO NOT HOLD")
    return 0 if good else 1


def main():
    parser = argparse.ArgumentParser(description="Checks records of the scheme vd1.")
    parser.add_argument("records", nargs="*", metavar="RECORD", help="file, folder or JSON lines")
    parser.add_argument("--heads", metavar="FILE", help="the heads that a client kept")
    parser.add_argument("--json", action="store_true", help="one JSON object for each record")
    parser.add_argument("--self-test", action="store_true", help="try the known answers")
    arguments = parser.parse_args()
    # Names are UTF-8, whatever the terminal is set to.
    sys.stdout.reconfigure(encoding="utf-8")
    if arguments.self_test:
        return self_test()
    if not arguments.records:
        parser.error("name a record")
    try:
        return check_all(arguments)
    except (OSError, ValueError) as error:
        print(f"verify.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
