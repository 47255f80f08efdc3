import toast from 'react-hot-toast/headless';
import { hideAddresses } from '../../contact/sync/hide-addresses';
import { withCache } from '../../core/offline/database';
import { currentUserId } from '../../core/session/session';
import type { ConversationKey } from '../../lib/links/chat-link';
import { attachedTo, deleteDraftsIn, readDraft } from '../state/outbox/drafts';
import { removePending, useOutbox } from '../state/outbox/outbox';
import { cancelFiles, dropRejected } from '../state/outbox/outbox-acts';
import { pendingFor } from '../state/outbox/outbox-order';
import { dropSavedIn } from '../state/saved/saved';
import { listedTeam } from '../state/teams';
import { dropAllReturns } from '../state/thread/return-places';
import { dropTyping } from '../state/thread/typing';
import { dropReadMark } from './mark-read';
import { noteForgotten } from './team-rows';

/** Parts of the offline data that quote messages or name members. Their stores write them again after their next change. */
const PARTS = ['quoted-in', 'saved-in', 'saved-list', 'team-info', 'teams'];
const UNSENT_DELETED = 'Your unsent message to a team you’re no longer in was deleted.';
/** After this time, no write of the offline data that began before the loss is still running. */
const WRITTEN_AFTER_MS = 5_000;

/**
 * Deletes all data of a team's conversation that the member may no longer read: unsent messages, which a toast mentions, members'
 * addresses, and offline data. Stores that are loaded on demand use `followLost`.
 */
export async function forgetTeam(me: number, key: ConversationKey): Promise<void> {
  forgetUnsent(key);
  hideAddresses((id, isApproved) => id !== me && !isApproved);
  dropSavedIn(key);
  dropTyping(key);
  dropReadMark(key);
  dropAllReturns(key);
  const isDone = await deleteCached(me, key, PARTS);
  setTimeout(() => {
    if (currentUserId() !== me || listedTeam(key)) return;
    void deleteCached(me, key, []).then((again) => isDone && again && noteForgotten(key));
  }, WRITTEN_AFTER_MS);
}

function forgetUnsent(key: ConversationKey): void {
  const { items, acts } = useOutbox.getState();
  const unsent = pendingFor(items, key);
  if (unsent.length > 0 || readDraft(key) !== '' || attachedTo(key).length > 0) toast.error(UNSENT_DELETED);
  void cancelFiles(attachedTo(key));
  deleteDraftsIn(key);
  for (const item of unsent) dropRejected(item);
  for (const act of pendingFor(acts, key)) removePending(act.client_id);
}

/** Returns false if the browser refused. */
const deleteCached = async (me: number, key: ConversationKey, parts: readonly string[]): Promise<boolean> =>
  (await withCache('readwrite', async (cache) => {
    for (const { stored } of cache.rows) stored.delete([me, key]);
    for (const name of parts) cache.parts.delete([me, name]);
    return true;
  })) ?? false;
