import { expect, it } from 'vitest';
import { nameFirstEntry } from './positions';

const keyNow = (): unknown => window.history.state?.key;

it('gives the history entry of each fresh load its own name, which survives a reload', () => {
  window.history.replaceState(null, '');
  nameFirstEntry();
  const first = keyNow();
  expect(first).toEqual(expect.any(String));
  nameFirstEntry();
  expect(keyNow()).toBe(first);
  window.history.replaceState({ idx: 0 }, '');
  nameFirstEntry();
  expect(keyNow()).toEqual(expect.any(String));
  expect(keyNow()).not.toBe(first);
});
