/*
 * The differences between the two kinds of conversations. Everything else runs through the same functions for both.
 */

/** The ids of a conversation of two, which never change, and whether each is known to have written, which never becomes untrue. */
export interface DirectKey {
  readonly kind: 'direct';
  readonly id: number;
  readonly lowId: number;
  readonly highId: number;
  lowWrote: boolean;
  highWrote: boolean;
}

/** A team's conversation as of `people`, which grows with each change to its participants. */
export interface TeamKey {
  readonly kind: 'team';
  readonly id: number;
  readonly people: number;
  /** The current participants, ascending, and their slots. */
  readonly memberIds: readonly number[];
  readonly slots: ReadonlyMap<number, number>;
}

export type ConversationKey = DirectKey | TeamKey;

/** The member's place in `conversations.sent`; undefined if they are not known as a participant. */
export function slotOf(key: ConversationKey, userId: number): number | undefined {
  if (key.kind === 'team') return key.slots.get(userId);
  if (userId !== key.lowId && userId !== key.highId) return undefined;
  return userId === key.lowId ? 1 : 2;
}

/** The other member of a direct conversation; null in a team's. */
export const receiverIn = (key: ConversationKey, senderId: number): number | null =>
  key.kind === 'team' ? null : senderId === key.lowId ? key.highId : key.lowId;

/** The other participants, as far as they are known. */
export const othersIn = (key: ConversationKey, userId: number): readonly number[] =>
  key.kind === 'team'
    ? [...key.slots.keys()].filter((id) => id !== userId)
    : [userId === key.lowId ? key.highId : key.lowId];

/** Whether either member is known to have written. A team's conversation begins with its second member. */
export const isBegun = (key: ConversationKey): boolean => key.kind === 'team' || key.lowWrote || key.highWrote;

/** Whether a member may write without a check of contact limits: the other one has written, or they are in one team. */
export const hasAnswer = (key: ConversationKey, userId: number): boolean =>
  key.kind === 'team' || (userId === key.lowId ? key.highWrote : key.lowWrote);

/** Records that a member has written. */
export function recordWritten(key: ConversationKey, userId: number): void {
  if (key.kind === 'team') return;
  if (userId === key.lowId) key.lowWrote = true;
  else key.highWrote = true;
}

/**
 * Extra turns of the event loop that a batch with a message to this conversation waits. Each batch costs one write per participant, however
 * many of the team's messages it holds, so gathering them saves writes (docs/performance.md).
 */
export const moreTurnsFor = (key: ConversationKey): number => (key.kind === 'team' ? 3 : 0);
