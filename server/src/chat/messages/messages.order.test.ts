import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ack } from '@sangam/shared/app/socket';
import type { Message } from '@sangam/shared/chat/messages';
import { eventually } from '@sangam/testing/eventually';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const pair = async (): Promise<[TestMember, TestMember]> => [await server.signUp(), await server.signUp()];

const send = (socket: ClientSocket, receiver_id: number, content: string, client_id: string = randomUUID()) =>
  new Promise<Message>((resolve, reject) => {
    socket.emit('message:send', { receiver_id, content, client_id }, (ack: Ack<Message>) =>
      ack.ok ? resolve(ack.data) : reject(new Error(ack.error.code)),
    );
  });
const post = async (from: TestMember, receiver_id: number, content: string, client_id?: string): Promise<Message> => {
  const { status, body } = await server.call('POST /api/messages', from.token, { receiver_id, content, client_id });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
};
const thread = async (reader: TestMember, other: TestMember, query = 'limit=200'): Promise<Message[]> =>
  (await server.call(`GET /api/messages/conversation/${other.id}?${query}`, reader.token)).body.data.messages;

describe('order (R6.2)', () => {
  it('is kept among messages that are checked one by one, such as replies from either side', async () => {
    const answer = (socket: ClientSocket, receiver_id: number, content: string) =>
      socket.emitWithAck('message:send', { receiver_id, content, client_id: randomUUID(), reply_to: 1 });
    const chat = async () => {
      const [asha, bina] = await pair();
      const [a, b] = [await server.connect(asha), await server.connect(bina)];
      await send(a, bina.id, 'first');
      await send(b, asha.id, 'second');
      const sends: Promise<unknown>[] = [];
      for (let n = 0; n < 60; n += 1) {
        sends.push(n % 7 === 3 ? answer(a, bina.id, `asha ${n}`) : send(a, bina.id, `asha ${n}`));
        if (n % 2 === 0) sends.push(answer(b, asha.id, `bina ${n}`));
        // Spreads the messages over many turns, while earlier ones are being written.
        await sleep(2);
      }
      await Promise.all(sends);
      return (await thread(bina, asha)).flatMap(({ content }) => /^asha (\d+)$/u.exec(content)?.[1] ?? []);
    };
    // Keeps all lanes of the writers busy, so that some messages wait.
    for (const own of await Promise.all(Array.from({ length: 8 }, chat)))
      expect(own.map(Number)).toEqual(Array.from({ length: 60 }, (_, n) => n));
  });

  it('is the sender’s, with numbers without holes, and the same for both members and all devices', async () => {
    const [asha, bina] = await pair();
    const [phone, laptop, other] = await Promise.all([asha, asha, bina].map((member) => server.connect(member)));
    const seen: Message[] = [];
    (other as ClientSocket).on('message:new', (message) => seen.push(message));
    const sends: Promise<Message>[] = [];
    // More than a page of 200 in total.
    for (let n = 0; n < 100; n += 1) {
      sends.push(send(phone as ClientSocket, bina.id, `phone ${n}`));
      sends.push(send(laptop as ClientSocket, bina.id, `laptop ${n}`));
      if (n % 10 === 0) sends.push(send(other as ClientSocket, asha.id, `bina ${n}`));
    }
    const acknowledged = await Promise.all(sends);
    const all = [
      ...(await thread(asha, bina, 'after=0&limit=200')),
      ...(await thread(asha, bina, 'after=200&limit=200')),
    ];
    expect(all.map((message) => message.seq)).toEqual(all.map((_, index) => index + 1));
    expect(all).toHaveLength(acknowledged.length);
    for (const device of ['phone', 'laptop', 'bina']) {
      const own = all
        .filter((message) => message.content.startsWith(device))
        .map((m) => Number(m.content.split(' ')[1]));
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    await eventually(() => expect(seen).toHaveLength(200));
    expect(seen.map((message) => message.seq)).toEqual(seen.map((message) => message.seq).sort((a, b) => a - b));
    const pages = [
      ...(await thread(bina, asha, 'after=0&limit=200')),
      ...(await thread(bina, asha, 'after=200&limit=200')),
    ];
    expect(pages.map((message) => message.id)).toEqual(all.map((message) => message.id));
  });
});

describe('exactly once (R6.3)', () => {
  it('stores one row for a repeated client_id, and answers with the first message, over socket and REST', async () => {
    const [asha, bina] = await pair();
    const socket = await server.connect(asha);
    const receiver = await server.connect(bina);
    const pushed: Message[] = [];
    receiver.on('message:new', (message) => pushed.push(message));
    const client_id = randomUUID();
    const first = await send(socket, bina.id, 'the first', client_id);
    const repeated = await send(socket, bina.id, 'another text', client_id);
    const byRest = await post(asha, bina.id, 'a third text', client_id.toUpperCase());
    expect([repeated.id, byRest.id]).toEqual([first.id, first.id]);
    expect(byRest.content).toBe('the first');
    expect(await thread(asha, bina)).toHaveLength(1);
    await eventually(() => expect(pushed.map((message) => message.id)).toEqual([first.id, first.id, first.id]));
    // A repeat does not use up a number.
    expect((await post(asha, bina.id, 'next')).seq).toBe(2);
  });

  it('holds when ten requests send the same message concurrently, among others', async () => {
    const [asha, bina] = await pair();
    const client_id = randomUUID();
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => post(asha, bina.id, 'same', client_id)),
      ...Array.from({ length: 10 }, (_, n) => post(asha, bina.id, `other ${n}`, randomUUID())),
      ...Array.from({ length: 5 }, (_, n) => post(bina, asha.id, `back ${n}`)),
    ]);
    expect(new Set(answers.slice(0, 10).map((message) => message.id)).size).toBe(1);
    const all = await thread(asha, bina);
    expect(all.map((message) => message.seq)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
  });

  it('refuses a client_id that was used for another receiver, stored or in the same batch', async () => {
    const [asha, bina, chitra] = [
      await server.signUp('Asha'),
      await server.signUp('Bina'),
      await server.signUp('Chitra'),
    ];
    await post(asha, bina.id, 'hello');
    await post(asha, chitra.id, 'hello');
    const send = (receiver: TestMember, client_id: string) =>
      server.call('POST /api/messages', asha.token, { receiver_id: receiver.id, content: 'secret', client_id });
    const client_id = randomUUID();
    expect((await send(bina, client_id)).status).toBe(201);
    expect(await send(chitra, client_id)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'client_id', message: 'This client_id was used for another message.' }] },
    });
    const other = randomUUID();
    const answers = await Promise.all([bina, chitra].map((receiver) => send(receiver, other)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });

  it('lets two members use the same client_id', async () => {
    const [asha, bina] = await pair();
    const client_id = randomUUID();
    const [one, two] = [await post(asha, bina.id, 'one', client_id), await post(bina, asha.id, 'two', client_id)];
    expect(one.id).not.toBe(two.id);
  });
});

