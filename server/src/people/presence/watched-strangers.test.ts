import { randomUUID } from 'node:crypto';
import { eventually } from '@sangam/testing/eventually';
import { addMembers } from '@sangam/testing/members';
import { startTestServer } from '@sangam/testing/test-server';
import { Kysely, PostgresDialect } from 'kysely';
import pino from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Db } from '../../platform/db/database.js';
import { systemClock } from '../../platform/lib/clock.js';
import { policies } from '../../platform/limits/policies.js';
import { defaultTimings } from '../../platform/timings.js';
import { createStrangersCount } from './strangers.js';
import { recountWatchedStrangers } from './watched-strangers.js';

const WINDOW_MS = policies.presenceByMember.durationS * 1_000;
/** A member may see the presence of six strangers in each window. */
const STRANGERS = 6;

it('ends the watch of strangers beyond the limit, as those watched in an earlier window count again', async () => {
  const server = await startTestServer({
    rateLimitFactor: STRANGERS / policies.presenceByMember.points,
    timings: { presence: { recountMs: 100 } },
  });
  onTestFinished(() => server.close());
  const [reader, partner, ...strangers] = await addMembers(server.database, 2 + STRANGERS, server.jwtSecret);
  if (!reader || !partner) throw new Error('no members');
  const letter = { receiver_id: reader.id, content: 'Hi', client_id: randomUUID() };
  expect((await server.call('POST /api/messages', partner.token, letter)).status).toBe(201);

  const socket = await server.connect(reader);
  const offlineIds: number[] = [];
  socket.on('presence:changed', ({ id, is_online }) => is_online || offlineIds.push(id));
  const watch = async () => {
    const userIds = [partner, ...strangers].map(({ id }) => id);
    const answer = await socket.emitWithAck('presence:watch', { userIds });
    return answer.ok ? answer.data.length : 0;
  };
  expect(await watch()).toBe(1 + STRANGERS);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(offlineIds).toEqual([]);

  // The limit's own window goes on: the strangers count a second time in it.
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + WINDOW_MS);
  onTestFinished(() => void vi.restoreAllMocks());
  await eventually(() => expect(offlineIds.toSorted()).toEqual(strangers.map(({ id }) => id).toSorted()));

  offlineIds.length = 0;
  const online = new Set<number>();
  socket.on('presence:changed', ({ id, is_online }) => void (is_online && online.add(id)));
  await server.connect(strangers[0] ?? reader);
  await server.connect(partner);
  await eventually(() => expect([...online]).toEqual([partner.id]));
});

it('counts watched strangers in each window, though counting takes a moment', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const query = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { command: 'SELECT', rowCount: 0, rows: [] };
  };
  const pool = { connect: async () => ({ query, release: () => undefined }), end: async () => undefined };
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) });
  const taken: number[] = [];
  const limits = {
    take: async (_limit: string, _key: string | number, points = 1) => {
      taken.push(points);
      return null;
    },
    spend: () => null,
    hasToWait: () => false,
    refused: () => null,
  };
  const stop = recountWatchedStrangers({
    watchers: {
      watchedBy: (isAsked) => new Map([1, 2].filter(isAsked).map((viewerId) => [viewerId, [7, 8, 9]])),
      unwatchLocally: () => undefined,
    },
    presence: { countStrangers: createStrangersCount({ db, clock: systemClock, limits }) },
    log: pino({ level: 'silent' }),
    everyMs: defaultTimings.presence.recountMs,
  });
  onTestFinished(stop);
  await vi.advanceTimersByTimeAsync(4 * defaultTimings.presence.recountMs);
  expect(taken).toEqual(Array(8).fill(3));
});
