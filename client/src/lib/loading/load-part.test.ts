import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importOnce } from './load-part';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('doesn’t wait without limit for a part that never comes, and takes one that comes late', async () => {
  let arrive: (part: string) => void = () => undefined;
  const load = vi.fn(() => new Promise<string>((resolve) => (arrive = resolve)));
  const part = importOnce(load);
  const first = part();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await first).toBeNull();
  arrive('code');
  expect([await part(), await part()]).toEqual(['code', 'code']);
  expect(load).toHaveBeenCalledOnce();
});

it('loads a part again after a failure', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('no network'));
  const part = importOnce(load);
  expect([await part(), await part()]).toEqual([null, 'code']);
});
