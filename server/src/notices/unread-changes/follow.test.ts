import { stoppedClock } from '@sangam/testing/clocks';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DomainEvents } from '../../platform/events.js';
import { createBus } from '../../platform/lib/bus.js';
import { createChangeFollower } from './follow.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const log = pino({ level: 'silent' });
const attempt = { jobKey: '1' };
const ROWS = 70;

/** The catch-up's handler with two passes over 70 pages each, and the pages that they have read. */
function catchUp() {
  const read: string[] = [];
  const passOf = (name: string) => async (after: number) => {
    read.push(`${name}${after}`);
    return after === ROWS ? null : after + 1;
  };
  const { handler } = createChangeFollower(
    {
      db: test.database.db,
      bus: createBus<DomainEvents>(log),
      clock: stoppedClock(),
      log,
      timings: { gatherMs: 1, catchUpMs: 1 },
    },
    {
      kind: 'test:catch-up',
      listen: () => undefined,
      write: async () => undefined,
      catchUpPasses: [passOf('a'), passOf('b')],
      catchUpAfterMs: 0,
    },
  );
  return { read, run: (payload: unknown) => handler.run(payload, attempt) };
}

it('a catch-up reads its pages in several attempts, each from the last page on', async () => {
  const { read, run } = catchUp();
  const attempts = [];
  for (let payload: unknown = {}; ; ) {
    const outcome = await run(payload);
    attempts.push(read.length);
    if (outcome === undefined) break;
    if (!('nextPayload' in outcome)) throw new Error('the catch-up was postponed');
    payload = outcome.nextPayload;
  }
  const pages = Array.from({ length: ROWS + 1 }, (_, after) => after);
  expect(read).toEqual([...pages.map((after) => `a${after}`), ...pages.map((after) => `b${after}`)]);
  expect(attempts).toEqual([50, 100, 142]);
});
