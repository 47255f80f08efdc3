import { trustServerLimits } from '@sangam/shared/trust/limits';
import type { Trx } from '../../platform/db/database.js';
import { type EvidenceMessage, readMessages, toEvidence } from '../reports/messages.queries.js';

interface ContextPosition {
  /** Null if the conversation is erased. */
  conversationId: number | null;
  /** The numbers of the report's messages. */
  reported: readonly number[];
  /** The messages as stored with the report. */
  stored: readonly EvidenceMessage[];
  before: number | undefined;
  after: number | undefined;
}

/**
 * Reads the next messages (one step) beside reported ones: as stored with the report, even if the conversation is erased since, or else as
 * they are now. A step ends where no reported message is near, even if there is another one beyond: the messages in between may have
 * nothing to do with them.
 */
export async function readStep(
  trx: Trx,
  { conversationId, reported, stored, before, after }: ContextPosition,
): Promise<{ messages: EvidenceMessage[]; has_more: boolean }> {
  const { contextStep } = trustServerLimits;
  const newestFirst = before !== undefined;
  const seqs = nextFrom(before ?? after ?? 0, newestFirst ? -1 : 1);
  const found = conversationId === null ? [] : await readMessages(trx, conversationId, seqs);
  const bySeq = new Map([...found.map(toEvidence), ...stored].map((message) => [message.seq, message]));
  const isReadable = readableNear(stored.filter(({ seq }) => reported.includes(seq)));
  const next = seqs.flatMap((seq) => bySeq.get(seq) ?? []);
  const end = next.findIndex((message) => !isReadable(message));
  const readable = end === -1 ? next : next.slice(0, end);
  const messages = readable.slice(0, contextStep).toSorted((a, b) => a.seq - b.seq);
  return { messages, has_more: readable.length > contextStep };
}

/** Returns the next numbers on one side, one more than a step has. */
const nextFrom = (from: number, direction: 1 | -1): number[] =>
  Array.from({ length: trustServerLimits.contextStep + 1 }, (_, n) => from + direction * (n + 1));

/**
 * Returns a function that says whether moderators may read a message, by its distance from a reported one and how long before that it was
 * sent.
 */
function readableNear(reported: readonly EvidenceMessage[]): (message: EvidenceMessage) => boolean {
  const { contextMax, contextBeforeMax, contextBeforeMs } = trustServerLimits;
  const msOf = ({ created_at }: EvidenceMessage) => Date.parse(created_at);
  return (message) =>
    reported.some((each) => {
      const before = each.seq - message.seq;
      if (Math.abs(before) <= contextMax) return true;
      return before > 0 && before <= contextBeforeMax && msOf(each) - msOf(message) <= contextBeforeMs;
    });
}
