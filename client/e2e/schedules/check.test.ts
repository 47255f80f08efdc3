import { expect, it } from 'vitest';
import { faultsIn, type Outcome } from './check.js';

const sound = (): Outcome => ({
  written: [
    { member: 1, text: 'a' },
    { member: 1, text: 'b' },
    { member: 2, text: 'c' },
  ],
  stored: [
    { sender_id: 1, content: 'a', seq: 1 },
    { sender_id: 2, content: 'c', seq: 2 },
    { sender_id: 1, content: 'b', seq: 3 },
  ],
  screens: [{ device: 'first', texts: ['a', 'c', 'b'] }],
  unread: [{ device: 'first', shown: 1, stored: 1 }],
  waiting: [{ device: 'first', count: 0 }],
});
const after = (change: (outcome: Outcome) => void): string[] => {
  const outcome = sound();
  change(outcome);
  return faultsIn(outcome);
};

it('finds no fault in a sound history', () => expect(faultsIn(sound())).toEqual([]));

it.each<[string, (outcome: Outcome) => void]>([
  ['a lost message', ({ stored }) => void stored.pop()],
  ['a doubled message', ({ stored }) => void stored.push({ sender_id: 1, content: 'b', seq: 4 })],
  [
    'messages of one member in another order',
    (outcome) => {
      outcome.stored = [
        { sender_id: 1, content: 'b', seq: 1 },
        { sender_id: 2, content: 'c', seq: 2 },
        { sender_id: 1, content: 'a', seq: 3 },
      ];
      outcome.screens = [];
    },
  ],
  ['a message nobody wrote', ({ stored }) => void stored.push({ sender_id: 2, content: 'x', seq: 4 })],
  [
    'a hole in the numbers',
    ({ stored }) => {
      for (const message of stored) if (message.seq === 3) message.seq = 4;
    },
  ],
  ['a screen that misses the last', ({ screens }) => void screens[0]?.texts.pop()],
  ['a screen that shows one twice', ({ screens }) => void screens[0]?.texts.push('b')],
  ['a screen in another order', ({ screens }) => void screens[0]?.texts.reverse()],
  ['another unread count', ({ unread }) => void unread.push({ device: 'second', shown: 0, stored: 1 })],
  ['a message that is never sent', ({ waiting }) => void waiting.push({ device: 'second', count: 1 })],
])('finds %s', (_, change) => expect(after(change)).not.toEqual([]));
