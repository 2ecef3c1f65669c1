// MessageReplay
