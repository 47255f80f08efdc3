import { hourMs } from '@sangam/shared/core/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteRefreshed, setConnection } from '../../core/realtime/connection-status';
import { fakeServer, refusal } from '../../testing/fake-server';
import { followActivity } from './presence-report';

describe('reporting presence', () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('document', page);
    setConnection('away');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const active = (call: { body: unknown }) => (call.body as { isActive: boolean }).isActive;

  it('reports on start, every 30 seconds, after 2 minutes without input, and at once on the next', async () => {
    const server = fakeServer({ 'POST /api/users/update-status': () => ({}) });
    const { stop } = followActivity();
    await vi.advanceTimersByTimeAsync(119_000);
    expect(server.calls.map(active)).toEqual([true, true, true, true]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.calls.map(active).slice(4)).toContain(false);
    window.dispatchEvent(new Event('keydown'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls.map(active).at(-1)).toBe(true);
    stop();
    const before = server.calls.length;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(server.calls).toHaveLength(before);
  });

  it('is inactive after 2 minutes even when the clock is set back by an hour', async () => {
    const server = fakeServer({ 'POST /api/users/update-status': () => ({}) });
    const { stop } = followActivity();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.setSystemTime(Date.now() - hourMs);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(server.calls.map(active)).toContain(false);
    stop();
  });

  it('sends the first report over the socket if it connects within a second, else over REST', async () => {
    setConnection('connecting');
    const server = fakeServer({ 'POST /api/users/update-status': () => ({}) });
    const { stop } = followActivity();
    await vi.advanceTimersByTimeAsync(999);
    expect(server.calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.calls.map(active)).toEqual([true]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.calls.map(active)).toEqual([true, true]);
    stop();
  });

  it('is inactive while the page is hidden, active once it is visible, and reports again on leaving', async () => {
    const server = fakeServer({ 'POST /api/users/update-status': () => ({}) });
    const { stop } = followActivity();
    const show = async (hidden: boolean) => {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(0);
    };
    await show(true);
    expect(server.calls.map(active)).toEqual([true, false]);
    window.dispatchEvent(new Event('keydown'));
    expect(server.calls).toHaveLength(2);
    await show(false);
    expect(server.calls.map(active)).toEqual([true, false, true]);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls.map(active)).toEqual([true, false, true, false]);
    expect(vi.mocked(fetch).mock.lastCall?.[1]).toMatchObject({ keepalive: true });
    stop();
  });

  it('sends no report during a pause that the server asked for', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = fakeServer({
      'POST /api/users/update-status': () => refusal(429, 'RATE_LIMITED', 'slow down', { 'Retry-After': '65' }),
    });
    const { stop } = followActivity();
    await vi.advanceTimersByTimeAsync(1_000);
    const reports = server.calls.length;
    expect(reports).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(server.calls).toHaveLength(reports);
    await vi.advanceTimersByTimeAsync(70_000);
    expect(server.calls.length).toBeGreaterThan(reports);
    stop();
    log.mockRestore();
  });

  it('reports nothing by timer while the browser is offline, or again before a refresh has shown that the server answers', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = fakeServer({ 'POST /api/users/update-status': () => 'network' });
    vi.stubGlobal('navigator', { onLine: false });
    const first = followActivity();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.calls).toHaveLength(0);
    first.stop();
    vi.stubGlobal('navigator', { onLine: true });
    const { stop } = followActivity();
    await vi.advanceTimersByTimeAsync(70_000);
    expect(server.calls.map(active)).toEqual([true]);
    noteRefreshed(true);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.calls).toHaveLength(2);
    stop();
    log.mockRestore();
  });

  it('reports a failure in the console only', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer({ 'POST /api/users/update-status': () => refusal(500, 'INTERNAL') });
    const { stop } = followActivity();
    await vi.advanceTimersByTimeAsync(10);
    stop();
    expect(log.mock.calls.map(([text]) => text)).toEqual(['Error updating status']);
    log.mockRestore();
  });
});
