#!/usr/bin/env python3
"""Checks what `replay --format jsonl` printed against archives, knowing none of the product's code.

    check_replay.py content REGISTRY.json BUNDLE LINES [raw]   every message of a made bundle, in its order
    check_replay.py time ARCHIVE... LINES                      ids of several archives, sorted by time
    check_replay.py repack LINES                               the decoded contents as API messages, for an audit
    check_replay.py zones ZONE...                              API messages around each zone's changes, and on
                                                               standard error the transcript that they have

Numbers are compared as they are spelt, and members in their order.
"""
import base64, datetime, gzip, json, os, sys, tarfile, zoneinfo


def parse(text):
    def pairs(members):
        names = [name for name, _ in members]
        assert len(names) == len(set(names)), "a name comes twice"
        return ("object", members)
    return json.loads(text, object_pairs_hook=pairs, parse_int=lambda s: ("number", s), parse_float=lambda s: ("number", s))


def get(value, *names):
    for name in names:
        if not (isinstance(value, tuple) and value[0] == "object"):
            return None
        value = dict(value[1]).get(name)
    return value


# What the generator's messages are, by the generator's own rules.
TYPES = {"1": "text", "2": "image", "4": "voice", "6": "location", "7": "card", "8": "file", "11": "merged_forward",
         "1002": "members_added", "10001": "order"}


def outcome(payload):
    """-> outcome and the type's text"""
    if payload is None or payload[0] != "object":
        return "malformed", None
    kind = get(payload, "type")
    if kind is None:
        return "malformed", None
    if kind[1] not in TYPES:
        return "unknown", kind[1]
    if kind[1] == "10001" and not (isinstance(get(payload, "order_id"), str) and isinstance(get(payload, "title") or "", str)):
        return "malformed", kind[1]
    if kind[1] == "2" and not isinstance(get(payload, "width"), tuple):
        return "malformed", kind[1]
    return "decoded", kind[1]


def complete(payload, defaults, nested):
    """The payload with the order's defaults, also in payloads inside it."""
    if not (isinstance(payload, tuple) and payload[0] == "object"):
        return payload
    members = list(payload[1])
    kind = get(payload, "type")
    if kind == ("number", "10001") and outcome(payload)[0] == "decoded":
        present = {name for name, _ in members}
        members += [(name, value) for name, value in defaults if name not in present]
    if nested:
        for index, (name, value) in enumerate(members):
            if name == "reply":
                members[index] = (name, ("object", [
                    (n, complete(v, defaults, True) if n == "payload" else v) for n, v in value[1]]))
            if name == "msgs":
                members[index] = (name, [("object", [
                    (n, complete(v, defaults, True) if n == "payload" else v) for n, v in m[1]]) for m in value])
    return ("object", members)


def lines_of(path):
    """The message lines of an archive that the generator made."""
    if os.path.isdir(path):
        manifest = json.load(open(path + "/manifest.json"))
        for file in manifest["files"]:
            if file["kind"] == "message.messages":
                yield from open(path + "/" + file["path"], "rb")
    elif path.endswith(".tar.gz"):
        with tarfile.open(path) as tar:
            for member in tar:
                if "/messages-" in member.name:
                    yield from tar.extractfile(member)
    else:
        yield from gzip.open(path) if path.endswith(".gz") else open(path, "rb")


