import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { keyNow } from '../known-conversations';

/** The replies whose quotes the reader has followed, the last one at the end, by conversation. */
const useReturnPlaces = create<Readonly<Record<ConversationKey, readonly number[]>>>(() => ({}));
onReset(() => useReturnPlaces.setState({}, true));

const none: readonly number[] = [];
const returnsOf = (conversation: ConversationKey): readonly number[] =>
  useReturnPlaces.getState()[keyNow(conversation)] ?? none;

/** Notes that the reader leaves this reply for the message that it quotes. */
export const noteReturn = (conversation: ConversationKey, seq: number): void =>
  useReturnPlaces.setState({
    [keyNow(conversation)]: [...returnsOf(conversation).filter((other) => other !== seq), seq],
  });

/** Returns the reply to go back to; null for none. */
export const useReturnPlace = (conversation: ConversationKey): number | null =>
  useReturnPlaces((all) => all[conversation]?.at(-1) ?? null);

/** Forgets the last reply, once the reader is there again. */
export const dropReturn = (conversation: ConversationKey): void =>
  useReturnPlaces.setState({ [keyNow(conversation)]: returnsOf(conversation).slice(0, -1) });

export const dropAllReturns = (conversation: ConversationKey): void =>
  useReturnPlaces.setState({ [keyNow(conversation)]: none });
