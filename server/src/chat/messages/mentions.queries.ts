import type { Mention } from '@sangam/shared/chat/mentions';
import { sql } from 'kysely';
import { areBlocked } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';

/** How many messages of a member have mentioned a whole team since then. */
export async function countTeamMentions(trx: Trx, userId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT (conversation_id, seq))::int AS count FROM message_mentions
    WHERE by_id = ${userId} AND is_team AND at > ${since}`.execute(trx);
  return rows[0]?.count ?? 0;
}

interface Mentioned {
  conversation_id: number;
  seq: number;
  sender_id: number;
  created_at: Date;
}

/**
 * Stores the mentions of a message to a team, in the transaction that has written it. Nobody is notified across a block, nor of their own
 * message. A member who is mentioned along with the team counts as mentioned by name.
 */
export async function addMentions(trx: Trx, message: Mentioned, named: readonly Mention[]): Promise<void> {
  const { conversation_id, seq, sender_id, created_at } = message;
  await sql`UPDATE messages SET mentions = ${JSON.stringify(named)}::jsonb
    WHERE conversation_id = ${conversation_id} AND seq = ${seq}`.execute(trx);
  const ids = named.flatMap(({ user_id }) => user_id ?? []);
  const ofTeam = named.some(({ user_id }) => user_id === undefined);
  await sql`
    INSERT INTO message_mentions (user_id, conversation_id, seq, by_id, at, is_team)
    SELECT m.user_id, m.conversation_id, ${seq}, ${sender_id}, ${created_at}, NOT m.user_id = ANY (${ids}::int8[])
    FROM memberships m
    WHERE m.conversation_id = ${conversation_id} AND m.left_seq IS NULL AND m.user_id <> ${sender_id}
      AND (${ofTeam} OR m.user_id = ANY (${ids}::int8[]))
      AND NOT ${areBlocked(sql`m.user_id`, sql`${sender_id}::int8`)}`.execute(trx);
}
