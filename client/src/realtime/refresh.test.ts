import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setConnection, useConnection } from '../stores/connection';
import { useConversations } from '../stores/conversations';
import { presence } from '../stores/entities/presence';
import { useNotifications } from '../stores/notifications';
import { resetStores } from '../stores/reset';
import { useThreads } from '../stores/threads';
import { setProjectWatch } from '../stores/watch';
import { fakeServer } from '../testing/fake-server';
import { OTHER } from '../testing/samples';
import { loadAll } from '../testing/screen';
import { base, serve } from '../testing/server-state';
import { createFiller } from './fill';
import { refresh } from './refresh';

describe('the refresh', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { hidden: false });
    resetStores();
  });

  it('brings everything that events may have failed to say', async () => {
    serve(base);
    await loadAll();
    const server = serve({ ...base, unread: 3, conversation: { ...base.conversation, unread_count: 3, last_seq: 4 } });
    await refresh('connect');
    expect(useNotifications.getState().unreadCount).toBe(3);
    expect(useConversations.getState().list.data?.[0]?.unread_count).toBe(3);
    expect(server.of('GET /api/messages/conversation/:userId')[0]?.query.get('after')).toBe('1');
    expect(server.of('GET /api/project-requests/incoming')).toHaveLength(1);
  });

  it('runs once at a time, and once more for all who asked meanwhile', async () => {
    const server = serve(base);
    await Promise.all([refresh('start'), refresh('connect'), refresh('focus'), refresh('gap')]);
    expect(server.of('GET /api/messages/conversations')).toHaveLength(2);
  });

  it('fetches the projects on screen with each refresh while nothing is pushed', async () => {
    setProjectWatch({ list: true, project_id: null });
    serve(base);
    await loadAll();
    const server = serve(base);
    await Promise.all([refresh('fallback'), refresh('connect'), refresh('focus')]);
    // The list, and the dashboard's newest; once for the first, and once for those that came meanwhile.
    expect(server.of('GET /api/projects')).toHaveLength(4);
  });

  it('says whether the screen is as fresh as the latest poll', async () => {
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

  it('keeps what is shown when it fails, and logs only what R12.3 names', async () => {
    serve(base);
    await loadAll();
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer({});
    await refresh('fallback');
    expect(useConversations.getState().list).toMatchObject({ status: 'error', data: [{ id: OTHER }] });
    expect(useThreads.getState().byId[OTHER]?.status).toBe('ready');
    expect(log.mock.calls.map(([text]) => text)).toEqual([
      'Error fetching unread count',
      'Error fetching notifications',
    ]);
    log.mockRestore();
  });

  it('does not put an older presence over one that was pushed meanwhile', async () => {
    serve({ ...base, conversation: { ...base.conversation, is_online: false } });
    const under_way = refresh('start');
    presence.upsert({ id: OTHER, is_online: true, last_active: null });
    await under_way;
    expect(presence.get(OTHER)?.is_online).toBe(true);
    await refresh('connect');
    expect(presence.get(OTHER)?.is_online).toBe(false);
  });
});

describe('filling a gap', () => {
  it('tries again after a moment, and once at a time', async () => {
    vi.useFakeTimers();
    let failures = 2;
    const sync = vi.fn(async () => {
      failures -= 1;
      return failures >= 0
        ? ({ ok: false, error: { kind: 'network' } } as const)
        : ({ ok: true, value: null } as const);
    });
    const filler = createFiller(sync);
    filler.fill(OTHER);
    filler.fill(OTHER);
    expect(sync).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sync).toHaveBeenCalledTimes(3);
    filler.fill(OTHER);
    await vi.advanceTimersByTimeAsync(1);
    expect(sync).toHaveBeenCalledTimes(4);
    vi.useRealTimers();
  });

  it('asks nothing more once the member has left', async () => {
    vi.useFakeTimers();
    const sync = vi.fn(async () => ({ ok: false, error: { kind: 'network' } }) as const);
    const filler = createFiller(sync);
    filler.fill(OTHER);
    await vi.advanceTimersByTimeAsync(10);
    filler.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sync).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});
