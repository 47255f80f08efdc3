import type { OwnHours } from '@sangam/shared/people/hours/calls';
import { create } from 'zustand';
import { request } from '../../../core/api/client';
import { mapResult, type Result } from '../../../core/api/errors';
import { changesInTurn } from '../../../core/store/changes-in-turn';
import { changed, idle, type Loadable, load, ready } from '../../../core/store/loadable';
import { onReset } from '../../../core/store/reset';
import { type HoursChange, withChange } from './hours-change';

/** The member's own free hours, as the server has them. */
export const useHours = create<Loadable<OwnHours>>(() => idle());
onReset(() => useHours.setState(idle()));

export const loadHours = (): Promise<boolean> =>
  load(
    useHours.setState,
    () => request('GET /api/hours'),
    ({ data }): OwnHours => data,
  );

const saveInTurn = changesInTurn(loadHours);

/** Makes the change on the newest hours, and takes those that are stored then. */
export async function saveHours(change: HoursChange): Promise<Result<OwnHours>> {
  const answer = await saveInTurn((limit) => {
    const { hours = null, version } = useHours.getState().data ?? {};
    return request('PUT /api/hours', { query: { version }, body: withChange(hours, change), ...limit });
  });
  if (answer.ok) useHours.setState(changed(ready(answer.value.data)));
  return mapResult(answer, ({ data }) => data);
}
