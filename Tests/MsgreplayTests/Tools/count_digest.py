#!/usr/bin/env python3
"""Holds digest reports (JSON) against counts of its own, made of the same bundle.

    count_digest.py FOLDER REPORTS

REPORTS has a line for each report:

    REPORT.json --by channel [--channel KEY] [--from UID] [--type T] [--since MS] [--until MS] [--match TEXT]

It knows the payloads that make_archive.py draws, by the newest version of the shop's registry, and nothing of msgreplay.
Prints a line for each report, or what differs, and then ends with status 1.
"""
import argparse, base64, collections, datetime, functools, json, re, sys, unicodedata

NAMES = {1: "text", 2: "image", 4: "voice", 6: "location", 7: "card", 8: "file", 11: "merged_forward",
         1002: "members_added", 10001: "order"}
FIXED = {2: "[Image]", 4: "[Voice]", 6: "[Location]", 7: "[Contact card]", 8: "[File]", 11: "[Chat history]"}
REQUIRED = {2: ["url"], 4: ["url"], 6: ["lng", "lat"], 7: ["uid", "name"], 8: ["url", "name"], 11: ["msgs"],
            1002: ["content"], 10001: ["order_id"]}
STRINGS = {1: ["content"], 2: ["url"], 10001: ["order_id", "title", "currency", "status"]}


def read(payload):
    """-> (outcome, type or None, digest, searchable texts)"""
    def placeholder(outcome, kind):
        return outcome, kind, "[Unsupported message: type %s]" % ("?" if kind is None else kind), []
    try:
        value = json.loads(payload.decode("utf-8", "strict"))
    except ValueError:
        return placeholder("malformed", None)
    if "type" not in value:
        return placeholder("malformed", None)
    kind = value["type"]
    if kind not in NAMES:
        return placeholder("unknown", kind)
    bad = any(name not in value for name in REQUIRED.get(kind, []))
    bad |= any(not isinstance(value.get(name, ""), str) for name in STRINGS.get(kind, []))
    bad |= kind == 2 and not isinstance(value.get("width", 0), (int, float))
    if bad:
        return placeholder("malformed", kind)
    if kind == 1:
        return "decoded", kind, re.sub(r"\s+", " ", value.get("content", "")), [value.get("content", "")]
    if kind == 1002:
        text = re.sub(r"\{(\d)\}", lambda m: value["extra"][int(m.group(1))]["name"], value["content"])
        return "decoded", kind, text, [text]
    if kind == 10001:
        title = value.get("title", "")
        return ("decoded", kind, "[Order] %s (%s)" % (re.sub(r"\s+", " ", title), value.get("status", "placed")),
                [title])
    texts = {6: ["title", "address"], 8: ["name"]}.get(kind, [])
    return "decoded", kind, FIXED[kind], [value[name] for name in texts]


def is_pairing(character):
    return bool(re.match("[\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]", character))


def is_word(classes):
    """Of the characters' classes: marks are part of a letter."""
    return "L" in classes and classes.count("L") + classes.count("N") >= 2


@functools.lru_cache(maxsize=None)
def words(text):
    """Words of two letters or digits or more with a letter; pairs of Chinese, Japanese and Korean characters."""
    found, run, kind = [], "", None

    def end():
        if kind == "pairs":
            found.extend([run[i:i + 2] for i in range(len(run) - 1)] or [run])
        elif kind == "word" and is_word([unicodedata.category(c)[0] for c in run]):
            found.append(run.casefold())

    for character in text + " ":
        if is_pairing(character):
            now = "pairs"
        elif unicodedata.category(character)[0] in "LMN":
            now = "word"
        else:
            now = None
        if now != kind:
            end()
            run, kind = "", now
        run += character
    return found