def iso(ms):
    time = datetime.datetime.fromtimestamp(ms // 1000, datetime.timezone.utc)
    return "%s.%03dZ" % (time.strftime("%Y-%m-%dT%H:%M:%S"), ms % 1000)


def check_content(registry, bundle, printed, raw):
    contents = parse(open(registry).read())
    order = [c for c in get(contents, "contents") if get(c, "name") == "order"][0]
    defaults = [(name, get(schema, "default")) for name, schema in get(order, "schema", "properties")[1]
                if get(schema, "default") is not None]
    edits = {}
    if os.path.exists(bundle + "/meta/message_update.jsonl"):
        for line in open(bundle + "/meta/message_update.jsonl"):
            row = json.loads(line)["row"]
            edits["%d:%s" % (row["channel_type"], row["channel_id"]), row["message_id"]] = row["payload"]
    found = open(printed, "rb").read().split(b"\n")
    assert found.pop() == b""
    count = decoded = 0
    for line in lines_of(bundle):
        row = json.loads(line)
        message = parse(found[count])
        count += 1
        edit = edits.pop((row["channel_key"], row["message_id"]), None)
        text = base64.b64decode(edit or row["payload_b64"])
        try:
            payload = parse(text.decode())
        except ValueError:
            payload = None
        wanted, kind = outcome(payload)
        if wanted == "decoded":
            payload = complete(payload, defaults, not raw)
            decoded += 1
        expected = {
            "messageID": str(row["message_id"]), "channel": row["channel_key"],
            "channelID": row["channel_key"].split(":", 1)[1],
            "channelType": ("number", row["channel_key"].split(":", 1)[0]), "seq": ("number", str(row["message_seq"])),
            "from": row["from_uid"], "time": iso(row["server_timestamp_ms"]),
            "timeMs": ("number", str(row["server_timestamp_ms"])), "edited": edit is not None, "recalled": False,
            "type": kind and ("number", kind), "name": TYPES.get(kind), "outcome": wanted,
            "version": get(message, "version"), "content": payload, "digest": get(message, "digest"),
            "searchable": get(message, "searchable"), "findings": get(message, "findings")}
        assert [n for n, _ in message[1]] == list(expected), "members: %s" % [n for n, _ in message[1]]
        for name, value in expected.items():
            assert get(message, name) == value, "line %d, %s: %r, expected %r" % (count, name, get(message, name), value)
        assert bool(get(message, "findings")) == (wanted != "decoded"), "line %d: findings" % count
        assert isinstance(get(message, "digest"), str)
    assert count == len(found), "%d messages, expected %d" % (len(found), count)
    assert not edits, "edits of no message"
    truth = bundle + ".truth.json"
    if os.path.exists(truth) and not os.path.exists(bundle + "/meta/message_update.jsonl"):
        assert decoded == json.load(open(truth))["decoded"]
    print("%d messages, %d decoded" % (count, decoded))


def check_time(archives, printed):
    rows = []
    for archive in archives:
        for line in lines_of(archive):
            row = json.loads(line)
            rows.append((row["server_timestamp_ms"], row["message_id"]))
    rows.sort(key=lambda row: row[0])
    found = [json.loads(line) for line in open(printed)]
    assert [m["timeMs"] for m in found] == [time for time, _ in rows]
    assert [m["messageID"] for m in found] == [str(number) for _, number in rows]
    print("%d messages" % len(found))


def repack(printed):
    number = 0
    for line in open(printed, "rb"):
        message = json.loads(line)
        if message["outcome"] != "decoded":
            continue
        number += 1
        # The content's own text, so that nothing is spelt anew.
        start = line.index(b',"content":') + len(b',"content":')
        end = line.rindex(b',"digest":')
        sys.stdout.buffer.write(b'{"message_id":%d,"message_idstr":"%d","payload":%s}\n' % (number, number, line[start:end]))


def zones(names):
    """Local times around each change of offset, by another reader of the same database."""
    for name in names:
        zone = zoneinfo.ZoneInfo(name)
        times = set()
        for year in range(1971, 2038):
            start = datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc)
            last = None
            for day in range(0, 366):
                instant = start + datetime.timedelta(days=day)
                offset = instant.astimezone(zone).utcoffset()
                if last is not None and offset != last:
                    low, high = int(instant.timestamp()) - 24 * 3600, int(instant.timestamp())
                    before = datetime.datetime.fromtimestamp(low, zone).utcoffset()
                    while high - low > 1:
                        middle = (low + high) // 2
                        if datetime.datetime.fromtimestamp(middle, zone).utcoffset() == before:
                            low = middle
                        else:
                            high = middle
                    times |= {high + d for d in (-86400, -3601, -900, -1, 0, 1, 899, 1800, 3599, 86400)}
                last = offset
        heading = None
        for number, time in enumerate(sorted(t for t in times if 0 < t < 2 ** 31 - 1)):
            print(json.dumps({"message_id": number + 1, "message_idstr": str(number + 1), "from_uid": "u", "channel_id": name,
                              "channel_type": 2, "timestamp": time, "payload": {"type": 1, "content": str(time)}}))
            local = datetime.datetime.fromtimestamp(time, zone)
            seconds = int(local.utcoffset().total_seconds())
            text = "UTC" if seconds == 0 else "UTC%s%02d:%02d" % ("-" if seconds < 0 else "+", abs(seconds) // 3600, abs(seconds) // 60 % 60)
            if seconds % 60:
                text += ":%02d" % (abs(seconds) % 60)
            title = "2:%s · %s (%s)" % (name, local.strftime("%Y-%m-%d"), text)
            if title != heading:
                sys.stderr.write(("\n" if heading else "") + title + "\n")
                heading = title
            sys.stderr.write("%s  %-8s  %d\n" % (local.strftime("%H:%M:%S"), "u", time))


def main():
    command, arguments = sys.argv[1], sys.argv[2:]
    if command == "content":
        check_content(arguments[0], arguments[1], arguments[2], arguments[3:] == ["raw"])
    elif command == "time":
        check_time(arguments[:-1], arguments[-1])
    elif command == "repack":
        repack(arguments[0])
    else:
        zones(arguments)


main()
