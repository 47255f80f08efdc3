import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientSocket, startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

const READS = 400;
const READ_MS = 50;
/** Less than the time that a stop may take. */
const LATE_MS = 9_000;

it('stops without waiting for reads that wait for a connection', async () => {
  const server = await startTestServer();
  await server.connect(await server.signUp());
  let ended = 0;
  const read = () =>
    server.database.db.connection().execute(async () => {
      await sleep(READ_MS);
      ended += 1;
    });
  const reads = Promise.allSettled(Array.from({ length: READS }, read));
  await server.close();
  await reads;
  // Only the reads that got a connection before the stop closed the last requests.
  expect(ended).toBeLessThan(READS / 2);
});

/** Starts a server with two members who have written to each other, and holds every database connection until `end`. */
async function startHeld() {
  const messagesWithinMs = { alone: 200, drained: 200 };
  const server = await startTestServer({ timings: { stop: { messagesWithinMs } } });
  const [sender, receiver] = [await server.signUp(), await server.signUp()];
  const socket = await server.connect(sender);
  const message = () => ({ receiver_id: receiver.id, content: 'Hello', client_id: randomUUID() });
  // Afterwards, the next message goes straight to the writer.
  await socket.emitWithAck('presence:report', { isActive: true, lastActive: new Date().toISOString() });
  await socket.emitWithAck('message:send', message());
  const { database } = server;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = Array.from({ length: database.pool.options.max }, () =>
    database.urgent.db.connection().execute(() => released),
  );
  const end = async () => {
    release();
    await Promise.all(holding);
  };
  return { server, receiver, socket, message, end };
}

/** Resolves once the socket's earlier events have arrived: the server handles events in order, and refuses this one at once. */
const untilArrived = (socket: ClientSocket) => socket.emitWithAck('typing', {} as never);

it('stops without waiting longer for messages that the database does not store', async () => {
  const { server, socket, message, end } = await startHeld();
  socket.emit('message:send', message(), () => undefined);
  await untilArrived(socket);
  const closed = server.app.close().then(() => 'closed');
  // Other parts of the stop that wait for a connection have their own limits.
  expect(await Promise.race([closed, sleep(LATE_MS, 'late')])).toBe('closed');
  await end();
  await server.close();
});

it("drops a socket's waiting events when the server stops", async () => {
  const { server, receiver, socket, end } = await startHeld();
  for (const emoji of ['👍', '🎉'])
    socket.emit('message:react', { user_id: receiver.id, seq: 1, emoji, client_id: randomUUID() }, () => undefined);
  await untilArrived(socket);
  await server.app.close();
  await end();
  const { db } = server.database;
  // The second reaction would have got a connection before these reads.
  for (let read = 0; read < 10; read += 1)
    expect(await db.selectFrom('message_reactions').selectAll().execute()).toEqual([]);
  await server.close();
});
