import { startTestServer } from '@sangam/testing/test-server';
import { describe, expect, inject, it } from 'vitest';

const REDIS_URL = inject('redisUrl') ?? '';
const stop = { noticedAfterMs: 1_000, socketsCloseOverMs: 100 };

describe.runIf(REDIS_URL !== '')('a server that stops while others run', () => {
  it('accepts new connections until its balancer has noticed, and refuses them then', async () => {
    const server = await startTestServer({ env: { REDIS_URL }, timings: { stop } });
    const member = await server.signUp();
    const drained = server.app.drain();
    expect((await server.call('GET /readyz')).status).toBe(503);
    const late = await server.connect(member);
    const closed = new Promise((resolve) => late.once('disconnect', resolve));
    await drained;
    // It was connected when the sockets were closed.
    expect(await closed).toBe('transport close');
    await expect(server.connect(member)).rejects.toThrow();
    await server.close();
  });
});
