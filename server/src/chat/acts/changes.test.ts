import type { Message } from '@sangam/shared/chat/messages';
import { changeMessage } from '@sangam/testing/chat/change-message';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordChange } from './acts.queries.js';

let server: TestServer;
let asha: TestMember;
let bina: TestMember;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const write = async (content: string) =>
  (await server.ask(asha, 'POST /api/messages', { body: { receiver_id: bina.id, content } })).data;

beforeEach(async () => {
  asha = await server.signUp('Asha');
  bina = await server.signUp('Bina');
  for (let n = 1; n <= 5; n += 1) await write(`message ${n}`);
});

const change = (seq: number, content: string) => changeMessage(server.database, [asha.id, bina.id], seq, content);

const thread = async (query: string) =>
  (await server.call(`GET /api/messages/conversation/${asha.id}${query}`, bina.token)).body;

describe('GET /api/messages/conversation/:userId?changed_since=', () => {
  it('answers messages changed after a number, once each, in order of change', async () => {
    expect((await thread('')).data).toMatchObject({ last_seq: 5, last_change: 0 });
    expect((await thread('?changed_since=0')).data).toMatchObject({ messages: [], has_more: false, last_change: 0 });

    expect(await change(3, 'three')).toBe(1);
    expect(await change(1, 'one')).toBe(2);
    expect(await change(3, 'three, again')).toBe(3);

    const { messages, has_more, last_change, last_seq } = (await thread('?changed_since=0')).data;
    expect(messages.map(({ seq, content, change }: Message) => [seq, content, change])).toEqual([
      [1, 'one', 2],
      [3, 'three, again', 3],
    ]);
    expect({ has_more, last_change, last_seq }).toEqual({ has_more: false, last_change: 3, last_seq: 5 });
    expect((await thread('?changed_since=2')).data.messages).toMatchObject([{ seq: 3 }]);
    expect((await thread('?changed_since=3')).data.messages).toEqual([]);
  });

  it('answers a page at a time, and the last change with every page', async () => {
    for (const seq of [5, 4, 3, 2, 1]) await change(seq, `changed ${seq}`);
    const first = (await thread('?changed_since=0&limit=2')).data;
    expect(first).toMatchObject({ messages: [{ seq: 5 }, { seq: 4 }], has_more: true, last_change: 5 });
    const rest = (await thread(`?changed_since=${first.messages[1].change}&limit=3`)).data;
    expect(rest).toMatchObject({ messages: [{ seq: 3 }, { seq: 2 }, { seq: 1 }], has_more: false });
    for (const query of ['', '?after=4', '?before=3']) expect((await thread(query)).data.last_change).toBe(5);
  });

  it('shows the change number on changed messages only', async () => {
    await change(2, 'two');
    const { messages } = (await thread('')).data;
    expect(messages.map((message: Message) => message.change)).toEqual([undefined, 1, undefined, undefined, undefined]);
  });

  it('cannot be combined with another range', async () => {
    for (const query of ['?changed_since=0&after=0', '?changed_since=0&before=9', '?changed_since=-1'])
      expect(await thread(query)).toMatchObject({ code: 'INVALID', errors: [{ field: 'changed_since' }] });
  });
});

describe('recordChange', () => {
  it('numbers concurrent changes without a hole while messages are written', async () => {
    const [numbers] = await Promise.all([
      Promise.all([1, 2, 3, 4, 5, 1, 2, 3].map((seq) => change(seq, 'at once'))),
      Promise.all([6, 7, 8].map((n) => write(`message ${n}`))),
    ]);
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const { messages, last_change, last_seq } = (await thread('?changed_since=0')).data;
    expect({ last_change, last_seq }).toEqual({ last_change: 8, last_seq: 8 });
    expect(messages.map((message: Message) => message.seq).toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  it('leaves nothing behind when the transaction rolls back or the message does not exist', async () => {
    const failing = server.database.db.transaction().execute(async (trx) => {
      const { id } = await trx
        .selectFrom('conversations')
        .select('id')
        .where('low_id', '=', asha.id)
        .executeTakeFirstOrThrow();
      await recordChange(trx, { conversation_id: id, seq: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(change(99, 'nothing')).rejects.toThrow('has no message 99');
    expect((await thread('?changed_since=0')).data).toMatchObject({ messages: [], last_change: 0 });
  });
});
