import type { Unread } from '@sangam/shared/chat/messages';
import { create } from 'zustand';
import { cachePart } from '../../core/offline/cached-parts';
import { onReset } from '../../core/store/reset';
import type { ConversationKey } from '../../lib/links/chat-link';

interface Known {
  /** The other member of each direct conversation, by the conversation's id. */
  memberOf: Readonly<Record<number, number>>;
  /** The id of each direct conversation, by the other member's id. */
  idOf: Readonly<Record<number, number>>;
  /** The ids of teams' conversations. */
  teams: Readonly<Record<number, true>>;
}

const empty: Known = { memberOf: {}, idOf: {}, teams: {} };

/**
 * The conversations whose ids this browser knows. A conversation gets its id with its first message. Before that, and until an answer names
 * its id, a direct conversation is known by the other member.
 */
const useKnown = create<Known>(() => empty);
onReset(() => useKnown.setState(empty));

type RenameListener = (from: ConversationKey, to: ConversationKey) => void;
const listeners = new Set<RenameListener>();

/** Calls `listener` when a conversation known by its member gets its id, so that a store keyed by conversation moves its entries. */
export const followRenamed = (listener: RenameListener): void => void listeners.add(listener);

/** How many of the newest conversations are cached for an offline start. */
const CACHED_MAX = 1_000;

cachePart({
  name: 'known-conversations',
  take: () => {
    const newest = Object.entries(useKnown.getState().memberOf).slice(-CACHED_MAX);
    return newest.length === 0 ? null : Object.fromEntries(newest);
  },
  show: (memberOf) => {
    noteConversations(Object.entries(memberOf).map(([id, memberId]) => ({ conversation_id: Number(id), memberId })));
  },
  subscribe: useKnown.subscribe,
});

/** Notes the id of the conversation with a member; undefined from a server of the previous version. */
export const noteConversation = (id: number | undefined, memberId: number | undefined): void =>
  noteConversations([{ conversation_id: id, memberId }]);

/**
 * Notes the ids of conversations that the server named. Code that handles an answer or event calls this first, so that data stored by the
 * member moves before anything is added.
 */
export function noteConversations(namings: readonly Naming[]): void {
  const { idOf } = useKnown.getState();
  const newNamings = namings.flatMap(({ conversation_id: id, memberId }) =>
    id === undefined || memberId === undefined || idOf[memberId] === id ? [] : [{ id, memberId }],
  );
  if (newNamings.length === 0) return;
  useKnown.setState((known) => ({
    memberOf: { ...known.memberOf, ...Object.fromEntries(newNamings.map(({ id, memberId }) => [id, memberId])) },
    idOf: { ...known.idOf, ...Object.fromEntries(newNamings.map(({ id, memberId }) => [memberId, id])) },
  }));
  for (const { id, memberId } of newNamings) for (const listener of listeners) listener(`u${memberId}`, `c${id}`);
}

const keyIn = ({ idOf }: Known, memberId: number): ConversationKey => {
  const id = idOf[memberId];
  return id === undefined ? `u${memberId}` : `c${id}`;
};

const numberIn = (conversation: ConversationKey): number => Number(conversation.slice(1));

/** Returns the conversation with a member. */
export const keyWith = (memberId: number): ConversationKey => keyIn(useKnown.getState(), memberId);

/** Returns the conversation's present key: an older one may name its member. */
export const keyNow = (conversation: ConversationKey): ConversationKey =>
  conversation.startsWith('u') ? keyWith(numberIn(conversation)) : conversation;

export const useKeyNow = (conversation: ConversationKey | null): ConversationKey | null =>
  useKnown((known) => (conversation?.startsWith('u') ? keyIn(known, numberIn(conversation)) : conversation));

/** Returns the other member; null for a team's conversation, and until known. */
export const memberIn = (conversation: ConversationKey): number | null =>
  conversation.startsWith('u')
    ? numberIn(conversation)
    : (useKnown.getState().memberOf[numberIn(conversation)] ?? null);

export const useMemberIn = (conversation: ConversationKey | null): number | null =>
  useKnown(({ memberOf }) => {
    if (conversation === null) return null;
    return conversation.startsWith('u') ? numberIn(conversation) : (memberOf[numberIn(conversation)] ?? null);
  });

/** Returns the conversation's id; null while it has none. */
export function idIn(conversation: ConversationKey): number | null {
  const key = keyNow(conversation);
  return key.startsWith('c') ? numberIn(key) : null;
}

/** Names a conversation by its id, where the server sent it, else by the other member of a direct one. */
export interface Naming {
  conversation_id?: number | undefined;
  /** Absent in a team's conversation. */
  memberId?: number | undefined;
}

/** Returns the key of a conversation that the server named. */
export function keyOf({ conversation_id, memberId }: Naming): ConversationKey {
  const known = memberId === undefined ? undefined : useKnown.getState().idOf[memberId];
  const id = known ?? conversation_id;
  return id === undefined ? `u${memberId ?? 0}` : `c${id}`;
}

/** Notes that these are teams' conversations. */
export function noteTeams(ids: readonly number[]): void {
  const { teams } = useKnown.getState();
  if (ids.every((id) => teams[id])) return;
  useKnown.setState({ teams: { ...teams, ...Object.fromEntries(ids.map((id) => [id, true] as const)) } });
}

const isTeamIn = ({ teams }: Known, conversation: ConversationKey): boolean =>
  conversation.startsWith('c') && teams[numberIn(conversation)] === true;

/** Whether a conversation is a team's. `state/kinds.ts` and `sync/kinds.ts` define what that changes; use them instead. */
export const isTeam = (conversation: ConversationKey): boolean => isTeamIn(useKnown.getState(), conversation);

export const useIsTeam = (conversation: ConversationKey): boolean => useKnown((known) => isTeamIn(known, conversation));

interface SentMessage {
  conversation_id?: number | undefined;
  sender_id: number;
  /** Absent from a message to a team. */
  receiver_id?: number | undefined;
}

const namingOf = ({ conversation_id, sender_id, receiver_id }: SentMessage, me: number): Naming => ({
  conversation_id,
  memberId: receiver_id === undefined || sender_id === me ? receiver_id : sender_id,
});

/** Returns the key of a message's conversation. */
export const keyOfMessage = (message: SentMessage, me: number): ConversationKey => keyOf(namingOf(message, me));

/** Returns the key of an unread count's conversation. */
export const keyOfUnread = ({ conversation: { conversation_id, id } }: Pick<Unread, 'conversation'>): ConversationKey =>
  keyOf({ conversation_id, memberId: id });

export function noteMessage(message: SentMessage, me: number): void {
  noteConversations([namingOf(message, me)]);
  if (message.receiver_id === undefined && message.conversation_id !== undefined) noteTeams([message.conversation_id]);
}
