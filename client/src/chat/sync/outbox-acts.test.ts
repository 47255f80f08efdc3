import type { Message } from '@sangam/shared/chat/messages';
import toast from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { uuid } from '../../lib/uuid';
import { type FakeCall, fakeServer, fakeStorage, refusal } from '../../testing/fake-server';
import { CONVERSATION, KEY, ME, member, message, OTHER, page } from '../../testing/samples';
import { chatLive } from '../live';
import { readFile, storeFile } from '../state/files/chosen-files';
import { enqueue, openOutbox, setPendingState, useOutbox } from '../state/outbox/outbox';
import { useThreads } from '../state/thread/threads';
import { newThread } from '../state/thread/threads.reduce';
import { actOn, followOtherTabs, sendMessage, wakeSender } from './outbox-sender';

const own = (seq: number, change: Partial<Message> = {}) =>
  message(seq, { sender_id: ME, receiver_id: OTHER, ...change });
const stored = (seq: number) => ({ conversation_id: CONVERSATION, receiver_id: OTHER, seq, message: null });
const edit = (text: string) => ({ verb: 'edit' as const, text });
const remove = { verb: 'delete' as const, text: '' };
const contents = () => useThreads.getState().byId[KEY]?.messages.map(({ content }) => content);
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
  let isLosing = false;
  let held: Promise<void> = Promise.resolve();
  let asked = 0;
  const arrive = (body: Partial<Message>) => {
    const known = messages.find(({ client_id }) => client_id === body.client_id);
    if (known) return known;
    const next = own(messages.length + 1, body);
    messages.push(next);
    return next;
  };
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
  const path = '/api/messages/c/:conversationId/:seq';
  fakeServer({
    'POST /api/messages': async (call) => {
      asked += 1;
      if (!isUp) return 'network';
      const { content, client_id } = call.body as Message;
      const before = messages.length;
      const next = arrive({ content, client_id });
      if (messages.length > before) done.push(`send ${content}`);
      await held;
      return isLosing ? 'network' : { status: 201, body: { success: true, data: next } };
    },
    'POST /api/attachments': ({ body }) => {
      const { id, bytes } = body as { id: string; bytes: number };
      return { body: { success: true, data: { id, bytes, received: bytes, attachment: { id } } } };
    },
    'DELETE /api/attachments/:attachmentId': () => ({}),
    'GET /api/messages/c/:conversationId': () =>
      isUp ? { body: { success: true, data: page(messages, messages.length) } } : 'network',
    [`PATCH ${path}` as 'PATCH /api/messages/c/:conversationId/:seq']: (call) =>
      apply(call, 'edit', () => ({ content: (call.body as Message).content, edited_at: 'now' })),
    [`DELETE ${path}` as 'DELETE /api/messages/c/:conversationId/:seq']: (call) =>
      apply(call, 'delete', () => ({ content: 'Message deleted', deleted_at: 'now' })),
  });
  useThreads.setState({
    byId: { [KEY]: { ...newThread, status: 'ready', messages: [...messages], lastSeq: messages.length } },
  });
  return {
    done,
    arrive,
    get asked() {
      return asked;
    },
    /** Answers to sends get lost: the messages are stored. */
    loseAnswers: (losing: boolean) => {
      isLosing = losing;
    },
    /** Answers to sends wait for this. */
    hold: (until: Promise<void>) => {
      held = until;
    },
    setUp: (up: boolean) => {
      isUp = up;
    },
  };
}

