import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { limits, serverLimits } from '@sangam/shared/rules/limits';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { upload } from '@sangam/testing/uploads';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.js';
import { createSweeper } from '../sweeper/sweeper.js';
import { folderStore } from './attachments.js';

/** Two servers on one database and one folder. */
let server: TestServer;
let second: TestServer;
let members: AddedMember[];
let nowMs = Date.now();
const clock = { ...systemClock, nowMs: () => nowMs };
beforeAll(async () => {
  server = await startTestServer({ clock });
  second = await startTestServer({ beside: server, clock });
  members = await addMembers(server.database, 40, server.jwtSecret);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const pair = () => members.splice(0, 2) as [AddedMember, AddedMember];
const write = (from: AddedMember, to: AddedMember, attachment_ids?: string[], at = server, client_id = randomUUID()) =>
  at.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'See', client_id, attachment_ids });
const acquaint = async (a: AddedMember, b: AddedMember) => {
  await write(a, b);
  await write(b, a);
};
const filesOf = () => folderStore(server.config.filesDir);
const sweep = (atMs: number) =>
  createSweeper({
    ...{ db: server.database.db, log: pino({ level: 'silent' }), files: filesOf() },
    clock: { ...systemClock, nowMs: () => atMs },
  }).sweep();
const text = (length = 20) => Buffer.from('x'.repeat(length));
const linksOf = async (who: AddedMember, ids: readonly string[], at = server) =>
  (await at.call(`GET /api/attachments/links?ids=${ids.join(',')}`, who.token)).body.data.links;
const thread = async (who: AddedMember, other: AddedMember) =>
  (await server.call(`GET /api/messages/conversation/${other.id}`, who.token)).body.data.messages;

