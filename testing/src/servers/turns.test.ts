import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { longestTurnMs, threadCpuMs } from './turns.js';

const SPIN_MS = 20;
const spin = () => {
  for (const endMs = threadCpuMs() + SPIN_MS; threadCpuMs() < endMs; );
};

it.each([
  ['before anything is awaited', async () => spin()],
  [
    'in a later turn',
    async () => {
      await nextTurn();
      await nextTurn();
      spin();
    },
  ],
])('counts work that is done %s', async (_, work) => expect(await longestTurnMs(work)).toBeGreaterThanOrEqual(SPIN_MS));
