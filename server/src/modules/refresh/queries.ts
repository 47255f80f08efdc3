import type { RunStatement } from '../../db/connections.js';

/** What a member's lists stand at. Each number only grows, and grows with every change to what the list shows. */
export interface Versions {
  /** Of the conversations and the bell; 0: there was never a message. */
  messages: number;
  /** Of the join requests and interests; 0: there was never one. */
  requests: number;
  /** Of the inbox, which counts its changes itself. */
  inbox: number;
}

/**
 * Everything that is added up only grows, so an equal sum means that nothing has changed: what both have sent and read, the
 * changes to messages, and the changes to the profile of whom the list names.
 */
const VERSIONS = `
  SELECT (
    SELECT coalesce(sum(c.last_seq + c.last_change + m.read_seq + o.read_seq + u.profile_version), 0)::int8
    FROM memberships m
    JOIN conversations c ON c.id = m.conversation_id
    JOIN memberships o ON o.user_id = m.other_id AND o.other_id = m.user_id
    JOIN users u ON u.id = m.other_id
    WHERE m.user_id = $1
  ), coalesce((SELECT version FROM request_versions WHERE user_id = $1), 0),
    coalesce((SELECT version FROM inboxes WHERE user_id = $1), 0)`;

export async function findVersions(run: RunStatement, userId: number): Promise<Versions> {
  const { rows } = await run<[messages: number, requests: number, inbox: number]>({
    text: VERSIONS,
    values: [userId],
    rowMode: 'array',
  });
  const [messages = 0, requests = 0, inbox = 0] = rows[0] ?? [];
  return { messages, requests, inbox };
}
