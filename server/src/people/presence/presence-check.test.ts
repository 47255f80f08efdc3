import type { Presence } from '@sangam/shared/people/users';
import { eventually } from '@sangam/testing/eventually';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { Watchers } from '../../platform/realtime/sockets/watchers.js';
import { createPresenceCheck } from './presence-check.js';
import type { PresenceService } from './service.js';

const presenceOf = (id: number, is_online: boolean): Presence => ({ id, is_online, last_active: null });

/** Starts a check whose readings of the database end when the test calls `finish` with the member who is online. */
function startCheck() {
  const watched = new Set<number>();
  const received: [id: number, isOnline: boolean][] = [];
  const readings: ((online?: number) => void)[] = [];
  const watchers = {
    watchedMembers: () => [...watched],
    toOwnWatchersOf: ({ id, is_online }: Presence) => received.push([id, is_online]),
  } as unknown as Watchers;
  const presence = {
    confirmed: (ids: number[]) =>
      new Promise<Presence[]>((resolve) =>
        readings.push((online) => resolve(ids.map((id) => presenceOf(id, id === online)))),
      ),
  } as unknown as PresenceService;
  const check = createPresenceCheck({ watchers, presence, log: pino({ level: 'silent' }), everyMs: 5 });
  onTestFinished(() => check.stop());
  /** Resolves once the reading with this number has started. */
  const waitForReading = (number: number) => eventually(() => expect(readings).toHaveLength(number));
  const finish = async (number: number, online?: number) => {
    readings[number - 1]?.(online);
    await waitForReading(number + 1);
  };
  return { watched, received, check, waitForReading, finish };
}

it('does not repeat an answer that a watcher got during the reading', async () => {
  const { watched, received, check, waitForReading, finish } = startCheck();
  await waitForReading(1);
  watched.add(1);
  check.answered([presenceOf(1, false)]);
  await finish(1);
  await finish(2);
  expect(received).toEqual([]);
  await finish(3, 1);
  expect(received).toEqual([[1, true]]);
});

it('does not send a reading that is older than a broadcast', async () => {
  const { watched, received, check, waitForReading, finish } = startCheck();
  watched.add(1);
  check.answered([presenceOf(1, false)]);
  await waitForReading(1);
  await finish(1);
  check.broadcast(presenceOf(1, true));
  await finish(2);
  await finish(3, 1);
  expect(received).toEqual([]);
});

it('sends to all watchers once their answers have differed, even if later answers agree', async () => {
  const { watched, received, check, waitForReading, finish } = startCheck();
  await waitForReading(1);
  watched.add(1);
  // The broadcast was lost between the first answer and the others.
  for (const isOnline of [false, true, true]) check.answered([presenceOf(1, isOnline)]);
  await finish(1);
  await finish(2, 1);
  expect(received).toEqual([[1, true]]);
});

it('forgets a member who is no longer watched', async () => {
  const { watched, received, check, waitForReading, finish } = startCheck();
  check.broadcast(presenceOf(1, true));
  await waitForReading(1);
  await finish(1);
  watched.add(1);
  await finish(2, 1);
  await finish(3, 1);
  await finish(4, 1);
  expect(received).toEqual([[1, true]]);
});
