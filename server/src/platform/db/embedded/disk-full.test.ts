import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyEmbedded } from '@sangam/testing/database/copy-embedded';
import { eventually } from '@sangam/testing/eventually';
import { spawnServer } from '@sangam/testing/servers/process';
import { startTestServer } from '@sangam/testing/test-server';
import pino from 'pino';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openEmbeddedDatabase } from '../database.js';
import { isUnavailable } from '../pg-errors.js';

const template = inject('template');
const disk = mkdtempSync(join(tmpdir(), 'sangam-disk-'));
const mounted =
  template.kind === 'embedded' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', disk]).status === 0;
if (!mounted)
  process.stdout.write('Disk-full tests: not run, they need the embedded database and the right to mount.\n');

const filler = join(disk, 'filler');
const fill = (leftBytes = 64 * 1024) => {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - leftBytes));
};
const makeRoom = () => rmSync(filler, { force: true });

afterAll(() => {
  if (mounted) execFileSync('umount', ['-l', disk]);
  rmdirSync(disk);
});

describe.runIf(mounted)('a full disk under the embedded database', () => {
  it('answers writes with BUSY, still reads, reports the state, and recovers by itself', {
    timeout: 60_000,
  }, async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const dataDir = join(disk, 'data');
    if (template.kind === 'embedded') await copyEmbedded(template.folder, dataDir);
    const database = await openEmbeddedDatabase(dataDir, log);
    const server = await startTestServer({ beside: { database, dataDir, jwtSecret: 'x'.repeat(48) }, log });
    const [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
    const acknowledged: number[] = [];
    const statuses = new Set<number>();
    const send = async () => {
      const body = { receiver_id: bina.id, content: 'x'.repeat(500) };
      const answer = await server.call('POST /api/messages', asha.token, body);
      statuses.add(answer.status);
      if (answer.status === 201) acknowledged.push(answer.body.data.seq);
      return answer.status;
    };
    let sending = true;
    expect(await send()).toBe(201);
    const sends = (async () => {
      while (sending) {
        await send();
        await sleep(20);
      }
    })();

    fill();
    await eventually(async () => expect(await send()).toBe(503));
    const project = { title: 'T', description: 'D', category: 'ai-ml' };
    expect((await server.call('POST /api/projects', asha.token, project)).body.code).toBe('BUSY');
    expect((await server.call(`GET /api/messages/conversation/${asha.id}`, bina.token)).status).toBe(200);
    expect((await server.call('GET /api/auth/me', asha.token)).status).toBe(200);
    for (const address of ['/healthz', '/readyz']) {
      const { status, body } = await server.call(`GET ${address}`);
      expect(status, address).toBe(200);
      expect(body.disk, address).toBe('full');
    }
    expect(lines.join('')).toContain('the disk is full');
    await sleep(1_000);

    makeRoom();
    await eventually(async () => expect(await send()).toBe(201));
    sending = false;
    await sends;
    expect(statuses).toEqual(new Set([201, 503]));
    expect((await server.call('GET /healthz')).body.disk).toBe('ok');
    expect(lines.join('')).toContain('the disk has room again');
    const { rows } = await server.database.pool.query<{ seq: number }>('SELECT seq FROM messages ORDER BY seq');
    expect(rows.map(({ seq }) => seq)).toEqual(expect.arrayContaining(acknowledged));
    await server.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  it('that makes PostgreSQL stop itself is survived: it is reopened once there is room', {
    timeout: 90_000,
  }, async () => {
    const dataDir = join(disk, 'data');
    if (template.kind === 'embedded') await copyEmbedded(template.folder, dataDir);
    const { pool, close } = await openEmbeddedDatabase(dataDir, pino({ level: 'silent' }));
    try {
      await pool.query('CREATE TABLE kept (x text)');
      await pool.query(`INSERT INTO kept VALUES ('acknowledged')`);
      fill();
      // Log alone, more than there is room for, in one statement, before the next check of the disk.
      const stopped = pool.query(
        `SELECT count(pg_logical_emit_message(false, 'fill', repeat('y', 1000000))) FROM generate_series(1, 120)`,
      );
      await expect(stopped).rejects.toMatchObject({ severity: 'PANIC' });
      await expect(pool.query('SELECT 1')).rejects.toSatisfy(isUnavailable);
      makeRoom();
      await eventually(async () => {
        await pool.query(`INSERT INTO kept VALUES ('after')`);
      });
      const { rows } = await pool.query('SELECT DISTINCT x FROM kept ORDER BY x');
      expect(rows).toEqual([{ x: 'acknowledged' }, { x: 'after' }]);
    } finally {
      makeRoom();
      await close();
      rmSync(dataDir, { recursive: true });
    }
  });

  it('ends a start with a sentence, and creates a new database once there is room', { timeout: 120_000 }, async () => {
    const dataDir = join(disk, 'new');
    const start = () => spawnServer({ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', REDIS_URL: '' });
    for (const left of [0, 4_096, 30 * 1024 * 1024]) {
      makeRoom();
      fill(left);
      const server = start();
      expect(await server.exited).toBe(1);
      expect(server.output(), `${left} bytes left`).toMatch(/^The disk is full\. Make room, and start again: .*\n$/u);
    }
    makeRoom();
    const server = start();
    await server.listening;
    server.child.kill('SIGTERM');
    await server.exited;
    fill(0);
    const repeated = start();
    expect(await repeated.exited).toBe(1);
    expect(repeated.output()).toMatch(/^The disk is full\./u);
    expect(repeated.output()).not.toContain('    at ');
  });
});
