import { randomUUID } from 'node:crypto';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';
import { systemClock } from '../../platform/lib/clock.js';

/** Longer than the test takes: no lease ends by itself, however slow the machine is. */
const leaseMs = 600_000;

it('counts messages for servers of the previous version until the last of them is gone', async () => {
  let monotonicMs = 0;
  const clock = { ...systemClock, monotonicMs: () => monotonicMs };
  await using server = await startTestServer({ clock, timings: { presence: { leaseMs, leaseRenewMs: 50 } } });
  const { pool } = server.database;
  const [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
  const older = randomUUID();
  const send = async () => {
    for (const [from, to] of [
      [asha, bina],
      [bina, asha],
    ] as const)
      await server.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' });
    const { rows } = await pool.query('SELECT last_seq, sent, low_sent, high_sent FROM conversations');
    return rows[0];
  };
  const expectCounted = async () => {
    const { sent, low_sent, high_sent } = await send();
    expect([low_sent, high_sent].map(Number)).toEqual(sent);
  };
  const leaseEnd = async () =>
    (await pool.query('SELECT lease_until::text AS at FROM servers WHERE id <> $1', [older])).rows[0]?.at;
  /** Waits until the server has read the current list of servers: a running renewal may have read it before the change. */
  const renewed = async () => {
    for (const _ of [1, 2]) {
      const before = await leaseEnd();
      await eventually(async () => expect(await leaseEnd()).not.toBe(before));
    }
  };

  // Takes a lease as that version does.
  await pool.query("INSERT INTO servers (id, lease_until) VALUES ($1, now() + $2 * interval '1 ms')", [older, leaseMs]);
  await renewed();
  monotonicMs += 2 * leaseMs;
  await expectCounted();

  await pool.query('DELETE FROM servers WHERE id = $1', [older]);
  await renewed();
  // It may still believe that it has its lease.
  monotonicMs += leaseMs - 1;
  await expectCounted();

  monotonicMs += 1;
  const { last_seq, sent, low_sent, high_sent } = await send();
  expect(sent[0] + sent[1]).toBe(Number(last_seq));
  expect(Number(low_sent) + Number(high_sent)).toBeLessThan(Number(last_seq));
});
