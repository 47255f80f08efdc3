import { randomUUID } from 'node:crypto';
import type { CallQuery } from '@sangam/shared/app/calls';
import { chatServerLimits } from '@sangam/shared/chat/limits';
import { eventually } from '@sangam/testing/eventually';
import { asha, bina, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

stageForEachTest(['Asha', 'Bina'], { rateLimitFactor: 100 });

const path = (to: TestMember, seq: number) => `/api/messages/conversation/${to.id}/${seq}`;
const write = (content: string, from = asha, to = bina) =>
  server.call('POST /api/messages', from.token, { receiver_id: to.id, content });
const save = (seq: number, { by = bina, to = asha, client_id = randomUUID() as string } = {}) =>
  server.call(`PUT ${path(to, seq)}/saved`, by.token, { client_id });
const remove = (seq: number, { by = bina, to = asha, client_id = randomUUID() as string } = {}) =>
  server.call(`DELETE ${path(to, seq)}/saved`, by.token, { client_id });
const list = async (query: CallQuery<'GET /api/messages/saved'> = {}, by = bina) =>
  (await server.ask(by, 'GET /api/messages/saved', { query })).data;
const seqs = async (query: CallQuery<'GET /api/messages/saved'> = {}, by = bina) =>
  (await list(query, by)).saved.map(({ seq }) => seq);
const refreshed = async (by = bina, query = '') =>
  (await server.call(`GET /api/refresh${query}`, by.token)).body.data.saved;

describe('a saved message', () => {
  it('sent by either member is in the saver’s list in its current form, the last saved first', async () => {
    for (const text of ['one', 'two']) await write(text);
    await write('three', bina, asha);
    for (const seq of [2, 3, 1]) expect((await save(seq)).status).toBe(200);
    await server.call(`PATCH ${path(bina, 2)}`, asha.token, { content: 'TWO', client_id: randomUUID() });
    const { saved, has_more } = await list();
    expect(saved.map(({ seq, sender_id, content }) => [seq, sender_id, content])).toEqual([
      [1, asha.id, 'one'],
      [3, bina.id, 'three'],
      [2, asha.id, 'TWO'],
    ]);
    expect(saved[0]).toMatchObject({ user_id: asha.id, name: 'Asha', saved_at: expect.stringMatching(/Z$/u) });
    expect(has_more).toBe(false);
    expect(await seqs({}, asha)).toEqual([]);
    expect((await remove(3)).body.data).toMatchObject({ user_id: asha.id, seq: 3, saved_at: null });
    expect(await seqs()).toEqual([1, 2]);
  });

  it('leaves no trace in the conversation for either member', async () => {
    await write('one');
    const thread = async (by: TestMember, other: TestMember) => {
      const { body } = await server.call(`GET /api/messages/conversation/${other.id}`, by.token);
      const { messages, last_change, last_seq, read_seq } = body.data;
      const known = messages.map((message: object) => ({ ...message, sender_is_online: 0, last_active: 0 }));
      return { known, last_change, last_seq, read_seq };
    };
    const before = [await thread(asha, bina), await thread(bina, asha)];
    const refreshedBefore = await refreshed(asha);
    await save(1);
    expect([await thread(asha, bina), await thread(bina, asha)]).toEqual(before);
    expect(await refreshed(asha)).toEqual(refreshedBefore);
  });

  it('names its pictures and files', async () => {
    await write('a picture');
    await sql`UPDATE messages SET attachments = ${JSON.stringify([{ id: randomUUID(), kind: 'file', name: 'plan.pdf', bytes: 3 }])}::jsonb
      WHERE sender_id = ${asha.id}`.execute(server.database.db);
    await save(1);
    expect((await list()).saved).toMatchObject([{ attachments: [{ name: 'plan.pdf' }] }]);
  });

  it('is removed with its message for both members, and each member’s devices are notified', async () => {
    await write('one');
    await save(1);
    await save(1, { by: asha, to: bina });
    const sockets = await Promise.all([asha, bina].map((by) => server.connect(by)));
    const pushed = sockets.map((socket) => new Promise((resolve) => socket.once('saved:changed', resolve)));
    await server.call(`DELETE ${path(bina, 1)}`, asha.token, { client_id: randomUUID() });
    expect(await Promise.all(pushed)).toMatchObject([
      { user_id: bina.id, seq: 1, saved_at: null, version: 2 },
      { user_id: asha.id, seq: 1, saved_at: null, version: 2 },
    ]);
    expect([await seqs(), await seqs({}, asha)]).toEqual([[], []]);
    expect(await refreshed()).toEqual({ version: 2, conversations: [] });
    expect((await save(1)).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is hidden after a server of the previous version has deleted it', async () => {
    for (const text of ['one', 'two', 'three']) await write(text);
    for (const seq of [1, 2, 3]) await save(seq);
    await sql`UPDATE messages SET deleted_at = now() WHERE sender_id = ${asha.id} AND seq = 2`.execute(
      server.database.db,
    );
    expect(await list({ limit: 1 })).toMatchObject({ saved: [{ seq: 3 }], has_more: true });
    expect(await seqs()).toEqual([3, 1]);
  });
});

describe('saving', () => {
  it('happens once per key, and answers the current state', async () => {
    await write('one');
    const client_id = randomUUID();
    const first = (await save(1, { client_id })).body.data;
    expect(first).toMatchObject({ user_id: asha.id, seq: 1, saved_at: expect.any(String), version: 1 });
    expect((await save(1, { client_id })).body.data).toEqual({ ...first, version: 2 });
    await remove(1);
    // A late retry does not undo another device’s later act.
    expect((await save(1, { client_id })).body.data).toEqual({ ...first, saved_at: null, version: 4 });
    expect(await seqs()).toEqual([]);
  });

  it('raises the version on a retry, so that a device that missed a change notices', async () => {
    for (const text of ['one', 'two']) await write(text);
    const client_id = randomUUID();
    const versions: number[] = [];
    for (const done of [save(1, { client_id }), save(2), save(1, { client_id }), remove(2), remove(2), save(1)])
      versions.push((await done).body.data.version);
    expect(versions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('a saved message again leaves it in its place', async () => {
    for (const text of ['one', 'two']) await write(text);
    for (const seq of [1, 2, 1]) await save(seq);
    expect(await seqs()).toEqual([2, 1]);
    expect((await remove(2)).body.data.saved_at).toBeNull();
    expect((await remove(2)).status).toBe(200);
  });

  it('from two devices at once saves it once, with consecutive numbers', async () => {
    for (let seq = 1; seq <= 4; seq += 1) await write(`m${seq}`);
    await Promise.all([1, 2, 3, 4, 1, 2, 3, 4].map((seq) => save(seq)));
    expect((await seqs()).toSorted()).toEqual([1, 2, 3, 4]);
    expect(await refreshed()).toMatchObject({ version: 8, conversations: [{ user_id: asha.id, seqs: [1, 2, 3, 4] }] });
  });

  it('refuses a missing message like one in other members’ conversations', async () => {
    const chitra = await server.signUp('Chitra');
    await write('one');
    const absent = await save(2);
    expect(absent.status).toBe(404);
    const body = { ...absent.body, request_id: expect.anything() };
    // A conversation of two other members, of nobody, and of the caller.
    for (const id of [asha.id, bina.id, 999_999, chitra.id])
      for (const verb of ['PUT', 'DELETE'])
        expect(
          (
            await server.call(`${verb} /api/messages/conversation/${id}/1/saved`, chitra.token, {
              client_id: randomUUID(),
            })
          ).body,
        ).toEqual(body);
  });

  it('over the socket notifies the member’s own devices only', async () => {
    await write('one');
    const [phone, laptop, other] = [await server.connect(bina), await server.connect(bina), await server.connect(asha)];
    const received: string[] = [];
    other.onAny((event: string) => received.push(event));
    const pushed = [phone, laptop].map((socket) => new Promise((resolve) => socket.once('saved:changed', resolve)));
    const answer = await phone.emitWithAck('message:save', { user_id: asha.id, seq: 1, client_id: randomUUID() });
    expect(answer).toMatchObject({ ok: true, data: { user_id: asha.id, seq: 1, version: 1 } });
    for (const change of await Promise.all(pushed)) expect({ ok: true, data: change }).toEqual(answer);
    expect(
      await laptop.emitWithAck('message:unsave', { user_id: asha.id, seq: 1, client_id: randomUUID() }),
    ).toMatchObject({ ok: true, data: { saved_at: null, version: 2 } });
    // Any earlier event would arrive before this one.
    await write('two');
    await eventually(() => expect(received).toContain('message:new'));
    expect(received[0]).toBe('message:new');
  });
});

it('saves messages even after a block, a suspension or a deleted account', async () => {
  for (const text of ['one', 'two', 'three', 'four']) await write(text);
  await server.call(`PUT /api/blocks/${bina.id}`, asha.token);
  expect((await save(1)).status).toBe(200);
  await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
  expect((await save(2)).status).toBe(200);
  const { db } = server.database;
  await sql`UPDATE users SET suspended_at = now() WHERE id = ${asha.id}`.execute(db);
  expect((await save(3)).status).toBe(200);
  await sql`UPDATE users SET suspended_at = NULL, deleted_at = now(), name = 'Former member' WHERE id = ${asha.id}`.execute(
    db,
  );
  expect((await save(4)).status).toBe(200);
  expect((await list()).saved.map(({ seq, name }) => [seq, name])).toEqual(
    [4, 3, 2, 1].map((seq) => [seq, 'Former member']),
  );
});

it('limits the number of saved messages, and says so', async () => {
  await write('one');
  await write('two');
  await save(1);
  await sql`INSERT INTO saved_messages (user_id, conversation_id, seq, number, saved_at)
    SELECT ${bina.id}, 0, n, 1 + n, now() FROM generate_series(1, ${chatServerLimits.savedMax - 1}) n`.execute(
    server.database.db,
  );
  await sql`UPDATE saved_versions SET version = ${chatServerLimits.savedMax} WHERE user_id = ${bina.id}`.execute(
    server.database.db,
  );
  expect((await save(2)).body).toMatchObject({
    code: 'INVALID',
    message: `You can save at most ${chatServerLimits.savedMax} messages. Remove some first.`,
  });
  // A message that is saved already may be saved again.
  expect((await save(1)).status).toBe(200);
  await remove(1);
  expect((await save(2)).status).toBe(200);
});

it('pages by the number of the last row', async () => {
  for (let seq = 1; seq <= 5; seq += 1) {
    await write(`m${seq}`);
    await save(seq);
  }
  const numberOfLast = ({ saved }: { saved: readonly { number: number }[] }) => saved.at(-1)?.number ?? 0;
  const first = await list({ limit: 2 });
  expect([first.saved.map(({ seq }) => seq), first.has_more]).toEqual([[5, 4], true]);
  // Messages saved meanwhile do not shift the pages.
  await remove(5);
  await save(5);
  const second = await list({ limit: 2, before: numberOfLast(first) });
  expect([second.saved.map(({ seq }) => seq), second.has_more]).toEqual([[3, 2], true]);
  const last = await list({ limit: 2, before: numberOfLast(second) });
  expect([last.saved.map(({ seq }) => seq), last.has_more]).toEqual([[1], false]);
});
