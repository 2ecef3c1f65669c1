import TestSupport
import JSONText

/// A text, an edit of it and the model that the edit has to agree with.
struct EditTrial {
    /// An object, scanned or made.
    enum Target {
        case node(Int)
        /// By its number among those that were made.
        case made(Int)
    }

    enum Operation {
        case insert(String, [UInt8], Target)
        case append([UInt8], Int)
        case make(String, Target)
        case removeMember(Int)
        case removeElement(Int)
        case rename(Int, String)
        case replace(Int, [UInt8])
        case move(Int, String, Target)
        case copy(Int, String, Target)
    }

    let bytes: [UInt8]
    private(set) var tape = JSONTape()
    var edit = JSONEdit()
    private(set) var model: EditedDocument
    private(set) var done: [Operation] = []
    /// The handles of the objects that were made, and what the model has for them.
    private(set) var handles: [Int] = []
    private(set) var made: [EditedDocument.Value] = []

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        try tape.scan(bytes.span)
        model = EditedDocument(tape, bytes)
    }

    /// What was done, for people.
    var log: String {
        guard !done.isEmpty else { return "" }
        return String(decoding: bytes, as: UTF8.self) + "\n" + done.map { "\($0)\n" }.joined()
    }

    var expectedBytes: [UInt8] { model.bytes(of: model.parts(), in: bytes) }

    mutating func applied() throws -> [UInt8] {
        let bytes = bytes
        var output: [UInt8] = []
        try edit.apply(to: bytes.span, on: tape, into: &output)
        return output
    }

    // MARK: Choosing

    /// Does a random operation.
    mutating func step(_ random: inout SeededRandom) throws {
        try attempt(choose(&random))
    }

    /// Does an operation. One that makes no sense has to throw, at once or when the edit is applied.
    ///
    /// - Returns: Whether it was done.
    @discardableResult
    mutating func attempt(_ operation: Operation) throws -> Bool {
        if isLegal(operation) {
            do { try perform(operation) } catch { throw Unexpected(what: log + "threw \(error): \(operation)") }
            mirror(operation)
            done.append(operation)
            return true
        } else {
            var trial = self
            do { try trial.perform(operation) } catch is JSONEditError {
                // The edit is as it was.
                let result = try trial.applied()
                guard result == expectedBytes, trial.edit.isEmpty == done.isEmpty else {
                    throw Unexpected(what: log + "refused and changed the edit: \(operation)")
                }
                return false
            }
            do { _ = try trial.applied() } catch is JSONEditError { return false }
            throw Unexpected(what: log + "did not throw: \(operation)")
        }
    }

    /// Holds the result against the model: its bytes, that it is JSON, and its value.
    mutating func verify() throws {
        let result = try applied()
        guard result == expectedBytes else {
            throw Unexpected(
                what: log + "gave \(String(decoding: result, as: UTF8.self))\n"
                    + "not  \(String(decoding: expectedBytes, as: UTF8.self))")
        }
        guard try JSONTree(result) == model.tree(model.root, bytes) else { throw Unexpected(what: log + "other value") }
    }

    struct Unexpected: Error {
        var what: String
    }

    private func choose(_ random: inout SeededRandom) -> Operation {
        var maker = RandomJSON(random)
        let name = maker.text()
        let given = maker.document(random.below(2))
        random = maker.random
        let members = model.members.keys.sorted()
        let values = model.values.keys.sorted()
        let objects = values.filter { tape.kind($0) == .object }
        let arrays = values.filter { tape.kind($0) == .array }
        // Mostly what it may be, now and then anything.
        let any = random.below(tape.count)
        let value = random.chance(95) ? random.pick(values) : any
        let member = members.isEmpty || random.chance(3) ? any : random.pick(members)
        var target = Target.node(objects.isEmpty || random.chance(3) ? any : random.pick(objects))
        if !made.isEmpty && random.chance(30) { target = .made(random.below(made.count)) }
        switch random.below(13) {
        case 0, 1: return .insert(name, given, target)
        case 2: return .append(given, arrays.isEmpty ? any : random.pick(arrays))
        case 3: return .make(name, target)
        case 4, 5: return .removeMember(member)
        case 6: return .removeElement(value)
        case 7: return .rename(member, random.chance(20) ? "a" : name)
        case 8: return .replace(value, given)
        case 9, 10, 11: return .move(member, name, target)
        default: return .copy(value, name, target)
        }
    }

    // MARK: The model

    private func value(_ target: Target) -> EditedDocument.Value? {
        switch target {
        case .node(let node): model.values[node]
        case .made(let number): made[number]
        }
    }

    private func isObject(_ target: Target) -> Bool {
        value(target).map { model.canPut(into: $0, .object) } ?? false
    }

    private func element(_ node: Int) -> (EditedDocument.Child, EditedDocument.Value)? {
        guard let value = model.values[node], model.reaches(value) else { return nil }
        for holder in model.values.values {
            if let child = EditedDocument.current(holder).first(where: { $0.value === value && $0.name == nil }) {
                return (child, holder)
            }
        }
        return nil
    }

    private func isLegal(_ operation: Operation) -> Bool {
        let isThere = { (member: Int) in model.members[member].flatMap { model.holder(of: $0) } != nil }
        let isValue = { (node: Int) in model.values[node].map { model.reaches($0) } ?? false }
        switch operation {
        case .insert(_, _, let target), .make(_, let target): return isObject(target)
        case .append(_, let node): return model.values[node].map { model.canPut(into: $0, .array) } ?? false
        case .removeMember(let member), .rename(let member, _): return isThere(member)
        case .removeElement(let node): return element(node) != nil
        case .replace(let node, _): return isValue(node)
        case .copy(let node, _, let target): return isValue(node) && isObject(target)
        case .move(let member, _, let target):
            guard isThere(member), isObject(target), let child = model.members[member], let into = value(target)
            else { return false }
            return !model.reaches(into, from: child.value)
        }
    }

    private mutating func mirror(_ operation: Operation) {
        switch operation {
        case .insert(let name, let given, let target):
            if let holder = value(target) { model.put(EditedDocument.given(trimmed(given)), name: name, into: holder) }
        case .append(let given, let node):
            if let holder = model.values[node] {
                model.put(EditedDocument.given(trimmed(given)), name: nil, into: holder)
            }
        case .make(let name, let target):
            made.append(EditedDocument.made())
            if let holder = value(target) { model.put(made[made.count - 1], name: name, into: holder) }
        case .removeMember(let member):
            if let child = model.members[member], let holder = model.holder(of: child) {
                model.take(child, from: holder)
            }
        case .removeElement(let node):
            if let (child, holder) = element(node) { model.take(child, from: holder) }
        case .rename(let member, let name):
            if let child = model.members[member] { rename(child, to: name) }
        case .replace(let node, let given): model.values[node]?.given = trimmed(given)
        case .move(let member, let name, let target):
            guard let child = model.members[member], let holder = model.holder(of: child), let into = value(target)
            else { return }
            if holder === into { return rename(child, to: name) }
            model.take(child, from: holder)
            model.give(child, to: into)
            child.name = name
            child.isRenamed = true
        case .copy(let node, let name, let target):
            if let source = model.values[node], let holder = value(target) {
                model.put(model.copy(of: source), name: name, into: holder)
            }
        }
    }

    private func rename(_ child: EditedDocument.Child, to name: String) {
        // A name that a member has as it was scanned is left as it is spelt.
        child.isRenamed = !model.isInPlace(child) || name != child.scannedName
        child.name = name
    }

    private func trimmed(_ text: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        return Array(Array(text.drop(while: isSpace).reversed()).drop(while: isSpace).reversed())
    }

    // MARK: The edit

    private func node(_ target: Target) -> Int {
        switch target {
        case .node(let node): node
        case .made(let number): handles[number]
        }
    }

    mutating func perform(_ operation: Operation) throws {
        let bytes = bytes
        switch operation {
        case .insert(let name, let given, let target):
            try edit.insert(name: Array(name.utf8).span, value: given.span, into: node(target), on: tape)
        case .append(let given, let array): try edit.append(value: given.span, to: array, on: tape)
        case .make(let name, let target):
            handles.append(try edit.makeObject(name: Array(name.utf8).span, into: node(target), on: tape))
        case .removeMember(let member): try edit.remove(member: member, on: tape, in: bytes.span)
        case .removeElement(let element): try edit.remove(element: element, on: tape, in: bytes.span)
        case .rename(let member, let name):
            try edit.rename(member: member, to: Array(name.utf8).span, on: tape, in: bytes.span)
        case .replace(let value, let given):
            try edit.replace(value: value, with: given.span, on: tape, in: bytes.span)
        case .move(let member, let name, let target):
            try edit.move(
                member: member, to: Array(name.utf8).span, into: node(target), on: tape, in: bytes.span)
        case .copy(let value, let name, let target):
            try edit.copy(value: value, to: Array(name.utf8).span, into: node(target), on: tape, in: bytes.span)
        }
    }

    /// The nodes of the result by what they are now; objects that were made by -1, -2 and so on.
    func renumbered() throws -> [Int: Int] {
        for (number, value) in made.enumerated() { value.node = -1 - number }
        return try model.renumbered(bytes)
    }

    /// Does what another trial did from some operation on, whose result so far is the text of this one.
    mutating func replay(_ operations: [Operation], after madeBefore: Int, _ numbers: [Int: Int]) throws {
        let moved = { (node: Int) throws -> Int in
            guard let number = numbers[node] else { throw Unexpected(what: "node \(node) is not in the result") }
            return number
        }
        let target = { (target: Target) throws -> Target in
            switch target {
            case .node(let node): .node(try moved(node))
            case .made(let number): number < madeBefore ? .node(try moved(-1 - number)) : .made(number - madeBefore)
            }
        }
        for operation in operations {
            switch operation {
            case .insert(let name, let given, let into): try perform(.insert(name, given, try target(into)))
            case .append(let given, let array): try perform(.append(given, try moved(array)))
            case .make(let name, let into): try perform(.make(name, try target(into)))
            case .removeMember(let member): try perform(.removeMember(try moved(member)))
            case .removeElement(let element): try perform(.removeElement(try moved(element)))
            case .rename(let member, let name): try perform(.rename(try moved(member), name))
            case .replace(let value, let given): try perform(.replace(try moved(value), given))
            case .move(let member, let name, let into):
                try perform(.move(try moved(member), name, try target(into)))
            case .copy(let value, let name, let into):
                try perform(.copy(try moved(value), name, try target(into)))
            }
        }
    }
}
