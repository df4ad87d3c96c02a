#!/usr/bin/env python3
"""Verifies an export of `dragoman audit export` without Dragoman.

usage: verify-audit-log.py [EXPORT [HEADS]]

EXPORT may also be the pages of `GET /v1/audit/chain`, one in a line. It is read from standard input if it is not given. HEADS is an earlier export, the output of
`dragoman audit head --json`, or events, one in a line: the chain must still contain what they say.
"""
import hashlib
import json
import re
import sys
import uuid

FIELDS = ["id", "at", "action", "subject_id", "actor_type", "actor_id", "actor_name", "address",
          "request_id", "details"]
ERASED = {"actor_name": None, "address": None, "request_id": None, "details": "{}"}
NO_HASH = "00" * 32


def digest_of(salt, name, value):
    written = b"\x00" if value is None else b"\x01" + value.encode()
    return hashlib.sha256(bytes.fromhex(salt) + name.encode() + written).hexdigest()


def hash_of(entry):
    parts = [b"dragoman audit 1", uuid.UUID(entry["chain"]).bytes, entry["number"].to_bytes(8, "big")]
    parts += [bytes.fromhex(entry["previous"])] + [bytes.fromhex(entry["digests"][name]) for name in FIELDS]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def differing_fields(entry):
    """The names of the fields that are not as they were written, and of those that an erasure has emptied."""
    altered, emptied = [], []
    for name in FIELDS:
        salt, value = entry["salts"][name], (entry["fields"] or {}).get(name)
        if salt is None and name in ERASED and value == ERASED[name]:
            emptied.append(name)
        elif salt is None or digest_of(salt, name, value) != entry["digests"][name]:
            altered.append(name)
    return altered, emptied


def verify(entries, head, known, is_paged=False):
    """Yields what is wrong with one chain."""
    first = entries[0] if entries else None
    number, previous = (first["number"] - 1, first["previous"]) if first else (0, NO_HASH)
    start, erased_until, emptied_entries = (0, NO_HASH), 0, []
    before, gaps = number, []
    if first and known.get(before, previous) != previous:
        yield f"entry {before} is not the one that was noted before"
    for entry in entries:
        if entry["number"] <= number:
            yield f"entry {entry['number']} is behind entry {number}"
        elif entry["number"] != number + 1:
            gaps.append((number + 1, entry["number"] - 1, entry["previous"]))
        elif entry["previous"] != previous:
            yield f"entry {entry['number']} does not continue entry {number}"
        if hash_of(entry) != entry["hash"]:
            yield f"entry {entry['number']}: its hash is wrong"
        altered, emptied = differing_fields(entry)
        if entry["fields"] is None:
            yield f"entry {entry['number']} was deleted"
        elif altered:
            yield f"entry {entry['number']} was altered: {', '.join(altered)}"
        elif emptied:
            emptied_entries.append(entry["number"])
        if entry["fields"] and not altered:
            record = re.fullmatch("([0-9]+)-([0-9a-f]{64})", entry["fields"]["subject_id"])
            if entry["fields"]["action"] == "audit.trimmed" and record:
                start = (int(record[1]), record[2])
            if entry["fields"]["action"] == "team.erased":
                erased_until = entry["number"]
        number, previous = entry["number"], entry["hash"]
        if known.get(number, previous) != previous:
            yield f"entry {number} is not the one that was noted before"
    # Retention may remove entries while pages are read. Those that were read before are not needed any longer.
    removed = [gap for gap in gaps if is_paged and gap[1:] == start]
    for gap in gaps:
        if gap not in removed:
            yield f"entries {gap[0]} to {gap[1]} are missing"
    if first and not removed and (before, first["previous"]) != start:
        yield f"the chain begins with entry {first['number']}, but should begin with entry {start[0] + 1}"
    for emptied in emptied_entries:
        if emptied > erased_until:
            yield f"entry {emptied} was emptied without an erasure"
    if (number, previous) != (head["number"], head["hash"]):
        yield f"the export ends with entry {number}, but its head is entry {head['number']}"
    if known and max(known) > number:
        yield f"entries {number + 1} to {max(known)} are missing at the end"


def read_chains(lines):
    chains = {}
    for line in filter(str.strip, lines):
        value = json.loads(line)
        pages = value["entries"] + [value["head"]] if "entries" in value else None
        for part in pages or value.get("heads", [value.get("audit_head", value)]):
            if part is None:
                continue
            chain = chains.setdefault(part["chain"], {"entries": [], "head": None, "heads": [], "is_paged": False})
            chain["is_paged"] |= pages is not None
            if part.get("type") == "entry":
                chain["entries"].append(part)
            else:
                chain["head"] = part
                chain["heads"].append(part)
    return chains


def main(export=None, heads=None):
    chains = read_chains(open(export, encoding="utf8") if export else sys.stdin)
    known = read_chains(open(heads, encoding="utf8")) if heads else {}
    count = 0
    if not chains:
        count += 1
        print("the export is empty")
    for chain in known:
        if chain not in chains:
            count += 1
            print(f"{chain}: is not in the export")
    for chain, new in chains.items():
        old = known.get(chain, {"entries": [], "heads": []})
        noted = [each for each in old["entries"] + old["heads"] if each["number"] > 0]
        head = new["head"] or {"number": -1, "hash": ""}
        hashes = {each["number"]: each["hash"] for each in noted}
        for problem in verify(new["entries"], head, hashes, new["is_paged"]):
            count += 1
            print(f"{chain}: {problem}")
        print(f"{chain}: {len(new['entries'])} entries, head {head['number']} {head['hash']}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
