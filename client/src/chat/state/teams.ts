import type { TeamChanged, TeamConversation, TeamRead } from '@sangam/shared/chat/teams';
import { create } from 'zustand';
import { cachePart } from '../../core/offline/cached-parts';
import { currentUserId } from '../../core/session/session';
import { createHeldVersion, type RefreshPart } from '../../core/store/refresh-part';
import { onReset, storesEpoch } from '../../core/store/reset';
import type { ConversationKey } from '../../lib/links/chat-link';
import { readStored } from '../../lib/storage';
import { idIn, noteTeams } from './known-conversations';
import type { ListedTeam } from './teams.reduce';

interface TeamsState {
  /** The conversations of all of the member's teams; null before the first answer, and with a server of the previous version. */
  list: readonly ListedTeam[] | null;
  /** Those that the member has lost while this page was open. */
  left: readonly ConversationKey[];
}

const empty: TeamsState = { list: null, left: [] };
/** `sync/team-rows.ts` applies answers and events. */
export const useTeams = create<TeamsState>(() => empty);
onReset(() => useTeams.setState(empty));

cachePart({
  name: 'teams',
  take: () => useTeams.getState().list,
  show: (list) => {
    noteTeams(list.flatMap(({ key }) => idIn(key) ?? []));
    if (useTeams.getState().list === null) useTeams.setState({ list });
  },
  subscribe: useTeams.subscribe,
});

const findTeam = ({ list }: TeamsState, key: ConversationKey | null): ListedTeam | undefined =>
  list?.find((team) => team.key === key);

export const listedTeam = (key: ConversationKey): ListedTeam | undefined => findTeam(useTeams.getState(), key);

export const useTeam = (key: ConversationKey | null): ListedTeam | undefined =>
  useTeams((state) => findTeam(state, key));

/** Returns the conversation of a project's team, if this member is in it. */
export const useTeamOf = (projectId: number): ListedTeam | undefined =>
  useTeams(({ list }) => list?.find(({ project_id }) => project_id === projectId));

/** Returns true for a conversation that this member has lost while this page was open. */
export const useHasLeft = (key: ConversationKey): boolean => useTeams(({ left }) => left.includes(key));

/** Counts the unread messages of all teams. */
export const unreadInTeams = ({ list }: TeamsState): number =>
  (list ?? []).reduce((sum, { unread_count }) => sum + unread_count, 0);

const held = createHeldVersion();

/** Returns the version to send with a refresh. Without a team there is none: a server of the previous version doesn't know it. */
export const teamsVersion = (): string | undefined => (useTeams.getState().list?.length ? held.get() : undefined);

/** The ids of the teams' conversations that this browser may have anything of, also from earlier visits. */
export const storedTeamsKeyOf = (member: number): string => `teams:${member}`;

const hasTeams = (): boolean =>
  Boolean(useTeams.getState().list?.length) || readStored(storedTeamsKeyOf(currentUserId() ?? 0)) !== null;

/** Lost while a refresh is under way: its answer may still have them. */
const lostMeanwhile = new Set<ConversationKey>();

/**
 * Takes the part of a refresh: all of the member's teams. `take` gets those that weren't lost meanwhile, and returns
 * false when it couldn't apply them.
 */
export async function refreshTeams(
  part: RefreshPart<{ teams: TeamConversation[] }>,
  take: (teams: () => readonly TeamConversation[]) => Promise<boolean>,
): Promise<boolean> {
  const [epoch, end] = [storesEpoch(), held.beginFetch()];
  lostMeanwhile.clear();
  const answer = await part;
  if (epoch !== storesEpoch()) return false;
  const teams = answer.ok ? answer.value?.data.teams : undefined;
  if (teams?.length === 0 && !hasTeams()) useTeams.setState({ list: [] });
  else if (teams && !(await take(() => teams.filter(({ conversation_id: id }) => !lostMeanwhile.has(`c${id}`))))) {
    end();
    return false;
  }
  if (epoch !== storesEpoch()) return false;
  end(answer.ok && lostMeanwhile.size === 0 ? answer.value?.version : undefined);
  return answer.ok;
}

type Lost = (key: ConversationKey) => void;
const listeners = new Set<Lost>();

/**
 * Calls back when this member loses a team's conversation: all that this browser has of it must go. Returns the function
 * that stops it.
 */
export function followLost(listener: Lost): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Removes a conversation that this member may not read any more. */
export function loseTeam(key: ConversationKey): void {
  lostMeanwhile.add(key);
  useTeams.setState(({ list, left }) => ({
    list: list?.filter((team) => team.key !== key) ?? null,
    left: [...left.filter((one) => one !== key), key],
  }));
  for (const listener of listeners) listener(key);
}

type Follower = (event: TeamChanged | TeamRead) => void;
const followers = new Set<Follower>();

/** Calls back for what happens in a team besides messages: joins, departures, new names and read marks. */
export const followTeamEvents = (follower: Follower): void => void followers.add(follower);

export function noteTeamEvent(event: TeamChanged | TeamRead): void {
  for (const follower of followers) follower(event);
}
