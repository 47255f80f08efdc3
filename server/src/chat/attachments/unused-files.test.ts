import { randomUUID } from 'node:crypto';
import { chatLimits, chatServerLimits } from '@sangam/shared/chat/limits';
import { hourMs } from '@sangam/shared/core/limits';
import { trustServerLimits } from '@sangam/shared/trust/limits';
import { startAttachmentServers } from '@sangam/testing/chat/attachment-servers';
import { text, upload } from '@sangam/testing/chat/uploads';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

const { server, second, clock, pair, write, acquaint, linksOf, isKept, sweep } = await startAttachmentServers(16);

it('deletes files that no message names after a day, and no others', async () => {
  const [a, b] = pair();
  await acquaint(a, b);
  const named = (await upload(server, a, text())).id;
  await write(a, b, [named]);
  const unnamed = (await upload(server, a, text())).id;
  await sweep(clock.atMs + chatServerLimits.unnamedUploadMs);
  expect([await isKept(named), await isKept(unnamed)]).toEqual([true, true]);
  await sweep(clock.atMs + chatServerLimits.unnamedUploadMs + 2 * hourMs);
  expect([await isKept(named), await isKept(unnamed)]).toEqual([true, false]);
  expect((await write(a, b, [unnamed])).body.code).toBe('NOT_FOUND');
  const [link] = await linksOf(b, [named]);
  expect((await fetch(server.url + link.url)).status).toBe(200);
});

it('accepts no more pieces of an upload after a day, even if its file is still there, and starts it again', async () => {
  const [a] = pair();
  const id = randomUUID();
  const begin = () => server.call('POST /api/attachments', a.token, { id, name: 'data.bin', bytes: 8 });
  const put = (offset: number, piece: Buffer) =>
    server.call(`PUT /api/attachments/${id}/content?offset=${offset}`, a.token, piece);
  const startMs = clock.atMs;
  await begin();
  clock.atMs = startMs + chatServerLimits.unnamedUploadMs - 1;
  expect((await put(0, Buffer.from('half'))).body.data).toMatchObject({ received: 4 });
  clock.atMs += 1;
  expect((await put(4, Buffer.from('rest'))).body.code).toBe('NOT_FOUND');
  expect((await begin()).body.data).toMatchObject({ received: 0 });
  await put(0, Buffer.from('half'));
  expect((await put(4, Buffer.from('rest'))).body.data.attachment).toMatchObject({ kind: 'file', bytes: 8 });
  clock.atMs = startMs;
});

it('keeps reported files for 30 days for moderators alone, even if their message is deleted', async () => {
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

  await sweep(clock.atMs + trustServerLimits.reportedFileKeptMs - 60_000);
  expect(await linksOf(moderator, [id])).toHaveLength(1);
  await sweep(clock.atMs + trustServerLimits.reportedFileKeptMs + 60_000);
  expect(await linksOf(moderator, [id])).toEqual([]);
});

it('keeps a deleted message’s files for 30 days like its text, for a later report and nobody else', async () => {
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
  for (const member of [a, b, moderator]) expect(await linksOf(member, [reported, other])).toEqual([]);
  // The sender can no longer delete it before a report.
  expect((await server.call(`DELETE /api/attachments/${reported}`, a.token)).body.code).toBe('NOT_FOUND');
  expect((await write(a, b, [reported])).body.code).toBe('NOT_FOUND');

  const deletedAtMs = clock.atMs;
  await sweep(deletedAtMs + chatServerLimits.replacedWordsKeptMs - 60_000);
  expect([await isKept(reported), await isKept(other)]).toEqual([true, true]);
  const reportedAtMs = deletedAtMs + 20 * hourMs;
  clock.atMs = reportedAtMs;
  const report = await server.call('POST /api/reports', b.token, { kind: 'message', id: a.id, seq: 3, reason: 'spam' });
  const { body } = await server.call(`GET /api/moderation/reports/${report.body.data.id}`, moderator.token);
  const reportedMessage = body.data.reports[0].evidence.messages.find(({ seq }: { seq: number }) => seq === 3);
  expect(reportedMessage).toMatchObject({ content: 'See', attachments: [{ id: reported, name: 'threat.txt' }] });
  const links = await linksOf(moderator, [reported, other]);
  clock.atMs = deletedAtMs;
  expect(links.map(({ id }: { id: string }) => id)).toEqual([reported]);

  await sweep(deletedAtMs + chatServerLimits.replacedWordsKeptMs + 60_000);
  expect([await isKept(reported), await isKept(other)]).toEqual([true, false]);
  await sweep(reportedAtMs + trustServerLimits.reportedFileKeptMs + 60_000);
  expect(await isKept(reported)).toBe(false);
});

it('does not count files of deleted messages against the limit of unnamed uploads', async () => {
  const [a, b] = pair();
  await acquaint(a, b);
  const socket = await server.connect(a);
  for (let n = 0; n < chatServerLimits.unnamedUploadsMax / chatLimits.attachmentsMax; n += 1) {
    const files = Array.from({ length: chatLimits.attachmentsMax }, async () => (await upload(server, a, text())).id);
    const { body } = await write(a, b, await Promise.all(files));
    await socket.emitWithAck('message:delete', { user_id: b.id, seq: body.data.seq, client_id: randomUUID() });
  }
  expect((await upload(server, a, text())).status).toBe(200);
});
