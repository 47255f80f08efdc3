import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOnServices } from '@sangam/testing/servers/faulty-servers';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';

/** More than the connections in any test's pool. */
const READS = 40;
const READ_MS = 20;

let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let sockets: ClientSocket[];
beforeAll(async () => {
  server = await startTestServer();
  return () => server.close();
});
beforeEach(async () => {
  [asha, bina] = [await server.signUp(), await server.signUp()];
  sockets = [await server.connect(asha), await server.connect(bina)];
});

const ignore = () => undefined;

/**
 * Sends two messages from each member in turn, over the socket and REST, after all that a client sends when it reconnects, reads and types.
 */
async function writeToEachOther({ isActive }: { isActive: boolean }): Promise<void> {
  for (const [index, receiver_id] of [bina.id, asha.id, bina.id, asha.id].entries()) {
    const socket = sockets[index % 2] as ClientSocket;
    socket.emit('presence:report', { isActive, lastActive: new Date().toISOString() }, ignore);
    socket.emit('presence:watch', { userIds: [receiver_id] }, ignore);
    socket.emit('message:read', { user_id: receiver_id, up_to: index }, ignore);
    socket.emit('message:unread', { user_id: receiver_id, seq: 1, client_id: randomUUID() }, ignore);
    socket.emit('typing', { receiver_id, typing: true }, ignore);
    const message = { receiver_id, content: 'Hello', client_id: randomUUID() };
    expect(await socket.emitWithAck('message:send', message)).toMatchObject({ ok: true });
    const { token } = [asha, bina][index % 2] as TestMember;
    const sent = await server.call('POST /api/messages', token, { ...message, client_id: randomUUID() });
    expect(sent.status).toBe(201);
  }
}

/** A device that isn't in use may send from its outbox, with the presence of the member's other devices. */
const uses = [{ isActive: true }, { isActive: false }];

it.runIf(isOnServices).each(uses)(
  'stores messages while reads hold all connections allowed to them, with an active device: $isActive',
  async (use) => {
    let end: () => void = ignore;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const read = () => server.database.db.connection().execute(() => ended);
    const reads = Promise.allSettled(Array.from({ length: READS }, read));
    onTestFinished(async () => {
      end();
      await reads;
    });
    await writeToEachOther(use);
  },
);

it.runIf(!isOnServices).each(uses)(
  'stores messages between reads that wait for the only connection, with an active device: $isActive',
  async (use) => {
    let isOver = false;
    let ended = 0;
    const readAgain = async () => {
      while (!isOver) {
        await server.database.db.connection().execute(() => sleep(READ_MS));
        ended += 1;
      }
    };
    const reads = Promise.all(Array.from({ length: READS }, readAgain));
    await writeToEachOther(use);
    const endedMeanwhile = ended;
    isOver = true;
    await reads;
    // In one queue, each of at least six statements would have waited for all reads.
    expect(endedMeanwhile).toBeLessThan(2 * READS);
  },
);
