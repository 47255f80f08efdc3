import { isArchived } from '@sangam/shared/chat/archived';
import type { RequestConversation } from '@sangam/shared/chat/conversation-requests';
import type { Message } from '@sangam/shared/chat/messages';
import { isolate } from '@sangam/shared/core/isolate';
import { clockTime, dateSeparator } from '@sangam/shared/core/time';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { newestFirst } from '../../../lib/text/compare';
import type { Listed } from '../../state/conversations.reduce';
import { keyWith } from '../../state/known-conversations';
import { conversationOf, type Pending } from '../../state/outbox/outbox-order';
import type { ListedTeam } from '../../state/teams.reduce';

/** One row of the conversation list. */
export interface ListRow {
  key: ConversationKey;
  /** The other member of a direct conversation. */
  otherId: number | null;
  name: string;
  /** Null if there is no message, undefined until known. */
  lastMessage: string | null | undefined;
  /** The server has the conversation, so it can be marked unread and archived. */
  isStored: boolean;
  time: string | null;
  /** True when the last message is the member's own. */
  own: boolean;
  /** In a team's conversation, the writer of the last message by another member. */
  writer: { id: number; name: string } | null;
  /** The project of a team's conversation. */
  projectId: number | null;
  /** An unread message of a team mentions the member. */
  isMentioned: boolean;
  /** Set while the member's own last message isn't stored, or was rejected. */
  pending: Pending['state'] | null;
  unread: number;
  isArchived: boolean;
  /** The other member's reaction to the member's message since the last message; null for none. */
  reaction: string | null;
}

/** The open conversation, which may have no message yet or lie below the loaded list. */
export interface OpenConversation {
  key: ConversationKey;
  otherId: number | null;
  name: string;
  /** Its newest message; null when there is none, undefined until known. */
  newest?: Message | null | undefined;
}

/** Rows beyond the server's conversations. */
interface Unlisted {
  pendings?: readonly Pending[];
  requested?: readonly RequestConversation[];
  open?: OpenConversation | null;
}

/** Returns the list as shown: a message just written moves its conversation to the top before the server has it. */
export function listRows(
  conversations: readonly (Listed | ListedTeam)[],
  me: number,
  { pendings = [], requested = [], open = null }: Unlisted = {},
): ListRow[] {
  const newest = new Map(pendings.map((item) => [conversationOf(item), item]));
  const rows = conversations.map((item) => withPending(toRow(item, me), newest.get(item.key)));
  const membersWithConversation = new Set(conversations.map(({ otherId }) => otherId));
  for (const item of requested)
    if (!membersWithConversation.has(item.id)) rows.push(withPending(requestedRow(item), newest.get(keyWith(item.id))));
  const opened = open === null || rows.some((row) => row.key === open.key) ? null : open;
  // A message to a new member stays visible after a reload, before it could be sent.
  for (const [key, item] of newest) {
    if (key === opened?.key || rows.some((row) => row.key === key)) continue;
    rows.push(withPending({ ...emptyRow, key, otherId: item.receiver_id ?? null, name: 'New conversation' }, item));
  }
  const sorted = rows.toSorted((a, b) => newestFirst(a.time ?? '~', b.time ?? '~'));
  // The conversation just opened stays in sight.
  return opened === null ? sorted : [withPending(openRow(opened, me), newest.get(opened.key)), ...sorted];
}

const openRow = ({ key, otherId, name, newest }: OpenConversation, me: number): ListRow => ({
  ...emptyRow,
  key,
  otherId,
  name,
  lastMessage: newest ? newest.content : newest,
  time: newest?.created_at ?? null,
  own: newest?.sender_id === me,
});

const emptyRow = {
  lastMessage: null,
  isStored: false,
  time: null,
  own: false,
  writer: null,
  isMentioned: false,
  projectId: null,
  pending: null,
  unread: 0,
  isArchived: false,
  reaction: null,
};

/** A conversation with a request and no message yet. */
function requestedRow({ id, name, kind, own, project_title, requested_at }: RequestConversation): ListRow {
  const label = { interest: 'Interest in', invitation: 'Invitation to', join_request: 'Request to join' }[kind];
  return {
    ...emptyRow,
    key: keyWith(id),
    otherId: id,
    name,
    own,
    lastMessage: `${label} ${isolate(project_title)}`,
    time: requested_at,
  };
}

/** Reuses the row of an unchanged conversation, so that a change renders one row and not the whole list. */
const rowsByConversation = new WeakMap<Listed, ListRow>();

function toRow(item: Listed | ListedTeam, me: number): ListRow {
  const known = rowsByConversation.get(item);
  // A row depends on the reader only for `own`.
  if (known && known.own === (item.last_message_sender_id === me)) return known;
  const row = newRow(item, me);
  rowsByConversation.set(item, row);
  return row;
}

const newRow = (item: Listed | ListedTeam, me: number): ListRow => ({
  key: item.key,
  otherId: item.otherId,
  name: item.name,
  lastMessage: item.last_message,
  isStored: item.last_seq > 0,
  time: 'active_at' in item ? item.active_at : item.last_message_time,
  own: item.last_message_sender_id === me,
  ...teamFields(item, me),
  pending: null,
  unread: item.unread_count,
  isArchived: isArchived(item),
  reaction: item.reaction?.emoji ?? null,
});

function teamFields(item: Listed | ListedTeam, me: number): Pick<ListRow, 'writer' | 'projectId' | 'isMentioned'> {
  if (!('project_id' in item)) return { writer: null, projectId: null, isMentioned: false };
  const { last_message_sender_id: id, last_message_sender_name: name, project_id } = item;
  return {
    writer: id === null || id === me || name === null ? null : { id, name },
    projectId: project_id,
    isMentioned: item.mention_seq !== undefined,
  };
}

/**
 * Merges the teams into the direct conversations. `downTo`: the time down to which these are loaded. Teams older than that are left out,
 * since later pages would be inserted above them.
 */
export const withTeams = (
  conversations: readonly Listed[],
  teams: readonly ListedTeam[],
  downTo: string | null,
): (Listed | ListedTeam)[] => [
  ...conversations,
  ...teams.filter(({ active_at }) => downTo === null || active_at >= downTo),
];

const withPending = (row: ListRow, item: Pending | undefined): ListRow =>
  item === undefined || (row.time !== null && row.time > item.created_at)
    ? row
    : {
        ...row,
        lastMessage: item.content,
        time: item.created_at,
        own: true,
        pending: item.state,
        writer: null,
        reaction: null,
      };

/** Formats a time for the list: the time of day if it is today, else the date. */
export function listTime(iso: string, nowMs: number): string {
  const day = dateSeparator(iso, nowMs);
  return day === 'Today' ? clockTime(iso) : day;
}
