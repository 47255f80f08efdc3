import 'fake-indexeddb/auto';
import type { User } from '@sangam/shared/people/users';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteChangedMessage } from '../chat/state/changed-messages';
import { useConversations } from '../chat/state/conversations';
import { noteTeams } from '../chat/state/known-conversations';
import { savedVersion, takeSaved, useSaved } from '../chat/state/saved/saved';
import { useSavedList } from '../chat/state/saved/saved-list';
import { useTeams } from '../chat/state/teams';
import { toListed } from '../chat/state/teams.reduce';
import { THREADS_MAX } from '../chat/state/thread/cached-threads';
import { useMessageByNumber } from '../chat/state/thread/message-by-number';
import { patchThread, threadOf, useThreads } from '../chat/state/thread/threads';
import { newThread, withChange, withMessage } from '../chat/state/thread/threads.reduce';
import { refreshCached } from '../chat/sync/refresh-cached';
import { DATABASE, deleteCache } from '../core/session/delete-cache';
import { acceptSession, followStoredToken, rejectToken, TOKEN_KEY, useSession } from '../core/session/session';
import { ready } from '../core/store/loadable';
import { resetStores } from '../core/store/reset';
import { fakeServer } from '../testing/fake-server';
import {
  CONVERSATION,
  KEY,
  listed,
  ME,
  member,
  message,
  messages,
  OTHER,
  page,
  TEAM,
  TEAM_KEY,
  team,
  teamMessage,
} from '../testing/samples';
import { cacheLastSeen, readCached } from './live/offline';

const HOUR_S = 3_600;
const encode = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '');
/** A session token as the server writes it; the client can't check its signature. */
const tokenOf = (id: number, expiresInS = HOUR_S): string =>
  `${encode({ alg: 'HS256' })}.${encode({ sub: String(id), exp: Math.floor(Date.now() / 1_000) + expiresInS })}.x`;
const other: User = { ...member, id: OTHER, name: 'Other' };
const token = tokenOf(ME);

let live: AbortController;
beforeEach(() => {
  live = new AbortController();
  acceptSession({ token, user: member });
});
afterEach(async () => {
  live.abort();
  resetStores();
  await deleted();
});

const deleted = () =>
  new Promise<void>((resolve) => {
    const deletion = indexedDB.deleteDatabase(DATABASE);
    deletion.onsuccess = () => resolve();
  });
const times = { created_at: '2026-01-01T00:00:00.000Z', saved_at: '2026-01-02T00:00:00.000Z' };
const thread = (to: number, from = 1) => ({
  ...newThread,
  status: 'ready' as const,
  messages: messages(from, to),
  lastSeq: to,
  readSeq: to,
});
/** Fills the stores with the data on the member's screen. */
function see(): void {
  useConversations.setState({ list: ready([listed({ last_seq: 3 })]) });
  useThreads.setState({ byId: { [KEY]: thread(3) }, openId: KEY });
}
/** Hides the tab, which makes it write at once. */
function leaveTab(): void {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'hidden');
}
/** Starts caching, and waits until the screen's data is stored. */
async function keep(): Promise<void> {
  cacheLastSeen(ME, live.signal);
  see();
  leaveTab();
  await vi.waitFor(async () => expect((await readCached(token))?.user.id).toBe(ME), 10_000);
}
/** Hides the tab, and waits for the write: the database finishes it before a read that begins later. */
async function writeNow(): Promise<void> {
  leaveTab();
  await readCached(token);
}
/** Simulates a page load without a network. */
async function restart(): Promise<void> {
  live.abort();
  resetStores();
  (await readCached(token))?.show();
}

