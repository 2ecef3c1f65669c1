import Registries

// The code of the article TypedContents.md, compiled. A test holds the two against each other, block by block.

// article
struct OrderContent: MessageContent {
    static let contentType: ContentType = 10001
    var orderID: String
    var title: String

    init(decoding fields: ContentFields) throws {
        orderID = fields.string("order_id", default: "")
        title = fields.string("title", default: "")
    }

    func encode(into fields: inout ContentFieldWriter) {
        fields.set("order_id", orderID)
        fields.set("title", title)
    }

    var conversationDigest: String { "[Order] \(title)" }
    var searchableWord: String { title }
}
// end

/// Runs the article's statements, and keeps what they show.
struct TypedContentsArticle {
    private(set) var shown: [String] = []
    private(set) var logged: [(digest: String, findings: [ContentFinding])] = []
    private(set) var sent: [[UInt8]] = []

    private mutating func show(_ order: OrderContent) { shown.append("order \(order.orderID)") }
    private mutating func show(_ digest: String) { shown.append(digest) }
    private mutating func log(_ digest: String, _ findings: [ContentFinding]) { logged.append((digest, findings)) }
    private mutating func send(_ payload: [UInt8]) { sent.append(payload) }

    mutating func decode(_ payload: [UInt8], with folder: String) throws {
        // article
        var registry = try ContentRegistry(contentsOf: folder, version: 2)
        try registry.register(OrderContent.self)

        switch registry.decode(payload) {
        case .content(let order as OrderContent): show(order)
        case .content(let other): show(other.conversationDigest)
        case .unknown(let placeholder): show(placeholder.digest)
        case .malformed(let placeholder, let findings): log(placeholder.digest, findings)
        }
        // end
        encode(payload, with: registry)
    }

    private mutating func encode(_ payload: [UInt8], with registry: ContentRegistry) {
        // article
        if case .content(var order as OrderContent) = registry.decode(payload) {
            order.title = "Coffee beans, 1 kg"
            send(registry.encode(order, over: payload))
        }
        // end
    }
}
