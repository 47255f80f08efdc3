import { onReset } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { followRenamed, keyNow } from '../known-conversations';

/**
 * The place in a thread that its reader asked for last: a message named by an address, a pin, a quote or a search
 * result; null: where the thread opens by itself, or its end. Only an answer to this request replaces the loaded
 * messages: a page that was fetched for anything else is added to them, or dropped.
 */
export interface RequestedPosition {
  readonly target: number | null;
  /** Settles once the messages there were fetched. */
  fetched: Promise<unknown>;
}

const noPosition: RequestedPosition = { target: null, fetched: Promise.resolve() };
const positions = new Map<ConversationKey, RequestedPosition>();
onReset(() => positions.clear());
followRenamed((from, to) => {
  const moved = positions.get(from);
  positions.delete(from);
  if (moved) positions.set(to, moved);
});

/** Notes that the reader of a thread asks for a place, which supersedes all requests before. */
export function requestPosition(id: ConversationKey, target: number | null): RequestedPosition {
  const position = { target, fetched: noPosition.fetched };
  positions.set(keyNow(id), position);
  return position;
}

export const requestedPosition = (id: ConversationKey): RequestedPosition => positions.get(keyNow(id)) ?? noPosition;