describe('unread and read marks', () => {
  const counts = async (member: TestMember) => {
    const [count, list, notes] = await Promise.all(
      ['unread-count', 'conversations', 'notifications'].map((name) =>
        server.call(`GET /api/messages/${name}`, member.token),
      ),
    );
    return {
      total: count?.body.data.unread_count,
      list: Object.fromEntries(
        list?.body.data.conversations.map((c: { id: number; unread_count: number }) => [c.id, c.unread_count]),
      ),
      notes: Object.fromEntries(
        notes?.body.data.notifications.map((n: { sender_id: number; unread_count: number }) => [
          n.sender_id,
          n.unread_count,
        ]),
      ),
    };
  };
  const inSql = async (member: TestMember) => {
    const { rows } = await server.database.pool.query(
      `SELECT count(*) AS n FROM messages t JOIN memberships m ON m.conversation_id = t.conversation_id
       WHERE m.user_id = $1 AND t.sender_id <> m.user_id AND t.seq > m.read_seq`,
      [member.id],
    );
    return rows[0].n;
  };

  it('are the same in every call and in SQL, whatever was written in between', async () => {
    const [asha, bina] = await pair();
    const chitra = await server.signUp();
    await post(bina, asha.id, '1');
    await post(asha, bina.id, '2, without having read');
    await post(bina, asha.id, '3');
    await post(chitra, asha.id, 'hello');
    expect(await counts(asha)).toEqual({
      total: 3,
      list: { [bina.id]: 2, [chitra.id]: 1 },
      notes: { [bina.id]: 2, [chitra.id]: 1 },
    });
    expect(await inSql(asha)).toBe(3);
    const mark = (up_to?: number) => server.call(`PUT /api/messages/mark-read/${bina.id}`, asha.token, { up_to });
    // Each version counts the messages sent to her and those that she has read.
    expect((await mark(1)).body.data).toMatchObject({
      unread_count: 2,
      unread_version: 4,
      conversation: { id: bina.id, unread_count: 1, unread_version: 3 },
    });
    expect((await mark(2)).body.data.conversation.unread_count).toBe(1);
    expect((await mark(1)).body.data.conversation.unread_count).toBe(1); // never back
    expect((await mark(9_999)).body.data.conversation.unread_count).toBe(0);
    expect(await inSql(asha)).toBe(1);
    await post(bina, asha.id, '4');
    expect((await counts(asha)).total).toBe(2);
    expect((await counts(bina)).total).toBe(1);
  });

  it('give the number of the first unread message on every page of a thread, even after the member’s own messages', async () => {
    const [asha, bina] = await pair();
    const first = async (member: TestMember, other: TestMember, query = '') =>
      (await server.call(`GET /api/messages/conversation/${other.id}${query}`, member.token)).body.data
        .first_unread_seq;
    expect(await first(asha, bina)).toBeNull();
    await post(bina, asha.id, '1');
    expect(await first(asha, bina)).toBe(1);
    await server.call(`PUT /api/messages/mark-read/${bina.id}`, asha.token);
    for (const n of [2, 3, 4]) await post(asha, bina.id, `${n}`);
    expect(await first(asha, bina)).toBeNull();
    for (const n of [5, 6]) await post(bina, asha.id, `${n}`);
    for (const query of ['', '?limit=1', '?after=6', '?before=2', '?changed_since=0'])
      expect(await first(asha, bina, query)).toBe(5);
    expect(await first(bina, asha)).toBe(2);
    // Fetching marks nothing as read.
    expect((await counts(asha)).list[bina.id]).toBe(2);
  });

  it('agree with SQL after concurrent sends and marks', async () => {
    const [asha, bina] = await pair();
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        if (n % 3 === 0) return server.call(`PUT /api/messages/mark-read/${bina.id}`, asha.token, { up_to: n });
        return n % 3 === 1 ? post(bina, asha.id, `b${n}`) : post(asha, bina.id, `a${n}`);
      }),
    );
    expect((await counts(asha)).total).toBe(await inSql(asha));
    expect((await counts(bina)).total).toBe(await inSql(bina));
  });

  it('broadcast absolute counts to both members’ devices, and only to them', async () => {
    const [asha, bina] = await pair();
    const stranger = await server.connect(await server.signUp());
    const [ashaSocket, binaSocket] = [await server.connect(asha), await server.connect(bina)];
    const received: string[] = [];
    stranger.onAny((event) => received.push(event));
    const unread: number[] = [];
    binaSocket.on('unread:changed', (change) => unread.push(change.unread_count));
    const receipts: unknown[] = [];
    ashaSocket.on('message:read', (receipt) => receipts.push(receipt));
    const { seq } = await send(ashaSocket, bina.id, 'read me');
    await eventually(() => expect(unread).toEqual([1]));
    const ack = await binaSocket.emitWithAck('message:read', { user_id: asha.id, up_to: seq });
    const none = { unread_count: 0, unread_version: 2 };
    expect(ack).toMatchObject({ ok: true, data: { ...none, conversation: { id: asha.id, ...none } } });
    await eventually(() => {
      expect(unread).toEqual([1, 0]);
      expect(receipts).toMatchObject([
        { reader_id: bina.id, other_id: asha.id, up_to: seq, read_at: expect.any(String) },
      ]);
    });
    expect(received).toEqual([]);
  });
});

