import type { TeamChanged, TeamConversation, TeamRead } from '@sangam/shared/chat/teams';
import { create } from 'zustand';
import { blocks } from '../../contact/state/blocks';
import { cachePart } from '../../core/offline/cached-parts';
import { currentUserId } from '../../core/session/session';
import { createHeldVersion, type RefreshPart } from '../../core/store/refresh-part';
import { onReset, storesEpoch } from '../../core/store/reset';
import { type Moment, moment } from '../../core/store/table';
import type { ConversationKey } from '../../lib/links/chat-link';
import { readStored } from '../../lib/storage';
import { onRenamed, withNewNames } from '../../people/state/members';
import { idIn, keyOf, noteTeams } from './known-conversations';
import type { ListedTeam } from './teams.reduce';

interface TeamsState {
  /** The conversations of all of the member's teams; null before the first answer, and with a server of the previous version. */
  list: readonly ListedTeam[] | null;
  /** Those that the member has lost while this page was open. */
  lostKeys: readonly ConversationKey[];
}

const empty: TeamsState = { list: null, lostKeys: [] };
/** The member's teams. `sync/team-rows.ts` applies answers and events. */
export const useTeams = create<TeamsState>(() => empty);
onReset(() => {
  inFlight.clear();
  useTeams.setState(empty);
});

cachePart({
  name: 'teams',
  take: () => useTeams.getState().list,
  show: (list) => {
    noteTeams(list.flatMap(({ key }) => idIn(key) ?? []));
    if (useTeams.getState().list === null) useTeams.setState({ list });
  },
  subscribe: useTeams.subscribe,
});

type Named = Pick<TeamConversation, 'last_message_sender_id' | 'last_message_sender_name'>;
const withNames = <T extends Named>(teams: readonly T[], startedAt: Moment): T[] =>
  withNewNames(teams, startedAt, 'last_message_sender_id', 'last_message_sender_name');

onRenamed((_, before) => useTeams.setState(({ list }) => ({ list: list && withNames(list, before) })));

const findTeam = ({ list }: TeamsState, key: ConversationKey | null): ListedTeam | undefined =>
  list?.find((team) => team.key === key);

export const listedTeam = (key: ConversationKey): ListedTeam | undefined => findTeam(useTeams.getState(), key);

export const useTeam = (key: ConversationKey | null): ListedTeam | undefined =>
  useTeams((state) => findTeam(state, key));

/** Returns the conversation of a project's team, if this member is in it. */
export const useTeamOf = (projectId: number): ListedTeam | undefined =>
  useTeams(({ list }) => list?.find(({ project_id }) => project_id === projectId));

/** Returns true for a conversation that this member has lost while this page was open. None of its data may be stored again. */
export const isLost = (key: ConversationKey): boolean => useTeams.getState().lostKeys.includes(key);

export const useIsLost = (key: ConversationKey): boolean => useTeams(({ lostKeys }) => lostKeys.includes(key));

/** Counts the unread messages of all teams. */
export const unreadInTeams = ({ list }: TeamsState): number =>
  (list ?? []).reduce((sum, { unread_count }) => sum + unread_count, 0);

const heldVersion = createHeldVersion();
// A block hides earlier mentions, without a new version.
blocks.onChange(heldVersion.forget);

/** Returns the version to send with a refresh. Without a team there is none: a server of the previous version doesn't know it. */
export const teamsVersion = (): string | undefined =>
  useTeams.getState().list?.length ? heldVersion.get() : undefined;

/** The key under which this browser stores the ids of the teams' conversations that it may have data of, even from earlier visits. */
export const storedTeamsKeyOf = (member: number): string => `teams:${member}`;

const hasTeams = (): boolean =>
  Boolean(useTeams.getState().list?.length) || readStored(storedTeamsKeyOf(currentUserId() ?? 0)) !== null;

