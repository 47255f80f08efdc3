import { randomUUID } from 'node:crypto';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

it('counts messages for servers of the previous version until the last of them is gone', async () => {
  await using server = await startTestServer({ timings: { presence: { leaseMs: 400, leaseRenewMs: 50 } } });
  const { pool } = server.database;
  const [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
  const older = randomUUID();
  // As that version takes its lease, and renews it.
  const renew = () =>
    pool.query(
      `INSERT INTO servers (id, lease_until) VALUES ($1, now() + interval '400 milliseconds')
       ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`,
      [older],
    );
  await renew();
  const send = async () => {
    for (const [from, to] of [
      [asha, bina],
      [bina, asha],
    ] as const)
      await server.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' });
    const { rows } = await pool.query('SELECT last_seq, sent, low_sent, high_sent FROM conversations');
    return rows[0];
  };
  const endMs = performance.now() + 1_200;
  while (performance.now() < endMs) {
    await renew();
    const { sent, low_sent, high_sent } = await send();
    expect([low_sent, high_sent].map(Number)).toEqual(sent);
  }
  await eventually(async () => {
    const { last_seq, sent, low_sent, high_sent } = await send();
    expect(sent[0] + sent[1]).toBe(Number(last_seq));
    expect(Number(low_sent) + Number(high_sent)).toBeLessThan(Number(last_seq));
  }, 5_000);
});
