import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';

it('cuts off a client that does not read, and others continue (R10.4)', { timeout: 60_000 }, async () => {
  await using server = await startTestServer();
  const [asha, bina] = [await server.signUp(), await server.signUp()];
  const sender = await server.connect(asha);
  const deaf = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await new Promise<void>((resolve, reject) => {
    deaf.on('error', reject);
    deaf.on('message', (data) => {
      if (String(data).startsWith('0')) deaf.send(`40${JSON.stringify({ token: bina.token })}`);
      if (String(data).startsWith('40')) resolve();
    });
  });
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.app.fastify.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const raw = (deaf as unknown as { _socket: Socket })._socket;
  raw.pause();
  const before = await connections();
  const content = 'x'.repeat(4_000);
  let sent = 0;
  while ((await connections()) >= before && sent < 20_000) {
    await Promise.all(
      Array.from({ length: 100 }, () =>
        sender.emitWithAck('message:send', { receiver_id: bina.id, content, client_id: randomUUID() }),
      ),
    );
    sent += 100;
  }
  expect(await connections()).toBeLessThan(before);
  // The server's memory for it: far less than was sent to it (the kernel's buffers hold some more).
  expect(sent * content.length).toBeLessThan(20_000_000);
  const repeated = await sender.emitWithAck('message:send', {
    receiver_id: bina.id,
    content: 'hi',
    client_id: randomUUID(),
  });
  expect(repeated.ok).toBe(true);
  deaf.terminate();
});
