/** What a member's lists stand at. Each number only grows, and grows with every change to what the list shows. */
export type Versions = [
  /** Of the conversations and the bell; 0: there was never a message. */
  messages: number,
  /** Of the join requests and interests; 0: there was never one. */
  requests: number,
  /** Of the inbox, which counts its changes itself; 0: there was never one. */
  inbox: number,
  /** Of how the member wants to be told, counted in the same way. */
  choices: number,
  /** Of the saved messages, counted in the same way. */
  saved: number,
];

/**
 * The columns of `Versions`, read of the session `s` with the statement that checks it. Everything that is added up only
 * grows, so an equal sum means that nothing has changed: what both have sent and read, what the member did with message requests and unread marks, the changes to messages, and the
 * changes to the profile of whom the list names. Of a kept list it is kept (migration 0046).
 * Each table is read by one array of keys: joined row by row, they took a sixth more of PostgreSQL's CPU.
 */
export const VERSIONS = `
  coalesce((SELECT sum(version)::int8 FROM kept_totals WHERE user_id = s.user_id), (
    SELECT (sum(m.read_seq + m.request_changes + m.mark_changes)
      + (SELECT sum(last_seq + last_change) FROM conversations WHERE id = ANY (array_agg(m.conversation_id)))
      + (SELECT sum(coalesce(told_read_seq, read_seq)) FROM memberships
         WHERE user_id = ANY (array_agg(m.other_id)) AND other_id = s.user_id)
      + (SELECT sum(profile_version) FROM users WHERE id = ANY (array_agg(m.other_id))))::int8
    FROM memberships m
    WHERE m.user_id = s.user_id
  ), 0), coalesce((SELECT version FROM request_versions WHERE user_id = s.user_id), 0),
    coalesce((SELECT version FROM inboxes WHERE user_id = s.user_id), 0),
    coalesce((SELECT version FROM notification_choices WHERE user_id = s.user_id), 0),
    coalesce((SELECT version FROM saved_versions WHERE user_id = s.user_id), 0)`;
