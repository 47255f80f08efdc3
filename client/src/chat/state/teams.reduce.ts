import { receivedIn, withoutEndedArchive } from '@sangam/shared/chat/archived';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { LiveMessage, Unread } from '@sangam/shared/chat/messages';
import type { TeamChanged, TeamConversation } from '@sangam/shared/chat/teams';
import { isRenumbered, isRestored, type Listed } from './conversations.reduce';
import { keyOf } from './known-conversations';

/** A team's conversation in the list. */
export interface ListedTeam
  extends Listed,
    Pick<
      TeamConversation,
      | 'project_id'
      | 'people'
      | 'member_count'
      | 'active_at'
      | 'last_message_sender_name'
      | 'mention_seq'
      | 'notify'
      | 'notify_version'
    > {
  otherId: null;
  /**
   * The number of other members' messages up to `last_seq`. The unread count may already cover later ones. Absent in data of an earlier
   * version.
   */
  arrived?: number;
}

export const toListed = ({ conversation_id, ...team }: TeamConversation): ListedTeam => ({
  ...team,
  arrived: receivedIn(team),
  key: keyOf({ conversation_id }),
  otherId: null,
  other_read_seq: 0,
});

type UnreadCounts = Pick<ListedTeam, 'unread_count' | 'unread_version' | 'unread_mark'>;

/** Returns a number that grows with each message read, or marked as unread again. */
const readProgress = (count: UnreadCounts): number => count.unread_version - receivedIn(count);

/**
 * Returns the newer of two unread counts, plus the messages up to `received` that it lacks: the server doesn't send a count with each
 * message to a team.
 */
function newestCount(known: UnreadCounts, incoming: UnreadCounts, received: number): UnreadCounts {
  const newer = readProgress(incoming) >= readProgress(known) ? incoming : known;
  const missing = received - receivedIn(newer);
  const { unread_count, unread_version, unread_mark } = newer;
  return withoutEndedArchive({
    unread_count: unread_count + missing,
    unread_version: unread_version + missing,
    ...(unread_mark && { unread_mark }),
  });
}

/** The member's choice of notifications. */
export type NotifyChoice = Pick<ListedTeam, 'notify' | 'notify_version'>;

/** Returns the newest of two choices. Servers of the previous version send no version with theirs. */
export const newestChoice = (known: NotifyChoice, incoming: NotifyChoice): NotifyChoice => {
  const { notify, notify_version: version } =
    (incoming.notify_version ?? Infinity) < (known.notify_version ?? 0) ? known : incoming;
  return { notify, ...(version !== undefined && { notify_version: version }) };
};

const arrivedIn = (team: ListedTeam): number => team.arrived ?? receivedIn(team);

const mostReceived = (known: UnreadCounts, incoming: UnreadCounts): number =>
  Math.max(receivedIn(known), receivedIn(incoming));

/** Merges an answer into a known row. The answer may be older than live events; numbers only grow. */
function newerOf(known: ListedTeam, fetched: ListedTeam): ListedTeam {
  const isOlder = fetched.last_seq < known.last_seq;
  const lacksChanges = fetched.last_change < known.last_change;
  const newer = isOlder || (fetched.last_seq === known.last_seq && lacksChanges) ? known : fetched;
  const { mention_seq: _, ...unmentioned } = fetched;
  const { last_message, last_message_time, last_message_sender_id, last_message_sender_name, last_seq, active_at } =
    newer;
  const merged = {
    ...unmentioned,
    ...mentionOf(isOlder || lacksChanges ? known : fetched),
    ...(fetched.people < known.people && namesOf(known)),
    last_message,
    last_message_time,
    last_message_sender_id,
    last_message_sender_name,
    last_seq,
    active_at,
    ...newestChoice(known, fetched),
    arrived: arrivedIn(isOlder ? known : fetched),
    // An answer with all messages known here counts them all.
    ...newestCount(known, fetched, isOlder ? mostReceived(known, fetched) : receivedIn(fetched)),
    last_change: Math.max(known.last_change, fetched.last_change),
  };
  return readUpTo(merged, Math.max(known.read_seq, fetched.read_seq));
}

const mentionOf = ({ mention_seq }: ListedTeam) => (mention_seq === undefined ? {} : { mention_seq });

/** Moves the read mark. An unread mention up to there is gone. */
export function readUpTo(team: ListedTeam, read_seq: number): ListedTeam {
  const { mention_seq = Number.POSITIVE_INFINITY, ...others } = team;
  return mention_seq <= read_seq ? { ...others, read_seq } : { ...team, read_seq };
}

