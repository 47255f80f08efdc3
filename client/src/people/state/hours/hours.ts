import type { HoursBody } from '@sangam/shared/people/hours/calls';
import { create } from 'zustand';
import { request } from '../../../core/api/client';
import { mapResult, type Result } from '../../../core/api/errors';
import { inTurn } from '../../../core/api/in-turn';
import { changed, idle, type Loadable, load, ready } from '../../../core/store/loadable';
import { onReset, storesEpoch } from '../../../core/store/reset';

interface OwnHours {
  /** null before the member has entered any. */
  hours: HoursBody | null;
}

/** The member's own free hours. */
export const useHours = create<Loadable<OwnHours>>(() => idle());
onReset(() => useHours.setState(idle()));

export const loadHours = (): Promise<boolean> =>
  load(
    useHours.setState,
    () => request('GET /api/hours'),
    ({ data }): OwnHours => data,
  );

const saveInTurn = inTurn();

/** Saves the hours. Calls are sent in turn, so that the latest wins. After the session has ended, they return `signed-out`. */
export function saveHours(body: HoursBody): Promise<Result<HoursBody>> {
  const epoch = storesEpoch();
  return saveInTurn(async (limit): Promise<Result<HoursBody>> => {
    if (epoch !== storesEpoch()) return { ok: false, error: { kind: 'signed-out' } };
    const answer = await request('PUT /api/hours', { body, ...limit });
    if (answer.ok && epoch === storesEpoch()) useHours.setState(changed(ready({ hours: body })));
    return mapResult(answer, () => body);
  });
}
