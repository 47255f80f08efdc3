import { onReset } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { followRenamed, keyNow } from '../known-conversations';

/**
 * The place in a thread that its reader asked for last: a message named by an address, a pin, a quote or a search
 * result; null: where the thread opens by itself, or its end. Only an answer to this request replaces the loaded
 * messages: a page that was fetched for anything else is added to them, or dropped.
 */
export interface AskedPlace {
  readonly target: number | null;
  /** Settles once the messages there were fetched. */
  fetched: Promise<unknown>;
}

const nowhere: AskedPlace = { target: null, fetched: Promise.resolve() };
const places = new Map<ConversationKey, AskedPlace>();
onReset(() => places.clear());
followRenamed((from, to) => {
  const moved = places.get(from);
  places.delete(from);
  if (moved) places.set(to, moved);
});

/** Notes that the reader of a thread asks for a place, which supersedes all requests before. */
export function askForPlace(id: ConversationKey, target: number | null): AskedPlace {
  const place = { target, fetched: nowhere.fetched };
  places.set(keyNow(id), place);
  return place;
}

export const askedPlace = (id: ConversationKey): AskedPlace => places.get(keyNow(id)) ?? nowhere;
