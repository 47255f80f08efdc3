import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The browser's own view of its network and its tab. */
const browser = { onLine: true };
const page = Object.assign(new EventTarget(), { hidden: false });

describe('the network', () => {
  const load = async () => {
    vi.resetModules();
    return { ...(await import('./network')), ...(await import('./retry')) };
  };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', browser);
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('document', page);
    browser.onLine = true;
    page.hidden = false;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('counts as away while the browser says so and no answer shows otherwise', async () => {
    const { isOffline, noteAnswer, noteNoAnswer } = await load();
    expect(isOffline()).toBe(false);
    browser.onLine = false;
    expect(isOffline()).toBe(true);
    noteAnswer();
    expect(isOffline()).toBe(false);
    // A server that restarts makes a browser that was wrong no more right …
    vi.advanceTimersByTime(30_000);
    noteNoAnswer();
    expect(isOffline()).toBe(false);
    // … but two minutes without any answer do.
    vi.advanceTimersByTime(91_000);
    noteNoAnswer();
    expect(isOffline()).toBe(true);
  });

  /** The attempts of a loop in an hour. */
  const attemptsInAnHour = async (): Promise<number> => {
    const { retry, noteNoAnswer } = await load();
    let tries = 0;
    const live = new AbortController();
    const work = async () => {
      tries += 1;
      noteNoAnswer();
      return false;
    };
    void retry(work, { until: (done) => done, pausesMs: [500, 1_500, 5_000], signal: live.signal });
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    live.abort();
    return tries;
  };

  it.each([
    ['goes on failing', true, false, 95, 160],
    ['goes on failing, in a hidden tab', true, true, 45, 75],
    ['is away as the browser says', false, false, 39, 61],
    ['is away as the browser says, in a hidden tab', false, true, 8, 13],
  ])('is asked ever more rarely while it %s', async (_, onLine, hidden, least, most) => {
    Object.assign(browser, { onLine });
    Object.assign(page, { hidden });
    const tries = await attemptsInAnHour();
    expect(tries).toBeGreaterThanOrEqual(least);
    expect(tries).toBeLessThanOrEqual(most);
  });

  it('is asked as often as ever in the first minute', async () => {
    const { retry } = await load();
    const work = vi.fn(async () => false);
    const live = new AbortController();
    void retry(work, { until: (done) => done, pausesMs: [5_000], signal: live.signal });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(work).toHaveBeenCalledTimes(12);
    live.abort();
  });

  it('is asked once a minute by all parts of a page together while the browser says that it is away', async () => {
    const { retry, noteNoAnswer } = await load();
    browser.onLine = false;
    const live = new AbortController();
    const work = vi.fn(async () => {
      noteNoAnswer();
      return false;
    });
    for (let n = 0; n < 5; n += 1) void retry(work, { until: (done) => done, pausesMs: [1_000], signal: live.signal });
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(work.mock.calls.length).toBeLessThanOrEqual(5 + 10);
    live.abort();
  });

  const signs: [string, (noteAnswer: () => void) => void][] = [
    ['the browser says that it is back', () => window.dispatchEvent(new Event('online'))],
    ['the tab is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['a frozen tab goes on', () => document.dispatchEvent(new Event('resume'))],
    [
      'the page comes out of the back/forward cache',
      () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    ],
    ['the server has answered something else', (noteAnswer) => noteAnswer()],
  ];
  it.each(signs)('is asked at once when %s', async (_, show) => {
    const { retry, noteAnswer, noteNoAnswer } = await load();
    browser.onLine = false;
    let isBack = false;
    const work = vi.fn(async () => {
      if (!isBack) noteNoAnswer();
      return isBack;
    });
    const done = retry(work, { until: (came) => came, pausesMs: [1_000] });
    await vi.advanceTimersByTimeAsync(30_000);
    isBack = true;
    expect(work).toHaveBeenCalledTimes(1);
    show(noteAnswer);
    await vi.advanceTimersByTimeAsync(0);
    expect([await done, work.mock.calls.length]).toEqual([true, 2]);
  });

  it.each(signs.slice(0, 2))('is asked as often as at first again after a long outage once %s', async (_, show) => {
    const { retry, noteAnswer, noteNoAnswer } = await load();
    const work = vi.fn(async () => {
      noteNoAnswer();
      return false;
    });
    const live = new AbortController();
    void retry(work, { until: (done) => done, pausesMs: [500, 1_000, 15_000], signal: live.signal });
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    show(noteAnswer);
    const before = work.mock.calls.length;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(work.mock.calls.length - before).toBe(3);
    live.abort();
  });

  it('wakes those that wait when it answers although the browser says that it is away', async () => {
    const { noteAnswer, onAnswer } = await load();
    const live = new AbortController();
    const woken = vi.fn();
    onAnswer(woken, live.signal);
    noteAnswer();
    browser.onLine = false;
    await vi.advanceTimersByTimeAsync(10_000);
    noteAnswer();
    expect(woken).toHaveBeenCalledOnce();
    live.abort();
  });

  it('is not asked sooner than the server has asked for', async () => {
    const { retry } = await load();
    const work = vi.fn(async () => false);
    const live = new AbortController();
    void retry(work, { until: (done) => done, pausesMs: [1_000], requestedPauseMs: () => 20_000, signal: live.signal });
    await vi.advanceTimersByTimeAsync(10_000);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(work).toHaveBeenCalledTimes(1);
    live.abort();
  });

  it('wakes those that wait for an answer every five seconds at most, though one of them gets none each time', async () => {
    const { noteAnswer, noteNoAnswer, onAnswer } = await load();
    const live = new AbortController();
    // One part's request is blocked, and the server refuses the other's.
    const work = vi.fn(() => {
      setTimeout(noteNoAnswer, 10);
      setTimeout(noteAnswer, 20);
    });
    onAnswer(work, live.signal);
    noteNoAnswer();
    vi.advanceTimersByTime(10);
    noteAnswer();
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work.mock.calls.length).toBeGreaterThanOrEqual(12);
    expect(work.mock.calls.length).toBeLessThanOrEqual(13);
    live.abort();
  });

  it('is not asked in a pause that begins online and ends offline', async () => {
    const { retry, noteNoAnswer } = await load();
    const work = vi.fn(async () => {
      noteNoAnswer();
      return false;
    });
    const live = new AbortController();
    void retry(work, { until: (done) => done, pausesMs: [5_000], signal: live.signal });
    await vi.advanceTimersByTimeAsync(1_000);
    browser.onLine = false;
    await vi.advanceTimersByTimeAsync(50_000);
    expect(work).toHaveBeenCalledTimes(1);
    live.abort();
  });
});
