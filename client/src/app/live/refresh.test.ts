import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useConversations } from '../../chat/state/conversations';
import { listedTeam } from '../../chat/state/teams';
import { useThreads } from '../../chat/state/thread/threads';
import { applyUnreadMessage, loadUnread, useUnreadMessages } from '../../chat/state/unread-messages';
import { fillThread, startFilling } from '../../chat/sync/fetch-missing';
import { blocks } from '../../contact/state/blocks';
import { setConnection, useConnection } from '../../core/realtime/connection-status';
import { setProjectWatch } from '../../core/realtime/on-screen';
import { refresh, refreshLists } from '../../core/realtime/refresh';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { noteNoAnswer } from '../../lib/network';
import { loadNotifications, useNotifications } from '../../notices/state/notifications';
import { presence } from '../../people/state/presence';
import { incomingRequests, myRequests, requests } from '../../requests/state/requests';
import { type FakeCall, fakeServer, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import {
  inboxChange,
  inboxItem,
  joinRequest,
  KEY,
  ME,
  member,
  message,
  OTHER,
  page,
  TEAM_KEY,
  team,
  teamMessage,
} from '../../testing/samples';
import { loadAll } from '../../testing/screen';
import { base, serve } from '../../testing/server-state';
import { dispatch } from './subjects';

const ok = (data: object) => ({ body: { success: true, data } });
const context = { me: ME, announce: vi.fn(), eventsMissed: vi.fn() };

describe('the refresh', () => {
  beforeEach(() => {
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
  });

  it('fetches everything that missed events would have brought', async () => {
    serve(base);
    await loadAll();
    const server = serve({ ...base, unread: 3, conversation: { ...base.conversation, unread_count: 3, last_seq: 4 } });
    await refresh('connect');
    expect(useUnreadMessages.getState().unreadCount).toBe(3);
    expect(useConversations.getState().list.data?.[0]?.unread_count).toBe(3);
    expect(server.of('GET /api/messages/c/:conversationId')[0]?.query.get('after')).toBe('1');
  });

  it('makes one call, whose empty answer changes nothing', async () => {
    serve({ ...base, incoming: [joinRequest()] });
    await loadAll();
    const stores = [useConversations, useUnreadMessages, useThreads, requests.use, incomingRequests.useIds];
    const before = stores.map((store) => store.getState());
    const server = serve({ ...base, incoming: [joinRequest()] });
    await refresh('focus');
    expect(server.calls.map(({ name }) => name)).toEqual(['GET /api/refresh']);
    for (const [index, store] of stores.entries()) expect(store.getState()).toBe(before[index]);
  });

  it('shows in the open conversation that its member was blocked or unblocked elsewhere', async () => {
    serve(base);
    await loadAll();
    serve({ ...base, is_blocked: true });
    await refresh('connect');
    expect(blocks.get(OTHER)?.is_blocked).toBe(true);
    serve(base);
    await refresh('connect');
    expect(blocks.get(OTHER)?.is_blocked).toBe(false);
  });

  it('includes the notifications, unless a live change is newer', async () => {
    serve(base);
    await loadAll();
    const inbox = { items: [inboxItem(1)], unread: 1, version: 4 };
    const server = serve({ ...base, inbox });
    await refresh('connect');
    expect(useNotifications.getState()).toMatchObject({ unread: 1, version: 4, items: [{ id: 1 }] });
    await refresh('connect');
    expect(server.of('GET /api/refresh').map(({ query }) => query.get('inbox'))).toEqual(['0', '4']);
    expect(server.of('GET /api/inbox')).toHaveLength(0);
    resetStores();
    const overtaken = refresh('connect');
    dispatch('inbox:changed', inboxChange({ version: 5, unread: 2 }), context);
    await overtaken;
    expect(server.of('GET /api/inbox').length).toBeGreaterThan(0);
  });

  it('loses no event that comes before its first answer, which may lack it', async () => {
    vi.stubGlobal('localStorage', undefined);
    const first = held(null);
    const state = { ...base, teams: [team()] };
    serve(state);
    const asked = fetch;
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      const answer = await asked(path, init);
      await first.reply();
      return answer;
    });
    const refreshed = refreshLists();
    await new Promise((resolve) => setTimeout(resolve));
    const server = serve({
      ...state,
      conversation: { ...base.conversation, last_seq: 2, last_message: 'Message 2' },
      teams: [team({ last_seq: 6, last_message: 'Message 6' })],
    });
    dispatch('message:new', message(2), context);
    dispatch('message:new', teamMessage(6), context);
    first.release();
    if (!(await refreshed)) await refreshLists();
    await vi.waitFor(() => expect(listedTeam(TEAM_KEY)?.last_seq).toBe(6));
    expect(useConversations.getState().list.data?.[0]?.last_seq).toBe(2);
    expect(server.calls.length).toBeGreaterThan(0);
  });

  it('asks for a later refresh while events keep overtaking its answers', async () => {
    serve(base);
    await loadAll();
    let version = 0;
    serve(base, {
      'GET /api/messages/unread-count': () => {
        applyUnreadMessage(message(2));
        return ok({ unread_count: 0, unread_version: 0 });
      },
      'GET /api/inbox': () => {
        version += 1;
        dispatch('inbox:changed', inboxChange({ version, unread: version }), context);
        return ok({ ...base.inbox, has_more: false, version: version - 1 });
      },
    });
    expect([await loadUnread(), await loadNotifications()]).toEqual([false, false]);
    serve({ ...base, inbox: { items: [], unread: 3, version } });
    expect([await loadUnread(), await loadNotifications()]).toEqual([true, true]);
  });

  it('fetches only newer data, and the open thread when it is behind', async () => {
    serve({ ...base, messages: [message(1)] });
    await loadAll();
    const mine = serve({ ...base, mine: [joinRequest({ user_id: ME })] });
    await refresh('focus');
    expect(myRequests.items()).toHaveLength(1);
    expect(mine.of('GET /api/messages/c/:conversationId')).toHaveLength(0);
    const read = serve({ ...base, other_read_seq: 1, conversation: { ...base.conversation, other_read_seq: 1 } });
    await refresh('focus');
    expect(read.of('GET /api/messages/c/:conversationId')).toHaveLength(1);
    expect(useThreads.getState().byId[KEY]?.otherReadSeq).toBe(1);
  });

  it('sends only versions from answers: unchanged by events, and none after logging out', async () => {
    serve(base);
    await loadAll();
    const held = async () => {
      const server = serve(base);
      await refresh('connect');
      return server.of('GET /api/refresh')[0]?.query.get('bell');
    };
    const version = await held();
    expect(version).toContain('"unread_count":0');
    dispatch('message:new', message(2), context);
    expect(await held()).toBe(version);
    resetStores();
    expect(await held()).toBeNull();
  });

  it('drops a list’s version if another fetch ran at the same time, since the older answer may have arrived last', async () => {
    serve({ ...base, mine: [joinRequest({ user_id: ME })] });
    await Promise.all([refresh('start'), myRequests.load()]);
    const server = serve({ ...base, mine: [] });
    await refresh('connect');
    const query = server.of('GET /api/refresh')[0]?.query;
    expect(query?.get('my_requests')).toBeNull();
    expect(query?.get('incoming_requests')).not.toBeNull();
    expect(myRequests.items()).toEqual([]);
  });

  it('fetches the rest of a long list with its own call, and keeps its version only then', async () => {
    const many = Array.from({ length: 260 }, (_, n) => joinRequest({ id: 1_000 - n, user_id: ME }));
    const pages = ({ query }: FakeCall) => {
      const below = many.filter(({ id }) => id < Number(query.get('before') ?? 1_001));
      const page = below.slice(0, Number(query.get('limit')));
      return { requests: page, has_more: page.length < below.length, total: many.length };
    };
    const replies = (version: string, answers: () => boolean) => ({
      'GET /api/refresh': (call: FakeCall) => {
        const data = pages({
          ...call,
          query: new URLSearchParams({ limit: call.query.get('my_requests_limit') ?? '' }),
        });
        return ok(call.query.get('my_requests') === version ? {} : { my_requests: { version, data } });
      },
      'GET /api/project-requests/mine': (call: FakeCall) => (answers() ? ok(pages(call)) : refusal(503, 'BUSY')),
    });
    fakeServer(replies('first', () => true));
    await refresh('start');
    while (myRequests.useIds.getState().beyond > 0) await myRequests.loadMore();
    const failing = fakeServer(replies('second', () => false));
    await refresh('focus');
    expect(failing.of('GET /api/refresh')[0]?.query.get('my_requests_limit')).toBe('200');
    const server = fakeServer(replies('second', () => true));
    await refresh('focus');
    expect(server.of('GET /api/refresh')[0]?.query.get('my_requests')).toBe('first');
    expect(server.of('GET /api/project-requests/mine')).toHaveLength(1);
    expect(myRequests.items()).toHaveLength(many.length);
    await refresh('focus');
    expect(server.of('GET /api/refresh')[1]?.query.get('my_requests')).toBe('second');
    expect(server.of('GET /api/project-requests/mine')).toHaveLength(1);
  });

  it('runs once at a time, and once more for all calls during a run', async () => {
    const server = serve(base);
    await Promise.all([refresh('start'), refresh('connect'), refresh('focus'), refresh('gap')]);
    expect(server.of('GET /api/refresh')).toHaveLength(2);
  });

  it('fetches the projects on screen with each refresh while events are paused', async () => {
    setProjectWatch({ list: true, project_id: null });
    serve(base);
    await loadAll();
    const server = serve(base);
    await Promise.all([refresh('fallback'), refresh('connect'), refresh('focus')]);
    // The list and the dashboard's newest projects: once for the first refresh, and once for the calls that arrived meanwhile.
    expect(server.of('GET /api/projects')).toHaveLength(4);
  });

  it('notes whether the screen is as fresh as the latest poll', async () => {
    setConnection('away');
    serve(base);
    await refresh('fallback');
    expect(useConnection.getState().refreshed).toBe(true);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer({});
    await refresh('fallback');
    expect(useConnection.getState().refreshed).toBe(false);
    vi.restoreAllMocks();
  });

  it('makes one call while the server doesn’t answer, and all of them once it does', async () => {
    serve(base);
    await loadAll();
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    setConnection('away');
    noteNoAnswer();
    const lost = fakeServer({ 'GET /api/refresh': () => 'network' });
    await refresh('fallback');
    expect(lost.calls.map(({ name }) => name)).toEqual(['GET /api/refresh']);
    const server = serve({ ...base, conversation: { ...base.conversation, last_seq: 4 } });
    await refresh('fallback');
    expect(server.of('GET /api/messages/c/:conversationId').length).toBeGreaterThan(0);
    log.mockRestore();
  });

  it('keeps the content when it fails, and logs only the failures of R12.3', async () => {
    serve(base);
    await loadAll();
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer({});
    await refresh('fallback');
    expect(useConversations.getState().list).toMatchObject({ status: 'error', data: [{ key: KEY }] });
    expect(useThreads.getState().byId[KEY]?.status).toBe('ready');
    expect(log.mock.calls.map(([text]) => text)).toEqual([
      'Error fetching unread count',
      'Error fetching notifications',
    ]);
    log.mockRestore();
  });

  it('does not replace a newer presence from an event', async () => {
    serve({ ...base, conversation: { ...base.conversation, is_online: false } });
    const under_way = refresh('start');
    presence.upsert({ id: OTHER, is_online: true, last_active: null });
    await under_way;
    expect(presence.get(OTHER)?.is_online).toBe(true);
    serve({ ...base, conversation: { ...base.conversation, is_online: false, other_read_seq: 1 } });
    await refresh('connect');
    expect(presence.get(OTHER)?.is_online).toBe(false);
  });
});

describe('filling a gap', () => {
  const failing = (failures: number) => {
    let left = failures;
    return fakeServer({
      'GET /api/messages/c/:conversationId': () => {
        left -= 1;
        return left >= 0 ? 'network' : { body: { success: true, data: page([message(1)], 1) } };
      },
    });
  };
  beforeEach(() => {
    vi.useFakeTimers();
    resetStores();
  });
  afterEach(() => void vi.useRealTimers());

  it('retries after a moment, and once at a time', async () => {
    const { calls } = failing(2);
    startFilling(new AbortController().signal);
    void fillThread(KEY);
    void fillThread(KEY);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toHaveLength(3);
    void fillThread(KEY);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(4);
  });

  it('sends no request once the member has left', async () => {
    const { calls } = failing(9);
    const live = new AbortController();
    startFilling(live.signal);
    void fillThread(KEY);
    await vi.advanceTimersByTimeAsync(10);
    live.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    void fillThread(KEY);
    expect(calls).toHaveLength(1);
  });
});
