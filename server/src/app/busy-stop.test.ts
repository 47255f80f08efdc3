import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

const READS = 400;
const READ_MS = 50;
/** Less than a stop may take. */
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
  // Those that had a connection before the last requests were closed.
  expect(ended).toBeLessThan(READS / 2);
});

it('stops without waiting longer for messages that the database does not store', async () => {
  const messagesWithinMs = { alone: 200, drained: 200 };
  const server = await startTestServer({ timings: { stop: { messagesWithinMs } } });
  const [sender, receiver] = [await server.signUp(), await server.signUp()];
  const socket = await server.connect(sender);
  const message = () => ({ receiver_id: receiver.id, content: 'Hello', client_id: randomUUID() });
  // From here on the next message goes to the writer at once.
  await socket.emitWithAck('presence:report', { isActive: true, lastActive: new Date().toISOString() });
  await socket.emitWithAck('message:send', message());
  const { database } = server;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const holding = Array.from({ length: database.pool.options.max }, () =>
    database.urgent.db.connection().execute(() => ended),
  );
  socket.emit('message:send', message(), () => undefined);
  // Refused at once, after the message has arrived.
  await socket.emitWithAck('typing', {} as never);
  const closed = server.app.close().then(() => 'closed');
  // Until then, parts that also wait for a connection have limits of their own.
  expect(await Promise.race([closed, sleep(LATE_MS, 'late')])).toBe('closed');
  end();
  await Promise.all(holding);
  await server.close();
});
