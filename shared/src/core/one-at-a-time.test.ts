import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.js';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

it('never overlaps, and shares one more run among callers during a run', async () => {
  let atOnce = 0;
  let runs = 0;
  const run = oneAtATime(async () => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await wait(5);
    runs += 1;
    atOnce -= 1;
  });
  const first = run();
  const later = [run(), run(), run()];
  // The moment between the end of one run and the start of the next is no gap.
  await first.then(run);
  await Promise.all(later);
  expect(runs).toBe(3);
});

it('continues after a failure, which rejects only for callers who waited for that run', async () => {
  let runs = 0;
  const run = oneAtATime(async () => {
    runs += 1;
    await wait(1);
    if (runs === 1) throw new Error('first');
  });
  const [first, second] = await Promise.allSettled([run(), run()]);
  expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
});

it('starts another run for a call at any moment before one has ended', async () => {
  for (let steps = 0; steps < 20; steps += 1) {
    let started = 0;
    let end: () => void = () => undefined;
    const run = oneAtATime(async () => {
      started += 1;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    const first = run();
    end();
    for (let step = 0; step < steps; step += 1) await null;
    const second = run();
    await first;
    await wait(0);
    end();
    await second;
    expect([steps, started]).toEqual([steps, 2]);
  }
});
