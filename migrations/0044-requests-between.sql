-- What stands between two members is shown in their conversation, in every state.
CREATE INDEX join_requests_between ON join_requests (creator_id, requester_id);
