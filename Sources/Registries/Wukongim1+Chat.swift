extension Wukongim1 {
    /// What people send, the placeholders that stand for it, and commands.
    ///
    /// A digest in Chinese is the text that the SDKs show; the iOS app's where the apps differ. A text is shown as it
    /// is: only the iOS SDK knows `format`, and takes tags off where that is `html`; taking them off every text would
    /// eat `a < b`. A member is searchable where an SDK says so, or where no open client has a decoder that could.
    static let chatContents = #"""
            { "type": 1, "name": "text", "description": "A text.",
              "schema": { "type": "object", "properties": {
                  "content": { "type": "string", "x-assumed": "" },
                  "format":  { "type": "string", "x-assumed": "", "x-note": "iOS only; empty or html" } } },
              "digest": "{content|oneline}", "searchable": ["/content"] },

            { "type": 2, "name": "image", "description": "A picture.",
              "schema": { "type": "object", "required": ["url"], "properties": {
                  "url":       { "type": "string" },
                  "width":     { "$ref": "#/$defs/pixels", "x-assumed": 0 },
                  "height":    { "$ref": "#/$defs/pixels", "x-assumed": 0 },
                  "localPath": { "type": "string", "x-note": "a path on the sender's device" } } },
              "digest": { "en": "[Image]", "zh": "[图片]" } },

            { "type": 3, "name": "gif", "description": "An animated picture.",
              "schema": { "type": "object", "required": ["url"], "properties": {
                  "url":    { "type": "string" },
                  "width":  { "$ref": "#/$defs/pixels", "x-note": "absent: iOS assumes 100, the web app 0" },
                  "height": { "$ref": "#/$defs/pixels", "x-note": "absent: iOS assumes 100, the web app 0" } } },
              "digest": { "en": "[GIF]", "zh": "[表情]" } },

            { "type": 4, "name": "voice", "description": "A voice message.",
              "schema": { "type": "object", "required": ["url"], "properties": {
                  "url":       { "type": "string" },
                  "timeTrad":  { "$ref": "#/$defs/int64", "x-assumed": 0, "x-note": "seconds" },
                  "waveform":  { "type": ["string", "null"], "x-note": "base64; Flutter writes null for none" },
                  "localPath": { "type": "string", "x-note": "a path on the sender's device" } } },
              "digest": { "en": "[Voice]", "zh": "[语音]" } },

            { "type": 5, "name": "video", "description": "A video.",
              "schema": { "type": "object", "required": ["url"], "properties": {
                  "url":            { "type": "string" },
                  "cover":          { "type": "string" },
                  "size":           { "$ref": "#/$defs/int64", "x-assumed": 0, "x-note": "bytes" },
                  "width":          { "$ref": "#/$defs/pixels", "x-assumed": 0 },
                  "height":         { "$ref": "#/$defs/pixels", "x-assumed": 0 },
                  "second":         { "$ref": "#/$defs/int64", "x-assumed": 0 },
                  "localPath":      { "type": "string", "x-note": "a path on the sender's device" },
                  "coverLocalPath": { "type": "string", "x-note": "a path on the sender's device" } } },
              "digest": { "en": "[Video]", "zh": "[视频]" } },

            { "type": 6, "name": "location", "description": "A place on a map.",
              "schema": { "type": "object", "required": ["lng", "lat"], "properties": {
                  "lng":     { "$ref": "#/$defs/double" },
                  "lat":     { "$ref": "#/$defs/double" },
                  "title":   { "type": "string", "x-assumed": "" },
                  "address": { "type": "string", "x-assumed": "" },
                  "img":     { "type": "string", "x-assumed": "" } } },
              "digest": { "en": "[Location]", "zh": "[位置]" }, "searchable": ["/title", "/address"] },

            { "type": 7, "name": "card", "description": "A contact.",
              "schema": { "type": "object", "required": ["uid", "name"], "properties": {
                  "uid":     { "type": "string" },
                  "name":    { "type": "string" },
                  "vercode": { "type": "string", "x-assumed": "" },
                  "avatar":  { "type": "string", "x-assumed": "" } } },
              "digest": { "en": "[Contact card]", "zh": "[名片]" } },

            { "type": 8, "name": "file", "description": "A file.",
              "schema": { "type": "object", "required": ["url", "name"], "properties": {
                  "url":  { "type": "string" },
                  "name": { "type": "string" },
                  "size": { "$ref": "#/$defs/int64", "x-note": "bytes" } } },
              "digest": { "en": "[File]", "zh": "[文件]" }, "searchable": ["/name"] },

            { "type": 9, "name": "red_packet", "description": "Money in a red envelope.",
              "schema": { "type": "object", "properties": {
                  "redpacket_no": { "type": "string" },
                  "blessing":     { "type": "string" } } },
              "digest": { "en": "[Red packet]", "zh": "[红包]" }, "searchable": ["/blessing"] },

            { "type": 11, "name": "merged_forward", "description": "Several messages forwarded as one.",
              "schema": { "type": "object", "required": ["msgs"], "properties": {
                  "channel_type": { "$ref": "#/$defs/int64", "x-assumed": 0 },
                  "users":        { "type": "array", "items": { "$ref": "#/$defs/person" } },
                  "msgs":         { "type": "array", "items": {
                      "type": "object", "required": ["payload"], "properties": {
                          "message_id": { "type": "string" },
                          "timestamp":  { "$ref": "#/$defs/int64", "x-note": "seconds" },
                          "from_uid":   { "type": "string" },
                          "payload":    { "type": "object" } } } } } },
              "nested": ["/msgs/*/payload"],
              "digest": { "en": "[Chat history]", "zh": "[聊天记录]" } },

            { "type": 12, "name": "sticker", "description": "A vector sticker (Lottie).",
              "schema": { "$ref": "#/$defs/sticker" },
              "digest": { "en": "[Sticker]", "zh": "[贴图]" } },

            { "type": 13, "name": "emoji_sticker", "description": "A single large emoji (Lottie).",
              "schema": { "$ref": "#/$defs/sticker" },
              "digest": { "en": "[Sticker]", "zh": "[贴图]" } },

            { "type": 16, "name": "join_organization", "description": "An invitation to an organization.",
              "schema": { "type": "object", "required": ["org_id", "org_name"], "properties": {
                  "org_id":       { "type": "string" },
                  "org_name":     { "type": "string" },
                  "code":         { "type": "string", "x-assumed": "" },
                  "inviter":      { "type": "string", "x-assumed": "" },
                  "inviter_name": { "type": "string", "x-assumed": "" } } },
              "digest": { "en": "[Invitation to an organization]", "zh": "[邀请加入组织]" } },

            { "type": 20, "name": "screenshot", "description": "Somebody took a screenshot of the chat.",
              "schema": { "$ref": "#/$defs/screenshot" },
              "digest": { "en": "{from_name|oneline} took a screenshot of the chat",
                          "zh": "{from_name|oneline}在聊天中截屏了" } },

            { "type": 97, "name": "format_error", "description": "Stands for a payload that was no JSON; it is lost.",
              "schema": { "type": "object" },
              "digest": { "en": "[Message format error]", "zh": "[消息格式错误]" } },

            { "type": 98, "name": "decrypt_error",
              "description": "Stands for a message that couldn't be decrypted; the JavaScript SDK's stream with data.",
              "schema": { "type": "object", "properties": {
                  "data": { "type": "string", "x-note": "base64, streams of the JavaScript SDK" } } },
              "digest": { "en": "[Decryption failed]", "zh": "[解密失败]" } },

            { "type": 99, "name": "command", "description": "A command to clients (CMD), never shown.",
              "schema": { "type": "object", "required": ["cmd"], "properties": {
                  "cmd":   { "type": "string" },
                  "param": { "type": "object" },
                  "sign":  { "type": "string" } } },
              "digest": { "en": "[Command {cmd}]", "zh": "[命令 {cmd}]" }, "display": false },

            { "type": 101, "name": "typing", "description": "Somebody is typing, never kept by clients.",
              "schema": { "type": "object" },
              "digest": { "en": "[Typing]", "zh": "[正在输入]" }, "display": false },

        """#
}
