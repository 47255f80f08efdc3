import { dayMs, hourMs } from '@sangam/shared/core/limits';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transact } from '../../platform/db/transaction.js';
import { createBus } from '../../platform/lib/bus.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { findNotEmailed } from '../unread-emails/queries.js';
import { findUnreadNotification } from './queries.js';

let server: TestServer;
let asha: TestMember;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  asha = await server.signUp();
});

const startMs = Date.now();
/** Notifies of a request's decision, or removes the notification (null), at a time after the start. */
const change = (kind: 'request:rejected' | 'request:reopened' | null, afterMs: number) =>
  transact(server.database.db, createBus(pino({ level: 'silent' })), async (trx, publish) => {
    const key = { user_id: asha.id, key: 'request:1' };
    const details = { title: 'Rover', project_id: null, subject_id: 1, actor_id: null };
    const update = kind === null ? { dropped: [key] } : { added: [{ ...key, ...details, kind }] };
    return ok(await updateNotifications(trx, publish, update, new Date(startMs + afterMs)));
  });
/** Whether the member's only notification is announced to devices and by email. */
const isAnnounced = async (): Promise<boolean> => {
  const { db } = server.database;
  const [item] = (await server.call('GET /api/inbox', asha.token)).body.data.items;
  const onDevices = (await findUnreadNotification(db, asha.id, item.id)) !== undefined;
  const notEmailed = await findNotEmailed(db, asha.id, { emailedVersions: {}, since: new Date(0), max: 9 });
  expect([notEmailed.length > 0, item.quiet !== true, item.read]).toEqual([onDevices, onDevices, false]);
  return onDevices;
};

it('a notification that returns to a kind it had within the last day is not announced again', async () => {
  await change('request:rejected', 0);
  expect(await isAnnounced()).toBe(true);
  await change('request:reopened', hourMs);
  expect(await isAnnounced()).toBe(true);
  for (let n = 2; n < 20; n += 2) {
    await change('request:rejected', n * hourMs);
    expect(await isAnnounced()).toBe(false);
    await change('request:reopened', (n + 1) * hourMs);
    expect(await isAnnounced()).toBe(false);
  }
  await change('request:rejected', dayMs);
  expect(await isAnnounced()).toBe(true);
});

it('a removed notification comes back without an announcement within a day, and with one later', async () => {
  await change('request:rejected', 0);
  await change(null, 1);
  expect((await server.call('GET /api/inbox', asha.token)).body.data).toMatchObject({ items: [], total: 0, unread: 0 });
  await change('request:rejected', dayMs - 1);
  expect(await isAnnounced()).toBe(false);
  await change(null, dayMs);
  await change('request:rejected', dayMs + 1);
  expect(await isAnnounced()).toBe(true);
});
