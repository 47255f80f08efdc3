import { recordedLog } from '@sangam/testing/recorded-log';
import { expect, it } from 'vitest';
import { createBus } from './bus.js';

it('logs a listener that fails, now or later, and ignores return values', async () => {
  const { log, lines } = recordedLog('error');
  const bus = createBus<{ told: number }>(log);
  const heard = new Map<number, string>();
  // Typed as returning nothing, as a callback may be.
  const note: (told: number) => void = (told) => heard.set(told, 'noted');
  bus.on('told', note);
  bus.publish('told', 1);
  expect([heard.get(1), lines]).toEqual(['noted', []]);
  bus.on('told', () => {
    throw new Error('at once');
  });
  bus.on('told', () => Promise.reject(new Error('later')));
  bus.publish('told', 2);
  await Promise.resolve();
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['at once', 'later']);
});
