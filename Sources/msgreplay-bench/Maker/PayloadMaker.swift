/// Draws payloads of the sample shop: its orders, the built-in contents, and a known share of what no client can read.
///
/// The kinds and their shares are those of the sample generator that made `Samples/shop-export.tar.gz`.
struct PayloadMaker {
    private var random: SplitMix64
    /// The payload drawn last.
    private(set) var bytes: [UInt8] = []
    /// How many payloads are inside it.
    private(set) var nested = 0
    private var phrase: [UInt8] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Draws the next payload.
    mutating func draw() -> PayloadLabel {
        bytes.removeAll(keepingCapacity: true)
        nested = 0
        return random.unit() < 0.02 ? drawFault() : drawContent()
    }

    private mutating func drawContent() -> PayloadLabel {
        let share = random.unit()
        switch share {
        case ..<0.58: return text(1)
        case ..<0.68: return image()
        case ..<0.74: return voice()
        case ..<0.76: return location()
        case ..<0.78: return card()
        case ..<0.80: return file()
        case ..<0.83: return membersAdded()
        case ..<0.86: return mergedForward()
        case ..<0.90: return reply()
        default:
            let drawn = random.unit()
            return order(version: drawn < 0.6 ? 1 : drawn < 0.9 ? 2 : 3)
        }
    }

    private mutating func drawFault() -> PayloadLabel {
        let share = random.unit()
        switch share {
        case ..<0.35:
            let type = random.pick([10_042, 10_077, 555])
            bytes.add("{\"type\":")
            bytes.add(type)
            bytes.add(",\"blob\":\"")
            addIdentifier()
            bytes.add("\",\"n\":")
            bytes.add(random.number(0...99))
            bytes.add("}")
            return .unknown(type: type)
        case ..<0.45:
            _ = text(1)
            bytes.removeLast(3)
            return .malformed(.notJSON)
        case ..<0.55:
            for _ in 0..<60 { bytes.append(UInt8(random.number(128...255))) }
            return .malformed(.notJSON)
        case ..<0.65:
            bytes.add("{\"type\":10001,\"title\":\"")
            bytes += random.pick(Phrases.titles)
            bytes.add("\"}")
            return .malformed(.orderWithoutID)
        case ..<0.75:
            bytes.add("{\"type\":10001,\"order_id\":\"")
            addOrderID()
            bytes.add("\",\"title\":")
            bytes.add(random.number(1...99))
            bytes.add("}")
            return .malformed(.orderWithNumberAsTitle)
        case ..<0.85:
            bytes.add("{\"type\":2,\"url\":\"")
            addImageAddress()
            bytes.add("\",\"width\":\"wide\",\"height\":")
            bytes.add(random.number(80...4000))
            bytes.add("}")
            return .malformed(.imageWithTextAsWidth)
        case ..<0.93:
            _ = text(nil)
            return .malformed(.noType)
        default: return .malformed(.empty)
        }
    }
}

extension PayloadMaker {
    private mutating func text(_ type: Int?) -> PayloadLabel {
        bytes.add("{")
        if let type {
            bytes.add("\"type\":")
            bytes.add(type)
            bytes.add(",")
        }
        bytes.add("\"content\":\"")
        addPhrase()
        bytes.add("\"")
        if random.unit() < 0.05 {
            bytes.add(",\"mention\":{\"all\":0,\"uids\":[\"")
            bytes += random.pick(Phrases.users)
            bytes.add("\"]}")
        }
        bytes.add("}")
        return .decoded(type: 1)
    }

    private mutating func image() -> PayloadLabel {
        bytes.add("{\"type\":2,\"url\":\"")
        addImageAddress()
        bytes.add("\",\"width\":")
        bytes.add(random.number(80...4000))
        bytes.add(",\"height\":")
        bytes.add(random.number(80...4000))
        bytes.add("}")
        return .decoded(type: 2)
    }

    private mutating func voice() -> PayloadLabel {
        bytes.add("{\"type\":4,\"url\":\"file/preview/chat/")
        addIdentifier()
        bytes.add(".amr\",\"timeTrad\":")
        bytes.add(random.number(1...60))
        bytes.add(",\"waveform\":\"")
        var wave: [UInt8] = []
        for _ in 0..<48 { wave.append(UInt8(random.number(0...31))) }
        bytes.add(base64: wave)
        bytes.add("\"}")
        return .decoded(type: 4)
    }

    private mutating func location() -> PayloadLabel {
        bytes.add("{\"type\":6,\"lng\":")
        addDegrees(millionths: random.number(73_000_000...135_000_000))
        bytes.add(",\"lat\":")
        addDegrees(millionths: random.number(18_000_000...53_000_000))
        bytes.add(",\"title\":\"")
        addPhrase()
        bytes.add("\",\"address\":\"")
        addPhrase()
        bytes.add("\"}")
        return .decoded(type: 6)
    }

    private mutating func card() -> PayloadLabel {
        let user = random.pick(Phrases.users)
        bytes.add("{\"type\":7,\"uid\":\"")
        bytes += user
        bytes.add("\",\"name\":\"user ")
        bytes += user
        bytes.add("\",\"vercode\":\"")
        addIdentifier()
        bytes.add("@1\"}")
        return .decoded(type: 7)
    }