/** A refresh in flight, and the teams with events since it began, which its answer may lack. */
interface Fetch {
  number: number;
  startedAt: Moment;
  lost: Set<ConversationKey>;
  changed: Set<ConversationKey>;
  /** The list when it began. */
  atRequest: readonly ListedTeam[];
}
const inFlight = new Set<Fetch>();
let fetchesStarted = 0;
/** The number of the newest refresh whose answer was taken. */
let newestApplied = 0;

function startFetch(): Fetch {
  fetchesStarted += 1;
  const atRequest = useTeams.getState().list ?? [];
  const ownFetch = {
    number: fetchesStarted,
    startedAt: moment(),
    lost: new Set<ConversationKey>(),
    changed: new Set<ConversationKey>(),
    atRequest,
  };
  inFlight.add(ownFetch);
  return ownFetch;
}

type ApplyTeams = (teams: () => readonly TeamConversation[], atRequest: readonly ListedTeam[]) => Promise<boolean>;

/**
 * Applies the part of a refresh with all of the member's teams. `applyTeams` gets those that weren't lost in the meantime, and the list when the
 * server was asked; it returns false if it couldn't apply them. Returns false if the refresh should be repeated.
 */
export async function refreshTeams(
  part: RefreshPart<{ teams: TeamConversation[] }>,
  applyTeams: ApplyTeams,
): Promise<boolean> {
  const [epoch, endFetch, ownFetch] = [storesEpoch(), heldVersion.startFetch(), startFetch()];
  const answer = await part;
  const teams = answer.ok && epoch === storesEpoch() && answer.value?.data.teams;
  const isApplied = answer.ok && (!teams || (await applyAll(teams, ownFetch, applyTeams)));
  inFlight.delete(ownFetch);
  if (epoch !== storesEpoch()) return false;
  endFetch(answer.ok && isApplied && ownFetch.lost.size === 0 ? answer.value?.version : undefined);
  return isApplied;
}

/** Returns false when the answer lacks a team that the member joined again in the meantime, or couldn't be applied. */
async function applyAll(teams: readonly TeamConversation[], ownFetch: Fetch, applyTeams: ApplyTeams): Promise<boolean> {
  // A refresh that began later has been applied.
  if (ownFetch.number < newestApplied) return true;
  const keys = new Set(teams.map((team): ConversationKey => `c${team.conversation_id}`));
  const hasRejoined = (key: ConversationKey) => listedTeam(key) && !keys.has(key) && !ownFetch.lost.has(key);
  if ([...ownFetch.changed].some(hasRejoined)) return false;
  newestApplied = ownFetch.number;
  if (teams.length > 0 || hasTeams())
    return applyTeams(
      () =>
        withNames(
          teams.filter(({ conversation_id: id }) => !ownFetch.lost.has(`c${id}`)),
          ownFetch.startedAt,
        ),
      ownFetch.atRequest,
    );
  useTeams.setState({ list: [] });
  return true;
}

type LossListener = (key: ConversationKey) => void;
const lossListeners = new Set<LossListener>();

/**
 * Calls `listener` when this member loses a team's conversation: all data of it in this browser must be deleted. Returns a function that
 * unsubscribes.
 */
export function followLost(listener: LossListener): () => void {
  lossListeners.add(listener);
  return () => void lossListeners.delete(listener);
}

/** Removes a conversation that this member may no longer read. */
export function loseTeam(key: ConversationKey): void {
  for (const { lost } of inFlight) lost.add(key);
  useTeams.setState(({ list, lostKeys }) => ({
    list: list?.filter((team) => team.key !== key) ?? null,
    lostKeys: [...lostKeys.filter((other) => other !== key), key],
  }));
  for (const listener of lossListeners) listener(key);
}

type TeamEventFollower = (event: TeamChanged | TeamRead) => void;
const followers = new Set<TeamEventFollower>();

/** Calls `follower` for a team's events other than messages: joins, departures, new names and read marks. */
export const followTeamEvents = (follower: TeamEventFollower): void => void followers.add(follower);

export function noteTeamEvent(event: TeamChanged | TeamRead): void {
  if (!('marks' in event)) for (const { changed } of inFlight) changed.add(keyOf(event));
  for (const follower of followers) follower(event);
}
