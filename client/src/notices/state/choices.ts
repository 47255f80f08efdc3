import type { NotificationChoices } from '@sangam/shared/notices/choices';
import { create } from 'zustand';
import { idle, type Loadable, ready } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';

/** The member's choices about notifications. */
export const useChoices = create<Loadable<NotificationChoices>>(() => idle());
onReset(() => useChoices.setState(idle()));

const known = () => useChoices.getState().data;

/** The version of the choices held here; a refresh brings newer ones. */
export const choicesVersion = (): number | undefined => known()?.version;

/** Applies choices from an event or an answer, unless they are older. */
export function applyChoices(choices: NotificationChoices): void {
  if (choices.version >= (choicesVersion() ?? 0)) useChoices.setState(ready(choices));
}

/** Whether the conversation with this member is muted. */
export const useIsMuted = (memberId: number): boolean =>
  useChoices(({ data }) => data?.muted_member_ids.includes(memberId) ?? false);