    private mutating func file() -> PayloadLabel {
        bytes.add("{\"type\":8,\"url\":\"file/preview/chat/")
        addIdentifier()
        bytes.add(".pdf\",\"name\":\"")
        addPhrase(characters: 24)
        bytes.add(".pdf\",\"size\":")
        bytes.add(random.number(1000...1 << 40))
        bytes.add("}")
        return .decoded(type: 8)
    }

    private mutating func membersAdded() -> PayloadLabel {
        bytes.add("{\"type\":1002,\"content\":\"{0} invited {1} to the group\",\"extra\":[")
        addUser(random.pick(Phrases.users))
        bytes.add(",")
        addUser(random.pick(Phrases.users))
        bytes.add("]}")
        return .decoded(type: 1002)
    }

    private mutating func order(version: Int) -> PayloadLabel {
        bytes.add("{\"type\":10001,\"order_id\":\"")
        addOrderID()
        bytes.add("\",\"title\":\"")
        bytes += random.pick(Phrases.titles)
        bytes.add("\"")
        if version >= 2 {
            bytes.add(",\"currency\":\"")
            bytes += random.pick(Phrases.currencies)
            bytes.add("\",\"quantity\":")
            bytes.add(random.number(1...9))
        }
        if version >= 3 {
            bytes.add(",\"status\":\"")
            bytes += random.pick(Phrases.statuses)
            bytes.add("\"")
        }
        bytes.add("}")
        return .order(version: version)
    }

    private mutating func mergedForward() -> PayloadLabel {
        let messages = random.number(2...4)
        let first = random.number(0...Phrases.users.count - 1)
        let second = (first + random.number(1...Phrases.users.count - 1)) % Phrases.users.count
        bytes.add("{\"type\":11,\"channel_type\":1,\"users\":[")
        addUser(Phrases.users[first])
        bytes.add(",")
        addUser(Phrases.users[second])
        bytes.add("],\"msgs\":[")
        for index in 0..<messages {
            if index > 0 { bytes.add(",") }
            bytes.add("{\"message_id\":\"")
            bytes.add(Int(random.next() >> 2))
            bytes.add("\",\"timestamp\":")
            bytes.add(1_700_000_000 + random.number(0...4_782_969))
            bytes.add(",\"from_uid\":\"")
            bytes += random.pick(Phrases.users)
            bytes.add("\",\"payload\":")
            switch random.number(0...2) {
            case 0: _ = text(1)
            case 1: _ = image()
            default: _ = order(version: 1)
            }
            bytes.add("}")
        }
        nested += messages
        bytes.add("]}")
        return .decoded(type: 11)
    }

    private mutating func reply() -> PayloadLabel {
        _ = text(1)
        bytes.removeLast()
        let user = random.pick(Phrases.users)
        bytes.add(",\"reply\":{\"message_id\":\"")
        bytes.add(Int(random.next() >> 2))
        bytes.add("\",\"message_seq\":")
        bytes.add(random.number(1...9999))
        bytes.add(",\"from_uid\":\"")
        bytes += user
        bytes.add("\",\"from_name\":\"user ")
        bytes += user
        bytes.add("\",\"payload\":")
        if random.number(0...1) == 0 { _ = text(1) } else { _ = order(version: 1) }
        bytes.add("}}")
        nested += 1
        return .decoded(type: 1)
    }
}

extension PayloadMaker {
    /// 2 to 18 words of one language, now and then with an emoji or a second line.
    private mutating func drawPhrase() {
        phrase.removeAll(keepingCapacity: true)
        let isEnglish = random.number(0...1) == 0
        for index in 0..<random.number(2...18) {
            if isEnglish, index > 0 { phrase.append(UInt8(ascii: " ")) }
            phrase += random.pick(isEnglish ? Phrases.english : Phrases.chinese)
        }
        if random.unit() < 0.08 { phrase += random.pick(Phrases.emoji) }
        if random.unit() < 0.03 {
            phrase.append(10)
            phrase += random.pick(isEnglish ? Phrases.english : Phrases.chinese)
        }
    }

    /// - Parameter characters: At most so many code points.
    private mutating func addPhrase(characters: Int = .max) {
        drawPhrase()
        var end = phrase.startIndex
        var left = characters
        while end < phrase.endIndex {
            if phrase[end] & 0xC0 != 0x80 {
                if left == 0 { break }
                left -= 1
            }
            end += 1
        }
        bytes.add(escaping: phrase[..<end])
    }

    private mutating func addIdentifier() {
        bytes.add(hex: random.next())
        bytes.add(hex: random.next())
    }

    private mutating func addImageAddress() {
        bytes.add("file/preview/chat/")
        bytes += random.pick(Phrases.users)
        bytes.add("/")
        addIdentifier()
        bytes.add(".jpg")
    }

    private mutating func addOrderID() {
        bytes.add("order-")
        bytes.add(random.number(2019...2026))
        bytes.add("-")
        bytes.add(digits: UInt(random.number(1...999)), atLeast: 3)
    }

    private mutating func addUser(_ user: [UInt8]) {
        bytes.add("{\"uid\":\"")
        bytes += user
        bytes.add("\",\"name\":\"user ")
        bytes += user
        bytes.add("\"}")
    }

    /// A number with at most six decimals and no zeros behind them.
    private mutating func addDegrees(millionths: Int) {
        bytes.add(millionths / 1_000_000)
        bytes.add(".")
        bytes.add(digits: UInt(millionths % 1_000_000), atLeast: 6)
        while bytes.last == UInt8(ascii: "0"), bytes[bytes.count - 2] != UInt8(ascii: ".") { bytes.removeLast() }
    }
}
