/// The built-in registry `wukongim@1`: what the open clients of the WuKongIM family can read.
///
/// The text is a registry file as any other (one version, read by the same loader), cut into parts by kind of content.
/// A published version never changes: a correction of meaning is `wukongim@2`.
///
/// How the schemas decide:
///
/// * They accept what any of the SDKs writes, and refuse what stops or misleads one of the clients that read it.
///   Objects are open, since every client ignores members that it doesn't know.
/// * `required` is what a client needs to show the message at all: a picture's `url`, a system message's `content`.
///   A text without `content` stays readable: every decoder shows it as an empty text.
/// * There is no `default` anywhere. What decoders assume for an absent member stands as `x-assumed`, only where they
///   agree; where they don't, `x-note` says so.
/// * `null` is accepted only where an SDK writes it (`waveform`, by the Flutter SDK).
/// * A number has to fit what the clients read it into. Out of that range the iOS parser refuses the whole payload
///   and Dart throws, so a size of `1e400` is a finding, not a large number.
///
/// Left out, so that they are reported as unknown, because no open client shows them and no member is known:
///
/// | type | what it is | why it is no content here |
/// | --- | --- | --- |
/// | 0 | unknown | what the iOS and JavaScript SDKs store for a content that they couldn't read |
/// | -1 | unknown, time | the same in the Flutter SDK; a row of the web app's list, never sent |
/// | -2, -3 | typing, history split | rows of the web app's list, never sent |
/// | 10 | transfer | a number without a decoder in the iOS app |
/// | 14 | rich text | a number without a decoder; only the server's push text names it |
enum Wukongim1 {
    /// The registry file's text: JSON in the format of a registry version.
    static let source = head + chatContents + systemMessages + callMessages + localContents + tail

    /// Everything before the contents: shared shapes, and what every payload may carry.
    private static let head = #"""
        {
          "registry": "wukongim",
          "version": 1,
          "description": "Message contents of WuKongIM's SDKs and TangSengDaoDao's server and apps.",
          "typeField": "/type",
          "placeholder": { "en": "[Unsupported message: type {type}]", "zh": "[未知消息]" },

          "$defs": {
            "int64":  { "type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807 },
            "double": { "type": "number", "minimum": -1.7976931348623157e308, "maximum": 1.7976931348623157e308 },
            "pixels": { "$ref": "#/$defs/double", "x-note": "iOS writes 640 or 640.5, Gson and Dart may write 640.0" },
            "person": { "type": "object", "properties": {
                "uid":  { "type": "string" },
                "name": { "type": "string", "x-assumed": "" } } },
            "system": { "type": "object", "required": ["content"], "properties": {
                "content": { "type": "string" },
                "extra":   { "type": "array", "items": { "$ref": "#/$defs/person" } } } },
            "sticker": { "type": "object", "required": ["url"], "properties": {
                "url":         { "type": "string" },
                "category":    { "type": "string", "x-assumed": "" },
                "placeholder": { "type": "string", "x-assumed": "" },
                "format":      { "type": "string", "x-note": "absent: iOS assumes lim, the web app nothing" } } },
            "screenshot": { "type": "object", "required": ["from_uid", "from_name"], "properties": {
                "from_uid":  { "type": "string" },
                "from_name": { "type": "string" } } }
          },

          "common": {
            "type": "object",
            "properties": {
              "mention": { "type": "object", "properties": {
                  "all":  { "type": "integer", "x-assumed": 0, "x-note": "1 is everybody; true counts on iOS only" },
                  "uids": { "type": "array", "items": { "type": "string" } } } },
              "reply": { "type": "object", "properties": {
                  "message_id":      { "type": "string" },
                  "message_seq":     { "type": "integer", "minimum": 0, "maximum": 18446744073709551615 },
                  "from_uid":        { "type": "string" },
                  "from_name":       { "type": "string" },
                  "root_mid":        { "type": "string", "x-note": "iOS, Android and Flutter" },
                  "root_message_id": { "type": "string", "x-note": "JavaScript" },
                  "payload":         { "type": "object" } } },
              "entities": { "type": "array", "items": { "type": "object", "properties": {
                  "offset": { "type": "integer", "minimum": 0, "maximum": 2147483647, "x-note": "UTF-16 units" },
                  "length": { "type": "integer", "minimum": 0, "maximum": 2147483647, "x-note": "UTF-16 units" },
                  "type":   { "type": "string", "x-assumed": "" },
                  "value":  true } } },
              "visibles":     { "type": "array", "items": { "type": "string" } },
              "invisibles":   { "type": "array", "items": { "type": "string" } },
              "from_uid":     { "type": "string" },
              "from_name":    { "type": "string" },
              "flame":        { "type": "integer", "x-assumed": 0, "x-note": "1 is burn after reading" },
              "flame_second": { "type": "integer", "x-assumed": 0 },
              "robot_id":     { "type": "string", "x-assumed": "" },
              "session_id":   true,
              "session_type": true
            }
          },

          "nested": ["/reply/payload"],

          "contents": [

        """#

    private static let tail = #"""

          ]
        }

        """#
}
