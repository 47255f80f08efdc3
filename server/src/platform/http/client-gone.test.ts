import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { clientGone } from './client-gone.js';

/** A server whose only route answers once `answer` is called. */
async function startWaiting() {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  const route = new EventEmitter();
  const asked = once(route, 'asked') as Promise<[AbortSignal]>;
  app.get('/', async (_, reply) => {
    route.emit('asked', clientGone(reply));
    await once(route, 'answer');
    return 'Hello';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: server\r\n\r\n');
  const [gone] = await asked;
  return { client, gone, answer: () => route.emit('answer') };
}

it.each(['destroy', 'resetAndDestroy', 'end'] as const)('aborts when the client goes by %s', async (how) => {
  const { client, gone, answer } = await startWaiting();
  expect(gone.aborted).toBe(false);
  client[how]();
  if (!gone.aborted) await once(gone, 'abort');
  answer();
});

it('does not abort once the answer is sent, though the client then goes', async () => {
  const { client, gone, answer } = await startWaiting();
  answer();
  const [bytes] = await once(client, 'data');
  expect(String(bytes)).toContain('200 OK');
  client.end();
  await once(client.resume(), 'close');
  expect(gone.aborted).toBe(false);
});
