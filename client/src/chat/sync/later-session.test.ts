import type { Message } from '@sangam/shared/chat/messages';
import { beforeEach, expect, it, vi } from 'vitest';
import { setTokenSource } from '../../core/api/client';
import { acceptSession, currentToken, dropSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { CONVERSATION, KEY, ME, member, message, OTHER, page } from '../../testing/samples';
import { actOnPin } from '../screens/message/act-on-pin';
import { actOnSaved } from '../screens/saved/act-on-saved';
import { countDrafts, readReply, setReply, writeDraft } from '../state/outbox/drafts';
import { useMessageDialog } from '../state/outbox/message-dialog';
import { openOutbox, useOutbox } from '../state/outbox/outbox';
import { editedText, resumeUnfinished, storeEdit } from '../state/outbox/unfinished-edit';
import { useThreads } from '../state/thread/threads';
import { newThread } from '../state/thread/threads.reduce';
import { actOn, sendMessage, wakeSender } from './outbox-sender';

const own = (seq: number, change: Partial<Message> = {}) =>
  message(seq, { sender_id: ME, receiver_id: OTHER, ...change });
const lost = [message(1), own(2)];
/** Other messages that have the same numbers after a restored backup. */
const others = lost.map((one) => ({ ...one, content: 'another', created_at: '2026-02-01T00:00:00.000Z' }));

const target = (seq: number) => ({ conversation_id: CONVERSATION, receiver_id: OTHER, seq, message: null });
const edit = { kind: 'edit', content: 'message 2', target: target(2) } as const;

const signIn = (session: string) => {
  const claims = { sub: ME, sid: session, exp: 4_000_000_000 };
  acceptSession({ token: `.${btoa(JSON.stringify(claims))}.`, user: member });
  openOutbox(ME);
  useThreads.setState({ byId: { [KEY]: { ...newThread, status: 'ready', messages: lost, lastSeq: 2 } } });
};

/** Records acts and messages, while `stored` is what the conversation has. */
function serve(stored: Message[]) {
  const done: string[] = [];
  let isUp = false;
  const act = (what: string, seq: number) => {
    if (!isUp) return 'network' as const;
    done.push(`${what} ${seq}`);
    return { body: { success: true, data: stored[seq - 1] } };
  };
  const seqIn = (path: string) => Number(path.split('/')[5]);
  const mark = (what: string, seq: number) => {
    if (!isUp) return 'network' as const;
    done.push(`${what} ${seq}`);
    const conversation = { id: OTHER, conversation_id: CONVERSATION, unread_count: 0, unread_version: 1 };
    return { body: { success: true, data: { unread_count: 0, unread_version: 1, conversation } } };
  };
  fakeServer({
    'GET /api/messages/c/:conversationId': () =>
      isUp ? { body: { success: true, data: page(stored, stored.length) } } : 'network',
    'PATCH /api/messages/c/:conversationId/:seq': ({ path }) => act('edit', seqIn(path)),
    'PUT /api/messages/c/:conversationId/:seq/reactions': ({ path }) => act('react', seqIn(path)),
    'PUT /api/messages/c/:conversationId/archive': ({ body }) => mark('archive', body.seq),
    'PUT /api/messages/c/:conversationId/unread': ({ body }) => mark('unread', body.seq),
    'DELETE /api/messages/c/:conversationId/:seq/pin': ({ path }) => act('unpin', seqIn(path)),
    'DELETE /api/messages/c/:conversationId/:seq/saved': ({ path }) => {
      if (!isUp) return 'network';
      done.push(`unsave ${seqIn(path)}`);
      return {
        body: {
          success: true,
          data: { version: 1, conversation_id: CONVERSATION, user_id: OTHER, seq: 2, saved_at: null },
        },
      };
    },
    'POST /api/messages': ({ body }) => {
      if (!isUp) return 'network';
      done.push(`send, reply to ${body.reply_to}`);
      const { content, client_id } = body;
      return { status: 201, body: { success: true, data: own(3, { content, client_id: client_id ?? null }) } };
    },
  });
  return {
    done,
    setUp: () => {
      isUp = true;
    },
  };
}

const allSent = () =>
  vi.waitFor(() => {
    const { items, acts } = useOutbox.getState();
    expect([items, acts]).toEqual([[], []]);
  });

beforeEach(async () => {
  await import('./transmit-act');
  fakeStorage();
  resetStores();
  setTokenSource(currentToken);
  return () => {
    resetStores();
    setTokenSource(() => null);
  };
});

/** Acts while the server can't be reached, then signs in again, since the server has ended the session. */
function actThenSignInAgain(server: ReturnType<typeof serve>, session = 'later') {
  signIn('first');
  actOn(target(1), { verb: 'react', text: '👍' });
  actOn(target(2), { verb: 'edit', text: 'edited' });
  sendMessage(KEY, 'three', { reply_to: 1 });
  writeDraft(KEY, 'four');
  setReply(KEY, 2);
  storeEdit(edit, 'begun');
  dropSession('refused');
  server.setUp();
  signIn(session);
  wakeSender();
}

it('drops acts, replies and begun edits of an earlier session whose numbers are other messages’ now', async () => {
  const server = serve(others);
  actThenSignInAgain(server);
  await allSent();
  expect(server.done).toEqual(['send, reply to undefined']);
  await resumeUnfinished(KEY);
  expect(readReply(KEY)).toBeNull();
  expect(countDrafts(ME)).toBe(1);
  expect(useMessageDialog.getState()).toEqual({ open: null, editing: null });
});

it('sends acts and replies of an earlier session, and goes on with its begun edits, whose messages are still there', async () => {
  const server = serve(lost);
  actThenSignInAgain(server);
  await allSent();
  expect(server.done).toEqual(['react 1', 'edit 2', 'send, reply to 1']);
  expect([readReply(KEY), editedText(edit)]).toEqual([null, null]);
  await resumeUnfinished(KEY);
  expect(readReply(KEY)).toBe(2);
  expect(useMessageDialog.getState().editing).toMatchObject({ content: 'message 2' });
  expect(editedText(edit)).toBe('begun');
});

it('keeps a begun reply and edit of an earlier session until the server can say whether their messages are the same', async () => {
  serve(lost);
  signIn('first');
  writeDraft(KEY, 'four');
  setReply(KEY, 2);
  storeEdit(edit, 'begun');
  dropSession('refused');
  signIn('later');
  await resumeUnfinished(KEY);
  expect([readReply(KEY), editedText(edit), countDrafts(ME)]).toEqual([null, null, 1]);
  serve(lost).setUp();
  await resumeUnfinished(KEY);
  expect([readReply(KEY), editedText(edit)]).toEqual([2, 'begun']);
});

it('replaces no reply that was begun while an earlier one was checked', async () => {
  const server = serve(lost);
  signIn('first');
  setReply(KEY, 2);
  dropSession('refused');
  server.setUp();
  signIn('later');
  const resumed = resumeUnfinished(KEY);
  setReply(KEY, 1);
  await resumed;
  expect(readReply(KEY)).toBe(1);
});

it.each([
  ['the same', lost, ['unpin 1']],
  ['another', others, []],
])('unpins a message that was not known, by the next one that is %s', async (_, stored, done) => {
  const server = serve(stored);
  signIn('first');
  useThreads.setState({ byId: { [KEY]: { ...newThread, status: 'ready', messages: lost.slice(1), lastSeq: 2 } } });
  actOnPin('unpin', KEY, { seq: 1 });
  dropSession('refused');
  server.setUp();
  signIn('later');
  wakeSender();
  await allSent();
  expect(server.done).toEqual(done);
});

it('keeps acts, replies and begun edits within a session, also across a reload', async () => {
  const server = serve(others);
  actThenSignInAgain(server, 'first');
  await allSent();
  expect(server.done).toEqual(['react 1', 'edit 2', 'send, reply to 1']);
  expect(readReply(KEY)).toBe(2);
  void resumeUnfinished(KEY);
  expect(useMessageDialog.getState().editing ?? useMessageDialog.getState().open).toMatchObject({
    content: 'message 2',
  });
});

it('sends acts of an earlier session that were made while the conversation was not open', async () => {
  const server = serve(lost);
  signIn('first');
  useThreads.setState({ byId: {} });
  actOn(target(2), { verb: 'unread', text: '1' });
  actOn(target(2), { verb: 'archive', text: '2' });
  actOnPin('unpin', KEY, own(2));
  actOnSaved('unsave', KEY, own(2));
  dropSession('refused');
  server.setUp();
  signIn('later');
  wakeSender();
  await allSent();
  expect(server.done).toEqual(['unread 2', 'archive 2', 'unpin 2', 'unsave 2']);
});

it('counts no begun edit of an earlier session as a draft that nothing can check', () => {
  signIn('first');
  useThreads.setState({ byId: {} });
  storeEdit(edit, 'begun');
  expect(countDrafts(ME)).toBe(1);
  dropSession('refused');
  signIn('later');
  expect(countDrafts(ME)).toBe(0);
});
