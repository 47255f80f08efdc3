import { randomUUID } from 'node:crypto';
import type { ActKind } from '@sangam/shared/chat/acts';
import type { Message } from '@sangam/shared/chat/messages';
import { eventually } from '@sangam/testing/eventually';
import {
  type Body,
  type ClientSocket,
  startTestServer,
  type TestMember,
  type TestServer,
} from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let stranger: TestMember;
/** The conversation of Asha and Bina. */
let id: number;

const NOBODYS = 9_999_999;
const key = () => ({ client_id: randomUUID() });
const send = (from: TestMember, body: object) => server.call('POST /api/messages', from.token, { ...key(), ...body });
const data = async (name: string, by: TestMember, body?: object): Promise<Body> =>
  (await server.call(name, by.token, body)).body.data;

beforeAll(async () => {
  server = await startTestServer({ rateLimitFactor: 100, env: { MESSAGE_REQUESTS: 'on' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [asha, bina, stranger] = [await server.signUp('Asha'), await server.signUp('Bina'), await server.signUp('Chitra')];
  const { body } = await send(asha, { receiver_id: bina.id, content: 'one' });
  id = body.data.conversation_id;
  await send(bina, { conversation_id: id, content: 'two' });
});

/** Acts on a whole conversation; the tests below name them themselves. */
type OfConversation = 'unread' | 'archive' | 'unarchive';
interface Act {
  method: string;
  path: string;
  body: object;
  /** An act that is done first. */
  before?: Act;
}
const react: Act = { method: 'PUT', path: '/reactions', body: { emoji: '👍' } };
const pin: Act = { method: 'PUT', path: '/pin', body: {} };
const save: Act = { method: 'PUT', path: '/saved', body: {} };
/** Every act on message 1, of Asha, by the conversation's id and by the other member. */
const kinds: Record<Exclude<ActKind, OfConversation>, Act> = {
  edit: { method: 'PATCH', path: '', body: { content: 'changed' } },
  react,
  unreact: { ...react, method: 'DELETE', before: react },
  pin,
  unpin: { ...pin, method: 'DELETE', before: pin },
  save,
  unsave: { ...save, method: 'DELETE', before: save },
  delete: { method: 'DELETE', path: '', body: {} },
};
const acts = Object.entries(kinds).map(([kind, act]) => ({ event: `message:${kind}`, ...act }));

describe('a conversation named by its id', () => {
  it('gets the same answers as one named by its other member', async () => {
    const both = async (name: (place: string) => string, [byId, byMember]: [string, string]) =>
      Promise.all([data(name(byId), asha), data(name(byMember), asha)]);
    const places: [string, string] = [`c/${id}`, `conversation/${bina.id}`];
    const [byId, byMember] = await both((place) => `GET /api/messages/${place}?limit=1`, places);
    expect(byId).toEqual(byMember);
    expect(byId).toMatchObject({ conversation_id: id, kind: 'direct', messages: [{ seq: 2, conversation_id: id }] });
    expect(await data(`GET /api/messages/c/${id}/requests`, asha)).toEqual(
      await data(`GET /api/conversations/${bina.id}/requests`, asha),
    );
    const read = await data(`PUT /api/messages/c/${id}/read`, asha, { up_to: 2 });
    expect(read).toEqual(await data(`PUT /api/messages/mark-read/${bina.id}`, asha, { up_to: 2 }));
    expect(read.conversation).toMatchObject({ id: bina.id, conversation_id: id, unread_count: 0 });
    const marked = await data(`PUT /api/messages/c/${id}/unread`, asha, { seq: 2, ...key() });
    expect(marked.conversation).toMatchObject({ conversation_id: id, unread_count: 1 });
    expect(await data(`PUT /api/messages/c/${id}/mute`, asha)).toMatchObject({
      muted_member_ids: [bina.id],
      muted_conversation_ids: [id],
    });
    expect(await data(`DELETE /api/messages/c/${id}/mute`, asha)).toMatchObject({
      muted_member_ids: [],
      muted_conversation_ids: [],
    });
    const reported = { kind: 'message', conversation_id: id, seq: 2, reason: 'spam' };
    expect(await data('POST /api/reports', asha, reported)).toEqual(
      await data('POST /api/reports', asha, { kind: 'message', id: bina.id, seq: 2, reason: 'spam' }),
    );
  });

  it.each(acts)('takes $method …$path and $event', async ({ event, before: first, ...act }) => {
    const { body } = act;
    const call = (one: Act) =>
      data(`${one.method} /api/messages/c/${id}/1${one.path}`, asha, { ...one.body, ...key() });
    if (first) await call(first);
    const byCall = await call(act);
    expect(byCall).toMatchObject({ conversation_id: id, seq: 1 });
    const socket = await server.connect(asha);
    const emit = socket.emitWithAck as unknown as (name: string, payload: object) => Promise<Body>;
    const byEvent = await emit.call(socket, event, { conversation_id: id, seq: 1, ...body, ...key() });
    expect(byEvent).toMatchObject({ ok: true, data: { conversation_id: id, seq: 1 } });
    const byMember = await emit.call(socket, event, { user_id: bina.id, seq: 1, ...body, ...key() });
    expect(Object.keys(byMember.data)).toEqual(Object.keys(byEvent.data));
  });

  it('does not exist for strangers, nor for anybody before its first message', async () => {
    const other = await send(bina, { receiver_id: stranger.id, content: 'not yours' });
    // A block creates a conversation, which must not show.
    await server.call(`PUT /api/blocks/${asha.id}`, stranger.token);
    const { id: blockId } = await server.database.db
      .selectFrom('conversations')
      .select('id')
      .where('low_id', '=', asha.id)
      .where('high_id', '=', stranger.id)
      .executeTakeFirstOrThrow();
    const socket = await server.connect(asha);
    const emit = socket.emitWithAck as unknown as (name: string, payload: object) => Promise<Body>;
    const answersOf = async (conversation_id: number) => {
      const at = `/api/messages/c/${conversation_id}`;
      const calls: [string, object?][] = [
        [`GET ${at}`],
        [`GET ${at}/requests`],
        [`PUT ${at}/read`],
        [`PUT ${at}/unread`, { seq: 1, ...key() }],
        [`PUT ${at}/archive`, { seq: 1, ...key() }],
        [`DELETE ${at}/archive`, { seq: 1, ...key() }],
        [`PUT ${at}/request`, { decision: 'accepted' }],
        [`PUT ${at}/mute`],
        [`DELETE ${at}/mute`],
        ['POST /api/messages', { conversation_id, content: 'Hi' }],
        ['POST /api/reports', { kind: 'message', conversation_id, seq: 1, reason: 'spam' }],
        ...acts.map(({ method, path, body }): [string, object] => [`${method} ${at}/1${path}`, { ...body, ...key() }]),
      ];
      const replies = [];
      for (const [name, body] of calls) {
        const { status, body: reply } = await server.call(name, asha.token, body);
        replies.push([status, reply.code, reply.message]);
      }
      const events: [string, object][] = [
        ['message:send', { content: 'Hi', ...key() }],
        ['message:read', {}],
        ['message:unread', { seq: 1, ...key() }],
        ['conversation:archive', { seq: 1, ...key() }],
        ['typing', { typing: true }],
        ...acts.map(({ event, body }): [string, object] => [event, { seq: 1, ...body, ...key() }]),
      ];
      for (const [name, payload] of events)
        replies.push(await emit.call(socket, name, { conversation_id, ...payload }));
      return replies;
    };
    const missing = await answersOf(NOBODYS);
    expect(missing.slice(0, 11).map(([status, code]: Body) => [status, code])).toEqual(
      Array.from({ length: 11 }, () => [404, 'NOT_FOUND']),
    );
    expect(await answersOf(other.body.data.conversation_id)).toEqual(missing);
    expect(await answersOf(blockId)).toEqual(missing);
    expect(await data(`GET /api/messages/conversation/${stranger.id}`, asha)).not.toHaveProperty('conversation_id');
  });

  it('must be named in exactly one way', async () => {
    const both = { receiver_id: bina.id, conversation_id: id, content: 'Hi' };
    expect((await send(asha, both)).body).toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'conversation_id', message: 'This field is unknown.' }],
    });
    expect((await send(asha, { content: 'Hi' })).body).toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'receiver_id', message: 'This field is required.' }],
    });
    const socket = await server.connect(asha);
    expect(await socket.emitWithAck('typing', { typing: true })).toMatchObject({
      ok: false,
      error: { code: 'INVALID', message: 'receiver_id: This field is required.' },
    });
    expect(await socket.emitWithAck('message:read', { user_id: bina.id, conversation_id: id })).toMatchObject({
      ok: false,
      error: { code: 'INVALID' },
    });
  });

  it('keeps a retried send single, whichever way it is named', async () => {
    const message = { content: 'once', ...key() };
    const first = await send(asha, { conversation_id: id, ...message });
    const repeated = await send(asha, { receiver_id: bina.id, ...message });
    expect(repeated.body.data).toEqual(first.body.data);
  });
});

