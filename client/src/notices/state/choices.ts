import type { NotificationChoices } from '@sangam/shared/notices/choices';
import { create } from 'zustand';
import { idIn, useMemberIn } from '../../chat/state/known-conversations';
import { useTeam } from '../../chat/state/teams';
import { idle, type Loadable, ready } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import type { ConversationKey } from '../../lib/links/chat-link';

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

/** Whether a conversation is muted: by its id, or a direct one by its other member. A team's notifies of no message, or its project is muted. */
export function useIsMuted(conversation: ConversationKey): boolean {
  const memberId = useMemberIn(conversation) ?? 0;
  const id = idIn(conversation) ?? 0;
  const team = useTeam(conversation);
  const isChosen = useChoices(
    ({ data }) =>
      data?.muted_member_ids.includes(memberId) ||
      data?.muted_conversation_ids?.includes(id) ||
      data?.muted_project_ids.includes(team?.project_id ?? 0),
  );
  return isChosen || team?.notify === 'off';
}
