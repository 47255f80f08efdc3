import { trustServerLimits } from '@sangam/shared/trust/limits';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import { type EvidenceMessage, findConversationOf, readMessages, toEvidence } from '../reports/messages.queries.js';

interface Place {
  /** The id of the reported message. */
  subjectId: number;
  /** The numbers of the report's messages. */
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
  const { contextStep } = trustServerLimits;
  const newestFirst = before !== undefined;
  const seqs = readableFrom(reported, before ?? after ?? 0, newestFirst ? -1 : 1);
  const found = await readMessages(trx, conversationId, sql`m.seq = ANY (${seqs}::int8[])`, {
    limit: seqs.length,
    newestFirst,
  });
  const has_more = found.length > contextStep;
  const shown = has_more ? (newestFirst ? found.slice(1) : found.slice(0, contextStep)) : found;
  const asReported = new Map(stored.map((message) => [message.seq, message]));
  return { messages: shown.map((message) => asReported.get(message.seq) ?? toEvidence(message)), has_more };
}

/**
 * The next numbers on one side, one more than a step has. They end where no reported message is near, even if there is another one further
 * on: the messages between two reported ones may have nothing to do with them.
 */
function readableFrom(reported: readonly number[], from: number, direction: 1 | -1): number[] {
  const { contextMax, contextStep } = trustServerLimits;
  const next = Array.from({ length: contextStep + 1 }, (_, n) => from + direction * (n + 1));
  const end = next.findIndex((seq) => !reported.some((each) => Math.abs(each - seq) <= contextMax));
  return end === -1 ? next : next.slice(0, end);
}
