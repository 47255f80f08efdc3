import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { embeddedFolder } from '@sangam/testing/database/copy-embedded';
import { eventually } from '@sangam/testing/eventually';
import { callsTo } from '@sangam/testing/http/contract-calls';
import { everyNth, runsAll } from '@sangam/testing/runs';
import { freePort, type ServerProcess, spawnServer } from '@sangam/testing/servers/process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

// A process with an embedded database may take long to start on a busy machine.
const WITHIN_MS = 60_000;
vi.setConfig({ testTimeout: 2 * WITHIN_MS });

/** More than Node's default backlog; further ones would be dropped without an answer. */
const CROWD = 1_500;
const BACKLOG_ALLOWED = Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '0'));

let dataDir: string;
const started: Started[] = [];

beforeAll(async () => {
  dataDir = await embeddedFolder();
});
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

type Started = ServerProcess & { port: number };
const start = async (env: Record<string, string> = {}, at?: number, args: readonly string[] = []): Promise<Started> => {
  const port = at ?? (await freePort());
  const settings = { DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', REDIS_URL: '', LOG_LEVEL: 'info' };
  const server = { ...spawnServer({ ...settings, ...env }, args), port };
  started.push(server);
  return server;
};

/** A listening server: one left by an earlier test, since a start takes 2 s of CPU, or a new one. */
const running = async (): Promise<Started> => {
  const left = started.find(({ child }) => child.exitCode === null && child.signalCode === null && !child.killed);
  const server = left ?? (await start());
  await server.listening;
  return server;
};

describe('one owner per data directory', () => {
  it('lets exactly one of several serve when they start at the same moment', async () => {
    const servers = await Promise.all([start(), start(), start()]);
    const outcomes = await Promise.all(
      servers.map((server) =>
        server.listening.then(
          () => 'serves' as const,
          () => 'refused' as const,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'serves')).toHaveLength(1);
  });

  it('refuses a second server, with a sentence that says why', async () => {
    const first = await running();
    const second = await start();
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain('is using');
    expect(second.output()).toContain(dataDir);
    expect(second.output()).not.toContain('    at ');
    expect(first.child.exitCode).toBeNull();
  });

  it.runIf(runsAll)('starts while the killed process is still exiting', async () => {
    const killed = await running();
    killed.child.kill('SIGKILL');
    await expect((await start()).listening).resolves.toBeUndefined();
  });

  it.runIf(runsAll)('keeps serving when nobody reads its output', async () => {
    const before = await running();
    before.child.kill('SIGKILL');
    const server = await start();
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    const ready = () => fetch(`http://127.0.0.1:${server.port}/readyz`);
    await eventually(async () => expect((await ready()).status).toBe(200), WITHIN_MS);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  it('takes over a lock left by a crash, and one whose pid was reused', async () => {
    const crashed = await running();
    crashed.child.kill('SIGKILL');
    await crashed.exited;
    const [newest] = (await readdir(dataDir))
      .filter((name) => name.startsWith('lock.'))
      .sort()
      .reverse();
    // This test's own process is alive, but it did not start when the lock says its owner did.
    await writeFile(
      join(dataDir, newest ?? ''),
      JSON.stringify({
        pid: process.pid,
        startedAt: 'another boot/1',
        host: hostname(),
        released: false,
      }),
    );
    const server = await start();
    await expect(server.listening).resolves.toBeUndefined();
  });
});

describe('starting and stopping', () => {
  it('lists every wrong setting in one message', async () => {
    const server = await start({
      PORT: '99999',
      LOG_LEVEL: 'loud',
      JWT_SECRET: 'short',
      REDIS_URL: 'http://x',
      PUBLIC_URL: 'https://x/app',
      TRUST_PROXY: 'yes',
    });
    expect(await server.exited).toBe(1);
    for (const name of ['PORT', 'LOG_LEVEL', 'JWT_SECRET', 'REDIS_URL', 'PUBLIC_URL', 'TRUST_PROXY'])
      expect(server.output()).toContain(name);
    expect(server.output()).not.toContain('    at ');
  });

  it('says in one sentence that PostgreSQL does not answer', async () => {
    const server = await start({
      DATABASE_URL: `postgres://localhost:${await freePort()}/x`,
      JWT_SECRET: 'x'.repeat(32),
    });
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain('PostgreSQL, at DATABASE_URL, doesn’t answer: connect ECONNREFUSED');
    expect(server.output()).not.toContain('    at ');
  });

  // The start tries for ten seconds.
  it.runIf(runsAll)('says in one sentence why Redis can’t be used', async () => {
    // A server of an earlier test has the other folder.
    const own = await embeddedFolder();
    onTestFinished(() => rm(own, { recursive: true }));
    const server = await start({ DATA_DIR: own, REDIS_URL: `redis://localhost:${await freePort()}` });
    expect(await server.exited).toBe(1);
    expect(server.output().split('\n').at(-2)).toMatch(
      /^Redis, at REDIS_URL, can’t be used: connect ECONNREFUSED .*:\d+$/u,
    );
  });

  it.runIf(runsAll)('refuses a JWT_SECRET_FILE that holds fewer than 32 bytes', async () => {
    const file = join(dataDir, 'weak');
    await writeFile(file, 'abc\n');
    const server = await start({ JWT_SECRET_FILE: file });
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain('JWT_SECRET_FILE');
    expect(server.output()).not.toContain('    at ');
  });

  it('serves the API’s page, whose files come from a package', async () => {
    const { port } = await running();
    for (const file of ['', '/static/swagger-ui.css', '/static/logo.svg', '/json'])
      expect((await fetch(`http://127.0.0.1:${port}/api/docs${file}`)).status, file).toBe(200);
  });

  it('prints the address and the location of the data', async () => {
    const server = await running();
    expect(server.output()).toMatch(/http:\/\/localhost:\d+/u);
    expect(server.output()).toContain(dataDir);
  });

  /** A request whose body never ends. */
  const halfRequest = async (port: number) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const head = ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 99'];
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    await sleep(50);
  };

  // Only where the kernel lets that many wait.
  it.runIf(runsAll && BACKLOG_ALLOWED >= CROWD)('lets a crowd wait to be accepted while it is busy', async () => {
    const { child, port } = await running();
    // Bypasses `child`, which would count as killed.
    const { pid } = child as { pid: number };
    process.kill(pid, 'SIGSTOP');
    const crowd = Array.from({ length: CROWD }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => {
      for (const connection of crowd) connection.destroy();
    });
    onTestFinished(() => void process.kill(pid, 'SIGCONT'));
    await Promise.all(crowd.map((connection) => once(connection, 'connect')));
  });

  it('stops though a request never ends, and treats the two signals of one Ctrl-C under npm as one', async () => {
    const server = await running();
    await halfRequest(server.port);
    server.child.kill('SIGINT');
    await turn();
    server.child.kill('SIGINT');
    // After `stop.stoppedWithinMs` it would have been 1.
    expect(await server.exited).toBe(0);
  });

  it.runIf(runsAll)('ends at once on a second Ctrl-C', async () => {
    const server = await running();
    await halfRequest(server.port);
    server.child.kill('SIGINT');
    await eventually(() => expect(server.output()).toContain('stopping'), WITHIN_MS);
    await sleep(1_100);
    server.child.kill('SIGINT');
    expect(await server.exited).toBe(1);
  });

  it.each(everyNth(2, ['SIGTERM', 'SIGINT'] as const))(
    'finishes what is in flight on %s and exits cleanly',
    async (signal) => {
      const server = await running();
      const { port } = server;
      const call = callsTo(`http://127.0.0.1:${port}`);
      const signUp = (name: string) =>
        call(null, 'POST /api/auth/signup', { body: { name, email: `${name}@x.org`, password: 'Zq-7kvxw' } });
      const [asha, bina] = [await signUp(`asha-${signal}`), await signUp(`bina-${signal}`)];
      const send = (content: string) =>
        call(asha.token, 'POST /api/messages', { body: { receiver_id: bina.user.id, content } });
      await send('first');
      const sends = Array.from({ length: 20 }, (_, n) => send(`m${n}`));
      await sleep(15);
      server.child.kill(signal);
      const acknowledged = (await Promise.allSettled(sends)).filter(({ status }) => status === 'fulfilled').length;
      expect(await server.exited, server.output()).toBe(0);

      const again = await start({}, port);
      await again.listening;
      const { data } = await call(bina.token, 'GET /api/messages/unread-count');
      expect(data.unread_count).toBeGreaterThanOrEqual(acknowledged + 1);
    },
  );
});

it('names no address of its own for npm run dev, where Vite prints the one to open', async () => {
  const before = await running();
  expect(before.output()).toContain(`http://localhost:${before.port}`);
  before.child.kill('SIGKILL');
  await before.exited;
  const server = await start({}, undefined, ['--behind-vite']);
  try {
    await eventually(() => expect(server.output()).toContain('the server is ready'), WITHIN_MS);
    const ready = await fetch(`http://127.0.0.1:${server.port}/readyz`);
    expect(ready.status).toBe(200);
    expect(server.output()).not.toContain(`:${server.port}`);
  } finally {
    server.child.kill('SIGKILL');
  }
});
