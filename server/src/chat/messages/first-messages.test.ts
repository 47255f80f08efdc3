import { randomUUID } from 'node:crypto';
import type { Message } from '@sangam/shared/chat/messages';
import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { beforeAll, expect, inject, it } from 'vitest';

let server: TestServer;
/** Another server on the same database. */
let other: TestServer;
beforeAll(async () => {
  // No message waits too long, however slow the machine is.
  const patient = { timings: { messages: { waitMaxMs: 120_000 } } };
  server = await startTestServer(patient);
  if (inject('template').kind === 'postgres') other = await startTestServer({ ...patient, beside: server });
  return async () => {
    await other?.close();
    await server.close();
  };
});

const members = (count: number) => Promise.all(Array.from({ length: count }, () => server.signUp()));
const post = (through: TestServer, from: TestMember, to: TestMember, content: string, client_id = randomUUID()) =>
  through.call('POST /api/messages', from.token, { receiver_id: to.id, content, client_id });

// The embedded database runs one transaction at a time.
it.runIf(inject('template').kind === 'postgres')('stores first messages of several strangers at once', async () => {
  const [strangers, receivers] = [await members(6), await members(6)];
  let sent: Promise<{ status: number }>[] = [];
  await withoutTimeouts(server.database, ({ db }) =>
    db.transaction().execute(async (trx) => {
      // Messages wait for this lock; conversations are created all the same.
      await sql`LOCK TABLE messages IN SHARE MODE`.execute(trx);
      sent = strangers.map((from, index) => post(server, from, receivers[index] as TestMember, 'Hi'));
      await eventually(async () => {
        const { rows } = await sql<{ waiting: number }>`
          SELECT count(*)::int AS waiting FROM pg_locks
          WHERE relation = 'messages'::regclass AND mode = 'RowExclusiveLock' AND NOT granted`.execute(trx);
        expect(rows[0]?.waiting).toBeGreaterThan(3);
      });
    }),
  );
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(strangers.map(() => 201));
});

it.runIf(inject('template').kind === 'postgres')(
  'keeps each sender’s order and answers retries once, while strangers write through two servers',
  async () => {
    const [senders, receivers] = [await members(5), await members(4)];
    const send = async (from: TestMember, through: TestServer) => {
      const client_ids = receivers.map(() => [randomUUID(), randomUUID()]);
      const answers = receivers.flatMap((to, index) =>
        (client_ids[index] ?? []).map((client_id, n) => [
          post(through, from, to, `${n}`, client_id),
          // A retry, which may go to the other server.
          post(other, from, to, `${n}`, client_id),
        ]),
      );
      for (const [first, repeated] of await Promise.all(answers.map((both) => Promise.all(both)))) {
        expect([first?.status, repeated?.status]).toEqual([201, 201]);
        expect(repeated?.body.data.id).toBe(first?.body.data.id);
      }
    };
    await Promise.all(senders.map((from, index) => send(from, index % 2 === 0 ? server : other)));
    for (const to of receivers)
      for (const from of senders) {
        const { body } = await server.call(`GET /api/messages/conversation/${from.id}`, to.token);
        const messages: Message[] = body.data.messages;
        expect(messages.map(({ seq }) => seq)).toEqual([1, 2]);
        expect(messages.map(({ content }) => content).toSorted()).toEqual(['0', '1']);
      }
  },
);
