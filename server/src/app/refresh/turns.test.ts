import { expect, it, onTestFinished, vi } from 'vitest';
import { createRefreshTurns } from './turns.js';

/** Work that runs until `end` is called. */
function openWork() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: vi.fn((_: Map<string, Promise<unknown>>) => ended), end };
}
const turn = () => new Promise(setImmediate);
const here = new AbortController().signal;
const begun = async (works: ReturnType<typeof openWork>[]) => {
  await turn();
  return works.map(({ work }) => work.mock.calls.length);
};

it('runs two members at once, and the others in the order of their calls', async () => {
  const turns = createRefreshTurns({ atOnce: 2, withinMs: 1_000 });
  const works = [openWork(), openWork(), openWork(), openWork()];
  const taken = works.map(({ work }, memberId) => turns.take(memberId, work, here));
  expect(await begun(works)).toEqual([1, 1, 0, 0]);
  works[1]?.end();
  expect(await begun(works)).toEqual([1, 1, 1, 0]);
  works[0]?.end();
  expect(await begun(works)).toEqual([1, 1, 1, 1]);
  for (const { end } of works) end();
  expect((await Promise.all(taken)).every(({ ok }) => ok)).toBe(true);
});

it('runs all the work that a member has waiting in one turn, with one shared map', async () => {
  const turns = createRefreshTurns({ atOnce: 1, withinMs: 1_000 });
  const [first, tab, other, otherTab] = [openWork(), openWork(), openWork(), openWork()];
  const works = [first, tab, other, otherTab];
  void turns.take(1, first.work, here);
  void turns.take(2, tab.work, here);
  void turns.take(3, other.work, here);
  void turns.take(2, otherTab.work, here);
  expect(await begun(works)).toEqual([1, 0, 0, 0]);
  first.end();
  expect(await begun(works)).toEqual([1, 1, 0, 1]);
  expect(tab.work.mock.calls[0]?.[0]).toBe(otherTab.work.mock.calls[0]?.[0]);
});

it("doesn't let a member who calls again overtake a waiting one", async () => {
  const turns = createRefreshTurns({ atOnce: 1, withinMs: 1_000 });
  const [first, other, repeated] = [openWork(), openWork(), openWork()];
  const works = [first, other, repeated];
  void turns.take(1, first.work, here);
  void turns.take(2, other.work, here);
  void turns.take(1, repeated.work, here);
  first.end();
  expect(await begun(works)).toEqual([1, 1, 0]);
  other.end();
  expect(await begun(works)).toEqual([1, 1, 1]);
});

it('refuses work that has waited too long, without starting it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const turns = createRefreshTurns({ atOnce: 1, withinMs: 1_000 });
  const [first, second, third] = [openWork(), openWork(), openWork()];
  const running = turns.take(1, first.work, here);
  const late = turns.take(2, second.work, here);
  await vi.advanceTimersByTimeAsync(500);
  const later = turns.take(3, third.work, here);
  await vi.advanceTimersByTimeAsync(500);
  expect(await late).toMatchObject({ ok: false, error: { code: 'BUSY' } });
  first.end();
  third.end();
  expect([(await running).ok, (await later).ok]).toEqual([true, true]);
  expect(second.work).not.toHaveBeenCalled();
});

it("gives a disconnected client's turn to the next one", async () => {
  const turns = createRefreshTurns({ atOnce: 1, withinMs: 1_000 });
  const [first, second, third] = [openWork(), openWork(), openWork()];
  const works = [first, second, third];
  const client = new AbortController();
  void turns.take(1, first.work, here);
  const gone = turns.take(2, second.work, client.signal);
  void turns.take(3, third.work, here);
  client.abort();
  expect((await gone).ok).toBe(false);
  first.end();
  expect(await begun(works)).toEqual([1, 0, 1]);
  expect((await turns.take(2, second.work, client.signal)).ok).toBe(false);
});

it('runs the next one after a failure', async () => {
  const turns = createRefreshTurns({ atOnce: 1, withinMs: 1_000 });
  const failing = turns.take(1, () => Promise.reject(new Error('no database')), here);
  const next = turns.take(2, async () => 7, here);
  await expect(failing).rejects.toThrow('no database');
  expect(await next).toEqual({ ok: true, value: 7 });
});

it('refuses waiting and later work once it has ended', async () => {
  const turns = createRefreshTurns({ atOnce: 1, withinMs: 60_000 });
  const [first, second, third] = [openWork(), openWork(), openWork()];
  const running = turns.take(1, first.work, here);
  const waiting = [turns.take(2, second.work, here), turns.take(3, third.work, here)];
  turns.end();
  expect((await Promise.all(waiting)).map(({ ok }) => ok)).toEqual([false, false]);
  first.end();
  expect((await running).ok).toBe(true);
  expect((await turns.take(4, second.work, here)).ok).toBe(false);
});
