import { expect, it } from 'vitest';
import { callOrder } from './call-order';

it('takes answers in the order of their calls, and drops those of calls that a later one has overtaken', () => {
  const startCall = callOrder();
  const [first, second, third] = [startCall(), startCall(), startCall()];
  expect([first(), third(), second()]).toEqual([true, true, false]);
});

it('takes an earlier answer after a later call has failed, but no failure after a later answer', () => {
  const startCall = callOrder();
  const [first, second, third] = [startCall(), startCall(), startCall()];
  expect([third(false), second(), first(false)]).toEqual([true, true, false]);
});

it('orders the calls for each of several items by itself', () => {
  const startCall = callOrder<string>();
  const [both, one] = [startCall(), startCall()];
  expect([one(true, 'a'), both(true, 'a'), both(true, 'b')]).toEqual([true, false, true]);
});
