import { sql } from 'kysely';
import { hasPageFor, mayBeFound } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import { plannedByValue } from '../../platform/db/statements.js';
import { hasEachWord } from '../../platform/db/words.js';
import { isOpenOrAnswered } from '../../platform/records/open-requests.queries.js';
import { isListed, pageOfConversations } from '../conversations/conversation-page.queries.js';
import { NEWEST_CONVERSATIONS } from './scope.queries.js';

interface Person {
  id: number;
  name: string;
  /** Null while the two have written nothing. */
  conversation_id: number | null;
  has_conversation: boolean;
}

/** The most rows of each kind. */
const KNOWN_MAX = sql.lit(200);
/** The most members with the same words in their name that are sorted; more need a longer search. */
const SORTED_MAX = sql.lit(500);
const me = (userId: number) => sql<number>`${userId}::int8`;

/**
 * Members that a member knows: the newest conversations, then members who share a team, request or interest and may be found. `NOT IN` is
 * looked up in a hash, while `NOT EXISTS` compared each of these members with each conversation.
 */
export async function findKnown(db: Db, userId: number, at: Date): Promise<Person[]> {
  const { rows } = await sql<Person>`
    WITH talked AS (
      SELECT page.other_id AS id, page.conversation_id, page.last_message_at AS at
      FROM (${pageOfConversations(userId, { limit: NEWEST_CONVERSATIONS })}) AS page
      WHERE ${isListed('page')}
    ), near AS (
      (SELECT theirs.user_id AS id FROM project_members mine JOIN project_members theirs ON theirs.project_id = mine.project_id
       WHERE mine.user_id = ${userId} LIMIT ${KNOWN_MAX})
      UNION
      (SELECT creator_id FROM join_requests WHERE requester_id = ${userId} AND ${isOpenOrAnswered('join_requests', at)} LIMIT ${KNOWN_MAX})
      UNION
      (SELECT requester_id FROM join_requests WHERE creator_id = ${userId} AND ${isOpenOrAnswered('join_requests', at)} LIMIT ${KNOWN_MAX})
      UNION
      (SELECT p.creator_id FROM interests i JOIN projects p ON p.id = i.project_id
       WHERE i.requester_id = ${userId} AND ${isOpenOrAnswered('interests', at, 'i')} LIMIT ${KNOWN_MAX})
      UNION
      (SELECT i.requester_id FROM projects p JOIN interests i ON i.project_id = p.id
       WHERE p.creator_id = ${userId} AND ${isOpenOrAnswered('interests', at, 'i')} LIMIT ${KNOWN_MAX})
    ), known AS (
      SELECT id, conversation_id, at FROM talked
      UNION ALL
      SELECT id, NULL, NULL FROM near
      WHERE id <> ${userId} AND id NOT IN (SELECT talked.id FROM talked)
        AND ${mayBeFound(me(userId), sql.ref('near.id'), at)}
    )
    SELECT known.id, u.name, known.conversation_id, known.at IS NOT NULL AS has_conversation
    FROM known JOIN LATERAL (SELECT name FROM users WHERE id = known.id LIMIT 1) AS u ON true
    ORDER BY known.at DESC NULLS LAST, known.id`.execute(db);
  return rows;
}

/**
 * Members who may be found by these folded words of a name, with `page` only those whose page the member may see. Names that begin with the
 * first word come first. A full page of candidates is checked in any case, filled up with ids that nobody has: so a name that only hidden
 * members have takes as long as one that nobody has.
 */
export async function findByName(
  db: Db,
  userId: number,
  { words, page, max, at }: { words: readonly string[]; page: 'yes' | undefined; max: number; at: Date },
): Promise<Person[]> {
  const [reader, other] = [me(userId), sql.ref<number>('u.id')];
  const hasPage = page === undefined ? sql`true` : hasPageFor(userId, other, at);
  // Sorts before reading permissions, which then happens for few members.
  const { rows } = await sql<Person>`
    WITH named AS MATERIALIZED (
      SELECT id, name FROM users WHERE ${hasEachWord(sql`search_words(name)`, words)} AND id <> ${userId} LIMIT ${SORTED_MAX})
    SELECT id, name, conversation_id, conversation_id IS NOT NULL AS has_conversation FROM (
    SELECT ${plannedByValue} u.id, u.name, (
      SELECT c.id FROM memberships m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.user_id = ${userId} AND m.other_id = u.id AND c.last_seq > 0
        AND ${isListed('m')}) AS conversation_id
    FROM (
      SELECT id, name FROM (
        SELECT id, name FROM named
        UNION ALL
        SELECT -place, '' FROM generate_series(1, ${max}::int - (SELECT count(*) FROM named)::int) AS place
      ) AS found
      ORDER BY id < 0, search_words(name) NOT LIKE ${` ${words[0] ?? ''}%`}, lower(name), id
    ) AS u
    WHERE (SELECT u.id > 0 AND may.be_found AND may.be_seen
      FROM (SELECT ${mayBeFound(reader, other, at)} AS be_found, ${hasPage} AS be_seen OFFSET 0) AS may)
    LIMIT ${max}) AS people`.execute(db);
  return rows;
}

interface OwnProject {
  id: number;
  title: string;
}

/** Projects whose team the member is in, their own included, the newest first. */
export async function findOwnProjects(db: Db, userId: number): Promise<OwnProject[]> {
  const { rows } = await sql<OwnProject>`
    SELECT id, title FROM projects
    WHERE state <> 'deleted' AND id IN (SELECT project_id FROM project_members WHERE user_id = ${userId})
    ORDER BY id DESC LIMIT ${KNOWN_MAX}`.execute(db);
  return rows;
}