const namesOf = ({ people, name, member_count }: Pick<TeamChanged, 'people' | 'name' | 'member_count'>) => ({
  people,
  name,
  member_count,
});

/** Whether the answer is from a database that was restored from a backup: it has less than the server had when it was asked. */
const isOfEarlier = (atRequest: ListedTeam | undefined, fetched: ListedTeam): boolean =>
  isRestored(atRequest, fetched) || (fetched.notify_version ?? Infinity) < (atRequest?.notify_version ?? 0);

/** Merges the answer, which has all of the member's teams. `atRequest`: those known when the server was asked. */
export const mergeTeams = (
  known: readonly ListedTeam[],
  fetched: readonly ListedTeam[],
  atRequest: readonly ListedTeam[] = [],
): ListedTeam[] =>
  fetched.map((team) => {
    const isSame = ({ key }: ListedTeam) => key === team.key;
    const row = known.find(isSame);
    return row && !isOfEarlier(atRequest.find(isSame), team) ? newerOf(row, team) : team;
  });

/** Applies a new message, unread if another member wrote it. Returns null if messages before it are missing or renumbered. */
export function withTeamMessage(team: ListedTeam, message: LiveMessage, me: number): ListedTeam | null {
  const { seq, content, created_at, sender_id, sender_name } = message;
  if (isRenumbered(team, message)) return null;
  if (seq <= team.last_seq) return team;
  if (seq > team.last_seq + 1) return null;
  const arrived = arrivedIn(team) + (sender_id === me ? 0 : 1);
  // The answer to a read mark may have counted this message before it arrived.
  const added = Math.max(0, arrived - receivedIn(team));
  return withoutEndedArchive({
    ...team,
    ...(message.mentions_you && team.mention_seq === undefined && { mention_seq: seq }),
    last_message: content,
    last_message_time: created_at,
    active_at: created_at,
    last_message_sender_id: sender_id,
    last_message_sender_name: sender_name,
    last_seq: seq,
    arrived,
    unread_count: team.unread_count + added,
    unread_version: team.unread_version + added,
  });
}

/** Whether another member's message names this one. Across a block, being named is not a mention. */
const namesMember = ({ sender_id, mentions }: LiveMessage, me: number): boolean =>
  sender_id !== me && mentions?.some(({ user_id = me }) => user_id === me) === true;

/**
 * Applies a changed message to the last line, and a mention that an edit adds. Returns null if the list must be fetched: earlier changes
 * are missing; the first mention is gone, and another may follow; or an earlier message names the member without notifying them, so that
 * its mention may have been restored.
 */
export function withTeamEdit(team: ListedTeam, message: LiveMessage, me: number): ListedTeam | null {
  const { seq, content, change = 0 } = message;
  if (change <= team.last_change) return team;
  if (change > team.last_change + 1) return null;
  const { mention_seq: firstMention = Number.POSITIVE_INFINITY } = team;
  const isNamed = seq > team.read_seq && namesMember(message, me);
  const isMention = isNamed && message.mentions_you === true;
  if (seq === firstMention ? !isNamed : isNamed && seq < firstMention && !isMention) return null;
  return {
    ...team,
    last_change: change,
    ...(isMention && { mention_seq: Math.min(seq, firstMention) }),
    ...(seq === team.last_seq && { last_message: content }),
  };
}

export const withTeamUnread = (team: ListedTeam, { conversation }: Unread): ListedTeam => ({
  ...team,
  ...newestCount(team, conversation, mostReceived(team, conversation)),
});

/** Every message of a small team notifies, unless its participant has chosen otherwise. */
const isSmall = ({ member_count }: Pick<TeamChanged, 'member_count'>): boolean =>
  member_count <= chatLimits.smallTeamMax;

/**
 * Applies a join, a departure, a new name or the member's own choice; an older one changes nothing. Returns null if the team became small
 * or large, so that, without a choice by the member, other messages notify them now.
 */
export function withTeamChange(team: ListedTeam, change: TeamChanged): ListedTeam | null {
  const { notify, notify_version } = change;
  const chosen =
    notify === undefined
      ? team
      : { ...team, ...newestChoice(team, { notify, ...(notify_version !== undefined && { notify_version }) }) };
  if (change.people <= team.people) return chosen;
  return isSmall(change) === isSmall(team) ? { ...chosen, ...namesOf(change) } : null;
}
