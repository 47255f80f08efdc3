import { trustServerLimits } from '@sangam/shared/trust/limits';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import { type EvidenceMessage, findConversationOf, readMessages, toEvidence } from '../reports/messages.queries.js';

interface Place {
  /** The id of the reported message. */
  subjectId: number;
  /** The numbers of all reported messages. */
  reported: readonly number[];
  /** Messages as they were when they were reported. */
  stored: readonly EvidenceMessage[];
  before: number | undefined;
  after: number | undefined;
}

/** Reads one step of messages next to reported ones, as they were when they were reported if they were stored then. */
export async function readStep(
  trx: Trx,
  { subjectId, reported, stored, before, after }: Place,
): Promise<{ messages: EvidenceMessage[]; has_more: boolean }> {
  const conversationId = await findConversationOf(trx, subjectId);
  if (conversationId === undefined) return { messages: [], has_more: false };
  const { contextMax, contextStep } = trustServerLimits;
  const [lowest, highest] = [Math.min(...reported) - contextMax, Math.max(...reported) + contextMax];
  const newestFirst = before !== undefined;
  const side = newestFirst ? sql`m.seq < ${before}` : sql`m.seq > ${after ?? 0}`;
  const found = await readMessages(
    trx,
    conversationId,
    sql`${side} AND m.seq BETWEEN ${lowest}::int8 AND ${highest}::int8`,
    { limit: contextStep + 1, newestFirst },
  );
  const has_more = found.length > contextStep;
  const shown = has_more ? (newestFirst ? found.slice(1) : found.slice(0, contextStep)) : found;
  const asReported = new Map(stored.map((message) => [message.seq, message]));
  return { messages: shown.map((message) => asReported.get(message.seq) ?? toEvidence(message)), has_more };
}
