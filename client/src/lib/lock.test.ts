import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { underLock } from './lock';

describe('work under a lock', () => {
  interface Channel {
    tab: { isFrozen: boolean };
    listener?: (event: { data: unknown }) => void;
  }
  /** The channels of all tabs; frozen ones get no messages. */
  const channels = new Set<Channel>();
  /** The tab whose code runs. */
  let current = { isFrozen: false };
  beforeEach(() => {
    vi.useFakeTimers();
    channels.clear();
    let last = Promise.resolve();
    const request = (_: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) => {
      const before = last;
      const aborted = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
      const granted = before.then(() => (signal.aborted ? undefined : run()));
      last = granted.catch(() => undefined);
      return Promise.race([granted, aborted]);
    };
    vi.stubGlobal('navigator', { locks: { request } });
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        own: Channel = { tab: current };
        constructor() {
          channels.add(this.own);
        }
        addEventListener(_: string, listener: NonNullable<Channel['listener']>) {
          this.own.listener = listener;
        }
        postMessage(data: unknown) {
          for (const other of channels) if (other !== this.own && !other.tab.isFrozen) other.listener?.({ data });
        }
        close() {
          channels.delete(this.own);
        }
      },
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Begins work in a new tab, which goes on until `end`. */
  const begin = () => {
    const tab = { isFrozen: false };
    current = tab;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const work = vi.fn(() => ended);
    const done = underLock('outbox', work);
    return { tab, work, end, done };
  };

  it('waits for a tab at work, however long that takes', async () => {
    const [first, second] = [begin(), begin()];
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(second.work).not.toHaveBeenCalled();
    first.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(second.work).toHaveBeenCalledOnce();
    second.end();
    await Promise.all([first.done, second.done]);
    expect(channels.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on without a frozen tab after 20 seconds, one tab after the other', async () => {
    const [frozen, second] = [begin(), begin()];
    await vi.advanceTimersByTimeAsync(5_000);
    frozen.tab.isFrozen = true;
    await vi.advanceTimersByTimeAsync(16_000);
    expect(second.work).toHaveBeenCalledOnce();
    const third = begin();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(third.work).not.toHaveBeenCalled();
    second.end();
    await vi.advanceTimersByTimeAsync(21_000);
    expect(third.work).toHaveBeenCalledOnce();
  });

  it('goes on where the browser has no channel between tabs', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    begin();
    const second = begin();
    await vi.advanceTimersByTimeAsync(21_000);
    expect(second.work).toHaveBeenCalledOnce();
  });

  it('passes on what the work throws, and does it once', async () => {
    const work = vi.fn(() => Promise.reject(new Error('broken')));
    await expect(underLock('outbox', work)).rejects.toThrow('broken');
    expect(work).toHaveBeenCalledOnce();
  });
});
