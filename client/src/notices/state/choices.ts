import type { NotificationChoices } from '@sangam/shared/notices/choices';
import { create } from 'zustand';
import { idIn, memberIn, useMemberIn } from '../../chat/state/known-conversations';
import { listedTeam, useTeam } from '../../chat/state/teams';
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

type Muted = Partial<Pick<NotificationChoices, 'muted_member_ids' | 'muted_conversation_ids'>>;

/** Whether the member muted the conversation itself: by its id, or a direct one by its other member. */
const isChosen = (
  { muted_member_ids = [], muted_conversation_ids = [] }: Muted,
  memberId: number | null,
  id: number | null,
): boolean => muted_member_ids.includes(memberId ?? 0) || muted_conversation_ids.includes(id ?? 0);

/** Whether no message returns the conversation from the archive: the member muted it, or a team's notifies of none. */
export const staysArchived = (conversation: ConversationKey): boolean =>
  isChosen(known() ?? {}, memberIn(conversation), idIn(conversation)) || listedTeam(conversation)?.notify === 'off';

/** Whether the member muted the project; undefined before the choices are known. */
export const useIsProjectMuted = (id: number): boolean | undefined =>
  useChoices(({ data }) => data?.muted_project_ids.includes(id));

/** Whether a conversation is muted, also by its team's project. */
export function useIsMuted(conversation: ConversationKey): boolean {
  const memberId = useMemberIn(conversation);
  const id = idIn(conversation);
  const team = useTeam(conversation);
  const isMuted = useChoices(
    ({ data }) => data && (isChosen(data, memberId, id) || data.muted_project_ids.includes(team?.project_id ?? 0)),
  );
  return isMuted || team?.notify === 'off';
}
