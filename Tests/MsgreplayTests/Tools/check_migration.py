#!/usr/bin/env python3
"""Checks a migrated bundle against its source, knowing the shop's registry but none of the product's code.

    check_migration.py SOURCE TARGET      two directories, two tars or two files of bundle rows

Every payload that has to change is the expected JSON with members in the expected order, every other byte of its line
is the same, every other line and file is the same, and the manifest has the new checksums and nothing else new.
"""
import base64, gzip, hashlib, json, os, sys, tarfile

NEW = [("title", ""), ("currency", "CNY"), ("quantity", 1), ("status", "placed")]
CARRIERS = {"message.messages": ("payload_b64", None), "meta.channel_latest": ("last_payload_b64", None),
            "meta.message_updates": ("payload", "row")}


def upgrade(payload):
    """Upgrades in place. -> whether anything changed"""
    if not isinstance(payload, dict):
        return False
    changed = False
    if payload.get("type") == 10001:
        sound = isinstance(payload.get("order_id"), str) and isinstance(payload.get("title", ""), str)
        for name, value in NEW if sound else []:
            if name not in payload:
                payload[name] = value
                changed = True
    reply = payload.get("reply")
    if isinstance(reply, dict):
        changed |= upgrade(reply.get("payload"))
    if payload.get("type") == 11:
        for message in payload["msgs"]:
            changed |= upgrade(message.get("payload"))
    return changed


def decoded(line, member, inside):
    """-> the text that carries the payload, and the payload; None where there is none that can be read"""
    try:
        row = json.loads(line)
        text = (row[inside] if inside else row)[member]
        return text, json.loads(base64.b64decode(text, validate=True))
    except (ValueError, KeyError, TypeError):
        return None


def check_lines(source, target, member, inside):
    """-> how many lines changed"""
    source, target = source.split(b"\n"), target.split(b"\n")
    assert len(source) == len(target), "the number of lines"
    count = 0
    for number, (old, new) in enumerate(zip(source, target), 1):
        found = decoded(old, member, inside)
        if found is None or not upgrade(found[1]):
            assert old == new, "line %d changed" % number
            continue
        count += 1
        text, payload = decoded(new, member, inside)
        assert json.dumps(payload) == json.dumps(found[1]), "line %d: %r" % (number, payload)
        assert old.replace(found[0].encode(), b"@") == new.replace(text.encode(), b"@"), "line %d" % number
    return count


def opener(path):
    """-> a function that reads a file of a bundle"""
    if os.path.isdir(path):
        return lambda name: open(os.path.join(path, name), "rb").read()
    tar = tarfile.open(path)
    names = tar.getnames()
    top = os.path.commonpath(names)
    return lambda name: tar.extractfile(top + "/" + name if top else name).read()


def check_bundle(source, target):
    source, target = opener(source), opener(target)
    old, new = (json.loads(read("manifest.json")) for read in (source, target))
    count = 0
    for was, now in zip(old["files"], new["files"], strict=True):
        before, after = source(was["path"]), target(was["path"])
        assert hashlib.sha256(after).hexdigest() == now.pop("sha256"), was["path"]
        was.pop("sha256")
        assert was == now, was["path"]
        if was["kind"] in CARRIERS:
            count += check_lines(before, after, *CARRIERS[was["kind"]])
        else:
            assert before == after, was["path"]
    assert {**old, "files": 0} == {**new, "files": 0}
    return count


def text(path):
    raw = open(path, "rb").read()
    return gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw


def main(source, target):
    if os.path.isdir(source) or tarfile.is_tarfile(source):
        count = check_bundle(source, target)
    else:
        count = check_lines(text(source), text(target), *CARRIERS["message.messages"])
    assert count > 0, "nothing had to change, so nothing was shown"
    print("changed lines:", count)


main(*sys.argv[1:])
