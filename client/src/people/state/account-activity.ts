import type { AccountEntry } from '@sangam/shared/people/account';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { idle, type Loadable, load, mapData, mapResult } from '../../core/store/loadable';
import { onReset, storesEpoch } from '../../core/store/reset';

interface Activity {
  entries: readonly AccountEntry[];
  has_more: boolean;
}

/** What happened to the member's account, as far as it is shown. */
export const useAccountActivity = create<Loadable<Activity>>(() => idle());
onReset(() => useAccountActivity.setState(idle()));

export const loadAccountActivity = (): Promise<boolean> =>
  load(
    useAccountActivity.setState,
    () => request('GET /api/account/activity'),
    (answer) => answer.data,
  );

/** Fetches the entries below those that are shown. */
export async function loadEarlierActivity(): Promise<Result<void>> {
  const before = useAccountActivity.getState().data?.entries.at(-1)?.id;
  const epoch = storesEpoch();
  const answer = await request('GET /api/account/activity', { query: { before } });
  if (answer.ok && epoch === storesEpoch()) {
    const { entries, has_more } = answer.value.data;
    useAccountActivity.setState((state) =>
      mapData(state, (shown) =>
        shown.entries.at(-1)?.id === before ? { entries: [...shown.entries, ...entries], has_more } : shown,
      ),
    );
  }
  return mapResult(answer, () => undefined);
}