describe('access to threads', () => {
  it('is limited to the two members; a stranger’s thread is empty, and the caller’s own or a missing member’s is not found', async () => {
    const [asha, bina] = await pair();
    const mallory = await server.signUp();
    await post(asha, bina.id, 'private');
    const answer = await server.call(`GET /api/messages/conversation/${asha.id}`, mallory.token);
    expect(answer.body.data).toMatchObject({ messages: [], last_seq: 0, other_read_seq: 0 });
    for (const id of [mallory.id, 999_999])
      expect((await server.call(`GET /api/messages/conversation/${id}`, mallory.token)).status).toBe(404);
  });
});

describe('paging', () => {
  it('answers the latest 50 ascending, and pages before and after a number', async () => {
    const [asha, bina] = await pair();
    for (let n = 1; n <= 60; n += 1) await post(asha, bina.id, `m${n}`);
    const page = async (query: string) => {
      const { data } = (await server.call(`GET /api/messages/conversation/${asha.id}?${query}`, bina.token)).body;
      return [data.messages[0]?.seq, data.messages.at(-1)?.seq, data.messages.length, data.has_more];
    };
    expect(await page('')).toEqual([11, 60, 50, true]);
    expect(await page('before=11')).toEqual([1, 10, 10, false]);
    expect(await page('before=61&limit=60')).toEqual([1, 60, 60, false]);
    expect(await page('after=0&limit=10')).toEqual([1, 10, 10, true]);
    expect(await page('after=55')).toEqual([56, 60, 5, false]);
    expect(await page('after=60')).toEqual([undefined, undefined, 0, false]);
    for (const query of [
      'limit=0',
      'limit=201',
      'limit=-1',
      'limit=1e2',
      'before=x',
      'after=-1',
      'after=9007199254740993',
      'other=1',
    ])
      expect((await server.call(`GET /api/messages/conversation/${asha.id}?${query}`, bina.token)).status).toBe(400);
  });
});

