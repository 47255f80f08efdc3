import { ARCHIVED_WHILE_MUTED, receivedIn } from '@sangam/shared/chat/archived';
import toast from 'react-hot-toast/headless';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { staysArchived } from '../../../notices/state/choices';
import { Button } from '../../../ui/button/Button';
import { listedConversation } from '../../state/conversations';
import { placeIn } from '../../state/outbox/outbox-order';
import { threadOf } from '../../state/thread/threads';
import { actOn } from '../../sync/outbox-sender';

/** Long enough to read the toast and reach its button. */
const UNDO_MS = 8_000;

/** Queues the act, with the newest message known here. Returns false if there is none. */
function change(key: ConversationKey, verb: 'archive' | 'unarchive'): boolean {
  const listed = listedConversation(key);
  const seq = listed?.last_seq ?? threadOf(key)?.lastSeq ?? 0;
  if (seq === 0) return false;
  const until = staysArchived(key) || listed === undefined ? ARCHIVED_WHILE_MUTED : receivedIn(listed);
  actOn({ ...placeIn(key), seq, message: null }, { verb, text: verb === 'archive' ? String(until) : '' });
  return true;
}

/** Archives a conversation for this member, which the toast can undo. Nobody else is notified. */
export function archiveConversation(key: ConversationKey): void {
  if (!change(key, 'archive')) return;
  toast.success(
    ({ id }) => (
      <span className="flex items-center justify-between gap-2">
        <span>Conversation archived</span>
        <Button
          size="sm"
          onClick={() => {
            toast.dismiss(id);
            change(key, 'unarchive');
          }}
        >
          Undo
        </Button>
      </span>
    ),
    { id: `archived-${key}`, duration: UNDO_MS },
  );
}

/** Returns a conversation to the list. */
export function unarchiveConversation(key: ConversationKey): void {
  if (change(key, 'unarchive')) toast.success('Conversation unarchived', { id: `archived-${key}` });
}

/** Moves the focus to the next row, or to the previous one, since the row is about to leave its list. */
function focusNeighbour(link: HTMLElement): void {
  const row = link.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  next?.querySelector('a')?.focus();
}

/** Archives a conversation from its row, or takes it out of the archive. */
export function toggleArchived(key: ConversationKey, isArchived: boolean, link: HTMLElement): void {
  focusNeighbour(link);
  (isArchived ? unarchiveConversation : archiveConversation)(key);
}
