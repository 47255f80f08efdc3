import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const disk = mkdtempSync(join(tmpdir(), 'sangam-files-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).status === 0;
if (!mounted) process.stdout.write('Full-disk tests of attachments: not run, they need the right to mount.\n');
const filler = join(disk, 'filler');
const fill = (free: number) => {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - free));
};
const makeRoom = () => rmSync(filler, { force: true });

let server: TestServer;
let member: AddedMember;
beforeAll(async () => {
  if (!mounted) return;
  server = await startTestServer({ env: { FILES_DIR: disk } });
  [member] = (await addMembers(server.database, 1, server.jwtSecret)) as [AddedMember];
});
afterAll(async () => {
  if (mounted) {
    await server.close();
    execFileSync('umount', ['-l', disk]);
  }
  rmdirSync(disk);
});

const begin = async (bytes: number) => {
  const id = randomUUID();
  await server.call('POST /api/attachments', member.token, { id, name: 'notes.txt', bytes });
  return id;
};
const send = (id: string, content: Uint8Array) =>
  server.call(`PUT /api/attachments/${id}/content?offset=0`, member.token, content);
const busy = { status: 503, body: { code: 'BUSY' } };

describe.runIf(mounted)('on a full disk', () => {
  it('a file that fits only in part is sent again, and stored whole', async () => {
    const content = randomBytes(200_000);
    const id = await begin(content.length);
    fill(100_000);
    expect(await send(id, content)).toMatchObject(busy);
    makeRoom();
    expect((await send(id, content)).body.data.attachment).toMatchObject({ kind: 'file', bytes: content.length });
    const { body } = await server.call(`GET /api/attachments/links?ids=${id}`, member.token);
    const stored = await fetch(server.url + body.data.links[0].url);
    expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true);
  });

  it('a picture whose other sizes do not fit is made once there is room', async () => {
    const raw = { width: 250, height: 250, channels: 3 } as const;
    const content = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
      .png()
      .toBuffer();
    const id = await begin(content.length);
    fill(Math.ceil(content.length / 4096) * 4096 + 8_192);
    expect(await send(id, content)).toMatchObject(busy);
    makeRoom();
    expect((await send(id, content)).body.data.attachment).toMatchObject({ kind: 'picture', width: 250 });
  });
});
