import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chatLimits, chatServerLimits } from '@sangam/shared/chat/limits';
import { startAttachmentServers } from '@sangam/testing/chat/attachment-servers';
import { text, upload } from '@sangam/testing/chat/uploads';
import type { AddedMember } from '@sangam/testing/members';
import type { TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

const { server, second, files, pair, linksOf } = await startAttachmentServers(20);

describe('an upload', () => {
  it('comes in pieces, to any server, and resumes after an interruption', async () => {
    const [a] = pair();
    const content = randomBytes(chatLimits.attachmentPieceBytes + 10);
    const id = randomUUID();
    const begin = { id, name: '  data.bin ', bytes: content.length };
    const put = (at: TestServer, offset: number, end: number) =>
      at.call(`PUT /api/attachments/${id}/content?offset=${offset}`, a.token, content.subarray(offset, end));
    expect((await server.call('POST /api/attachments', a.token, begin)).body.data).toMatchObject({ received: 0 });
    await put(server, 0, chatLimits.attachmentPieceBytes);
    // The answer was lost: a repeated piece is ignored, and a new start finds the upload.
    const repeated = await put(second, 0, chatLimits.attachmentPieceBytes);
    expect(repeated.body.data).toEqual({
      id,
      bytes: content.length,
      received: chatLimits.attachmentPieceBytes,
      attachment: null,
    });
    expect((await second.call('POST /api/attachments', a.token, begin)).body.data).toEqual(repeated.body.data);
    const whole = await put(second, chatLimits.attachmentPieceBytes, content.length);
    const attachment = { id, kind: 'file', name: 'data.bin', bytes: content.length };
    expect(whole.body.data).toEqual({ id, bytes: content.length, received: content.length, attachment });
    const [link] = await linksOf(a, [id]);
    expect(Buffer.from(await (await fetch(server.url + link.url)).arrayBuffer()).equals(content)).toBe(true);
  });

  it.each([
    ['a file in one piece', () => randomBytes(9), 9],
    ['a file in two pieces', () => randomBytes(chatLimits.attachmentPieceBytes + 9), chatLimits.attachmentPieceBytes],
    [
      'a picture',
      () =>
        sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      0,
    ],
  ])('%s whose last piece comes several times at once, to two servers, is stored once', async (_, make, firstBytes) => {
    const [a] = pair();
    for (let round = 0; round < 4; round += 1) {
      const content = await make();
      const first = firstBytes >= content.length ? 0 : firstBytes;
      const id = randomUUID();
      await server.call('POST /api/attachments', a.token, { id, name: 'a.bin', bytes: content.length });
      const put = (at: TestServer, offset: number, end: number) =>
        at.call(`PUT /api/attachments/${id}/content?offset=${offset}`, a.token, content.subarray(offset, end));
      if (first > 0) await put(server, 0, first);
      const answers = await Promise.all(
        [server, second, server, second, server].map((at) => put(at, first, content.length)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const kinds = new Set(answers.map(({ body }) => body.data.attachment?.kind));
      expect(kinds.size).toBe(1);
      const [link] = await linksOf(a, [id]);
      const stored = Buffer.from(await (await fetch(server.url + link.url)).arrayBuffer());
      if (kinds.has('file')) expect(stored.equals(content)).toBe(true);
      expect(existsSync(files.uploadPath(id))).toBe(false);
    }
  });

  it('that was complete before a crash is examined when its last piece comes again', async () => {
    const [a] = pair();
    const id = randomUUID();
    await server.call('POST /api/attachments', a.token, { id, name: 'a.txt', bytes: 5 });
    await files.writePiece(id, 0, text(5));
    await sql`UPDATE attachments SET received = 5 WHERE id = ${id}`.execute(server.database.db);
    const { body } = await server.call(`PUT /api/attachments/${id}/content?offset=0`, a.token, text(5));
    expect(body.data.attachment).toMatchObject({ kind: 'file', bytes: 5 });
  });

  it('that was moved before a crash but not recorded is examined again', async () => {
    const [a] = pair();
    const { id } = await upload(server, a, text(5), 'a.txt');
    await sql`UPDATE attachments SET kind = NULL WHERE id = ${id}`.execute(server.database.db);
    const { status, body } = await second.call(`PUT /api/attachments/${id}/content?offset=0`, a.token, text(5));
    expect([status, body.data?.attachment]).toEqual([200, { id, kind: 'file', name: 'a.txt', bytes: 5 }]);
    const [link] = await linksOf(a, [id]);
    expect(await (await fetch(server.url + link.url)).text()).toBe('xxxxx');
  });

  it('is refused for a wrong size, an invalid body or another member', async () => {
    const [a, b] = pair();
    const id = randomUUID();
    const begin = (body: object) => server.call('POST /api/attachments', a.token, { id, name: 'a', bytes: 5, ...body });
    for (const wrong of [
      { bytes: 0 },
      { bytes: chatLimits.attachmentMaxBytes + 1 },
      { bytes: 1.5 },
      { name: ' \u200b' },
      { name: 'n'.repeat(chatLimits.attachmentNameMaxChars + 1) },
      { id: 'a' },
      { id: '../../../../etc/passwd' },
    ])
      expect((await begin(wrong)).body.code).toBe('INVALID');
    await begin({});
    const put = (member: AddedMember, body: unknown, offset: number | string = 0) =>
      server.call(`PUT /api/attachments/${id}/content?offset=${offset}`, member.token, body);
    expect((await put(a, text(6))).body.code).toBe('INVALID');
    expect((await put(a, new Uint8Array(0))).body.code).toBe('INVALID');
    expect((await put(a, text(5), -1)).body.code).toBe('INVALID');
    expect((await put(a, { some: 'JSON' })).body).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'The request must be application/octet-stream.',
    });
    expect((await put(a, text(chatLimits.attachmentPieceBytes + 1))).body.code).toBe('TOO_LARGE');
    expect((await put(b, text(5))).body.code).toBe('NOT_FOUND');
    expect((await server.call('POST /api/attachments', b.token, { id, name: 'a', bytes: 5 })).body.code).toBe(
      'NOT_FOUND',
    );
    expect((await server.call(`DELETE /api/attachments/${id}`, b.token)).body.code).toBe('NOT_FOUND');
    expect((await server.call('POST /api/messages', a.token, text(5))).body).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'The request must be JSON.',
    });
  });

  it('is dropped with its content', async () => {
    const [a] = pair();
    const { id } = await upload(server, a, text());
    const kept = join(server.config.filesDir, 'kept', id.slice(0, 2), id);
    expect(existsSync(kept)).toBe(true);
    expect((await server.call(`DELETE /api/attachments/${id}`, a.token)).body.data).toEqual({ id });
    expect(existsSync(kept)).toBe(false);
    expect((await server.call(`DELETE /api/attachments/${id}`, a.token)).body.code).toBe('NOT_FOUND');
  });

  it('that cannot be dropped now can be later, and leaves no file behind', async () => {
    const [a] = pair();
    const { id } = await upload(server, a, text());
    // A folder in the file's place keeps the server from removing it, as a crash would.
    await mkdir(join(files.uploadPath(id), 'in the way'), { recursive: true });
    expect((await server.call(`DELETE /api/attachments/${id}`, a.token)).status).toBe(500);
    await rm(files.uploadPath(id), { recursive: true });
    expect((await server.call(`DELETE /api/attachments/${id}`, a.token)).status).toBe(200);
    expect(existsSync(join(server.config.filesDir, 'kept', id.slice(0, 2), id))).toBe(false);
  });

  it('is stored whole by two servers at the same time, also under one process id', async () => {
    const id = randomUUID();
    await Promise.all(Array.from({ length: 8 }, () => files.store(id, 'full', text(200_000))));
    const kept = await files.read(id, 'full');
    kept?.content.destroy();
    expect(kept?.bytes).toBe(200_000);
  });

  it('is limited in number and total size per member, even for concurrent uploads', async () => {
    const [a, b] = pair();
    const begin = (member: AddedMember, bytes: number) =>
      server.call('POST /api/attachments', member.token, { id: randomUUID(), name: 'a', bytes });
    const many = await Promise.all(Array.from({ length: chatServerLimits.unnamedUploadsMax + 5 }, () => begin(a, 1)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(chatServerLimits.unnamedUploadsMax);
    const refused = many.filter(({ body }) => body.code === 'STORAGE_FULL');
    expect(refused).toHaveLength(5);
    for (const { headers, body } of refused) {
      expect(body.message).toBe('You have 40 unsent files. Send or remove some, or try again tomorrow.');
      // Waiting a moment does not help.
      expect(headers.get('retry-after')).toBeNull();
    }
    const most = chatServerLimits.memberFilesMaxBytes / chatLimits.attachmentMaxBytes;
    const large = await Promise.all(Array.from({ length: most + 3 }, () => begin(b, chatLimits.attachmentMaxBytes)));
    expect(large.filter(({ status }) => status === 200)).toHaveLength(most);
    const beyond = large.filter(({ body }) => body.code === 'STORAGE_FULL');
    expect(beyond).toHaveLength(3);
    for (const { body } of beyond) expect(body.message).toContain('Remove unsent ones, or delete messages with files');
  });
});