let storage: Map<string, string>;
beforeEach(async () => {
  // Loaded here: loading it for the first act would need time, which the fake clock doesn't let pass.
  await import('./transmit-act');
  await import('../state/files/uploads');
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
  actOn(stored(1), edit('one, edited'));
  sendMessage(KEY, 'three');
  actOn(stored(2), remove);
  await pass(2_000);
  expect([server.done, acts().length]).toEqual([[], 2]);
  server.setUp(true);
  await allSent();
  expect(server.done).toEqual(['edit 1 one, edited', 'send three', 'delete 2']);
  expect(contents()).toEqual(['one, edited', 'Message deleted', 'three']);
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

/** The message that waits in the outbox, as an act names it. */
const waiting = (index = 0) => ({
  conversation_id: CONVERSATION,
  seq: null,
  message: useOutbox.getState().items[index]?.client_id ?? '',
});

describe('a message whose sending has an unknown outcome', () => {
  it('is sent with its edited text, and only with that', async () => {
    const server = serve();
    server.setUp(false);
    sendMessage(KEY, 'helo');
    await pass(1_000);
    actOn(waiting(), edit('hello'));
    server.setUp(true);
    await allSent();
    expect([server.done, contents(), acts()]).toEqual([['send hello'], ['hello'], []]);
  });

  it('is edited afterwards if it had arrived', async () => {
    const server = serve();
    server.loseAnswers(true);
    sendMessage(KEY, 'helo');
    await pass(1_000);
    actOn(waiting(), edit('hello'));
    server.loseAnswers(false);
    await allSent();
    expect([server.done, contents(), acts()]).toEqual([['send helo', 'edit 1 hello'], ['hello'], []]);
  });

  it('is not sent again once its author has deleted it', async () => {
    const server = serve();
    server.setUp(false);
    sendMessage(KEY, 'never mind');
    await pass(1_000);
    actOn(waiting(), edit('never'));
    actOn(waiting(), remove);
    expect(useOutbox.getState().items).toEqual([]);
    sendMessage(KEY, 'next');
    server.setUp(true);
    await allSent();
    expect([server.done, contents()]).toEqual([['send next'], ['next']]);
  });

  it('is deleted afterwards if it had arrived, even after a reload', async () => {
    const server = serve();
    server.loseAnswers(true);
    sendMessage(KEY, 'never mind');
    await pass(1_000);
    server.setUp(false);
    actOn(waiting(), remove);
    resetStores();
    useSession.setState({ status: 'signed-in', user: member });
    openOutbox(ME);
    server.loseAnswers(false);
    server.setUp(true);
    wakeSender();
    await allSent();
    expect([server.done, acts(), storage.size]).toEqual([['send never mind', 'delete 1'], [], 0]);
  });

  it('is deleted if an attempt arrives after the deletion has looked for it', async () => {
    const server = serve();
    server.setUp(false);
    sendMessage(KEY, 'never mind');
    await pass(1_000);
    const { message: client_id } = waiting();
    actOn(waiting(), remove);
    server.setUp(true);
    await allSent();
    expect([server.done, chatLive.unsent(ME).messages]).toEqual([[], 0]);
    const late = server.arrive({ content: 'never mind', client_id });
    chatLive.events['message:new'](late, { me: ME, announce: () => undefined, eventsMissed: () => undefined });
    await allSent();
    expect([server.done, acts()]).toEqual([['delete 1'], []]);
  });

  it('is deleted if its author deletes it while an attempt is in flight', async () => {
    const server = serve();
    let answer: () => void = () => undefined;
    server.hold(new Promise<void>((resolve) => (answer = resolve)));
    sendMessage(KEY, 'never mind');
    await pass(500);
    actOn(waiting(), remove);
    answer();
    await allSent();
    expect([server.done, contents(), acts()]).toEqual([['send never mind', 'delete 1'], ['Message deleted'], []]);
  });
});

it('never sends a message that was written and deleted while the browser was offline', async () => {
  const server = serve();
  vi.stubGlobal('navigator', { onLine: false });
  for (const text of ['first', 'secnd', 'third']) sendMessage(KEY, text);
  await pass(5_000);
  actOn(waiting(), remove);
  actOn(waiting(), edit('second'));
  vi.stubGlobal('navigator', { onLine: true });
  await allSent();
  expect([server.asked, server.done, acts()]).toEqual([2, ['send second', 'send third'], []]);
});

it('sends a rejected message with its new text, after messages written since', async () => {
  const server = serve();
  server.setUp(false);
  sendMessage(KEY, 'first');
  await pass(2_000);
  // It may have arrived, so the edit waits.
  const [{ client_id } = { client_id: '' }] = useOutbox.getState().items;
  const target = { conversation_id: CONVERSATION, receiver_id: OTHER, seq: null, message: client_id };
  actOn(target, edit('second'));
  setPendingState(client_id, 'failed');
  sendMessage(KEY, 'later');
  actOn(target, edit('third'));
  server.setUp(true);
  await allSent();
  expect([server.done, useOutbox.getState().items, acts()]).toEqual([['send later', 'send third'], [], []]);
});

it('drops a message that was rejected while its author was asked whether to delete it', () => {
  serve();
  sendMessage(KEY, 'rejected');
  const target = waiting();
  setPendingState(target.message ?? '', 'failed');
  actOn(target, remove);
  expect([useOutbox.getState().items, acts()]).toEqual([[], []]);
});

it('acts on a message that was stored while its author was choosing', async () => {
  const server = serve();
  server.setUp(false);
  sendMessage(KEY, 'helo');
  const target = waiting();
  await pass(500);
  server.setUp(true);
  await allSent();
  actOn(target, edit('hello'));
  await allSent();
  expect([server.done, acts()]).toEqual([['send helo', 'edit 1 hello'], []]);
});

it('cancels the upload of a deleted message’s files, and sends its edited words', async () => {
  const file = (id: string) => ({ id, name: `${id}.txt`, bytes: 3, isPicture: false });
  const server = serve();
  const uploading: (() => void)[] = [];
  vi.mocked(fetch).mockImplementation(
    ((before) => async (input, init) => {
      if (String(input).includes('/api/attachments') && init?.method === 'POST')
        await new Promise<void>((resolve, reject) => {
          uploading.push(resolve);
          init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        });
      return before(input, init);
    })(vi.mocked(fetch).getMockImplementation() ?? fetch) as typeof fetch,
  );
  for (const id of ['a', 'b'])
    await storeFile({ id, uploadId: uuid(), name: `${id}.txt`, content: new Blob(['abc']), chosenAtMs: 0 });
  sendMessage(KEY, 'unwanted', { attachments: [file('a')] });
  sendMessage(KEY, 'wnted', { attachments: [file('b')] });
  await pass(500);
  expect([uploading.length, waiting()]).toEqual([1, expect.anything()]);
  actOn(waiting(), remove);
  await pass(500);
  const deleted = readFile('a');
  // No other tab has it either.
  await pass(2_000);
  expect(await deleted).toBeNull();
  actOn(waiting(), edit('wanted'));
  for (const done of uploading) done();
  await allSent();
  expect([server.done, contents()]).toEqual([['send wanted'], ['wanted']]);
});

it('sends only the last of several edits, and none for a message that is then deleted', async () => {
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

it('keeps an act that the server does not know, as during an update, and sends it to one that does', async () => {
  serve(own(1));
  const unknown = refusal(400, 'INVALID', 'event: This server has no such event');
  fakeServer({ 'PATCH /api/messages/c/:conversationId/:seq': () => unknown });
  actOn(stored(1), edit('edited'));
  await pass(2_000);
  expect(acts()).toHaveLength(1);
  const server = serve(own(1));
  await allSent();
  expect([server.done, acts()]).toEqual([['edit 1 edited'], []]);
});

// Must be the last test, since its send hangs.
it('changes an unsent message itself', async () => {
  const server = serve();
  server.setUp(false);
  // The first is on its way without an answer, so the second waits.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  for (const text of ['first', 'helo']) sendMessage(KEY, text);
  await pass(500);
  const [, waiting] = useOutbox.getState().items;
  const target = { conversation_id: CONVERSATION, receiver_id: OTHER, seq: null, message: waiting?.client_id ?? '' };
  actOn(target, edit('hello'));
  expect(useOutbox.getState().items.map(({ content }) => content)).toEqual(['first', 'hello']);
  actOn(target, remove);
  expect([useOutbox.getState().items.length, acts(), server.done]).toEqual([1, [], []]);
});

it('keeps an act from before the live part has loaded', () => {
  fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member, end: null });
  fakeServer({});
  actOn(stored(1), remove);
  expect(acts().map(({ verb }) => verb)).toEqual(['delete']);
});

it('deletes a message that another tab began to send at the moment of its deletion', () => {
  fakeStorage();
  resetStores();
  const tabs = new EventTarget();
  vi.stubGlobal('window', tabs);
  const live = new AbortController();
  useSession.setState({ status: 'signed-in', user: member, end: null });
  fakeServer({});
  openOutbox(ME);
  followOtherTabs(live.signal);
  const { client_id, ...item } = enqueue(KEY, 'oops');
  actOn({ conversation_id: CONVERSATION, receiver_id: OTHER, seq: null, message: client_id }, remove);
  expect(acts()).toEqual([]);
  const [key, newValue] = [`outbox:${ME}:${client_id}`, JSON.stringify({ ...item, client_id, tried: true })];
  localStorage.setItem(key, newValue);
  tabs.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  expect(useOutbox.getState().items).toEqual([]);
  expect(acts()).toMatchObject([{ verb: 'delete', seq: null, message: client_id }]);
  live.abort();
  vi.unstubAllGlobals();
});
