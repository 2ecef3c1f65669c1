/// The words that made messages are put together of, as UTF-8.
enum Phrases {
    static let english = words(
        "the order arrived today please check invoice number and send photo of package when you can thanks coffee "
            + "beans grinder filter water kettle meeting moved tomorrow morning lunch review release build failed again"
    )
    static let chinese = words("你好 订单 已经 发货 请 查收 咖啡豆 今天 下午 会议 改到 明天 收到 谢谢 麻烦 看一下 照片 快递 单号 退款 已 处理 群里 通知 大家 注意 版本 升级")
    static let emoji = words("😀 👍🏽 ☕ 🎉 👩‍👩‍👧 🙏")
    /// Titles of orders, escaped as JSON has them.
    static let titles = [
        "Coffee beans", "咖啡豆 1kg", #"Grinder \"Pro\""#, "Kettle 0.9L", #"滤纸 V60\n两包"#, "Mug ☕",
    ].map { Array($0.utf8) }
    static let currencies = words("CNY USD EUR")
    static let statuses = words("placed paid shipped closed")
    /// All senders: `u0000` to `u0199`.
    static let users = (0..<200).map { number in Array("u\(String(10_000 + number).dropFirst())".utf8) }

    private static func words(_ text: String) -> [[UInt8]] { text.split(separator: " ").map { Array($0.utf8) } }
}
