import type { EarlierPage, Note } from '@sangam/shared/trust/evidence';
import { trustServerLimits } from '@sangam/shared/trust/limits';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

/** More changes than a member can make within hours. */
const CHANGES_MAX = sql.lit(5_000);

/**
 * Returns the texts of a member's page or a project that were replaced after this date, oldest first. If there are many, returns those that
 * were shown the longest, since a member could otherwise push the oldest out of a report by more changes. `without`: the id of texts to
 * leave out.
 */
export async function listReplaced(
  trx: Trx,
  page: { member: number } | { project: number },
  after: Date,
  without: number | null = null,
): Promise<EarlierPage[]> {
  const { rows } = await sql<{ words: Omit<EarlierPage, 'replaced_at'>; at: Date }>`
    WITH replaced AS MATERIALIZED (
      SELECT id, words, at FROM kept_texts
      WHERE ${'member' in page ? sql`user_id = ${page.member} AND project_id IS NULL` : sql`project_id = ${page.project}`}
        AND reader_id IS NULL AND at > ${after} AND id IS DISTINCT FROM ${without}::int8
      ORDER BY id DESC LIMIT ${CHANGES_MAX}
    ), each AS (
      SELECT id, at - lag(at) OVER (PARTITION BY field ORDER BY id) AS shown FROM replaced, jsonb_object_keys(words) AS field
    ), longest AS (
      -- Shown since before the first change, so taken as the longest.
      SELECT id, max(coalesce(extract(epoch FROM shown), 'infinity')::float8) AS shown_s FROM each
      GROUP BY id ORDER BY shown_s DESC, id DESC LIMIT ${trustServerLimits.earlierPagesMax}
    )
    SELECT words, at FROM replaced JOIN longest USING (id) ORDER BY id`.execute(trx);
  return rows.map(({ words, at }) => ({ ...words, replaced_at: at.toISOString() }));
}

/** Returns the texts of a project that its last change replaced after this date, and their id. */
export async function findLastReplaced(trx: Trx, projectId: number, after: Date) {
  const { rows } = await sql<{ id: number; words: Omit<EarlierPage, 'replaced_at'> }>`
    SELECT id, words FROM kept_texts WHERE project_id = ${projectId} AND reader_id IS NULL AND at > ${after}
    ORDER BY id DESC LIMIT 1`.execute(trx);
  return rows[0];
}

/**
 * Returns a member's texts to a reader besides messages, oldest first: in join requests and, as a creator, in delivered invitations and in
 * notes on the end of the reader's requests and seats. Only the newest of many; fewer if they are long.
 */
export async function listNotes(
  trx: Trx,
  { authorId, readerId }: { authorId: number; readerId: number },
): Promise<Note[]> {
  const { reportedNotesMin, reportedNotesMax, reportedNotesMaxChars } = trustServerLimits;
  const { rows } = await sql<Omit<Note, 'at'> & { at: Date }>`
    SELECT kind, project, text, at FROM (
    SELECT n.kind, p.title AS project, n.text, n.at,
           row_number() OVER newest AS place, sum(length(n.text)) OVER newest AS chars
    FROM (
      SELECT 'join_request' AS kind, project_id, created_at AS at,
             concat_ws(E'\\n\\n', nullif(message, ''), (
               SELECT string_agg(concat_ws(E'\\n', each->>'question', each->>'answer'), E'\\n\\n') FROM jsonb_array_elements(answers) AS each)) AS text
      FROM join_requests WHERE requester_id = ${authorId} AND creator_id = ${readerId}
      UNION ALL
      SELECT 'invitation', project_id, delivered_at, message FROM invitations
      WHERE creator_id = ${authorId} AND member_id = ${readerId} AND delivered_at IS NOT NULL
      UNION ALL
      SELECT 'end_note', project_id, at, words->>'note' FROM kept_texts WHERE user_id = ${authorId} AND reader_id = ${readerId}
    ) AS n JOIN projects p ON p.id = n.project_id
    WHERE n.text <> '' WINDOW newest AS (ORDER BY n.at DESC ROWS UNBOUNDED PRECEDING)
    ) AS counted
    WHERE place <= ${reportedNotesMin} OR place <= ${reportedNotesMax} AND chars <= ${reportedNotesMaxChars}
    ORDER BY place`.execute(trx);
  return rows.reverse().map(({ at, ...note }) => ({ ...note, at: at.toISOString() }));
}
