import { randomUUID } from 'node:crypto';
import { chatLimits } from '@sangam/shared/chat/limits';
import { dayMs } from '@sangam/shared/core/limits';
import { startAttachmentServers } from '@sangam/testing/chat/attachment-servers';
import { text, upload } from '@sangam/testing/chat/uploads';
import type { AddedMember } from '@sangam/testing/members';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

const { server, second, clock, files, pair, write, acquaint, linksOf, thread } = await startAttachmentServers(20);

describe('a message with attachments', () => {
  it('shows its attachments in order to both members, live, in the thread and in the answer to a retry', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const ids = [(await upload(server, a, text(3), 'b.txt')).id, (await upload(second, a, text(4), 'a.txt')).id];
    const received: unknown[] = [];
    (await second.connect(b)).on('message:new', (message) => received.push(message));
    const client_id = randomUUID();
    const sent = await write(a, b, ids, { clientId: client_id });
    const attachments = [
      { id: ids[0], kind: 'file', name: 'b.txt', bytes: 3 },
      { id: ids[1], kind: 'file', name: 'a.txt', bytes: 4 },
    ];
    expect([sent.status, sent.body.data]).toMatchObject([201, { seq: 3, attachments }]);
    for (const member of [a, b])
      expect((await thread(member, member === a ? b : a)).at(-1)).toMatchObject({ seq: 3, attachments });
    const repeated = await write(a, b, ids, { at: second, clientId: client_id });
    expect([repeated.status, repeated.body.data]).toMatchObject([201, { id: sent.body.data.id, attachments }]);
    expect(await thread(a, b)).toHaveLength(3);
  });

  it('is stored only if it names complete uploads of its sender that no other message names', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const mine = (await upload(server, a, text())).id;
    const theirs = (await upload(server, b, text())).id;
    const half = randomUUID();
    await server.call('POST /api/attachments', a.token, { id: half, name: 'a', bytes: 5 });
    for (const ids of [[theirs], [half], [randomUUID()], [mine, theirs]])
      expect((await write(a, b, ids)).body.code).toBe('NOT_FOUND');
    for (const ids of [[], [mine, mine], Array.from({ length: chatLimits.attachmentsMax + 1 }, () => randomUUID())])
      expect((await write(a, b, ids)).body.code).toBe('INVALID');
    const [first, other] = await Promise.all([write(a, b, [mine]), write(a, b, [mine], { at: second })]);
    expect([first.status, other.status].toSorted()).toEqual([201, 404]);
    expect((await server.call(`DELETE /api/attachments/${mine}`, a.token)).body.code).toBe('NOT_FOUND');
    expect(await thread(a, b)).toHaveLength(3);
  });

  it('has no attachments once deleted, and nobody can read them', async () => {
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

  it('keeps its place among messages sent concurrently', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const socket = await server.connect(a);
    const { id } = await upload(server, a, text());
    const send = (content: string, attachment_ids?: string[]) =>
      socket.emitWithAck('message:send', {
        receiver_id: b.id,
        content,
        client_id: randomUUID(),
        ...(attachment_ids ? { attachment_ids } : {}),
      });
    await Promise.all([send('1'), send('2'), send('3', [id]), send('4'), send('5')]);
    const stored: { content: string }[] = await thread(b, a);
    expect(stored.slice(2).map(({ content }) => content)).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('a file’s address', () => {
  const sentBy = async (a: AddedMember, b: AddedMember) => {
    await acquaint(a, b);
    const { id } = await upload(server, a, Buffer.from('<script>alert(1)</script>'), 'Résumé "1".html');
    await write(a, b, [id]);
    return id;
  };

  it('is given to both members, works on any server, and downloads the file unchanged', async () => {
    const [a, b] = pair();
    const id = await sentBy(a, b);
    for (const member of [a, b]) {
      const [link] = await linksOf(member, [id]);
      const response = await fetch(second.url + link.url);
      expect(await response.text()).toBe('<script>alert(1)</script>');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': "attachment; filename*=UTF-8''R%C3%A9sum%C3%A9%20%221%22.html",
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
    }
  });

  it('is given to nobody else, and cannot be forged', async () => {
    const [a, b] = pair();
    const [c] = pair();
    const id = await sentBy(a, b);
    const unsent = (await upload(server, a, text())).id;
    expect(await linksOf(c, [id, unsent, randomUUID()])).toEqual([]);
    const noId = `GET /api/attachments/links?ids=${'a'.repeat(36)}`;
    expect((await server.call(noId, c.token)).body.code).toBe('INVALID');
    expect(await linksOf(b, [unsent])).toEqual([]);
    const [{ url }] = await linksOf(a, [id]);
    for (const wrong of [
      url.replace(`m=${a.id}`, `m=${c.id}`),
      url.replace(/in=[\w-]+/u, `in=${randomUUID()}`),
      url.replace(/&in=[\w-]+/u, ''),
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

  it('ends with the session that it was given to, on any server', async () => {
    const [a, b] = pair();
    const id = await sentBy(a, b);
    const [ofA] = await linksOf(a, [id]);
    const [ofB] = await linksOf(b, [id]);
    const status = async (url: string) => (await fetch(second.url + url)).status;
    expect((await server.call('POST /api/auth/logout', b.token)).status).toBe(200);
    expect([await status(ofA.url), await status(ofB.url)]).toEqual([200, 404]);
  });

  it('expires after a time, and with the session, the account and the file', async () => {
    const [a, b] = pair();
    const id = await sentBy(a, b);
    const [link] = await linksOf(b, [id]);
    const status = async () => (await fetch(server.url + link.url)).status;
    expect(await status()).toBe(200);
    await sql`UPDATE users SET suspended_at = now() WHERE id = ${b.id}`.execute(server.database.db);
    expect(await status()).toBe(404);
    await sql`UPDATE users SET suspended_at = NULL WHERE id = ${b.id}`.execute(server.database.db);
    const endSession = (ms: number) =>
      sql`UPDATE sessions SET expires_at = ${new Date(ms)} WHERE user_id = ${b.id}`.execute(server.database.db);
    await endSession(clock.atMs);
    expect(await status()).toBe(404);
    await endSession(clock.atMs + dayMs);
    expect(await status()).toBe(200);
    const before = clock.atMs;
    clock.atMs = Date.parse(link.until);
    expect(await status()).toBe(404);
    clock.atMs = before;
    await files.remove(id);
    expect(await status()).toBe(404);
  });
});
