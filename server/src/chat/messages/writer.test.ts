import { plainMessage } from '@sangam/testing/chat/plain-message';
import pino from 'pino';
import { expect, it } from 'vitest';
import type { RunStatement } from '../../platform/db/statements.js';
import { createBus } from '../../platform/lib/bus.js';
import { systemClock } from '../../platform/lib/clock.js';
import { defaultTimings } from '../../platform/timings.js';
import { insertTexts } from './insert-statement.js';
import type { PendingMessage } from './pending-message.js';
import { createMessageWriter } from './writer.js';

const log = pino({ level: 'silent' });

/** A database whose only statement stores every message. */
const run: RunStatement = async ({ values = [] }) =>
  ({
    // Conversations, sequence numbers, ids (here equal to the sequence numbers), the time.
    rows: [[values[9], values[10], values[10], values[0], null]],
  }) as never;

it('answers each message once, even if an earlier answer fails', async () => {
  const measure = () => undefined;
  const check = () => true;
  const writer = createMessageWriter({
    run,
    bus: createBus(log),
    clock: systemClock,
    log,
    measure,
    check,
    texts: () => insertTexts.batch,
    conversations: { teamsAsOf: async () => new Map() },
    holds: () => false,
    timings: defaultTimings.messages,
    lanes: { count: 1, nextAfterMs: 0, turns: 1 },
  });
  const answers: boolean[][] = [[], [], []];
  const pending = (n: number): PendingMessage => ({
    ...plainMessage,
    conversation: { kind: 'direct', id: 1, lowId: 1, highId: 2, lowWrote: true, highWrote: true },
    sender_id: 1,
    slot: 1,
    receiver_id: 2,
    respond(result) {
      answers[n]?.push(result.ok);
      if (n === 1) throw new Error('gone');
    },
  });
  for (const n of answers.keys()) expect(writer.add(pending(n))).toBe(true);
  await writer.drained();
  expect(answers).toEqual([[true], [true], [true]]);
});
