import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';
import { eventually } from '@sangam/testing/eventually';
import { expect, it } from 'vitest';
import { defaultTimings } from '../../timings.js';
import { createSocketRegistry } from '../sockets/registry.js';
import type { Io, MemberSocket } from '../transport/io.js';
import { type Cluster, joinMemberRooms } from './adapter.js';
import { watchOutages } from './outage.js';
import type { Peers } from './peers.js';

const MISSED_TOGETHER_MS = 30;
const DEATH_SPREAD_MS = 300;
const timings = {
  ...defaultTimings.cluster,
  refreshSpreadMs: 5,
  deathSpreadMs: DEATH_SPREAD_MS,
  missedTogetherMs: MISSED_TOGETHER_MS,
  reportLateEveryMs: 400,
};
/** Each wait begins and ends after its timer does, also on a busy machine. */
const allSent = async () => {
  // The second report waits twice as long.
  await sleep(2 * MISSED_TOGETHER_MS);
  await sleep(2 * timings.refreshSpreadMs);
};

type Admit = (socket: MemberSocket, next: () => void) => void;

/** A server whose one connection to Redis the test breaks, with one member, and the member's notifications in order. */
function startSignals() {
  const pauses: boolean[] = [];
  const socket = {
    id: 'a socket',
    connected: true,
    data: { member: { id: 1 } },
    join: () => undefined,
    conn: {
      transport: { writable: false },
      write: (text: string) => pauses.push(JSON.parse(text.slice(text.indexOf('[')))[1].paused),
    },
  } as unknown as MemberSocket;
  const sockets = createSocketRegistry();
  sockets.add(socket);
  const client = Object.assign(new EventEmitter(), { isReady: true });
  const admissions: Admit[] = [];
  const io = Object.assign(new EventEmitter(), {
    sockets: { sockets: new Map([[socket.id, socket]]) },
    use: (admit: Admit) => admissions.push(admit),
  }) as unknown as Io;
  const outages = watchOutages({ io, clients: [client as unknown as RedisClientType], sockets, timings });
  const setReady = (isReady: boolean) => {
    client.isReady = isReady;
    client.emit(isReady ? 'ready' : 'reconnecting');
  };
  /** Admits the member although another server confirms them only when the returned function is called. */
  const letInEarly = async (): Promise<() => void> => {
    let confirm = () => {};
    const byLate = new Promise<void>((resolve) => (confirm = resolve));
    const peers = { confirmed: () => ({ byPrompt: Promise.resolve(), byLate }) } as unknown as Peers;
    joinMemberRooms(io, { peers, outages } satisfies Cluster, timings);
    await new Promise<void>((next) => admissions[0]?.(socket, next));
    return confirm;
  };
  return { pauses, outages, setReady, letInEarly };
}

/** The same once the server has joined the others. */
async function startJoined() {
  const signals = startSignals();
  signals.outages.setJoined(true);
  await eventually(() => expect(signals.pauses).toEqual([false]));
  signals.pauses.length = 0;
  return signals;
}

it('notifies once about several servers’ reports', async () => {
  const { pauses, outages } = await startJoined();
  outages.missed();
  outages.missed();
  await allSent();
  expect(pauses).toEqual([false]);
  outages.missed();
  await allSent();
  expect(pauses).toEqual([false, false]);
});

it('notifies once, at the end of a pause, about events missed during it', async () => {
  const { pauses, outages, setReady } = await startJoined();
  setReady(false);
  await eventually(() => expect(pauses).toEqual([true]));
  outages.missed();
  setReady(true);
  await allSent();
  expect(pauses).toEqual([true, false]);
});

it('notifies at the start of a pause about events missed just before', async () => {
  const { pauses, outages, setReady } = await startJoined();
  outages.missed();
  setReady(false);
  await eventually(() => expect(pauses).toEqual([true]));
  setReady(true);
  await allSent();
  expect(pauses).toEqual([true, false]);
});

it('notifies a member who was admitted early once, when another server confirms them in a pause', async () => {
  const { pauses, outages, letInEarly } = startSignals();
  const confirm = await letInEarly();
  confirm();
  await allSent();
  expect(pauses).toEqual([]);
  outages.setJoined(true);
  await allSent();
  expect(pauses).toEqual([false]);
});

it('notifies a member who was admitted early when another server confirms them', async () => {
  const { pauses, letInEarly } = await startJoined();
  const confirm = await letInEarly();
  await allSent();
  expect(pauses).toEqual([]);
  confirm();
  await eventually(() => expect(pauses).toEqual([false]));
});

it('notifies of ever more reports no more often than the slowest one', async () => {
  const { pauses, outages } = await startJoined();
  for (let n = 0; n < 60; n += 1) {
    outages.missed();
    await sleep(20);
  }
  expect(pauses.length).toBeGreaterThan(1);
  expect(pauses.length).toBeLessThan(10);
});

it('stays paused for longer each time a connection breaks again', async () => {
  const { pauses, setReady } = await startJoined();
  for (let n = 0; n < 30; n += 1) {
    setReady(false);
    await sleep(15);
    setReady(true);
    await sleep(15);
  }
  expect(pauses.length).toBeLessThan(6);
  await eventually(() => expect(pauses.at(-1)).toBe(false));
});

it('notifies of deaths in rounds, and once more for those that came during one', async () => {
  const { pauses, outages } = await startJoined();
  for (let n = 0; n < 5; n += 1) outages.serverDied();
  await sleep(3 * DEATH_SPREAD_MS);
  expect(pauses).toEqual([false, false]);
});
