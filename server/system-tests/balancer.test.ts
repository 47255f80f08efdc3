import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { type Account, signUpAt } from '@sangam/testing/chat/outbox';
import { onDatabase, onServer } from '@sangam/testing/database/template';
import { eventually } from '@sangam/testing/eventually';
import { hasBalancer } from '@sangam/testing/servers/balancer';
import { type Cluster, METRICS_TOKEN, startCluster } from '@sangam/testing/servers/cluster';
import type { ClientSocket } from '@sangam/testing/test-server';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const template = inject('template');
const canRun = inject('redisUrl') !== null && hasBalancer();

describe.runIf(canRun)('two servers behind the balancer of docker-compose.yml', () => {
  let cluster: Cluster;
  let asha: Account;
  let bina: Account;
  const sockets: ClientSocket[] = [];

  beforeAll(async () => {
    cluster = await startCluster(2, { LOG_LEVEL: 'info' });
    [asha, bina] = [await signUpAt(cluster.balancer.url, 'asha'), await signUpAt(cluster.balancer.url, 'bina')];
  }, 60_000);
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await cluster.close();
  });

  const connect = async (account: Account, options: Record<string, unknown>) => {
    const socket: ClientSocket = io(cluster.balancer.url, {
      auth: { token: account.token },
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 500,
      ...options,
    });
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    return socket;
  };
  const disconnectAll = async () => {
    for (const socket of sockets.splice(0)) socket.disconnect();
    await eventually(async () => expect(await socketCounts()).toEqual([0, 0]), 10_000);
  };
  const send = (socket: ClientSocket, content: string) =>
    socket.timeout(5_000).emitWithAck('message:send', {
      receiver_id: bina.user.id,
      content,
      client_id: randomUUID(),
    });
  /** How many sockets each server holds. */
  const socketCounts = () => Promise.all(cluster.servers.map((server) => server.metric('sangam_connections')));
  const engineOf = (socket: ClientSocket) => socket.io.engine.transport.name;

  it('started at the same moment on an empty database, and migrated it once', async () => {
    for (const { process } of cluster.servers) expect(process.output()).not.toMatch(/"level":[56]0/u);
    const migrating = cluster.servers.filter(({ process }) => process.output().includes('schema was updated'));
    expect(migrating).toHaveLength(1);
    const rows = await onDatabase<{ name: string }>(cluster.databaseUrl, 'SELECT name FROM kysely_migration');
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(5);
  });

  it('spreads WebSockets evenly, and they reach each other', async () => {
    const senders = await Promise.all(Array.from({ length: 6 }, () => connect(asha, { transports: ['websocket'] })));
    const [counts, receiver] = [await socketCounts(), await connect(bina, { transports: ['websocket'] })];
    expect(counts).toEqual([3, 3]);
    const received = new Set<string>();
    receiver.on('message:new', ({ content }) => received.add(content));
    await eventually(async () => {
      for (const [n, sender] of senders.entries()) expect(await send(sender, `from ${n}`)).toMatchObject({ ok: true });
      expect([...received].sort()).toEqual(senders.map((_, n) => `from ${n}`));
    });
    await disconnectAll();
  });

  it('keeps long-polling, and its upgrade, on the server that began it', async () => {
    // Each client has its own address, by which they are spread over the servers.
    const fromAddress = (n: number, transports: string[]) => ({
      transports,
      agent: new Agent({ keepAlive: true, localAddress: `127.0.0.${n}` }),
      localAddress: `127.0.0.${n}`,
    });
    const polling = await Promise.all(
      Array.from({ length: 12 }, (_, n) => connect(asha, fromAddress(10 + n, ['polling']))),
    );
    const disconnectReasons: string[] = [];
    for (const socket of polling) socket.on('disconnect', (reason) => disconnectReasons.push(reason));
    for (const count of await socketCounts()) expect(count).toBeGreaterThan(0);
    for (let round = 0; round < 5; round += 1)
      for (const answer of await Promise.all(polling.map((socket) => send(socket, `round ${round}`))))
        expect(answer).toMatchObject({ ok: true });
    expect(polling.map(engineOf)).toEqual(polling.map(() => 'polling'));

    const upgrading = await Promise.all(
      Array.from({ length: 6 }, (_, n) => connect(asha, fromAddress(40 + n, ['polling', 'websocket']))),
    );
    await eventually(() => expect(upgrading.map(engineOf)).toEqual(upgrading.map(() => 'websocket')));
    expect(disconnectReasons).toEqual([]);
    await disconnectAll();
  });

  it('passes the caller’s own address to the servers, whatever the caller claims', async () => {
    const failedLoginFrom = (localAddress: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
        const call = request(`${cluster.balancer.url}/api/auth/login`, { method: 'POST', localAddress, headers });
        call.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
        call.end(JSON.stringify({ email: 'nobody@example.org', password: 'Wrong-password-1' }));
      });
    expect(await failedLoginFrom('127.0.0.77')).toBe(401);
    const logged = () => cluster.servers.map(({ process }) => process.output()).join('');
    await eventually(() => expect(logged()).toContain('"address":"127.0.0.77"'));
    expect(logged()).not.toContain('203.0.113.9');
  });

  it('does not pass on to clients how long a server keeps idle connections open', async () => {
    const proxied = await fetch(`${cluster.balancer.url}/healthz`);
    const direct = await fetch(`${cluster.servers[0]?.url}/healthz`);
    expect(direct.headers.get('keep-alive')).toMatch(/^timeout=\d+$/u);
    expect(proxied.headers.get('keep-alive')).toBeNull();
  });

  it('shows /metrics to nobody outside', async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    for (const path of ['/metrics', '/metrics/', '/%6detrics', '/%6D%65trics/?x']) {
      expect((await fetch(cluster.balancer.url + path, { headers })).status, path).toBe(404);
      expect((await fetch(`${cluster.servers[0]?.url}${path}`, { headers })).status, path).toBe(200);
    }
  });

  it('passes on pages and errors while no server is ready', async () => {
    if (template.kind !== 'postgres') return;
    const { url } = template;
    const name = new URL(cluster.databaseUrl).pathname.slice(1);
    const headers = { authorization: `Bearer ${asha.token}` };
    const call = (path: string) => fetch(`${cluster.balancer.url}${path}`, { headers });
    await onServer(url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await onServer(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    await eventually(() => {
      for (const server of ['web/sangam1', 'web/sangam2'])
        expect(cluster.balancer.output()).toContain(`${server} is DOWN`);
    });
    expect((await call('/')).status).toBe(200);
    const refused = await call('/api/auth/me');
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'BUSY' }]);
    await onServer(url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await eventually(async () => expect((await call('/readyz')).status).toBe(200));
  }, 60_000);

  it('continues with the other server when one is killed', async () => {
    const clients = await Promise.all([
      ...Array.from({ length: 4 }, () => connect(asha, { transports: ['websocket'] })),
      connect(asha, { transports: ['polling'] }),
    ]);
    const [first] = cluster.servers;
    first?.process.child.kill('SIGKILL');
    // The page and the API answer without a pause, sockets once they have reconnected.
    for (let n = 0; n < 20; n += 1) expect((await fetch(`${cluster.balancer.url}/healthz`)).status).toBe(200);
    for (const client of clients)
      await eventually(async () => expect(await send(client, 'still here')).toMatchObject({ ok: true }));
    // A server that returns before it was missed is not reported.
    await eventually(() => expect(cluster.balancer.output()).toMatch(/web\/sangam1 is DOWN/u));
    await first?.start();
    await eventually(() => expect(cluster.balancer.output()).toMatch(/web\/sangam1 is UP/u));
  }, 60_000);
});