class Group:
    def __init__(self):
        self.counts = collections.Counter()
        self.senders, self.times = set(), []
        self.words, self.hours = collections.Counter(), collections.Counter()
        self.latest = None

    def add(self, outcome, edited, sender, time, digest, texts, line):
        self.counts["messages"] += 1
        self.counts[outcome] += 1
        self.counts["edited"] += edited
        self.senders.add(sender)
        self.times.append(time)
        self.latest = max(self.latest or (time, line, digest), (time, line, digest))
        self.hours[time // 3600000 % 24] += 1
        for text in texts:
            self.words.update(words(text))

    def report(self):
        top = sorted(self.words.items(), key=lambda entry: (-entry[1], entry[0].encode()))[:20]
        return {"messages": self.counts["messages"], "decoded": self.counts["decoded"],
                "unknown": self.counts["unknown"], "malformed": self.counts["malformed"],
                "edited": self.counts["edited"], "senders": len(self.senders),
                "first": iso(min(self.times)) if self.times else None,
                "last": iso(max(self.times)) if self.times else None,
                "latest": {"time": iso(self.latest[0]), "digest": self.latest[2]} if self.latest else None,
                "words": [{"word": word, "count": count} for word, count in top],
                "hours": [self.hours[hour] for hour in range(24)]}


def iso(ms):
    moment = datetime.datetime.fromtimestamp(ms // 1000, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (ms % 1000)


def messages(folder):
    """-> for each message its row, whether it was edited, and what `read` makes of it"""
    files = json.load(open(folder + "/manifest.json"))["files"]

    def rows(kind):
        for file in files:
            if file["kind"] == kind:
                for line in open(folder + "/" + file["path"], encoding="utf-8"):
                    yield json.loads(line)

    edits = {}
    for row in rows("meta.message_updates"):
        edit = row["row"]
        edits["%d:%s" % (edit["channel_type"], edit["channel_id"]), edit["message_id"]] = edit["payload"]
    for row in rows("message.messages"):
        edit = edits.get((row["channel_key"], row["message_id"]))
        yield row, bool(edit), read(base64.b64decode(edit or row["payload_b64"]))


def check(messages, arguments):
    """-> what differs"""
    parser = argparse.ArgumentParser()
    parser.add_argument("report")
    parser.add_argument("--by", default="channel")
    parser.add_argument("--channel")
    parser.add_argument("--from", dest="sender")
    parser.add_argument("--type", type=int)
    parser.add_argument("--since", type=int)
    parser.add_argument("--until", type=int)
    parser.add_argument("--match")
    a = parser.parse_args(arguments)
    groups, whole, read_rows = collections.defaultdict(Group), Group(), 0
    activity = collections.Counter()
    for line, (row, edited, (outcome, kind, digest, texts)) in enumerate(messages):
        read_rows += 1
        time = row["server_timestamp_ms"]
        if a.channel and row["channel_key"] != a.channel or a.sender and row["from_uid"] != a.sender:
            continue
        if a.since is not None and time < a.since or a.until is not None and time >= a.until:
            continue
        if a.type is not None and kind != a.type or a.match and a.match.casefold() not in "\n".join(texts).casefold():
            continue
        key = {"channel": row["channel_key"], "sender": row["from_uid"], "day": iso(time)[:10], "type": kind}[a.by]
        for group in (whole, groups[key]):
            group.add(outcome, edited, row["from_uid"], time, digest, texts, line)
        activity[time // 3600000] += 1

    report = json.load(open(a.report))
    bad = []

    def same(what, found, expected):
        if found != expected:
            bad.append("%s: the report says %s, counted %s" % (what, found, expected))

    expected = whole.report()
    same("whole", {name: report[name] for name in expected}, expected)
    same("filtered", sum(archive["filtered"] for archive in report["archives"]), read_rows - expected["messages"])
    same("activity", sum(row["messages"] for row in report["activity"]["rows"]), sum(activity.values()))
    if report["activity"]["unit"] == "hour":
        same("hours", [(row["start"] + ":00.000Z", row["messages"]) for row in report["activity"]["rows"]],
             [(iso(hour * 3600000), count) for hour, count in sorted(activity.items())])

    def order(entry):
        key, group = entry
        return (-group.counts["messages"], key is None, key if isinstance(key, int) else 0, str(key).encode())

    expected = sorted(groups.items(), key=order)
    same("labels", [group[a.by] for group in report["groups"]], [key for key, _ in expected])
    if a.by == "type":
        same("names", [group["name"] for group in report["groups"]], [NAMES.get(key) for key, _ in expected])
    for found, (key, group) in zip(report["groups"], expected):
        counted = group.report()
        same("%s %s" % (a.by, key), {name: found[name] for name in counted}, counted)
    print("\n".join(bad[:20]) if bad else "%d messages in %d groups" % (whole.counts["messages"], len(groups)))
    return bad


def main():
    made, bad = list(messages(sys.argv[1])), []
    for line in open(sys.argv[2], encoding="utf-8"):
        bad += check(made, line.split())
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
