import type { Interest } from '@sangam/shared/contract/interests';
import { create } from 'zustand';
import { request } from '../api/client';
import { idle, type Loadable, load, mapData, mapResult } from './loadable';
import { onReset } from './reset';

/** Undecided interest in any of the member's projects, newest first: what the second bell lists beside join requests. */
export const useInterest = create<Loadable<Interest[]>>(() => idle());
onReset(() => useInterest.setState(idle()));

let changes = 0;

export const loadInterest = (): Promise<boolean> =>
  load<Interest[]>(
    (change) => useInterest.setState(change),
    async () => mapResult(await request('GET /api/projects/connections/incoming'), (answer) => answer.data.connections),
    () => changes,
  );

/** Live: somebody showed interest in one of the member's projects. */
export const applyInterest = (interest: Interest): void =>
  changeInterest((list) => [interest, ...list.filter((item) => item.id !== interest.id)]);

/** Interest was decided, here or on another device. */
export const dropInterest = (id: number): void => changeInterest((list) => list.filter((item) => item.id !== id));

function changeInterest(change: (list: Interest[]) => Interest[]): void {
  changes += 1;
  useInterest.setState((state) => mapData(state, change));
}
