import type { NotificationChoices } from '@sangam/shared/notices/choices';
import { create } from 'zustand';
import { idIn, memberIn, useMemberIn } from '../../chat/state/known-conversations';
import { listedTeam, useTeam } from '../../chat/state/teams';
import { noteRestored } from '../../core/session/restored';
import { idle, type Loadable, ready } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import type { ConversationKey } from '../../lib/links/chat-link';

/** The member's choices about notifications. */
export const useChoices = create<Loadable<NotificationChoices>>(() => idle());
onReset(() => {
  stored = null;
  shown = [];
  useChoices.setState(idle());
});

type Change = (choices: NotificationChoices) => NotificationChoices;

/** Changes on screen that the server hasn't stored yet, oldest first. */
let shown: readonly Change[] = [];
/** The choices as stored by the server, while `shown` has changes; else null. */
let stored: NotificationChoices | null = null;

const known = () => stored ?? useChoices.getState().data;

/** The version of the choices stored here, for a refresh. */
export const choicesVersion = (): number | undefined => known()?.version;

/** Notes the choices that the server has stored, and returns them with the changes on screen applied. */
function noteStored(choices: NotificationChoices): NotificationChoices {
  stored = shown.length > 0 ? choices : null;
  return shown.reduce((before, change) => change(before), choices);
}

/**
 * Returns the choices of an answer, or newer known ones, with the changes on screen applied. `knownVersion`: the version known when the
 * call was made. A lower version in the answer means that the database was restored from a backup.
 */
export function newestChoices(received: NotificationChoices, knownVersion = 0): NotificationChoices {
  const before = known();
  // A server of the previous version sends none.
  if (received.version > 0 && received.version < knownVersion) noteRestored();
  return noteStored(
    before && before.version > received.version && received.version >= knownVersion ? before : received,
  );
}

/** Applies choices from an event or an answer, unless they are older. */
export const applyChoices = (received: NotificationChoices, knownVersion?: number): void =>
  useChoices.setState(ready(newestChoices(received, knownVersion)));

/** Shows a change until the returned function is called. Returns null before the choices have loaded. */
export function showChange(change: Change): (() => void) | null {
  const before = known();
  if (before === null) return null;
  const showAgain = () => {
    const now = known();
    if (now) useChoices.setState(ready(noteStored(now)));
  };
  stored = before;
  shown = [...shown, change];
  showAgain();
  return () => {
    if (!shown.includes(change)) return;
    shown = shown.filter((one) => one !== change);
    showAgain();
  };
}

type Muted = Partial<Pick<NotificationChoices, 'muted_member_ids' | 'muted_conversation_ids'>>;

/** Whether the member muted the conversation itself, by its id or, for a direct one, by its other member. */
const isChosen = (
  { muted_member_ids = [], muted_conversation_ids = [] }: Muted,
  memberId: number | null,
  id: number | null,
): boolean => muted_member_ids.includes(memberId ?? 0) || muted_conversation_ids.includes(id ?? 0);

/** Whether new messages leave the conversation in the archive: it is muted, or it is a team's without notifications. */
export const staysArchived = (conversation: ConversationKey): boolean =>
  isChosen(known() ?? {}, memberIn(conversation), idIn(conversation)) || listedTeam(conversation)?.notify === 'off';

/** Whether the member muted the project; undefined before the choices are known. */
export const useIsProjectMuted = (id: number): boolean | undefined =>
  useChoices(({ data }) => data?.muted_project_ids.includes(id));

/** Whether a conversation is muted, itself or by its team's project. */
export function useIsMuted(conversation: ConversationKey): boolean {
  const memberId = useMemberIn(conversation);
  const id = idIn(conversation);
  const team = useTeam(conversation);
  const isMuted = useChoices(
    ({ data }) => data && (isChosen(data, memberId, id) || data.muted_project_ids.includes(team?.project_id ?? 0)),
  );
  return isMuted || team?.notify === 'off';
}
