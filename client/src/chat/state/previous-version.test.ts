import type { MessageBody } from '@sangam/shared/chat/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { CONVERSATION, KEY, ME, member, message, messages, OTHER, page } from '../../testing/samples';
import { wakeSender } from '../sync/outbox-sender';
import { takeMessage } from '../sync/take-message';
import { keyWith, noteConversation } from './known-conversations';
import { attachedTo, countDrafts, readDraft, writeDraft } from './outbox/drafts';
import { enqueue, openOutbox, useOutbox } from './outbox/outbox';
import { dropUnsentMarks } from './outbox/outbox-acts';
import { pendingFor } from './outbox/outbox-order';
import { editedText } from './outbox/unfinished-edit';
import { cachedThreads } from './thread/cached-threads';
import { putThread, threadOf, useThreads } from './thread/threads';
import { newThread } from './thread/threads.reduce';

/** Data that the previous version, which named the other member, stored in this browser. */
const stored = {
  message: {
    kind: 'pending',
    client_id: '6f0e5b06-0000-4000-8000-000000000001',
    receiver_id: OTHER,
    content: 'unsent',
    created_at: '2026-01-02T00:00:00.000Z',
    order: 1,
    state: 'waiting',
    error: null,
  },
  act: {
    kind: 'act',
    client_id: '6f0e5b06-0000-4000-8000-000000000002',
    receiver_id: OTHER,
    verb: 'pin',
    text: '',
    seq: 1,
    message: null,
    created_at: '2026-01-02T00:00:01.000Z',
    order: 2,
    state: 'waiting',
    error: null,
  },
};

