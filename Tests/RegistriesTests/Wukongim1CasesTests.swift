import JSONText
import Registries
import Testing

/// A payload and what a decoder with `wukongim@1` has to say of it.
struct Wukongim1Case: CustomTestStringConvertible {
    /// What the payload shows.
    let shows: String
    /// The payload's JSON text.
    let payload: String
    /// Nothing for decoded; otherwise each finding as its code and, after a space, its pointer.
    let findings: [String]

    init(_ shows: String, _ payload: String, _ findings: String...) {
        self.shows = shows
        self.payload = payload
        self.findings = findings
    }

    var testDescription: String { shows }
}

@Suite("What wukongim@1 says of payloads")
struct Wukongim1CasesTests {
    /// Loaded once for all cases.
    private static let loaded = Result { try ContentRegistry(RegistrySeries.wukongim()) }

    @Test(arguments: Wukongim1Case.all)
    func decides(_ one: Wukongim1Case) throws {
        let registry = try #require(try Self.loaded.get())
        var decoder = PayloadDecoder(registry)
        let payload = try JSONDocument([UInt8](one.payload.utf8))
        let bytes = payload.bytes
        let verdict = decoder.decode(0, on: payload.tape, in: bytes.span)

        var found: [String] = verdict.code.map { [$0.rawValue] } ?? []
        if verdict.definition >= 0 {
            let plan = registry.definition(at: verdict.definition).plan
            found += plan.findings(decoder.schema, payload.tape, bytes.span).map { "\($0.code.rawValue) \($0.pointer)" }
        }
        #expect(found.sorted() == one.findings.sorted())
        #expect((verdict.outcome == .decoded) == one.findings.isEmpty)
        #expect((verdict.outcome == .unknown) == (one.findings == ["type-unknown"]))
        #expect(verdict.writtenAt == (one.findings.isEmpty ? 1 : 0))
    }
}

extension Wukongim1Case {
    static let all = discriminators + envelopes + texts + media + cards + forwards + notices + systems + calls

