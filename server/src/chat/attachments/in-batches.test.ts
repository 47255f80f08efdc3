import { randomUUID } from 'node:crypto';
import { startAttachmentServers } from '@sangam/testing/chat/attachment-servers';
import { text, upload } from '@sangam/testing/chat/uploads';
import { recordStatements } from '@sangam/testing/database/statements';
import type { AddedMember } from '@sangam/testing/members';
import type { TestServer } from '@sangam/testing/test-server';
import { expect, inject, it } from 'vitest';

const { server, second, pair, write, acquaint, thread } = await startAttachmentServers(30);

const uploaded = async (by: AddedMember) => (await upload(server, by, text())).id;
const contents = async (a: AddedMember, b: AddedMember): Promise<string[]> =>
  (await thread(a, b)).map(({ content }: { content: string }) => content);

/** Sends many messages at once over one socket, so that they are written in one or two batches. */
async function sendAll(from: AddedMember, bodies: readonly object[], at: TestServer = server) {
  const socket = await at.connect(from);
  const answers = await Promise.all(
    bodies.map((body) => socket.emitWithAck('message:send', { client_id: randomUUID(), content: 'See', ...body })),
  );
  socket.disconnect();
  return answers.map((answer: { ok: boolean; error?: { code: string } }) => (answer.ok ? 'sent' : answer.error?.code));
}

it('a reply and a message with files take as many statements as a plain one', async () => {
  const [a, b] = pair();
  await acquaint(a, b);
  const file = await uploaded(a);
  const send = (more: object) =>
    server.call('POST /api/messages', a.token, { receiver_id: b.id, content: 'Hi', client_id: randomUUID(), ...more });
  const count = async (more: object) => (await recordStatements(() => send(more))).statements.length;
  const plain = await count({});
  expect([await count({ reply_to: 1 }), await count({ attachment_ids: [file] })]).toEqual([plain, plain]);
  const { rows } = await server.database.pool.query(
    `SELECT a.low_id, a.high_id, a.sent_at = m.created_at AS is_dated, a.unnamed_at, m.attachments->0->>'id' = a.id::text AS is_named
     FROM attachments a JOIN messages m ON m.conversation_id = a.conversation_id AND m.seq = a.seq WHERE a.id = $1`,
    [file],
  );
  const [low_id, high_id] = [Math.min(a.id, b.id), Math.max(a.id, b.id)];
  expect(rows).toEqual([{ low_id, high_id, is_dated: true, unnamed_at: null, is_named: true }]);
});

it('a wrong file or reply among many messages refuses that message alone, and keeps the others in order', async () => {
  const [a, b] = pair();
  const [c] = pair();
  await acquaint(a, b);
  await acquaint(a, c);
  const [mine, theirs] = [await uploaded(a), await uploaded(b)];
  const to = (member: AddedMember, content: string, more: object = {}) => ({
    receiver_id: member.id,
    content,
    ...more,
  });
  const answers = await sendAll(a, [
    to(b, '1'),
    to(c, '1', { reply_to: 2 }),
    to(b, '2', { attachment_ids: [theirs] }),
    to(b, '3', { reply_to: 50 }),
    to(c, '2', { reply_to: 50 }),
    to(b, '4', { attachment_ids: [mine], reply_to: 1 }),
    to(b, '5', { attachment_ids: [mine, theirs] }),
    to(c, '3', { attachment_ids: [randomUUID()] }),
    to(b, '6'),
    to(c, '4'),
  ]);
  const missing = 'NOT_FOUND';
  expect(answers).toEqual(['sent', 'sent', missing, 'INVALID', 'INVALID', 'sent', missing, missing, 'sent', 'sent']);
  expect((await contents(b, a)).slice(2)).toEqual(['1', '4', '6']);
  expect((await contents(c, a)).slice(2)).toEqual(['1', '4']);
  expect((await thread(b, a))[3]).toMatchObject({ reply_to: 1, attachments: [{ id: mine, kind: 'file', bytes: 20 }] });
});

it('only one message gets a file, however many name it at once in one conversation or several, on two servers', async () => {
  const [a, b] = pair();
  const [c] = pair();
  await acquaint(a, b);
  await acquaint(a, c);
  for (let round = 0; round < 8; round += 1) {
    const file = await uploaded(a);
    const bodies = [b, c, b, c].map(({ id }) => ({ receiver_id: id, attachment_ids: [file] }));
    const answers = (await Promise.all([sendAll(a, bodies), sendAll(a, bodies, second)])).flat();
    expect(answers.toSorted()).toEqual([...Array<string>(7).fill('NOT_FOUND'), 'sent']);
    const named = [...(await thread(a, b)), ...(await thread(a, c))].filter(({ attachments }) =>
      attachments?.some(({ id }: { id: string }) => id === file),
    );
    expect(named).toHaveLength(1);
  }
});

it('a file that is deleted while it is sent is either in the message or gone', async () => {
  const [a, b] = pair();
  await acquaint(a, b);
  const outcomes = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const file = await uploaded(a);
    const [sent, deleted] = await Promise.all([
      write(a, b, [file]),
      second.call(`DELETE /api/attachments/${file}`, a.token),
    ]);
    outcomes.add(`${sent.status} ${deleted.status}`);
    const { rows } = await server.database.pool.query('SELECT seq FROM attachments WHERE id = $1', [file]);
    expect(rows.length).toBe(sent.status === 201 ? 1 : 0);
  }
  for (const outcome of outcomes) expect(['201 404', '404 200']).toContain(outcome);
});

it.runIf(inject('template').kind === 'postgres')(
  'a file that the sweeper holds makes its own message wait, and no other',
  async () => {
    const [a, b] = pair();
    const [c] = pair();
    await acquaint(a, b);
    await acquaint(a, c);
    const file = await uploaded(a);
    const sweeper = await server.database.pool.connect();
    await sweeper.query('BEGIN');
    await sweeper.query('SELECT FROM attachments WHERE id = $1 FOR UPDATE', [file]);
    const withFile = write(a, b, [file]);
    expect((await write(c, a)).status).toBe(201);
    await sweeper.query('DELETE FROM attachments WHERE id = $1', [file]);
    await sweeper.query('COMMIT');
    sweeper.release();
    expect((await withFile).body.code).toBe('NOT_FOUND');
  },
);
