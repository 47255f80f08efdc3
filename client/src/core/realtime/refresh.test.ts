import { expect, it } from 'vitest';
import { setLive } from './live';
import { refresh } from './refresh';

it('runs once more for a call at any moment before it has ended', async () => {
  let runs = 0;
  let end: () => void = () => undefined;
  const onRefresh = async () => {
    runs += 1;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return true;
  };
  // Without a table of lists, the parts are all.
  setLive({ parts: [{ onRefresh }], refresh: null as never });
  const endAll = async () => {
    end();
    await new Promise((resolve) => setTimeout(resolve));
  };
  for (let steps = 0; steps < 30; steps += 1) {
    runs = 0;
    void refresh('gap');
    await new Promise((resolve) => setTimeout(resolve));
    end();
    for (let step = 0; step < steps; step += 1) await null;
    void refresh('gap');
    await endAll();
    await endAll();
    expect([steps, runs]).toEqual([steps, 2]);
  }
});
