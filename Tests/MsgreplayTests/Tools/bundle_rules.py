#!/usr/bin/env python3
"""Checks the rules that WuKongIM's importer holds a bundle to, knowing none of the product's code.

    bundle_rules.py BUNDLE...      directories, tars or compressed tars; one line for each that keeps the rules
"""
import base64, hashlib, json, os, re, sys, tarfile, zlib

INT, U64, STRING, BOOLEAN, FLAG, BASE64, OBJECT = "int u64 string boolean flag base64 object".split()
SLOT = {"hash_slot": INT}
KINDS = {
    "meta.users": {**SLOT, "uid": STRING, "token": STRING, "device_flag": INT, "device_level": INT},
    "meta.devices": {**SLOT, "uid": STRING, "device_flag": INT, "token": STRING, "device_level": INT},
    "meta.channels": {**SLOT, "channel_id": STRING, "channel_type": INT, "ban": FLAG, "disband": FLAG,
                      "send_ban": FLAG, "allow_stranger": FLAG, "large": FLAG, "subscriber_mutation_version": U64,
                      "directory_projection_state": INT, "directory_projection_generation": U64},
    "meta.subscribers": {**SLOT, "channel_id": STRING, "channel_type": INT, "uid": STRING},
    "meta.user_channel_memberships": {**SLOT, "uid": STRING, "channel_id": STRING, "channel_type": INT,
                                      "join_seq": U64, "read_seq": U64, "deleted_to_seq": U64, "activated_at": INT,
                                      "tombstone": BOOLEAN, "tombstone_at": INT, "source_version": U64,
                                      "updated_at_ms": INT},
    "meta.user_cmd_channel_memberships": {**SLOT, "uid": STRING, "command_channel_id": STRING, "channel_type": INT,
                                          "start_seq": U64, "ack_seq": U64, "tombstone": BOOLEAN,
                                          "tombstone_at": INT, "updated_at_ms": INT},
    "meta.channel_latest": {**SLOT, "channel_id": STRING, "channel_type": INT, "last_message_id": U64,
                            "last_message_seq": U64, "last_at": INT, "from_uid": STRING, "client_msg_no": STRING,
                            "last_payload_b64": BASE64, "updated_at": INT},
    "meta.person_directory_tasks": {**SLOT, "channel_id": STRING, "channel_type": INT, "committed_tail": U64,
                                    "created_at": INT, "generation": U64},
    "meta.message_updates": {**SLOT, "table": STRING, "row": OBJECT},
    "message.channels": {"channel_key": STRING, "channel_id": STRING, "channel_type": INT},
    "message.messages": {"channel_key": STRING, "message_seq": U64, "message_id": U64, "client_msg_no": STRING,
                         "from_uid": STRING, "server_timestamp_ms": INT, "payload_b64": BASE64},
}
REQUIRED = {"payload_b64", "last_payload_b64"}
TABLES = ["message_update_head", "message_update", "message_update_request", "message_update_pending"]
KEYS = {"meta.users": "uid", "meta.devices": "uid", "meta.user_channel_memberships": "uid",
        "meta.user_cmd_channel_memberships": "uid", "meta.channels": "channel_id", "meta.subscribers": "channel_id",
        "meta.channel_latest": "channel_id", "meta.person_directory_tasks": "channel_id"}


def u64(value):
    text = value if isinstance(value, str) else str(value)
    assert not isinstance(value, bool) and re.fullmatch("[0-9]+", text) and int(text) < 1 << 64, value
    return int(text)


def check_value(value, kind):
    if kind == U64:
        u64(value)
    elif kind == BASE64:
        assert isinstance(value, str), value
        base64.b64decode(re.sub("[\r\n]", "", value), validate=True)
    elif kind == STRING:
        assert isinstance(value, str), value
    elif kind == BOOLEAN:
        assert isinstance(value, bool), value
    elif kind == OBJECT:
        assert isinstance(value, dict), value
    else:
        assert isinstance(value, int) and not isinstance(value, bool), value
        assert kind != FLAG or value in (0, 1), value


def rows(data, kind):
    for line in data.split(b"\n"):
        assert len(line) <= 67108863, "a line is too long"
        if not line.strip():
            continue
        row = json.loads(line)
        for name, value in row.items():
            assert name in KINDS[kind], "%s: %s" % (kind, name)
            check_value(value, KINDS[kind][name])
        assert all(name in row for name in REQUIRED & set(KINDS[kind])), kind
        yield row


def check_slot(row, key, count):
    assert row["hash_slot"] == zlib.crc32(key.encode()) % count, key


def check_update(row, count):
    inner = row["row"]
    check_slot(row, inner["channel_id"], count)
    assert len(json.dumps(inner)) <= 2 << 20 and row["table"] in TABLES
    assert list(inner) == sorted(inner), "the names are not sorted"
    if row["table"] == "message_update":
        payload = base64.b64decode(inner["payload"], validate=True)
        assert 1 <= len(payload) <= 1 << 20 and inner["pending"] == 0
        assert 1 <= inner["version"] <= inner["update_seq"]
    if row["table"] == "message_update_pending":
        assert not inner["payload"] and inner["pending"] == 1
    return TABLES.index(row["table"])


def check(read):
    manifest = json.loads(read("manifest.json"))
    assert set(manifest) == {"format", "version", "hash_slot_count", "files"}, set(manifest)
    assert manifest["format"] == "wkdb-import-bundle" and manifest["version"] == 1
    count = manifest["hash_slot_count"]
    assert 1 <= count <= 65535
    channels, last, tables, messages = [], ("", 0), 0, 0
    for file in manifest["files"]:
        assert set(file) == {"path", "kind", "rows", "sha256"}
        parts = file["path"].split("/")
        assert "\\" not in file["path"] and not {"", ".", ".."} & set(parts), file["path"]
        data = read(file["path"])
        assert hashlib.sha256(data).hexdigest() == file["sha256"], file["path"]
        found = 0
        for row in rows(data, file["kind"]):
            found += 1
            if file["kind"] in KEYS:
                check_slot(row, row[KEYS[file["kind"]]], count)
            elif file["kind"] == "meta.message_updates":
                table = check_update(row, count)
                assert table >= tables, "tables are out of order"
                tables = table
            elif file["kind"] == "message.channels":
                assert not channels or channels[-1] < row["channel_key"]
                channels.append(row["channel_key"])
            elif file["kind"] == "message.messages":
                key, seq = row["channel_key"], u64(row["message_seq"])
                assert key in declared(channels) and u64(row["message_id"]) > 0
                assert (key == last[0] and seq == last[1] + 1) or (key > last[0] and seq == 1), (key, seq)
                last = (key, seq)
                messages += 1
        assert found == file["rows"], file["path"]
    return messages


def declared(channels, known={}):
    if len(known.get("set", ())) != len(channels):
        known["set"] = set(channels)
    return known["set"]


def opener(path):
    """-> a function that reads a file of a bundle"""
    if os.path.isdir(path):
        return lambda name: open(os.path.join(path, name), "rb").read()
    tar = tarfile.open(path)
    top = os.path.commonpath(tar.getnames())
    return lambda name: tar.extractfile(top + "/" + name if top else name).read()


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print("%s: %d messages, as the importer wants them" % (path, check(opener(path))))