describe('an upload', () => {
  it('comes in pieces, to any server, and goes on where it was cut', async () => {
    const [a] = pair();
    const content = randomBytes(limits.attachmentPieceBytes + 10);
    const id = randomUUID();
    const begin = { id, name: '  data.bin ', bytes: content.length };
    const put = (at: TestServer, offset: number, end: number) =>
      at.call(`PUT /api/attachments/${id}/content?offset=${offset}`, a.token, content.subarray(offset, end));
    expect((await server.call('POST /api/attachments', a.token, begin)).body.data).toMatchObject({ received: 0 });
    await put(server, 0, limits.attachmentPieceBytes);
    // The answer was lost: what has arrived is not taken again, and a new start finds it.
    const again = await put(second, 0, limits.attachmentPieceBytes);
    expect(again.body.data).toEqual({
      ...{ id, bytes: content.length, received: limits.attachmentPieceBytes },
      attachment: null,
    });
    expect((await second.call('POST /api/attachments', a.token, begin)).body.data).toEqual(again.body.data);
    const whole = await put(second, limits.attachmentPieceBytes, content.length);
    const attachment = { id, kind: 'file', name: 'data.bin', bytes: content.length };
    expect(whole.body.data).toEqual({ id, bytes: content.length, received: content.length, attachment });
    const [link] = await linksOf(a, [id]);
    expect(Buffer.from(await (await fetch(server.url + link.url)).arrayBuffer())).toEqual(content);
  });

  it('that arrived whole before a crash is looked at when its last piece comes again', async () => {
    const [a] = pair();
    const id = randomUUID();
    await server.call('POST /api/attachments', a.token, { id, name: 'a.txt', bytes: 5 });
    await filesOf().writePiece(id, 0, text(5));
    await sql`UPDATE attachments SET received = 5 WHERE id = ${id}`.execute(server.database.db);
    const { body } = await server.call(`PUT /api/attachments/${id}/content?offset=0`, a.token, text(5));
    expect(body.data.attachment).toMatchObject({ kind: 'file', bytes: 5 });
  });

  it('is refused beyond its size, in what it is and who sends it', async () => {
    const [a, b] = pair();
    const id = randomUUID();
    const begin = (body: object) => server.call('POST /api/attachments', a.token, { id, name: 'a', bytes: 5, ...body });
    for (const wrong of [
      { bytes: 0 },
      { bytes: limits.attachmentMaxBytes + 1 },
      { bytes: 1.5 },
      { name: ' \u200b' },
      { name: 'n'.repeat(limits.attachmentNameMaxChars + 1) },
      { id: 'a' },
      { id: '../../../../etc/passwd' },
    ])
      expect((await begin(wrong)).body.code).toBe('INVALID');
    await begin({});
    const put = (who: AddedMember, body: unknown, offset: number | string = 0) =>
      server.call(`PUT /api/attachments/${id}/content?offset=${offset}`, who.token, body);
    expect((await put(a, text(6))).body.code).toBe('INVALID');
    expect((await put(a, new Uint8Array(0))).body.code).toBe('INVALID');
    expect((await put(a, text(5), -1)).body.code).toBe('INVALID');
    expect((await put(a, { some: 'JSON' })).body).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'The request must be application/octet-stream.',
    });
    expect((await put(a, text(limits.attachmentPieceBytes + 1))).body.code).toBe('TOO_LARGE');
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

  it('is bounded: so many without a message, and so much of a member, at once as well', async () => {
    const [a, b] = pair();
    const begin = (who: AddedMember, bytes: number) =>
      server.call('POST /api/attachments', who.token, { id: randomUUID(), name: 'a', bytes });
    const many = await Promise.all(Array.from({ length: serverLimits.unnamedUploadsMax + 5 }, () => begin(a, 1)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(serverLimits.unnamedUploadsMax);
    expect(many.filter(({ body }) => body.code === 'RATE_LIMITED')).toHaveLength(5);
    const most = serverLimits.memberFilesMaxBytes / limits.attachmentMaxBytes;
    const large = await Promise.all(Array.from({ length: most + 3 }, () => begin(b, limits.attachmentMaxBytes)));
    expect(large.filter(({ status }) => status === 200)).toHaveLength(most);
    expect(large.filter(({ body }) => body.code === 'STORAGE_FULL')).toHaveLength(3);
  });
});

describe('a message with attachments', () => {
  it('names them in order, to both, live and in the thread, and again to a retry', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const ids = [(await upload(server, a, text(3), 'b.txt')).id, (await upload(second, a, text(4), 'a.txt')).id];
    const heard: unknown[] = [];
    (await second.connect(b)).on('message:new', (message) => heard.push(message));
    const client_id = randomUUID();
    const sent = await write(a, b, ids, server, client_id);
    const attachments = [
      { id: ids[0], kind: 'file', name: 'b.txt', bytes: 3 },
      { id: ids[1], kind: 'file', name: 'a.txt', bytes: 4 },
    ];
    expect([sent.status, sent.body.data]).toMatchObject([201, { seq: 3, attachments }]);
    for (const who of [a, b])
      expect((await thread(who, who === a ? b : a)).at(-1)).toMatchObject({ seq: 3, attachments });
    const again = await write(a, b, ids, second, client_id);
    expect([again.status, again.body.data]).toMatchObject([201, { id: sent.body.data.id, attachments }]);
    expect(await thread(a, b)).toHaveLength(3);
  });

  it('names only whole uploads of its sender that no other message names, or is not stored', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const mine = (await upload(server, a, text())).id;
    const theirs = (await upload(server, b, text())).id;
    const half = randomUUID();
    await server.call('POST /api/attachments', a.token, { id: half, name: 'a', bytes: 5 });
    for (const ids of [[theirs], [half], [randomUUID()], [mine, theirs]])
      expect((await write(a, b, ids)).body.code).toBe('NOT_FOUND');
    for (const ids of [[], [mine, mine], Array.from({ length: limits.attachmentsMax + 1 }, () => randomUUID())])
      expect((await write(a, b, ids)).body.code).toBe('INVALID');
    const [first, other] = await Promise.all([write(a, b, [mine], server), write(a, b, [mine], second)]);
    expect([first.status, other.status].toSorted()).toEqual([201, 404]);
    expect((await server.call(`DELETE /api/attachments/${mine}`, a.token)).body.code).toBe('NOT_FOUND');
    expect(await thread(a, b)).toHaveLength(3);
  });

  it('that is deleted has none, and nobody reads them any more', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const { id } = await upload(server, a, text());
    await write(a, b, [id]);
    const [link] = await linksOf(b, [id]);
    const act = { user_id: b.id, seq: 3, client_id: randomUUID() };
    const deleted = await (await second.connect(a)).emitWithAck('message:delete', act);
    expect(deleted).toMatchObject({ ok: true });
    expect((await thread(b, a)).at(-1)).not.toHaveProperty('attachments');
    expect(await linksOf(b, [id])).toEqual([]);
    expect((await fetch(server.url + link.url)).status).toBe(404);
  });

  it('keeps its place among those that are sent around it, at once', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const socket = await server.connect(a);
    const { id } = await upload(server, a, text());
    const send = (content: string, attachment_ids?: string[]) =>
      socket.emitWithAck('message:send', {
        ...{ receiver_id: b.id, content, client_id: randomUUID() },
        ...(attachment_ids ? { attachment_ids } : {}),
      });
    await Promise.all([send('1'), send('2'), send('3', [id]), send('4'), send('5')]);
    const stored: { content: string }[] = await thread(b, a);
    expect(stored.slice(2).map(({ content }) => content)).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('an address of a file', () => {
  const sentBy = async (a: AddedMember, b: AddedMember) => {
    await acquaint(a, b);
    const { id } = await upload(server, a, Buffer.from('<script>alert(1)</script>'), 'Résumé "1".html');
    await write(a, b, [id]);
    return id;
  };

  it('is given to both members, works on any server, and downloads as it is', async () => {
    const [a, b] = pair();
    const id = await sentBy(a, b);
    for (const who of [a, b]) {
      const [link] = await linksOf(who, [id]);
      const response = await fetch(second.url + link.url);
      expect(await response.text()).toBe('<script>alert(1)</script>');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': "attachment; filename*=UTF-8''R%C3%A9sum%C3%A9%20%221%22.html",
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/u),
      });
    }
  });

  it('is given to nobody else, and nobody makes one', async () => {
    const [a, b] = pair();
    const [c] = pair();
    const id = await sentBy(a, b);
    const unsent = (await upload(server, a, text())).id;
    expect(await linksOf(c, [id, unsent, randomUUID()])).toEqual([]);
    expect(await linksOf(b, [unsent])).toEqual([]);
    const [{ url }] = await linksOf(a, [id]);
    for (const wrong of [
      url.replace(`m=${a.id}`, `m=${c.id}`),
      url.replace(/until=(\d)/u, 'until=9$1'),
      url.replace('file.bin', 'full.webp'),
      url.replace(id, unsent),
      url.replace(/s=.*/u, 's='),
      url.split('?')[0],
      `/files/${id}/..%2f..%2fjwt-secret?m=${a.id}`,
      `/files/..%2f..%2fjwt-secret/file.bin?${url.split('?')[1]}`,
      `${url}&m=1&m=2`,
    ])
      expect([wrong, (await fetch(server.url + wrong)).status]).toEqual([wrong, 404]);
  });

  it('ends with its time, with the account, and where the file is not there', async () => {
    const [a, b] = pair();
    const id = await sentBy(a, b);
    const [link] = await linksOf(b, [id]);
    const status = async () => (await fetch(server.url + link.url)).status;
    expect(await status()).toBe(200);
    await sql`UPDATE users SET suspended_at = now() WHERE id = ${b.id}`.execute(server.database.db);
    expect(await status()).toBe(404);
    await sql`UPDATE users SET suspended_at = NULL WHERE id = ${b.id}`.execute(server.database.db);
    const before = nowMs;
    nowMs = Date.parse(link.until);
    expect(await status()).toBe(404);
    nowMs = before;
    await filesOf().remove(id);
    expect(await status()).toBe(404);
  });
});

