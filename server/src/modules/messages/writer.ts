import type pg from 'pg';
import type { Logger } from 'pino';
import { isContention, isUnavailable } from '../../db/pg-errors.js';
import type { DomainEvents, StoredMessage } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { createGroupCommit } from '../../lib/group-commit.js';
import { fail, ok } from '../../lib/result.js';
import type { Measure } from '../../measurements.js';
import { findRepeated, inLockOrder, insertBatch } from './batch.js';
import type { Draft, Settle } from './draft.js';

export interface MessageWriter {
  /** Queues a draft; `settle` is called once, after the commit. False when the queue is full. */
  add(draft: Draft): boolean;
  /** How many drafts are not settled yet. */
  unsettled(): number;
  drained(): Promise<void>;
}

const BATCH_MAX = 512;
const QUEUE_MAX = 20_000;
const ATTEMPTS = 4;

/**
 * The message writer: one statement per batch assigns sequence numbers, inserts, and commits (a group commit).
 * A conversation is in one batch at a time, so its messages are written in the order in which they were added.
 */
export function createMessageWriter(deps: {
  pool: pg.Pool;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  measure: Measure;
  lanes: number;
}): MessageWriter {
  const { pool, bus, clock, log, measure } = deps;

  /** Whoever cannot hear the answer must not take those of the others with them. */
  const settle = (draft: Draft, result: Parameters<Settle>[0]) => {
    try {
      draft.settle(result);
    } catch (error) {
      log.error({ err: error }, 'the answer to a message could not be given');
    }
  };

  const write = async (batch: Draft[]): Promise<void> => {
    let left = inLockOrder(withoutRepeats(batch));
    for (let attempt = 1; left.length > 0; attempt += 1) {
      let stored: StoredMessage[];
      try {
        stored = await insertBatch(pool, left, new Date(clock.nowMs()));
      } catch (error) {
        if (!isContention(error) || attempt === ATTEMPTS) return refuse(left, error);
        // Most likely a retried send: answer those that are there already, write the others.
        left = await settleRepeated(left);
        continue;
      }
      bus.publish('messages:sent', stored);
      for (const [index, draft] of left.entries()) settle(draft, ok(stored[index] as StoredMessage));
      return;
    }
  };

  const settleRepeated = async (drafts: Draft[]): Promise<Draft[]> => {
    try {
      const found = await findRepeated(pool, drafts);
      return drafts.filter((draft) => {
        const first = draft.client_id === null ? undefined : found.get(`${draft.sender_id}:${draft.client_id}`);
        if (first) {
          bus.publish('message:repeated', { ...first, origin: draft.origin });
          settle(draft, ok(first));
        }
        return !first;
      });
    } catch (error) {
      refuse(drafts, error);
      return [];
    }
  };

  const refuse = (drafts: Draft[], error: unknown) => {
    log.error({ err: error, messages: drafts.length }, 'messages could not be stored');
    const answer = isUnavailable(error) || isContention(error) ? fail('BUSY', { retryAfterS: 1 }) : fail('INTERNAL');
    for (const draft of drafts) settle(draft, answer);
  };

  return createGroupCommit<Draft>({
    lanes: deps.lanes,
    batchMax: BATCH_MAX,
    queueMax: QUEUE_MAX,
    keyOf: (draft) => draft.conversation.id,
    write,
    settled: (messages, sinceMs) => measure('batch:answered', { messages, sinceMs }),
  });
}

/** Within one batch a repeated client_id is written once; the repeat gets the first one's answer. */
function withoutRepeats(batch: Draft[]): Draft[] {
  // Nearly always all are different, which the ids alone tell.
  if (new Set(batch.map((draft) => draft.client_id)).size === batch.length) return batch;
  const first = new Map<string, Draft>();
  let repeated = false;
  for (const draft of batch) {
    if (draft.client_id === null) continue;
    const key = `${draft.sender_id}:${draft.client_id}`;
    const earlier = first.get(key);
    if (earlier) {
      repeated = true;
      const settle = earlier.settle;
      earlier.settle = (result) => {
        settle(result);
        draft.settle(result);
      };
    } else first.set(key, draft);
  }
  return repeated
    ? batch.filter((draft) => draft.client_id === null || first.get(`${draft.sender_id}:${draft.client_id}`) === draft)
    : batch;
}
