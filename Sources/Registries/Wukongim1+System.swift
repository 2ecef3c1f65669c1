extension Wukongim1 {
    /// What the server tells a chat.
    ///
    /// Clients show any type from 1000 to 2000 as `content` with the names of `extra` filled in, so the numbers whose
    /// senders aren't public (1010, 1012, 1013, 1200 to 1202) have that shape too. 1000 and 1006 have no content and
    /// are handled by the contact list and by the revoked message itself.
    static let systemMessages = #"""
            { "type": 1000, "name": "friend_request", "description": "Somebody asks to be a friend; only synced once.",
              "schema": { "type": "object", "required": ["apply_uid"], "properties": {
                  "apply_uid":  { "type": "string" },
                  "apply_name": { "type": "string" },
                  "to_uid":     { "type": "string" },
                  "remark":     { "type": "string" },
                  "token":      { "type": "string" } } },
              "digest": { "en": "[Friend request] {apply_name|oneline}", "zh": "[好友申请] {apply_name|oneline}" },
              "searchable": ["/remark"], "display": false },

            { "type": 1001, "name": "group_created", "description": "A group was made.",
              "schema": { "$ref": "#/$defs/system", "properties": {
                  "creator":      { "type": "string" },
                  "creator_name": { "type": "string" },
                  "version":      { "$ref": "#/$defs/int64" } } },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1002, "name": "members_added", "description": "People were added to the group.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1003, "name": "members_removed", "description": "People were removed from the group.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1004, "name": "friend_accepted", "description": "A friend request was accepted; only synced once.",
              "schema": { "$ref": "#/$defs/system", "properties": {
                  "sure_uid":  { "type": "string" },
                  "sure_name": { "type": "string" },
                  "to_uid":    { "type": "string" } } },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1005, "name": "group_updated", "description": "The group's name, notice or settings changed.",
              "schema": { "$ref": "#/$defs/system", "properties": {
                  "data": { "type": "object", "additionalProperties": { "type": "string" } } } },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1006, "name": "message_revoked", "description": "A message was taken back.",
              "schema": { "type": "object", "properties": {
                  "content": { "type": "string", "x-assumed": "" },
                  "extra":   { "type": "array", "items": { "$ref": "#/$defs/person" } } } },
              "digest": { "en": "{content|fill:/extra|oneline|or:[Message revoked]}",
                          "zh": "{content|fill:/extra|oneline|or:[消息已撤回]}" } },

            { "type": 1007, "name": "joined_by_scan", "description": "Somebody joined the group by its code.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1008, "name": "owner_changed", "description": "The group has a new owner.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1009, "name": "invite_pending", "description": "An invitation needs the managers' approval.",
              "schema": { "$ref": "#/$defs/system", "properties": {
                  "invite_no": { "type": "string" } } },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1010, "name": "invite_refused", "description": "Somebody refused to join the group.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1011, "name": "red_packet_opened", "description": "Somebody opened a red packet.",
              "schema": { "$ref": "#/$defs/system", "properties": {
                  "redpacket_no": { "type": "string" } } },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1012, "name": "trade_notice", "description": "A notice about a payment.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1013, "name": "friending_forbidden", "description": "Members may not add one another as friends.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1014, "name": "screenshot_notice", "description": "A screenshot, as older apps number it.",
              "schema": { "$ref": "#/$defs/screenshot" },
              "digest": { "en": "{from_name|oneline} took a screenshot of the chat",
                          "zh": "{from_name|oneline}在聊天中截屏了" } },

            { "type": 1020, "name": "was_removed", "description": "Tells people that they were removed from the group.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1021, "name": "left_group", "description": "Somebody left the group.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1022, "name": "group_upgraded", "description": "The group became a large one.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1200, "name": "hotline_assigned", "description": "Customer service took the conversation.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1201, "name": "hotline_solved", "description": "Customer service closed the conversation.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 1202, "name": "hotline_reopened", "description": "The conversation was opened again.",
              "schema": { "$ref": "#/$defs/system" },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

            { "type": 2000, "name": "tip", "description": "A line of information.",
              "schema": { "$ref": "#/$defs/system", "properties": {
                  "data": true } },
              "digest": "{content|fill:/extra|oneline}", "searchable": ["/content"] },

        """#

    /// Calls: the result that stays in the chat, and the signalling around it, which clients act on but don't show.
    static let callMessages = #"""
            { "type": 9989, "name": "call_result", "description": "How a call ended.",
              "schema": { "type": "object", "required": ["content"], "properties": {
                  "content":     { "type": "string" },
                  "second":      { "$ref": "#/$defs/int64", "x-note": "how long the call took" },
                  "call_type":   { "type": "integer", "enum": [0, 1], "x-note": "0 audio, 1 video" },
                  "result_type": { "type": "integer", "enum": [0, 1, 2, 3],
                                   "x-note": "0 cancelled, 1 hung up, 2 missed, 3 refused" } } },
              "digest": "{content|oneline}", "searchable": ["/content"] },

            { "type": 9990, "name": "call_to_video", "description": "Asks to switch the call to video.",
              "schema": { "type": "object" }, "display": false },
            { "type": 9991, "name": "call_to_video_reply", "description": "Answers the switch to video.",
              "schema": { "type": "object" }, "display": false },
            { "type": 9992, "name": "call_cancelled", "description": "The caller gave up.",
              "schema": { "type": "object" }, "display": false },
            { "type": 9993, "name": "call_to_audio", "description": "Switches the call to audio.",
              "schema": { "type": "object" }, "display": false },
            { "type": 9994, "name": "call_data", "description": "Connection data of a call.",
              "schema": { "type": "object" }, "display": false },
            { "type": 9995, "name": "call_missed", "description": "Nobody answered.",
              "schema": { "type": "object" }, "display": false },
            { "type": 9996, "name": "call_received", "description": "The call reached the other side.",
              "schema": { "type": "object" }, "display": false },
            { "type": 9997, "name": "call_refused", "description": "The call was refused.",
              "schema": { "type": "object" }, "display": false },
            { "type": 9998, "name": "call_accepted", "description": "The call was accepted.",
              "schema": { "type": "object" }, "display": false },
            { "type": 9999, "name": "call_hung_up", "description": "The call was ended.",
              "schema": { "type": "object" }, "display": false },

        """#

    /// What apps keep in their own databases only, from the range 20000 to 30000 that is theirs.
    static let localContents = #"""
            { "type": 20000, "name": "history_split", "description": "A line that the iOS app draws in its own list.",
              "schema": { "type": "object" },
              "digest": { "en": "[Earlier messages above]", "zh": "[以上为历史消息]" }, "display": false },

            { "type": 20001, "name": "encryption_hint", "description": "A hint that the iOS app puts in its own list.",
              "schema": { "type": "object" },
              "digest": { "en": "[End-to-end encrypted chat]", "zh": "[此对话使用端对端加密]" }, "display": false },

            { "type": 21000, "name": "signal_message",
              "description": "Stands for an end-to-end encrypted message in the JavaScript SDK.",
              "schema": { "type": "object" },
              "digest": { "en": "[End-to-end encrypted message]", "zh": "[此消息已采用端对端加密]" } }
        """#
}