it('what no message names is collected after a day, and nothing else', async () => {
  const [a, b] = pair();
  await acquaint(a, b);
  const named = (await upload(server, a, text())).id;
  await write(a, b, [named]);
  const unnamed = (await upload(server, a, text())).id;
  const isKept = async (id: string) =>
    (await filesOf()
      .read(id, 'file')
      .then((file) => file?.content.destroy())) !== undefined;
  await sweep(nowMs + serverLimits.unnamedUploadMs);
  expect([await isKept(named), await isKept(unnamed)]).toEqual([true, true]);
  await sweep(nowMs + serverLimits.unnamedUploadMs + 2 * 3_600_000);
  expect([await isKept(named), await isKept(unnamed)]).toEqual([true, false]);
  expect((await write(a, b, [unnamed])).body.code).toBe('NOT_FOUND');
  const [link] = await linksOf(b, [named]);
  expect((await fetch(server.url + link.url)).status).toBe(200);
});

it('what is reported is in the evidence, read by moderators alone, and kept for 30 days though its message is deleted', async () => {
  const [a, b] = pair();
  const [moderator, stranger] = pair();
  await sql`INSERT INTO moderators (user_id, by_setting) VALUES (${moderator.id}, false)`.execute(server.database.db);
  await acquaint(a, b);
  const { id } = await upload(server, a, text(), 'threat.txt');
  await write(a, b, [id]);
  expect(await linksOf(moderator, [id])).toEqual([]);
  const report = await server.call('POST /api/reports', b.token, { kind: 'message', id: a.id, seq: 3, reason: 'spam' });
  expect(report.status).toBe(200);
  const act = { user_id: b.id, seq: 3, client_id: randomUUID() };
  expect(await (await server.connect(a)).emitWithAck('message:delete', act)).toMatchObject({ ok: true });

  const { body } = await server.call(`GET /api/moderation/reports/${report.body.data.id}`, moderator.token);
  const { messages } = body.data.reports[0].evidence;
  expect(messages.at(-1).attachments).toMatchObject([{ id, name: 'threat.txt' }]);
  const [link] = await linksOf(moderator, [id], second);
  expect(await (await fetch(server.url + link.url)).text()).toBe(text().toString());
  expect(await linksOf(b, [id])).toEqual([]);
  expect(await linksOf(stranger, [id])).toEqual([]);

  await sweep(nowMs + serverLimits.reportedFileKeptMs - 60_000);
  expect(await linksOf(moderator, [id])).toHaveLength(1);
  await sweep(nowMs + serverLimits.reportedFileKeptMs + 60_000);
  expect(await linksOf(moderator, [id])).toEqual([]);
});

