import type { NotificationChoices, NotificationChoicesBody } from '@sangam/shared/contract/choices';
import { create } from 'zustand';
import { request } from '../api/client';
import { idle, type Loadable, load, ready } from './loadable';
import { onReset, storesEpoch } from './reset';

/** How the member wants to be told of news. */
export const useChoices = create<Loadable<NotificationChoices>>(() => idle());
onReset(() => useChoices.setState(idle()));

export const loadChoices = (): Promise<boolean> =>
  load(
    useChoices.setState,
    () => request('GET /api/notification-choices'),
    (answer) => answer.data,
  );

/** Shows a choice at once, and takes it back if the server did not get it: then false. */
export async function changeChoices(body: NotificationChoicesBody): Promise<boolean> {
  const epoch = storesEpoch();
  const before = useChoices.getState().data;
  if (before === null) return false;
  useChoices.setState(ready({ ...before, ...body }));
  const answer = await request('PATCH /api/notification-choices', { body });
  if (epoch !== storesEpoch()) return true;
  useChoices.setState(ready(answer.ok ? answer.value.data : before));
  return answer.ok;
}
