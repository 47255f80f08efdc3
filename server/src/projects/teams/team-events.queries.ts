import type { TeamEventKind } from '@sangam/shared/chat/teams';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';

/** A change to a team that has a conversation. `left_id`: the member who is no longer in it; null if nobody left. */
export interface TeamChange {
  conversation_id: number;
  event_id: number;
  left_id: number | null;
}

const departures: readonly TeamEventKind[] = ['left', 'removed', 'gone'];

/**
 * Records an event of a team, shown in its conversation, in the transaction that causes it. `userId`: the member it is about; null for an
 * event of the project. `word`: the new title.
 */
export async function recordTeamEvent(
  { trx, publish, project, at }: { trx: Trx; publish: Publish; project: { id: number }; at: Date },
  kind: TeamEventKind,
  { userId = null, word = null }: { userId?: number | null; word?: string | null } = {},
): Promise<void> {
  const { rows } = await sql<{ event_id: number; conversation_id: number | null }>`
    INSERT INTO team_events (project_id, kind, user_id, word, at)
    VALUES (${project.id}, ${kind}, ${userId}, ${word}, ${at})
    RETURNING id AS event_id, (SELECT id FROM conversations WHERE project_id = ${project.id}) AS conversation_id`.execute(
    trx,
  );
  const [recorded] = rows;
  if (!recorded || recorded.conversation_id === null) return;
  const { event_id, conversation_id } = recorded;
  publish('team:changed', { conversation_id, event_id, left_id: departures.includes(kind) ? userId : null });
}