it('what a deleted message named is kept for 30 days like its words: for a report that comes later, and for nobody else', async () => {
  const [a, b] = pair();
  const [moderator] = pair();
  await sql`INSERT INTO moderators (user_id, by_setting) VALUES (${moderator.id}, false)`.execute(server.database.db);
  await acquaint(a, b);
  const [reported, other] = [
    (await upload(server, a, text(), 'threat.txt')).id,
    (await upload(server, a, text(), 'other.txt')).id,
  ];
  const socket = await server.connect(a);
  for (const [index, id] of [reported, other].entries()) {
    const away = index * 20;
    for (let n = 0; n < away; n += 1) await write(a, b);
    const { body } = await write(a, b, [id]);
    const act = { user_id: b.id, seq: body.data.seq, client_id: randomUUID() };
    expect(await socket.emitWithAck('message:delete', act)).toMatchObject({ ok: true });
  }
  for (const who of [a, b, moderator]) expect(await linksOf(who, [reported, other])).toEqual([]);
  // It is the sender's no more: it cannot be taken out of a report's reach.
  expect((await server.call(`DELETE /api/attachments/${reported}`, a.token)).body.code).toBe('NOT_FOUND');
  expect((await write(a, b, [reported])).body.code).toBe('NOT_FOUND');

  const isThere = async (id: string) =>
    (await filesOf()
      .read(id, 'file')
      .then((file) => file?.content.destroy())) !== undefined;
  const deletedAtMs = nowMs;
  await sweep(deletedAtMs + serverLimits.replacedWordsKeptMs - 60_000);
  expect([await isThere(reported), await isThere(other)]).toEqual([true, true]);
  const reportedAtMs = deletedAtMs + 20 * 3_600_000;
  nowMs = reportedAtMs;
  const report = await server.call('POST /api/reports', b.token, { kind: 'message', id: a.id, seq: 3, reason: 'spam' });
  const { body } = await server.call(`GET /api/moderation/reports/${report.body.data.id}`, moderator.token);
  const said = body.data.reports[0].evidence.messages.find(({ seq }: { seq: number }) => seq === 3);
  expect(said).toMatchObject({ content: 'See', attachments: [{ id: reported, name: 'threat.txt' }] });
  const links = await linksOf(moderator, [reported, other]);
  nowMs = deletedAtMs;
  expect(links.map(({ id }: { id: string }) => id)).toEqual([reported]);

  await sweep(deletedAtMs + serverLimits.replacedWordsKeptMs + 60_000);
  expect([await isThere(reported), await isThere(other)]).toEqual([true, false]);
  await sweep(reportedAtMs + serverLimits.reportedFileKeptMs + 60_000);
  expect(await isThere(reported)).toBe(false);
});

it('deleted messages with files leave room for new uploads', async () => {
  const [a, b] = pair();
  await acquaint(a, b);
  const socket = await server.connect(a);
  for (let n = 0; n < serverLimits.unnamedUploadsMax / limits.attachmentsMax; n += 1) {
    const files = Array.from({ length: limits.attachmentsMax }, async () => (await upload(server, a, text())).id);
    const { body } = await write(a, b, await Promise.all(files));
    await socket.emitWithAck('message:delete', { user_id: b.id, seq: body.data.seq, client_id: randomUUID() });
  }
  expect((await upload(server, a, text())).status).toBe(200);
});
