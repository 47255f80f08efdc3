import type { LiveMessage, ReadReceipt, Unread } from '@sangam/shared/chat/messages';
import type { TeamChanged, TeamConversation } from '@sangam/shared/chat/teams';
import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import { hideAddresses } from '../../contact/sync/hide-addresses';
import { loadBlocks } from '../../contact/sync/load-blocks';
import { refreshForEvent, refreshLists } from '../../core/realtime/refresh';
import { currentUserId } from '../../core/session/session';
import { moment } from '../../core/store/table';
import type { ConversationKey } from '../../lib/links/chat-link';
import { readStored, writeStored } from '../../lib/storage';
import { members } from '../../people/state/members';
import { noteIfRestored } from '../state/conversations.reduce';
import { idIn, keyOf, noteTeams } from '../state/known-conversations';
import { noteMissedEdits } from '../state/saved/saved';
import { listedTeam, loseTeam, noteTeamEvent, storedTeamsKeyOf, useTeams } from '../state/teams';
import {
  type ListedTeam,
  mergeTeams,
  type NotifyChoice,
  newestChoice,
  readUpTo,
  toListed,
  withTeamChange,
  withTeamEdit,
  withTeamMessage,
  withTeamUnread,
} from '../state/teams.reduce';
import { applyUnreadMark } from '../state/thread/threads';

/** Applies an answer with all of the member's teams. Teams that it lacks are lost. `atRequest`: the list when the server was asked. */
export function takeTeams(fetched: readonly TeamConversation[], atRequest: readonly ListedTeam[] = []): void {
  const known = useTeams.getState().list ?? [];
  const listed = fetched.map(toListed);
  noteIfRestored(atRequest, listed);
  const list = mergeTeams(known, listed, atRequest);
  const keys = new Set(list.map(({ key }) => key));
  const lost = [...new Set([...storedTeams(), ...known.map(({ key }) => key)])].filter((key) => !keys.has(key));
  noteTeams([...keys, ...lost].flatMap((key) => idIn(key) ?? []));
  // The ids of lost teams stay stored until all data of them in this browser is deleted.
  storeTeams([...keys, ...lost]);
  useTeams.setState(({ lostKeys }) => ({ list, lostKeys: lostKeys.filter((key) => !keys.has(key)) }));
  for (const { last_message_sender_id: id, last_message_sender_name: name } of list)
    if (id !== null && name !== null) members.merge([{ id, name }], moment());
  for (const key of lost) loseTeam(key);
  // Events of departures may have been missed.
  const hasChanged = known.some(({ key, people }) => (list.find((team) => team.key === key)?.people ?? 0) > people);
  if (hasChanged) hideAddresses((id, isApproved) => id !== currentUserId() && !isApproved);
  // Messages from blocked members of a team are hidden.
  if (list.length > 0) loadBlocks();
  noteMissedEdits();
}

const ownStorageKey = (): string => storedTeamsKeyOf(currentUserId() ?? 0);

const storedTeams = (): ConversationKey[] =>
  (readStored(ownStorageKey()) ?? '').split(',').flatMap((id) => (Number(id) > 0 ? [`c${Number(id)}` as const] : []));

const storeTeams = (keys: readonly ConversationKey[]): void =>
  void writeStored(ownStorageKey(), keys.length === 0 ? null : keys.map(idIn).join());

/** Notes that this browser no longer has any data of a lost conversation. */
export function noteForgotten(key: ConversationKey): void {
  if (listedTeam(key) === undefined) storeTeams(storedTeams().filter((other) => other !== key));
}

/** Fetches the lists for a team that isn't listed, or whose row missed an event; many events share one run. */
const fetchTeams = oneAtATime(async () => {
  if (!(await refreshLists())) await refreshForEvent();
});

/**
 * Changes one team's row. If `update` returns null, something before it is missing, and the lists are fetched; also if there is no list yet,
 * since its first answer may lack the event.
 */
function change(key: ConversationKey, update: (team: ListedTeam) => ListedTeam | null): void {
  const { list, lostKeys } = useTeams.getState();
  if (lostKeys.includes(key)) return;
  const team = listedTeam(key);
  const changed = team ? update(team) : null;
  if (changed === null) void fetchTeams();
  else if (changed !== team) {
    useTeams.setState({ list: list?.map((row) => (row === team ? changed : row)) ?? null });
    // A message that returns the team from the archive comes without counts.
    if (changed.unread_mark && changed.unread_mark !== team?.unread_mark) applyUnreadMark(key, changed.unread_mark);
  }
}

export function applyTeamMessage(key: ConversationKey, message: LiveMessage, me: number): void {
  noteWriter(message);
  change(key, (team) => withTeamMessage(team, message, me));
}

export function applyTeamEdit(key: ConversationKey, message: LiveMessage, me: number): void {
  noteWriter(message);
  change(key, (team) => withTeamEdit(team, message, me));
}

/** Notes the writer's name, which is current in an event. */
const noteWriter = ({ sender_id: id, sender_name: name }: LiveMessage): void => members.merge([{ id, name }], moment());

export const applyTeamUnread = (key: ConversationKey, unread: Unread): void =>
  change(key, (team) => withTeamUnread(team, unread));

export const applyTeamReceipt = (key: ConversationKey, { up_to }: ReadReceipt): void =>
  change(key, (team) => readUpTo(team, Math.max(team.read_seq, up_to)));

/** Applies the member's choice of notifications. */
export const applyTeamNotify = (key: ConversationKey, choice: NotifyChoice): void =>
  change(key, (team) => ({ ...team, ...newestChoice(team, choice) }));

/** Applies a join, a departure or a new name. */
export function applyTeamChange(event: TeamChanged): void {
  noteTeams([event.conversation_id]);
  const key = keyOf(event);
  // The member has returned to the team, so everything must be fetched.
  if (useTeams.getState().lostKeys.includes(key)) void fetchTeams();
  else change(key, (team) => withTeamChange(team, event));
  noteTeamEvent(event);
  const { kind, user_id } = event.event ?? {};
  if (kind === 'left' || kind === 'removed') hideAddresses((id, isApproved) => id === user_id && !isApproved);
  if (kind === 'gone') hideAddresses((id) => id === user_id);
}
