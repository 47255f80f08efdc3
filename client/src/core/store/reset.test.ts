import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { create } from 'zustand';
import { fakeStorage } from '../../testing/fake-server';
import { member } from '../../testing/samples';
import { setLive } from '../realtime/live';
import { forgetMember } from '../session/log-out';
import { acceptSession, currentToken, useSession } from '../session/session';
import { startOver } from '../session/start-over';
import { onReset, resetStores, storesEpoch } from './reset';

const stores = ['first', 'second', 'third'].map((name) => {
  const use = create<{ owner: string }>(() => ({ owner: '' }));
  onReset(() => use.setState({ owner: '' }));
  return { name, use };
});
let log: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  fakeStorage();
  resetStores();
  log = vi.spyOn(console, 'error').mockReturnValue();
  for (const { use } of stores) use.setState({ owner: 'member' });
});
afterEach(() => {
  log.mockRestore();
  setLive({ parts: [], refresh: {} as never });
});

const fault = () => {
  throw new Error('a subscriber has a fault');
};
const owners = () => stores.map(({ use }) => use.getState().owner);

it.each(stores)('empties every store though a subscriber of the $name one throws', ({ use }) => {
  const stop = use.subscribe(fault);
  const epoch = storesEpoch();
  resetStores();
  stop();
  expect(owners()).toEqual(['', '', '']);
  expect(storesEpoch()).toBe(epoch + 1);
  expect(log).toHaveBeenCalledOnce();
});

it('a logout deletes everything though parts of it fail', () => {
  acceptSession({ token: 'of the member', user: member });
  for (const { use } of stores) use.setState({ owner: 'member' });
  const forget = vi.fn();
  setLive({ parts: [{ forget: fault }, { forget }], refresh: {} as never });
  const stops = [stores[0]?.use.subscribe(fault), useSession.subscribe(fault)];
  forgetMember(member.id);
  for (const stop of stops) stop?.();
  expect(owners()).toEqual(['', '', '']);
  expect(forget).toHaveBeenCalledWith(member.id);
  expect([useSession.getState().user, currentToken()]).toEqual([null, null]);
});

it('the page starts over after a restored backup though a part of that fails', () => {
  acceptSession({ token: 'of the member', user: member });
  for (const { use } of stores) use.setState({ owner: 'member' });
  const restored = vi.fn();
  setLive({ parts: [{ restored: fault }, { restored }], refresh: {} as never });
  startOver();
  expect(restored).toHaveBeenCalledWith(member.id);
  expect(owners()).toEqual(['', '', '']);
});
