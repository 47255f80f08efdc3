import { expect, it, onTestFinished, vi } from 'vitest';
import { createRefreshTurns } from './turns.js';

/** A work that runs until it is ended. */
function openWork() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: vi.fn(() => ended), end };
}
const turn = () => new Promise(setImmediate);

it('runs two at once, and the others in the order of their calls', async () => {
  const turns = createRefreshTurns({ atOnce: 2, withinMs: 1_000 });
  const works = [openWork(), openWork(), openWork(), openWork()];
  const taken = works.map(({ work }) => turns.take(work));
  const begun = async () => {
    await turn();
    return works.map(({ work }) => work.mock.calls.length);
  };
  expect(await begun()).toEqual([1, 1, 0, 0]);
  works[1]?.end();
  expect(await begun()).toEqual([1, 1, 1, 0]);
  works[0]?.end();
  expect(await begun()).toEqual([1, 1, 1, 1]);
  for (const { end } of works) end();
  expect((await Promise.all(taken)).every(({ ok }) => ok)).toBe(true);
});

it('refuses one that has waited too long, without having begun it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const turns = createRefreshTurns({ atOnce: 1, withinMs: 1_000 });
  const [first, second, third] = [openWork(), openWork(), openWork()];
  const running = turns.take(first.work);
  const late = turns.take(second.work);
  await vi.advanceTimersByTimeAsync(500);
  const later = turns.take(third.work);
  await vi.advanceTimersByTimeAsync(500);
  expect(await late).toMatchObject({ ok: false, error: { code: 'BUSY' } });
  first.end();
  third.end();
  expect([(await running).ok, (await later).ok]).toEqual([true, true]);
  expect(second.work).not.toHaveBeenCalled();
});

it('runs the next one after a failure', async () => {
  const turns = createRefreshTurns({ atOnce: 1, withinMs: 1_000 });
  const failing = turns.take(() => Promise.reject(new Error('no database')));
  const next = turns.take(async () => 7);
  await expect(failing).rejects.toThrow('no database');
  expect(await next).toEqual({ ok: true, value: 7 });
});

it('refuses all that wait when it is dismissed', async () => {
  const turns = createRefreshTurns({ atOnce: 1, withinMs: 60_000 });
  const [first, second, third] = [openWork(), openWork(), openWork()];
  const running = turns.take(first.work);
  const waiting = [turns.take(second.work), turns.take(third.work)];
  turns.dismiss();
  expect((await Promise.all(waiting)).map(({ ok }) => ok)).toEqual([false, false]);
  first.end();
  expect((await running).ok).toBe(true);
});
