import type { Mention } from '@sangam/shared/chat/mentions';
import { sql } from 'kysely';
import { areBlocked } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';

/** Keeps other transactions from counting this member's mentions of whole teams until the transaction ends. */
export const lockTeamMentions = (trx: Trx, userId: number) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('team mentions'), hashtext(${userId}::text))`.execute(trx);

/** The number of a member's messages that have mentioned a whole team since then, by an edit, too. */
export async function countTeamMentions(trx: Trx, userId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT conversation_id, seq FROM message_mentions WHERE by_id = ${userId} AND is_team AND at > ${since}
      UNION
      SELECT conversation_id, seq FROM message_mentions
      WHERE by_id = ${userId} AND is_team AND added_at IS NOT NULL AND added_at > ${since}
    ) AS mentioning`.execute(trx);
  return rows[0]?.count ?? 0;
}

interface MentioningMessage {
  conversation_id: number;
  seq: number;
  sender_id: number;
  created_at: Date;
}

/**
 * Stores the mentions of a message to a team, in the transaction that has written it. Nobody is notified across a block, nor of their own
 * message. A mention of the team counts as one even if all its members are named as well. Returns the members who are notified.
 */
export async function addMentions(
  trx: Trx,
  message: MentioningMessage,
  mentions: readonly Mention[],
): Promise<number[]> {
  const { conversation_id, seq, sender_id, created_at } = message;
  await setMentions(trx, message, mentions);
  const { ids, ofTeam } = mentionedIds(mentions);
  const { rows } = await sql<{ user_id: number }>`
    INSERT INTO message_mentions (user_id, conversation_id, seq, by_id, at, is_team)
    SELECT m.user_id, m.conversation_id, ${seq}, ${sender_id}, ${created_at}, ${ofTeam}::boolean
    FROM memberships m
    WHERE m.conversation_id = ${conversation_id} AND m.left_seq IS NULL AND m.user_id <> ${sender_id}
      AND (${ofTeam} OR m.user_id = ANY (${ids}::int8[]))
      AND NOT ${areBlocked(sql`m.user_id`, sql`${sender_id}::int8`)}
    RETURNING user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

const mentionedIds = (mentions: readonly Mention[]) => ({
  ids: mentions.flatMap(({ user_id }) => user_id ?? []),
  ofTeam: mentions.some(({ user_id }) => user_id === undefined),
});

const setMentions = (
  trx: Trx,
  { conversation_id, seq }: Pick<MentioningMessage, 'conversation_id' | 'seq'>,
  mentions: readonly Mention[],
) =>
  sql`UPDATE messages SET mentions = ${mentions.length === 0 ? null : JSON.stringify(mentions)}::jsonb
    WHERE conversation_id = ${conversation_id} AND seq = ${seq}`.execute(trx);

/** The mentions of a message after an edit. */
export interface MentionsNow {
  /** The mentions in its new text, and those among them that the text before did not have. */
  now: readonly Mention[];
  added: readonly Mention[];
  /** The mentions of earlier texts, which may come back. */
  former: readonly Mention[];
}

/**
 * Stores the mentions of an edited message; returns the members whom it mentions for the first time. Rows of other mentions stay, so that
 * one that comes back notifies nobody again. Call it before updating the conversation's row, like `takeBackUnread`.
 */
export async function replaceMentions(
  trx: Trx,
  message: MentioningMessage,
  { now, added, former }: MentionsNow,
  at: Date,
): Promise<number[]> {
  const { conversation_id, seq, sender_id, created_at } = message;
  await setMentions(trx, message, [...now, ...former]);
  const [current, addedIds] = [mentionedIds(now), mentionedIds(added)];
  const { rows } = await sql<{ user_id: number }>`
    WITH known AS (
      SELECT user_id FROM message_mentions WHERE conversation_id = ${conversation_id} AND seq = ${seq}
    ), taken_back AS (
      UPDATE message_mentions SET taken_back = true
      WHERE conversation_id = ${conversation_id} AND seq = ${seq} AND NOT (${current.ofTeam} OR user_id = ANY (${current.ids}::int8[]))
        AND NOT taken_back
    ), named AS (
      INSERT INTO message_mentions (user_id, conversation_id, seq, by_id, at, is_team, added_at)
      SELECT m.user_id, m.conversation_id, ${seq}, ${sender_id}, ${created_at}, ${addedIds.ofTeam}::boolean, ${at}
      FROM memberships m
      WHERE m.conversation_id = ${conversation_id} AND m.left_seq IS NULL AND m.user_id <> ${sender_id}
        AND (${addedIds.ofTeam} OR m.user_id = ANY (${addedIds.ids}::int8[]))
        AND NOT ${areBlocked(sql`m.user_id`, sql`${sender_id}::int8`)}
      ON CONFLICT (user_id, conversation_id, seq) DO UPDATE
        SET taken_back = false, is_team = message_mentions.is_team OR excluded.is_team
      RETURNING user_id
    )
    UPDATE memberships m SET mentions_added = m.mentions_added + 1 FROM named
    WHERE m.conversation_id = ${conversation_id} AND m.user_id = named.user_id AND m.user_id NOT IN (SELECT user_id FROM known)
    RETURNING m.user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

/** Takes back all mentions of a message that is deleted. */
export const takeBackMentions = (
  trx: Trx,
  { conversation_id, seq }: Pick<MentioningMessage, 'conversation_id' | 'seq'>,
) =>
  sql`UPDATE message_mentions SET taken_back = true
    WHERE conversation_id = ${conversation_id} AND seq = ${seq} AND NOT taken_back`.execute(trx);
