import { hourMs } from '@sangam/shared/core/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetAskedToWait } from '../../lib/asked-to-wait';
import { noteAnswer, noteNoAnswer } from '../../lib/network';
import { fakeServer, refusal } from '../../testing/fake-server';
import { request } from '../api/client';
import { createPolling } from './polling';

describe('polling', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const create = (lastSendMs = () => Number.NEGATIVE_INFINITY) => {
    const refresh = vi.fn();
    const server = { answers: true };
    const fallback = createPolling({ refresh, lastLocalSendMs: lastSendMs, isAnswered: () => server.answers });
    return { refresh, fallback, server };
  };

  it('runs every 30 seconds only while the connection is away', () => {
    const { refresh, fallback } = create();
    vi.advanceTimersByTime(90_000);
    expect(refresh).not.toHaveBeenCalled();
    fallback.begin();
    fallback.begin();
    vi.advanceTimersByTime(60_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    fallback.end();
    vi.advanceTimersByTime(120_000);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('pauses, also on focus, while the server has asked to wait, but not after a refused write', async () => {
    const refused = () => refusal(429, 'RATE_LIMITED', 'slow down', { 'Retry-After': '45' });
    fakeServer({ 'GET /api/messages/unread-count': refused, 'POST /api/auth/logout': refused });
    const { refresh, fallback } = create();
    fallback.begin();
    await request('POST /api/auth/logout');
    vi.advanceTimersByTime(30_000);
    expect(refresh).toHaveBeenCalledOnce();
    await request('GET /api/messages/unread-count');
    fallback.focused();
    vi.advanceTimersByTime(30_000);
    expect(refresh).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(30_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    forgetAskedToWait();
  });

  it('refreshes half a second after the window gets the focus', () => {
    const { refresh, fallback } = create();
    fallback.focused();
    vi.advanceTimersByTime(499);
    expect(refresh).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(refresh).toHaveBeenCalledWith('focus');
  });

  it('is skipped for 5 seconds after a local send', () => {
    let sent = 0;
    const { refresh, fallback } = create(() => sent);
    fallback.begin();
    vi.advanceTimersByTime(26_000);
    sent = performance.now();
    vi.advanceTimersByTime(4_000);
    expect(refresh).not.toHaveBeenCalled();
    vi.advanceTimersByTime(30_000);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('goes on when the clock is set back by an hour after a local send', () => {
    const { refresh, fallback } = create(() => 0);
    fallback.begin();
    vi.setSystemTime(Date.now() - hourMs);
    vi.advanceTimersByTime(30_000);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('asks once a minute, and not on focus, while the browser is offline: it may be wrong', () => {
    const browser = { onLine: false };
    vi.stubGlobal('navigator', browser);
    const { refresh, fallback } = create();
    refresh.mockImplementation(noteNoAnswer);
    noteNoAnswer();
    fallback.begin();
    vi.advanceTimersByTime(600_000);
    const times = refresh.mock.calls.length;
    expect([9, 10]).toContain(times);
    fallback.focused();
    vi.advanceTimersByTime(500);
    expect(refresh).toHaveBeenCalledTimes(times);
    // It was wrong.
    refresh.mockImplementation(noteAnswer);
    vi.advanceTimersByTime(180_000);
    expect(refresh.mock.calls.length).toBeGreaterThanOrEqual(times + 5);
    fallback.end();
  });

  it.each([
    ['every 30 seconds in a visible tab, answered or not', false, false, 120],
    ['every 30 seconds in a hidden tab that is answered', true, true, 120],
    ['more and more rarely in a hidden tab that is not', true, false, 40],
  ])('runs %s', (_, hidden, answers, times) => {
    vi.stubGlobal('document', { hidden });
    const { refresh, fallback, server } = create();
    server.answers = answers;
    fallback.begin();
    vi.advanceTimersByTime(hourMs);
    expect(refresh).toHaveBeenCalledTimes(times);
    fallback.end();
  });
});
