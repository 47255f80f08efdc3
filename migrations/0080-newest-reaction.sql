-- What a member has put on messages of a conversation last: the list says so while it is newer than the last message.
CREATE INDEX message_reactions_newest ON message_reactions (conversation_id, user_id, reacted_at);