let storage: Map<string, string>;
beforeEach(async () => {
  await import('../sync/transmit-act');
  vi.useFakeTimers();
  storage = fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member });
  for (const item of Object.values(stored)) storage.set(`outbox:${ME}:${item.client_id}`, JSON.stringify(item));
});
afterEach(() => {
  resetStores();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(20_000);

/** A server that stores each item once, and names the conversation only if `isNew`. */
function serve(isNew = true) {
  const sent: MessageBody[] = [];
  const name = isNew ? { conversation_id: CONVERSATION } : {};
  const list = [message(1)];
  const thread = () => {
    const { conversation_id: _, ...old } = page(list, list.length);
    return { body: { success: true, data: { ...old, ...name } } };
  };
  const { of } = fakeServer({
    'POST /api/messages': ({ body }) => {
      const { content, client_id } = body as MessageBody;
      sent.push(body as MessageBody);
      const { conversation_id: _, ...rest } = message(2, { sender_id: ME, receiver_id: OTHER, content });
      return { status: 201, body: { success: true, data: { ...rest, ...name, client_id } } };
    },
    'GET /api/messages/conversation/:userId': thread,
    ...(isNew && { 'GET /api/messages/c/:conversationId': thread }),
    'PUT /api/messages/c/:conversationId/:seq/pin': () => ({
      body: { success: true, data: message(1, { change: 1, pinned: { user_id: ME, at: 'now' } }) },
    }),
  });
  return { sent, of };
}

describe('drafts and messages that the previous version stored', () => {
  it('are sent once: messages to the member, acts in the conversation that the answer names', async () => {
    const { sent, of } = serve();
    openOutbox(ME);
    expect(pendingFor(useOutbox.getState().items, keyWith(OTHER))).toHaveLength(1);
    wakeSender();
    await settle();
    expect(sent).toMatchObject([{ receiver_id: OTHER, content: 'unsent' }]);
    expect(of('PUT /api/messages/c/:conversationId/:seq/pin').map(({ path }) => path)).toEqual([
      `/api/messages/c/${CONVERSATION}/1/pin`,
    ]);
    expect([keyWith(OTHER), [...storage.keys()]]).toEqual([KEY, []]);
  });

  it('belong to the conversation once its id is known, and are sent there', async () => {
    const { sent } = serve();
    openOutbox(ME);
    noteConversation(CONVERSATION, OTHER);
    expect(pendingFor(useOutbox.getState().items, KEY)).toHaveLength(1);
    expect(pendingFor(useOutbox.getState().acts, KEY)).toHaveLength(1);
    dropUnsentMarks(KEY);
    wakeSender();
    await settle();
    expect(sent).toMatchObject([{ conversation_id: CONVERSATION }]);
  });

  it('are stored by a server of the previous version, too', async () => {
    const { sent } = serve(false);
    openOutbox(ME);
    wakeSender();
    await settle();
    expect(sent).toMatchObject([{ receiver_id: OTHER }]);
    // The act waits for a server that knows the conversation's id.
    expect(useOutbox.getState().acts).toHaveLength(1);
  });

  it('keep drafts with their files and edits, which move to the conversation', () => {
    const files = [{ id: 'a', name: 'plan.pdf', bytes: 1, isPicture: false }];
    storage.set(`draft:${ME}:${OTHER}`, 'half a');
    storage.set(`attached:${ME}:${OTHER}`, JSON.stringify(files));
    storage.set(`edit:${ME}:${OTHER}`, JSON.stringify({ seq: 1, message: null, content: 'before', text: 'after' }));
    noteConversation(CONVERSATION, OTHER);
    expect([readDraft(KEY), attachedTo(KEY), countDrafts(ME)]).toEqual(['half a', files, 1]);
    const target = { conversation_id: CONVERSATION, receiver_id: OTHER, seq: 1, message: null };
    expect(editedText({ kind: 'edit', content: 'before', target })).toBe('after');
    expect([...storage.keys()].filter((key) => key.endsWith(`:${OTHER}`))).toEqual([]);
    // A tab of the previous version continues to store by the member.
    storage.set(`draft:${ME}:${OTHER}`, 'over there');
    expect(readDraft(KEY)).toBe('half a');
    writeDraft(KEY, '');
    expect([readDraft(KEY), storage.has(`draft:${ME}:${OTHER}`)]).toEqual(['', false]);
  });

  it('include the offline thread, unless this version has a newer one', () => {
    const row = { member: ME, name: 'Other', openedAtMs: 1, follows: true, lastChange: 0, readSeq: 2, otherReadSeq: 0 };
    const old = { ...row, id: OTHER, messages: messages(1, 2), lastSeq: 2 };
    cachedThreads.show([old]);
    expect(threadOf(keyWith(OTHER))?.lastSeq).toBe(2);
    resetStores();
    noteConversation(CONVERSATION, OTHER);
    cachedThreads.show([{ ...row, id: KEY, messages: messages(1, 3), lastSeq: 3 }, old]);
    expect(threadOf(KEY)?.lastSeq).toBe(3);
  });
});

it('data that this version stores can be read and sent by a tab of the previous one', () => {
  openOutbox(ME);
  noteConversation(CONVERSATION, OTHER);
  const { client_id } = enqueue(KEY, 'from here');
  const item = JSON.parse(storage.get(`outbox:${ME}:${client_id}`) ?? '');
  expect(item).toMatchObject({ conversation_id: CONVERSATION, receiver_id: OTHER });
});

describe('a conversation that gets its id', () => {
  it('moves with its thread, its draft and its pending items, and stays open', () => {
    openOutbox(ME);
    const before = keyWith(OTHER);
    putThread(before, { ...newThread, status: 'ready' });
    useThreads.setState({ openId: before });
    writeDraft(before, 'more');
    takeMessage(message(1, { sender_id: ME, receiver_id: OTHER }), ME);
    expect(keyWith(OTHER)).toBe(KEY);
    expect(useThreads.getState()).toMatchObject({ openId: KEY, byId: { [KEY]: { lastSeq: 1 } } });
    expect(Object.keys(useThreads.getState().byId)).toEqual([KEY]);
    // Code with the earlier name finds the same.
    expect(threadOf(before)).toBe(threadOf(KEY));
    expect([readDraft(KEY), readDraft(before)]).toEqual(['more', 'more']);
    expect(pendingFor(useOutbox.getState().items, KEY)).toHaveLength(1);
  });

  it('sends its messages one after the other, also if its id comes while one is on its way', async () => {
    let answer: () => void = () => undefined;
    const sent: string[] = [];
    storage.delete(`outbox:${ME}:${stored.act.client_id}`);
    const second = {
      ...stored.message,
      client_id: '6f0e5b06-0000-4000-8000-000000000003',
      content: 'second',
      order: 3,
    };
    storage.set(`outbox:${ME}:${second.client_id}`, JSON.stringify(second));
    fakeServer({
      'POST /api/messages': async ({ body }) => {
        const { content, client_id } = body as MessageBody;
        sent.push(content);
        if (sent.length === 1) await new Promise<void>((resolve) => (answer = resolve));
        const data = message(sent.length, { sender_id: ME, receiver_id: OTHER, content, client_id: client_id ?? null });
        return { status: 201, body: { success: true, data } };
      },
      'GET /api/messages/c/:conversationId': () => 'network',
    });
    openOutbox(ME);
    wakeSender();
    await vi.advanceTimersByTimeAsync(100);
    noteConversation(CONVERSATION, OTHER);
    wakeSender();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(['unsent']);
    answer();
    await settle();
    expect(sent).toEqual(['unsent', 'second']);
  });
});
