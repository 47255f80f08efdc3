import type { Message } from '@sangam/shared/chat/messages';
import { expect, it } from 'vitest';
import type { Member } from './member.js';
import { isSettled, onlinePartnersOf } from './verify.js';
import type { WorkerContext } from './worker-context.js';

const connected = (listeningSinceMs: number | null) =>
  ({ socket: { connectionNumber: () => 1 }, listeningSinceMs, partners: [] }) as unknown as Member;
const contextOf = (members: Member[], toleratesMissedUpdates = false) =>
  ({
    members,
    messages: { awaitedUpdates: () => 0 },
    requests: { awaitedUpdates: () => 0 },
    telemetry: { unanswered: () => 0 },
    plan: { toleratesMissedUpdates },
  }) as unknown as WorkerContext;

it('waits for members who have just connected, since their presence is checked, too', () => {
  expect(isSettled(contextOf([connected(1), connected(null)]))).toBe(false);
  expect(isSettled(contextOf([connected(1), connected(2)]))).toBe(true);
});

it('does not wait where missed live updates are tolerated', () => {
  expect(isSettled(contextOf([connected(null)], true))).toBe(true);
});

it('expects partners to be online, except those who are away or have not replied', () => {
  const members = [connected(1), connected(1), connected(1), connected(1), connected(null)];
  const partners = [1, 2, 3, 4].map((index) => ({ index, id: 100 + index })) as Member['partners'];
  const from = (...senders: number[]) => senders.map((sender_id) => ({ sender_id }) as Message);
  const threads = new Map([
    ['0-1', from(100, 101)],
    ['0-2', from(100, 100)],
    ['0-3', []],
    ['0-4', from(100, 104)],
  ]);
  expect(onlinePartnersOf({ members }, { index: 0, partners }, threads)).toEqual([101, 103]);
});
