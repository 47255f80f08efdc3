import { recordedLog } from '@sangam/testing/recorded-log';
import { expect, it } from 'vitest';
import { createBus } from './bus.js';

it('logs a listener that fails, now or later, and ignores return values', async () => {
  const { log, lines } = recordedLog('error');
  const bus = createBus<{ counted: number }>(log);
  const received = new Map<number, string>();
  // Typed as returning nothing, as a callback may be.
  const note: (counted: number) => void = (counted) => received.set(counted, 'noted');
  bus.on('counted', note);
  bus.publish('counted', 1);
  expect([received.get(1), lines]).toEqual(['noted', []]);
  bus.on('counted', () => {
    throw new Error('at once');
  });
  bus.on('counted', () => Promise.reject(new Error('later')));
  bus.publish('counted', 2);
  await Promise.resolve();
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['at once', 'later']);
});