describe('conversation_id', () => {
  it('is in lists, the bell, saved messages, search and refreshes', async () => {
    await data(`PUT /api/messages/c/${id}/2/saved`, asha, key());
    const entry = { id: bina.id, conversation_id: id, kind: 'direct' };
    expect((await data('GET /api/messages/conversations', asha)).conversations).toMatchObject([entry]);
    expect((await data('GET /api/messages/notifications', asha)).notifications).toMatchObject([
      { conversation_id: id },
    ]);
    expect((await data('GET /api/messages/saved', asha)).saved).toMatchObject([{ conversation_id: id, seq: 2 }]);
    expect((await data('GET /api/search/messages?q=two', asha)).messages).toMatchObject([{ conversation_id: id }]);
    for (const query of ['', '?q=Bina'])
      expect((await data(`GET /api/search/people${query}`, asha)).people[0]).toMatchObject({
        id: bina.id,
        conversation_id: id,
        has_conversation: true,
      });
    const { saved, conversations, bell } = await data('GET /api/refresh', asha);
    expect(saved.conversations).toEqual([{ conversation_id: id, user_id: bina.id, seqs: [2] }]);
    expect(conversations.data.conversations).toMatchObject([entry]);
    expect(bell.data.notifications).toMatchObject([{ conversation_id: id }]);
  });

  it('is in every event of a conversation', async () => {
    const received = new Map<string, Body>();
    const listen = (socket: ClientSocket) =>
      socket.onAny((event: string, payload: Body) => received.set(event, payload));
    const [ashaSocket, binaSocket] = [await server.connect(asha), await server.connect(bina)];
    listen(ashaSocket);
    await binaSocket.emitWithAck('typing', { conversation_id: id, typing: true });
    await binaSocket.emitWithAck('message:send', { conversation_id: id, content: 'three', ...key() });
    await binaSocket.emitWithAck('message:edit', { conversation_id: id, seq: 3, content: 'changed', ...key() });
    await binaSocket.emitWithAck('message:read', { conversation_id: id });
    await ashaSocket.emitWithAck('message:save', { conversation_id: id, seq: 3, ...key() });
    await server.call(`PUT /api/messages/c/${id}/mute`, asha.token);
    await server.call(`PUT /api/blocks/${bina.id}`, asha.token);
    const events = ['typing', 'message:new', 'message:changed', 'message:read', 'saved:changed', 'block:changed'];
    await eventually(() => {
      for (const event of events) expect([event, received.get(event)]).toMatchObject([event, { conversation_id: id }]);
      expect(received.get('unread:changed')).toMatchObject({ conversation: { conversation_id: id } });
      expect(received.get('choices:changed')).toMatchObject({ muted_conversation_ids: [id] });
    });
  });

  it('is in a message request, which its id accepts', async () => {
    const [reader, writer] = [await server.signUp('Dev'), await server.signUp('Esha')];
    const socket = await server.connect(reader);
    const changes: Body[] = [];
    socket.on('message-request:changed', (change) => changes.push(change));
    const { conversation_id } = (await send(writer, { receiver_id: reader.id, content: 'Hello' })).body.data as Message;
    await eventually(() =>
      expect(changes).toMatchObject([{ user_id: writer.id, conversation_id, request: 'waiting' }]),
    );
    expect((await data('GET /api/messages/requests', reader)).conversations).toMatchObject([{ conversation_id }]);
    const decided = await data(`PUT /api/messages/c/${conversation_id}/request`, reader, { decision: 'accepted' });
    expect(decided).toEqual({ user_id: writer.id, conversation_id, request: null });
    await eventually(() => expect(changes.at(-1)).toEqual(decided));
  });
});
