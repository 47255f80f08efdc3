import { type ConversationKey, chatPath, conversationPath, messagePath } from '../../../lib/links/chat-link';

/** An address below /messages, as it was followed. */
export interface MessagesAddress {
  /** The parts of the path: `/messages/:userId` or `/messages/c/:conversationId`. */
  userId: string | null;
  conversationId: string | null;
  query: URLSearchParams;
  /** The history entry's state. */
  state: unknown;
}

export interface Redirect {
  to: string;
  /** The history entry's state there. */
  state?: unknown;
  /** The reason to show, if the link is wrong. */
  problem?: string;
}

/** Reads an id of a member or conversation from an address: digits only. */
export function readMemberId(text: string | null): number | null {
  const id = text !== null && /^\d{1,16}$/u.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Reads a message link: the message's number, and in links of the previous version the id of the member who copied it. */
export function readMessageLink(query: URLSearchParams): { seq: number | null; withId: number | null } {
  // Message numbers are written like member ids.
  return { seq: readMemberId(query.get('m')), withId: readMemberId(query.get('with')) };
}

/**
 * Returns where an address redirects to, or null if it stays. `known`: the key of the conversation with the member that the address names.
 */
export function redirectOf(
  { userId, conversationId, query, state }: MessagesAddress,
  me: number | null,
  known: ConversationKey | null,
): Redirect | null {
  if (query.has('user') || query.has('name')) {
    // The specification's form of a link. Its name is ignored and fetched instead, since it may be wrong.
    const id = readMemberId(query.get('user'));
    return id === null || id === me ? toList(query.get('user')) : { to: chatPath(id) };
  }
  if (conversationId !== null) return readMemberId(conversationId) === null ? toList(conversationId) : null;
  if (userId === null) return null;
  const id = readMemberId(userId);
  const { seq, withId } = readMessageLink(query);
  const isOfPrevious = id !== null && seq !== null && withId !== null && me !== null && withId !== me;
  // A message link of the previous version leads both members to their conversation, and others to the list.
  if (isOfPrevious)
    return id === me
      ? { to: `${chatPath(withId)}?m=${seq}&with=${me}` }
      : { to: '/messages', problem: 'This link belongs to another conversation' };
  if (id === null || id === me) return toList(userId);
  // The project that a visitor's first message asks about.
  const projectId = readMemberId(query.get('about'));
  if (projectId !== null) return { to: chatPath(id), state: { ...asObject(state), projectId } };
  if (known === null || known.startsWith('u')) return null;
  return { to: seq === null ? conversationPath(known) : messagePath(known, seq), state };
}

/** Redirects to the list. Text that isn't a number is ignored (R1.6), and nobody can write to themself. */
const toList = (id: string | null): Redirect => ({
  to: '/messages',
  ...(readMemberId(id) === null && isNumeric(id) && { problem: 'Invalid conversation selected' }),
});

/** Returns true for any number, even one that can't be an id: 0, -5, 1.5, or one too large. */
const isNumeric = (text: string | null): boolean => text !== null && /^[+-]?\d+(\.\d+)?$/u.test(text.trim());

export const asObject = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {});
