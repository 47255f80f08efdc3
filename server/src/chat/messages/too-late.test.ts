import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { defaultTimings } from '../../platform/timings.js';

/** Long enough to start messages that need not wait, even on a busy machine; shorter than a statement's timeout. */
const WAIT_MAX_MS = 2_000;
/** Socket.IO's client gives up later: `ACK_TIMEOUT_MS` of the web client. */
const CLIENT_WAITS_MS = 8_000;
const STATEMENT_MS = 4_500;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ timings: { messages: { waitMaxMs: WAIT_MAX_MS } } });
  return () => server.close();
});

interface Sent {
  client_id: string;
  answer: Promise<string>;
}

/** Sends a message; the answer is 'stored' or the code of its refusal. */
function send(socket: ClientSocket, receiver_id: number, content: string, client_id: string = randomUUID()): Sent {
  const acked = socket.emitWithAck('message:send', { receiver_id, content, client_id });
  return { client_id, answer: acked.then((ack) => (ack.ok ? 'stored' : ack.error.code)) };
}

/** Sends a message until it is stored: on a busy machine it may be refused as too late, too. */
const store = (...message: Parameters<typeof send>) =>
  eventually(async () => expect(await send(...message).answer).toBe('stored'));

/** Locks members and their conversations, as a slow transaction does. */
async function lock(members: readonly TestMember[]): Promise<() => Promise<void>> {
  const ids = members.map(({ id }) => id);
  let unlock: () => void = () => undefined;
  const unlocked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  let transaction: Promise<void> = Promise.resolve();
  await new Promise<void>((locked, failed) => {
    transaction = server.database.db.transaction().execute(async (trx) => {
      await sql`SELECT 1 FROM users WHERE id = ANY(${ids}) FOR UPDATE`.execute(trx);
      await sql`SELECT 1 FROM conversations WHERE low_id = ANY(${ids}) OR high_id = ANY(${ids}) FOR UPDATE`.execute(
        trx,
      );
      locked();
      await unlocked;
    });
    transaction.catch(failed);
  });
  onTestFinished(() => unlock());
  return async () => {
    unlock();
    await transaction;
  };
}

const contents = async (reader: TestMember, other: TestMember): Promise<string[]> => {
  const { body } = await server.call(`GET /api/messages/conversation/${other.id}`, reader.token);
  return body.data.messages.map(({ content }: { content: string }) => content);
};

it.each(['first messages', 'answered'] as const)(
  '%s: refuses a message that has waited too long, and never writes it',
  async (kind) => {
    const [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
    const [sender, receiver] = [await server.connect(asha), await server.connect(bina)];
    await store(sender, bina.id, 'first');
    if (kind === 'answered') await store(receiver, asha.id, 'answer');
    const before = await contents(bina, asha);

    const unlock = await lock([asha, bina]);
    const begun = send(sender, bina.id, 'begun');
    // Long enough to begin its transaction or batch. The embedded database has one connection, so no query can tell.
    await sleep(500);
    const waiting = send(sender, bina.id, 'waited');
    const retried = send(sender, bina.id, 'waited', waiting.client_id);
    // Longer than a message may wait.
    await sleep(WAIT_MAX_MS + 500);
    await unlock();
    expect(await Promise.all([waiting.answer, retried.answer])).toEqual(['BUSY', 'BUSY']);
    expect(await begun.answer).toBe('stored');
    await store(sender, bina.id, 'later');
    expect(await contents(bina, asha)).toEqual([...before, 'begun', 'later']);

    // A retry after the refusal is stored, once.
    if (kind === 'answered') await store(sender, bina.id, 'waited', waiting.client_id);
  },
);

it('refuses a late message before the client gives up', () => {
  expect(defaultTimings.messages.waitMaxMs + STATEMENT_MS).toBeLessThan(CLIENT_WAITS_MS);
});
