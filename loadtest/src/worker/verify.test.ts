import { expect, it } from 'vitest';
import type { Member } from './member.js';
import { isSettled } from './verify.js';
import type { WorkerContext } from './worker-context.js';

const connected = (listeningSinceMs: number | null) =>
  ({ socket: { connectionNumber: () => 1 }, listeningSinceMs, partners: [] }) as unknown as Member;
const contextOf = (members: Member[], toleratesMissedPushes = false) =>
  ({
    members,
    messages: { awaitedPushes: () => 0 },
    requests: { awaitedPushes: () => 0 },
    telemetry: { unanswered: () => 0 },
    plan: { toleratesMissedPushes },
  }) as unknown as WorkerContext;

it('waits for those who have just connected, whose presence is checked too', () => {
  expect(isSettled(contextOf([connected(1), connected(null)]))).toBe(false);
  expect(isSettled(contextOf([connected(1), connected(2)]))).toBe(true);
});

it('does not wait where missed pushes are tolerated: nobody is counted on then', () => {
  expect(isSettled(contextOf([connected(null)], true))).toBe(true);
});