describe('offline data', () => {
  it('is shown after a start without a network: the member, the conversations and the open thread', async () => {
    await keep();
    await restart();
    expect(useConversations.getState().list.data?.map(({ key }) => key)).toEqual([KEY]);
    expect(threadOf(KEY)).toMatchObject({ status: 'ready', lastSeq: 3, follows: true, hasOlder: false });
    expect(threadOf(KEY)?.messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('includes the saved messages and their list', async () => {
    const saved = {
      number: 1,
      conversation_id: CONVERSATION,
      user_id: OTHER,
      name: 'Other',
      seq: 2,
      sender_id: OTHER,
      content: 'kept',
      ...times,
    };
    takeSaved({ version: 3, conversations: [{ conversation_id: CONVERSATION, user_id: OTHER, seqs: [2] }] });
    useSavedList.setState({ list: ready([saved]), hasMore: false });
    await keep();
    await restart();
    expect(savedVersion()).toBe(3);
    expect(useSaved.getState()).toMatchObject({ byConversation: { [KEY]: [2] }, announced: 3 });
    expect(useSavedList.getState()).toMatchObject({ list: { data: [saved] }, hasMore: false });
  });

  it('continues like a tab that was disconnected: later messages are added without a gap, earlier ones wait', async () => {
    await keep();
    await restart();
    patchThread(KEY, (known) => withMessage(known, message(4)));
    patchThread(KEY, (known) => withMessage(known, message(6)));
    expect(threadOf(KEY)?.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(threadOf(KEY)?.parked.map(({ seq }) => seq)).toEqual([6]);
  });

  it('includes the current text of answered messages beyond the cached page', async () => {
    fakeServer({ 'GET /api/messages/c/:conversationId': () => 'network' });
    const shown = renderHook(() => useMessageByNumber(KEY, 2));
    await keep();
    act(() => patchThread(KEY, (known) => withChange(known, message(2, { content: 'edited', change: 1 }))));
    shown.unmount();
    act(() => useThreads.setState({ byId: { [KEY]: { ...thread(90, 61), hasOlder: true } } }));
    await writeNow();
    await restart();
    expect(threadOf(KEY)?.messages[0]?.seq).toBe(61);
    expect(renderHook(() => useMessageByNumber(KEY, 2)).result.current?.content).toBe('edited');
  });

  it('loses the text and pin of a message deleted in the meantime in a team that isn’t open', async () => {
    noteTeams([TEAM]);
    cacheLastSeen(ME, live.signal);
    see();
    const open = { ...thread(3), messages: [1, 2, 3].map((seq) => teamMessage(seq)), pins: [3, 1] };
    useThreads.setState({ byId: { [TEAM_KEY]: open }, openId: TEAM_KEY });
    leaveTab();
    await vi.waitFor(async () => expect(await readCached(token)).not.toBeNull(), 10_000);
    live.abort();
    const deleted = teamMessage(3, { content: 'Message deleted', deleted_at: times.created_at, change: 1 });
    const { user: _, ...data } = page([deleted], 3, {
      conversation_id: TEAM,
      kind: 'team',
      last_change: 1,
      pinned_seqs: [1],
    });
    fakeServer({ 'GET /api/messages/c/:conversationId': () => ({ body: { success: true, data } }) });
    useTeams.setState({ list: [toListed(team({ last_seq: 3, last_change: 1 }))] });
    await refreshCached();
    await restart();
    expect(threadOf(TEAM_KEY)?.messages.at(-1)?.content).toBe('Message deleted');
    expect(threadOf(TEAM_KEY)?.pins).toEqual([1]);
  });

  it('loses the text of a message deleted in the meantime in a conversation below the shown list, and fetches that once', async () => {
    await keep();
    live.abort();
    const deleted = message(3, { content: 'Message deleted', deleted_at: times.created_at, change: 1 });
    const answer = { body: { success: true, data: page([deleted], 3, { last_change: 1 }) } };
    const server = fakeServer({ 'GET /api/messages/c/:conversationId': () => answer });
    useConversations.setState({ list: ready([]), hasMore: true });
    await refreshCached();
    useConversations.setState({ list: ready([listed({ key: 'c99', last_change: 1 })]) });
    await refreshCached();
    expect(server.calls.map(({ query }) => query.get('changed_since'))).toEqual(['0']);
    noteChangedMessage(message(2, { change: 2 }), KEY);
    await refreshCached();
    expect(server.calls.map(({ query }) => query.get('changed_since'))).toEqual(['0', '1']);
    await restart();
    expect(threadOf(KEY)?.messages.at(-1)?.content).toBe('Message deleted');
  });

  it('loses the text of a message that is deleted in such a conversation while it is compared', async () => {
    await keep();
    live.abort();
    const messageDeleted = message(3, { content: 'Message deleted', deleted_at: times.created_at, change: 1 });
    let changes = 0;
    fakeServer({
      'GET /api/messages/c/:conversationId': () => ({
        body: { success: true, data: page(changes === 0 ? [] : [messageDeleted], 3, { last_change: changes }) },
      }),
    });
    useConversations.setState({ list: ready([]), hasMore: true });
    const comparing = refreshCached();
    noteChangedMessage(messageDeleted, KEY);
    await comparing;
    changes = 1;
    await refreshCached();
    await restart();
    expect(threadOf(KEY)?.messages.at(-1)?.content).toBe('Message deleted');
  });

  it('does not replace newer data', async () => {
    await keep();
    live.abort();
    resetStores();
    const kept = await readCached(token);
    useThreads.setState({ byId: { [KEY]: thread(9) } });
    useConversations.setState({ list: ready([listed({ last_seq: 9 })]) });
    kept?.show();
    expect(threadOf(KEY)?.lastSeq).toBe(9);
    expect(useConversations.getState().list.data?.[0]?.last_seq).toBe(9);
  });

  it('is written while the tab stays open, with only the newest page of the conversations opened last', async () => {
    cacheLastSeen(ME, live.signal);
    const ids = Array.from({ length: THREADS_MAX + 2 }, (_, index) => `c${index + 10}` as const);
    let nowMs = 1_000;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
    for (const id of ids) {
      nowMs += 1_000;
      useThreads.setState(({ byId }) => ({ byId: { ...byId, [id]: thread(120) }, openId: id }));
    }
    clock.mockRestore();
    await vi.waitFor(async () => {
      expect(await readCached(token)).not.toBeNull();
    }, 10_000);
    await restart();
    expect(Object.keys(useThreads.getState().byId)).toEqual(ids.slice(2));
    const last = threadOf(ids.at(-1) ?? KEY);
    expect([last?.messages[0]?.seq, last?.messages.at(-1)?.seq, last?.hasOlder]).toEqual([71, 120, true]);
  });
});

describe('access to offline data', () => {
  it('is refused to another member and after a logout', async () => {
    await keep();
    expect(await readCached(tokenOf(OTHER))).toBeNull();
    expect(await readCached('no token')).toBeNull();
  });

  it('is refused while the device’s clock is past the end of the session, and is back once the clock is right', async () => {
    await keep();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * HOUR_S * 1_000);
    expect(await readCached(token)).toBeNull();
    clock.mockRestore();
    // If a deletion had started, it would have finished before this read.
    expect((await readCached(token))?.user.id).toBe(ME);
  });

  it('ends once the server refuses the token, however late', async () => {
    await keep();
    rejectToken(token);
    await vi.waitFor(
      async () => expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(DATABASE),
      10_000,
    );
  });

  it('ends with the session, here or in another tab', async () => {
    await keep();
    followStoredToken(null);
    await vi.waitFor(
      async () => expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(DATABASE),
      10_000,
    );
  });

  it('ends once another tab has signed in as another member', async () => {
    cacheLastSeen(ME, live.signal);
    see();
    // This tab hasn't been notified yet.
    localStorage.setItem(TOKEN_KEY, tokenOf(OTHER));
    await writeNow();
    expect(await readCached(token)).toBeNull();
  });

  it('is cleaned up by the next writer after a logout that could not delete it', async () => {
    await keep();
    live.abort();
    resetStores();
    live = new AbortController();
    const theirs = tokenOf(OTHER);
    localStorage.setItem(TOKEN_KEY, theirs);
    useSession.setState({ status: 'signed-in', user: other });
    cacheLastSeen(OTHER, live.signal);
    leaveTab();
    await vi.waitFor(async () => expect((await readCached(theirs))?.user.id).toBe(OTHER), 10_000);
    expect(await readCached(token)).toBeNull();
  });
});

it('does nothing and never fails in a browser without databases', () => {
  vi.stubGlobal('indexedDB', undefined);
  expect(deleteCache).not.toThrow();
  vi.unstubAllGlobals();
});