describe('paging of conversations and of the bell', () => {
  it('skips no conversation, even if several got messages in one batch', async () => {
    const reader = await server.signUp();
    const writers = await Promise.all(Array.from({ length: 5 }, () => server.signUp()));
    for (const writer of writers) await post(writer, reader.id, 'Hi');
    // Gives all conversations the same time, as one batch does.
    await server.database.db.updateTable('conversations').set({ last_message_at: new Date() }).execute();
    const seen: number[] = [];
    for (let query = 'limit=2'; query !== ''; ) {
      const { data } = (await server.call(`GET /api/messages/conversations?${query}`, reader.token)).body;
      seen.push(...data.conversations.map(({ id }: { id: number }) => id));
      const last = data.conversations.at(-1);
      query = data.has_more ? `limit=2&before=${last.last_message_time}&before_id=${last.id}` : '';
    }
    expect(seen).toEqual(writers.map(({ id }) => id).toSorted((a, b) => b - a));

    const bell: number[] = [];
    for (let query = 'limit=2'; query !== ''; ) {
      const { data } = (await server.call(`GET /api/messages/notifications?${query}`, reader.token)).body;
      bell.push(...data.notifications.map(({ sender_id }: { sender_id: number }) => sender_id));
      query = data.has_more ? `limit=2&before=${bell.at(-1)}` : '';
    }
    expect(bell).toEqual(seen);
  });
});