    static let discriminators = [
        Wukongim1Case("no type", #"{"content":"hi"}"#, "type-missing"),
        Wukongim1Case("an empty object", #"{}"#, "type-missing"),
        Wukongim1Case("a word as type", #"{"type":"text","content":"hi"}"#, "type-unknown"),
        Wukongim1Case("a negative type", #"{"type":-2}"#, "type-unknown"),
        Wukongim1Case("the web app's time row", #"{"type":-1}"#, "type-unknown"),
        Wukongim1Case("an unknown message saved again", #"{"type":0}"#, "type-unknown"),
        Wukongim1Case("a huge type", #"{"type":18446744073709551616,"content":"x"}"#, "type-unknown"),
        Wukongim1Case("an app's own type", #"{"type":10042,"blob":"x","n":3}"#, "type-unknown"),
        Wukongim1Case("a transfer, which no open client shows", #"{"type":10}"#, "type-unknown"),
        Wukongim1Case("a rich text, which no open client shows", #"{"type":14,"content":[]}"#, "type-unknown"),
        Wukongim1Case("a whole number in another spelling", #"{"type":1.0,"content":"x"}"#, "type-invalid"),
        Wukongim1Case("a string that spells a known number", #"{"type":"1","content":"x"}"#, "type-invalid"),
        Wukongim1Case("null as type", #"{"type":null,"content":"x"}"#, "type-invalid"),
        Wukongim1Case("a boolean as type", #"{"type":true,"content":"x"}"#, "type-invalid"),
        Wukongim1Case("a fraction as type", #"{"type":1.5}"#, "type-invalid"),
    ]

    static let envelopes = [
        Wukongim1Case("a mention", #"{"type":1,"content":"x","mention":{"all":0,"uids":["u1","u2"]}}"#),
        Wukongim1Case("a mention of everybody", #"{"type":1,"content":"x","mention":{"all":1}}"#),
        Wukongim1Case("an empty mention, by the JavaScript SDK", #"{"type":1,"content":"x","mention":{}}"#),
        Wukongim1Case(
            "true for everybody", #"{"type":1,"content":"x","mention":{"all":true}}"#, "field-type /mention/all"),
        Wukongim1Case(
            "text for everybody", #"{"type":1,"content":"x","mention":{"all":"1"}}"#, "field-type /mention/all"),
        Wukongim1Case(
            "null and a string where arrays belong",
            #"{"type":1,"content":"x","mention":{"uids":null},"entities":null,"visibles":"u1"}"#,
            "field-type /entities", "field-type /mention/uids", "field-type /visibles"),
        Wukongim1Case(
            "a number among mentioned people", #"{"type":1,"content":"x","mention":{"uids":["u1",7]}}"#,
            "field-type /mention/uids/1"),
        Wukongim1Case("a mention that is null", #"{"type":1,"content":"x","mention":null}"#, "field-type /mention"),
        Wukongim1Case(
            "a reply as iOS, Android and Flutter write it",
            #"{"type":1,"content":"x","reply":{"root_mid":"1","message_id":"2","message_seq":9,"from_uid":"u1","#
                + #""from_name":"Ann","payload":{"type":1,"content":"y"}}}"#),
        Wukongim1Case(
            "a reply as JavaScript writes it",
            #"{"type":1,"content":"x","reply":{"message_id":"2","message_seq":9,"from_uid":"u1","from_name":"Ann","#
                + #""root_message_id":"1","payload":{"type":2,"url":"u","width":1,"height":1}}}"#),
        Wukongim1Case(
            "a reply to nothing, by iOS",
            #"{"type":1,"content":"x","reply":{"message_id":"","message_seq":0,"from_uid":"","from_name":"","#
                + #""payload":{}}}"#),
        Wukongim1Case("a reply that is null", #"{"type":1,"content":"x","reply":null}"#, "field-type /reply"),
        Wukongim1Case(
            "a reply's message id as a number", #"{"type":1,"content":"x","reply":{"message_id":5,"message_seq":1}}"#,
            "field-type /reply/message_id"),
        Wukongim1Case(
            "a reply's payload as map text", #"{"type":1,"content":"x","reply":{"payload":"{type: 1}"}}"#,
            "field-type /reply/payload"),
        Wukongim1Case(
            "entities", #"{"type":1,"content":"@a","entities":[{"offset":0,"length":2,"type":"mention","value":7}]}"#),
        Wukongim1Case(
            "an entity before the text", #"{"type":1,"content":"a","entities":[{"offset":-1,"length":1,"type":"b"}]}"#,
            "field-range /entities/0/offset"),
        Wukongim1Case(
            "an entity that is text", #"{"type":1,"content":"a","entities":["b"]}"#, "field-type /entities/0"),
        Wukongim1Case("visible to some", #"{"type":1,"content":"x","visibles":["u1"],"invisibles":[]}"#),
        Wukongim1Case("visible to null", #"{"type":1,"content":"x","visibles":null}"#, "field-type /visibles"),
        Wukongim1Case(
            "invisible to a number", #"{"type":1,"content":"x","invisibles":[1]}"#, "field-type /invisibles/0"),
        Wukongim1Case("burn after reading", #"{"type":1,"content":"x","flame":1,"flame_second":20}"#),
        Wukongim1Case("true for burn after reading", #"{"type":1,"content":"x","flame":true}"#, "field-type /flame"),
        Wukongim1Case("a robot's message", #"{"type":1,"content":"x","robot_id":"r1","from_name":"Bot"}"#),
        Wukongim1Case("a robot id as a number", #"{"type":1,"content":"x","robot_id":1}"#, "field-type /robot_id"),
        Wukongim1Case("a session of the older product", #"{"type":1,"content":"x","session_id":1,"session_type":"2"}"#),
        Wukongim1Case(
            "a sender's name that is null", #"{"type":1,"content":"x","from_name":null}"#, "field-type /from_name"),
        Wukongim1Case("members that no SDK knows", #"{"type":1,"content":"x","mine":{"a":[null]},"":0}"#),
        Wukongim1Case(
            "the envelope's faults in every content", #"{"type":2,"url":7,"mention":[]}"#,
            "field-type /mention", "field-type /url"),
    ]

    static let texts = [
        Wukongim1Case("a text", #"{"type":1,"content":"hi"}"#),
        Wukongim1Case("a text without its text", #"{"type":1}"#),
        Wukongim1Case("an empty text", #"{"type":1,"content":""}"#),
        Wukongim1Case("a text of iOS", #"{"type":1,"content":"<b>hi</b>","format":"html"}"#),
        Wukongim1Case("half a surrogate pair", #"{"type":1,"content":"\ud83d"}"#),
        Wukongim1Case("text read as Latin-1", #"{"type":1,"content":"ä½\u00a0"}"#),
        Wukongim1Case("null as text", #"{"type":1,"content":null}"#, "field-type /content"),
        Wukongim1Case("a number as text", #"{"type":1,"content":7}"#, "field-type /content"),
    ]

    static let media = [
        Wukongim1Case(
            "an image of Android", #"{"type":2,"url":"u","width":640,"height":480,"localPath":"/data/1.png"}"#),
        Wukongim1Case("an image's width as a decimal", #"{"type":2,"url":"u","width":640.0,"height":48e1}"#),
        Wukongim1Case("an image's width as a fraction, by iOS", #"{"type":2,"url":"u","width":640.5,"height":480}"#),
        Wukongim1Case("an image without its size", #"{"type":2,"url":"u"}"#),
        Wukongim1Case("the word null as url", #"{"type":2,"url":"null","width":0,"height":0}"#),
        Wukongim1Case("an image without its url", #"{"type":2,"width":1,"height":1}"#, "field-missing /url"),
        Wukongim1Case("an image's width in words", #"{"type":2,"url":"u","width":"wide"}"#, "field-type /width"),
        Wukongim1Case("an image's width that is null", #"{"type":2,"url":"u","width":null}"#, "field-type /width"),
        Wukongim1Case("an image wider than a double", #"{"type":2,"url":"u","width":1e400}"#, "field-range /width"),
        Wukongim1Case("a gif", #"{"type":3,"url":"u","width":120,"height":120}"#),
        Wukongim1Case("a gif without its url", #"{"type":3}"#, "field-missing /url"),
        Wukongim1Case("a voice of iOS", #"{"type":4,"url":"u","timeTrad":3,"waveform":"AAEC\nAwQF"}"#),
        Wukongim1Case("a voice of Flutter", #"{"type":4,"timeTrad":3,"url":"u","waveform":null,"localPath":""}"#),
        Wukongim1Case("a voice without its waveform", #"{"type":4,"url":"u","timeTrad":3}"#),
        Wukongim1Case(
            "a voice's length as a fraction", #"{"type":4,"url":"u","timeTrad":3.5}"#, "field-type /timeTrad"),
        Wukongim1Case("a voice's length as text", #"{"type":4,"url":"u","timeTrad":"3"}"#, "field-type /timeTrad"),
        Wukongim1Case("a voice without its url", #"{"type":4,"timeTrad":3}"#, "field-missing /url"),
        Wukongim1Case(
            "a video of Android",
            #"{"type":5,"cover":"c","coverLocalPath":"/data/c","size":5000000000,"width":1,"height":2,"second":9,"#
                + #""url":"u","localPath":"/data/v"}"#),
        Wukongim1Case("a video's size wrapped to 32 bits", #"{"type":5,"url":"u","cover":"c","size":-2147483648}"#),
        Wukongim1Case("a video's length of minus zero", #"{"type":5,"url":"u","second":-0}"#),
        Wukongim1Case(
            "a video's size out of every range", #"{"type":5,"url":"u","size":1e400,"second":-0}"#, "field-range /size"),
        Wukongim1Case(
            "a video's url of zero", #"{"type":5,"url":0,"cover":0}"#, "field-type /cover", "field-type /url"),
        Wukongim1Case(
            "a location", #"{"type":6,"lng":121.473701,"lat":31.230416,"title":"t","address":"a","img":"i"}"#),
        Wukongim1Case("a location on the equator", #"{"type":6,"lng":0,"lat":-0.0}"#),
        Wukongim1Case(
            "a location in the documents' names", #"{"type":6,"longitude":121.4,"latitude":31.2,"address":"a"}"#,
            "field-missing /lat", "field-missing /lng"),
        Wukongim1Case(
            "a file of the older product", #"{"type":6,"path":"u","content":"a.docx"}"#, "field-missing /lat",
            "field-missing /lng"),
        Wukongim1Case(
            "a location as text", #"{"type":6,"lng":"121.4","lat":"31.2"}"#, "field-type /lat", "field-type /lng"),
        Wukongim1Case("a file", #"{"type":8,"url":"u","name":"a.pdf","size":1099511627776}"#),
        Wukongim1Case("a file without its size", #"{"type":8,"url":"u","name":"a.pdf"}"#),
        Wukongim1Case("what is left of a file", #"{"type":8,"name":"a.pdf"}"#, "field-missing /url"),
        Wukongim1Case(
            "a file's size in words", #"{"type":8,"url":"u","name":"a.pdf","size":"1 MB"}"#, "field-type /size"),
        Wukongim1Case("a sticker", #"{"type":12,"url":"u","category":"c","placeholder":"p","format":"lim"}"#),
        Wukongim1Case("a sticker of another app", #"{"type":12,"url":"u"}"#),
        Wukongim1Case("a large emoji", #"{"type":13,"url":"u","category":"","placeholder":"","format":""}"#),
        Wukongim1Case("a sticker without its url", #"{"type":13,"placeholder":"p"}"#, "field-missing /url"),
    ]

    static let cards = [
        Wukongim1Case("a card", #"{"type":7,"uid":"u1","name":"Ann","vercode":"x@1","avatar":""}"#),
        Wukongim1Case("a card of the documents", #"{"type":7,"uid":"u1","name":"Ann"}"#),
        Wukongim1Case("a card of nobody", #"{"type":7,"name":"Ann"}"#, "field-missing /uid"),
        Wukongim1Case("a card's uid as a number", #"{"type":7,"uid":1,"name":"Ann"}"#, "field-type /uid"),
        Wukongim1Case("a red packet", #"{"type":9,"redpacket_no":"r1","blessing":"恭喜发财"}"#),
        Wukongim1Case("a red packet with other members", #"{"type":9,"amount":100}"#),
        Wukongim1Case("a red packet's number as a number", #"{"type":9,"redpacket_no":1}"#, "field-type /redpacket_no"),
        Wukongim1Case(
            "an invitation to an organization",
            #"{"type":16,"code":"c","inviter":"u1","inviter_name":"Ann","org_id":"o1","org_name":"Tea"}"#),
        Wukongim1Case(
            "a card as the documents number it", #"{"type":16,"uid":"u1","name":"Ann"}"#, "field-missing /org_id",
            "field-missing /org_name"),
    ]

    static let forwards = [
        Wukongim1Case(
            "a merged forward",
            #"{"type":11,"channel_type":2,"users":[{"uid":"u1","name":"Ann"}],"msgs":[{"message_id":"1","#
                + #""timestamp":1700000000,"from_uid":"u1","payload":{"type":1,"content":"x"}}]}"#),
        Wukongim1Case(
            "a forward of a forward",
            #"{"type":11,"channel_type":2,"users":[],"msgs":[{"message_id":"1","payload":{"type":11,"msgs":["#
                + #"{"message_id":"2","payload":{"type":1,"content":"x"}}]}}]}"#),
        Wukongim1Case("a forward of nothing", #"{"type":11,"channel_type":1,"users":[],"msgs":[]}"#),
        Wukongim1Case("a forward without messages", #"{"type":11,"channel_type":1,"users":[]}"#, "field-missing /msgs"),
        Wukongim1Case(
            "a forwarded message without payload", #"{"type":11,"msgs":[{"message_id":"1"}]}"#,
            "field-missing /msgs/0/payload"),
        Wukongim1Case(
            "a forwarded message's id as a number", #"{"type":11,"msgs":[{"message_id":1,"payload":{"type":1}}]}"#,
            "field-type /msgs/0/message_id"),
        Wukongim1Case(
            "people of a forward that are null", #"{"type":11,"users":null,"msgs":[]}"#, "field-type /users"),
        Wukongim1Case(
            "a forward's person that is null", #"{"type":11,"users":[null],"msgs":[]}"#, "field-type /users/0"),
    ]

    static let notices = [
        Wukongim1Case("a screenshot", #"{"type":20,"from_uid":"u1","from_name":"Ann"}"#),
        Wukongim1Case("a screenshot by nobody", #"{"type":20,"from_uid":"u1"}"#, "field-missing /from_name"),
        Wukongim1Case("a lost payload", #"{"type":97}"#),
        Wukongim1Case("a message that wasn't decrypted", #"{"type":98}"#),
        Wukongim1Case("a stream of the JavaScript SDK", #"{"type":98,"data":"aGk="}"#),
        Wukongim1Case("a stream's data as an array", #"{"type":98,"data":[104,105]}"#, "field-type /data"),
        Wukongim1Case("a command", #"{"type":99,"cmd":"messageRevoke","param":{"message_id":"5"}}"#),
        Wukongim1Case("a command without parameters", #"{"cmd":"syncReminders","type":99,"sign":"s"}"#),
        Wukongim1Case("a command without its name", #"{"type":99,"param":{}}"#, "field-missing /cmd"),
        Wukongim1Case("a command's parameters as text", #"{"type":99,"cmd":"c","param":"{}"}"#, "field-type /param"),
        Wukongim1Case("typing", #"{"type":101}"#),
        Wukongim1Case("a line in a list", #"{"type":20000}"#),
        Wukongim1Case("a hint about encryption", #"{"type":20001}"#),
        Wukongim1Case("a stand-in for an encrypted message", #"{"type":21000}"#),
    ]

    static let systems = [
        Wukongim1Case(
            "a friend request",
            #"{"apply_name":"Ann","apply_uid":"u1","remark":"hi","to_uid":"u2","token":"t","type":1000}"#),
        Wukongim1Case("a friend request of nobody", #"{"type":1000,"remark":"hi"}"#, "field-missing /apply_uid"),
        Wukongim1Case(
            "a group made",
            #"{"content":"Ann邀请{0}加入群聊","creator":"u1","creator_name":"Ann","extra":[{"uid":"u2","name":"Bo"}],"#
                + #""type":1001,"version":1700000000123}"#),
        Wukongim1Case(
            "a group's version as text", #"{"type":1001,"content":"c","version":"1"}"#, "field-type /version"),
        Wukongim1Case(
            "members added",
            #"{"type":1002,"from_uid":"u1","from_name":"Ann","content":"{0}","extra":[{"uid":"u2","name":"Bo"}]}"#),
        Wukongim1Case(
            "a system message without what it says", #"{"type":1002,"extra":[{"uid":"u1","name":"Ann"}]}"#,
            "field-missing /content"),
        Wukongim1Case("people that are null", #"{"type":1002,"content":"c","extra":null}"#, "field-type /extra"),
        Wukongim1Case(
            "a person's name that is null", #"{"type":1002,"content":"c","extra":[{"uid":"u1","name":null}]}"#,
            "field-type /extra/0/name"),
        Wukongim1Case("members removed", #"{"type":1003,"content":"Ann将{0}移除群聊","extra":[]}"#),
        Wukongim1Case(
            "a friend accepted", #"{"content":"c","sure_name":"Ann","sure_uid":"u1","to_uid":"u2","type":1004}"#),
        Wukongim1Case("a friend accepted without text", #"{"type":1004,"sure_uid":"u1"}"#, "field-missing /content"),
        Wukongim1Case(
            "a group updated", #"{"type":1005,"content":"{0}修改群名","data":{"name":"Tea"},"extra":[{"uid":"u1"}]}"#),
        Wukongim1Case(
            "a group's setting as a number", #"{"type":1005,"content":"c","data":{"invite":1}}"#,
            "field-type /data/invite"),
        Wukongim1Case("a message revoked", #"{"type":1006}"#),
        Wukongim1Case("a message revoked, in words", #"{"type":1006,"content":"{0}撤回了一条消息","extra":[{"name":"Ann"}]}"#),
        Wukongim1Case("joined by scan", #"{"type":1007,"content":"“{0}”通过“{1}”的二维码加入群聊","extra":[]}"#),
        Wukongim1Case("a new owner", #"{"type":1008,"content":"“{0}”已成为新群主","extra":[{"uid":"u1","name":"Ann"}]}"#),
        Wukongim1Case(
            "an invitation", #"{"type":1009,"content":"c","extra":[],"invite_no":"i1","visibles":["u1"]}"#),
        Wukongim1Case(
            "an invitation's number as a number", #"{"type":1009,"content":"c","invite_no":7}"#,
            "field-type /invite_no"),
        Wukongim1Case("an invitation refused", #"{"type":1010,"content":"c"}"#),
        Wukongim1Case("a red packet opened", #"{"type":1011,"content":"{0}","extra":[],"redpacket_no":"r1"}"#),
        Wukongim1Case("a notice about a payment", #"{"type":1012,"content":"c"}"#),
        Wukongim1Case("friends forbidden", #"{"type":1013,"content":"c"}"#),
        Wukongim1Case("a screenshot of older apps", #"{"type":1014,"from_uid":"u1","from_name":"Ann"}"#),
        Wukongim1Case("was removed", #"{"type":1020,"content":"你被{0}移除群聊","extra":[],"visibles":["u1"]}"#),
        Wukongim1Case("left", #"{"type":1021,"content":"“{0}“退出群聊","extra":[],"visibles":["u1"]}"#),
        Wukongim1Case("a group upgraded", #"{"type":1022,"content":"群成员超过500，将自动升级为超级群"}"#),
        Wukongim1Case("a hotline assigned", #"{"type":1200,"content":"c"}"#),
        Wukongim1Case("a hotline solved", #"{"type":1201,"content":"c"}"#),
        Wukongim1Case("a hotline reopened", #"{"type":1202}"#, "field-missing /content"),
        Wukongim1Case("a tip", #"{"type":2000,"content":"c","data":{"a":1}}"#),
        Wukongim1Case("a tip that says nothing", #"{"type":2000}"#, "field-missing /content"),
    ]

    static let calls = [
        Wukongim1Case(
            "a call", #"{"type":9989,"content":"通话时长：01:02","second":62,"call_type":1,"result_type":1}"#),
        Wukongim1Case(
            "a kind of call that nobody knows",
            #"{"type":9989,"content":"x","call_type":7,"second":1,"result_type":1}"#, "field-enum /call_type"),
        Wukongim1Case(
            "a result that nobody knows", #"{"type":9989,"content":"x","call_type":0,"result_type":4}"#,
            "field-enum /result_type"),
        Wukongim1Case("a call without words", #"{"type":9989,"call_type":0}"#, "field-missing /content"),
        Wukongim1Case("the first number of signalling", #"{"type":9990}"#),
        Wukongim1Case("connection data", #"{"type":9994,"content":"sdp"}"#),
        Wukongim1Case("the last number of signalling", #"{"type":9999}"#),
    ]
}
