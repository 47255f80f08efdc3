import type { Message } from '@sangam/shared/chat/messages';
import toast from 'react-hot-toast';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { type FakeCall, fakeServer, fakeStorage, refusal } from '../../testing/fake-server';
import { ME, member, message, OTHER } from '../../testing/samples';
import { openOutbox, useOutbox } from '../state/outbox/outbox';
import { useThreads } from '../state/thread/threads';
import { newThread } from '../state/thread/threads.reduce';
import { actOn, sendMessage } from './outbox-sender';

const own = (seq: number, change: Partial<Message> = {}) =>
  message(seq, { sender_id: ME, receiver_id: OTHER, ...change });
const stored = (seq: number) => ({ receiver_id: OTHER, seq, message: null });
const edit = (text: string) => ({ verb: 'edit' as const, text });
const remove = { verb: 'delete' as const, text: '' };
const contents = () => useThreads.getState().byId[OTHER]?.messages.map(({ content }) => content);
const acts = () => useOutbox.getState().acts;
/** Code loaded on demand arrives in real time, between the steps of the fake clock. */
const turn = setTimeout;
const pass = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 500) {
    await vi.advanceTimersByTimeAsync(500);
    await new Promise((resolve) => turn(resolve, 0));
  }
};
const allSent = () => pass(60_000);

/** A server with these messages from ME. It does each act once and records it. */
function serve(...messages: Message[]) {
  const done: string[] = [];
  const keys = new Set<string>();
  let change = 0;
  let isUp = true;
  const apply = (call: FakeCall, verb: string, words: (before: Message) => Partial<Message>) => {
    if (!isUp) return 'network' as const;
    const { client_id, content = '' } = call.body as { client_id: string; content?: string };
    const seq = Number(call.path.split('/').at(-1));
    const index = messages.findIndex((one) => one.seq === seq);
    const before = messages[index];
    if (before === undefined) return refusal(404, 'NOT_FOUND');
    done.push(`${verb} ${seq} ${content}`.trim());
    if (!keys.has(client_id)) {
      change += 1;
      messages[index] = { ...before, ...words(before), change };
    }
    keys.add(client_id);
    return { body: { success: true, data: messages[index] } };
  };
  const path = '/api/messages/conversation/:userId/:seq';
  fakeServer({
    'POST /api/messages': (call) => {
      if (!isUp) return 'network';
      const { content, client_id } = call.body as Message;
      const next = own(messages.length + 1, { content, client_id });
      messages.push(next);
      done.push(`send ${content}`);
      return { status: 201, body: { success: true, data: next } };
    },
    [`PATCH ${path}` as 'PATCH /api/messages/conversation/:userId/:seq']: (call) =>
      apply(call, 'edit', () => ({ content: (call.body as Message).content, edited_at: 'now' })),
    [`DELETE ${path}` as 'DELETE /api/messages/conversation/:userId/:seq']: (call) =>
      apply(call, 'delete', () => ({ content: 'Message deleted', deleted_at: 'now' })),
  });
  useThreads.setState({
    byId: { [OTHER]: { ...newThread, status: 'ready', messages: [...messages], lastSeq: messages.length } },
  });
  return {
    done,
    setUp: (up: boolean) => {
      isUp = up;
    },
  };
}

let storage: Map<string, string>;
beforeEach(async () => {
  // Otherwise it would load with the first act, while no time passes.
  await import('./transmit-act');
  await import('./show-refusal');
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  storage = fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member });
  openOutbox(ME);
});
afterEach(() => {
  resetStores();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('sends acts made offline later, once and in order with messages', async () => {
  const server = serve(own(1), own(2));
  server.setUp(false);
  actOn(stored(1), edit('one, mended'));
  sendMessage(OTHER, 'three');
  actOn(stored(2), remove);
  await pass(2_000);
  expect([server.done, acts().length]).toEqual([[], 2]);
  server.setUp(true);
  await allSent();
  expect(server.done).toEqual(['edit 1 one, mended', 'send three', 'delete 2']);
  expect(contents()).toEqual(['one, mended', 'Message deleted', 'three']);
  expect([acts(), storage.size]).toEqual([[], 0]);
});

it('survives a reload', async () => {
  const server = serve(own(1));
  server.setUp(false);
  actOn(stored(1), edit('kept'));
  resetStores();
  useSession.setState({ status: 'signed-in', user: member });
  openOutbox(ME);
  expect(acts()).toMatchObject([{ verb: 'edit', text: 'kept', seq: 1, state: 'waiting' }]);
});

it('acts on a message that may have been sent after it is stored and has a number', async () => {
  const server = serve();
  server.setUp(false);
  sendMessage(OTHER, 'helo');
  await pass(1_000);
  const [tried] = useOutbox.getState().items;
  actOn({ receiver_id: OTHER, seq: null, message: tried?.client_id ?? '' }, edit('hello'));
  expect(acts()).toMatchObject([{ seq: null, text: 'hello' }]);
  server.setUp(true);
  await allSent();
  expect(server.done).toEqual(['send helo', 'edit 1 hello']);
  expect(contents()).toEqual(['hello']);
});

it('sends the last of several edits, and none for a message that is then deleted', async () => {
  const server = serve(own(1), own(2));
  server.setUp(false);
  // The first item has begun to be sent.
  actOn(stored(1), edit('first'));
  await pass(500);
  for (const text of ['a', 'b']) actOn(stored(2), edit(text));
  actOn(stored(1), edit('second'));
  actOn(stored(2), remove);
  server.setUp(true);
  await allSent();
  expect(server.done).toEqual(['edit 1 first', 'edit 1 second', 'delete 2']);
});

it('reverts an act that the server rejects, and says so', async () => {
  serve(own(1));
  const shown = vi.spyOn(toast, 'error');
  actOn(stored(9), edit('nowhere'));
  await allSent();
  expect(acts()).toEqual([]);
  expect(shown).toHaveBeenCalledWith(expect.stringMatching(/^Failed to edit the message/u));
  expect(contents()).toEqual(['message 1']);
});

// The last one: its send hangs.
it('changes an unsent message itself', async () => {
  const server = serve();
  server.setUp(false);
  // The first is on its way without an answer, so the second waits.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  for (const text of ['first', 'helo']) sendMessage(OTHER, text);
  await pass(500);
  const [, waiting] = useOutbox.getState().items;
  const target = { receiver_id: OTHER, seq: null, message: waiting?.client_id ?? '' };
  actOn(target, edit('hello'));
  expect(useOutbox.getState().items.map(({ content }) => content)).toEqual(['first', 'hello']);
  actOn(target, remove);
  expect([useOutbox.getState().items.length, acts(), server.done]).toEqual([1, [], []]);
});
