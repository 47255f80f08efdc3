import toast from 'react-hot-toast';
import { messagePath } from '../../../lib/links/chat-link';
import { copyText } from '../../../lib/text/copy-text';
import { reportDialog } from '../../../trust/state/report-dialog';
import { MenuItems } from '../../../ui/overlay/MenuItems';
import { emojiAtHand } from '../../state/emoji';
import { setActing } from '../../state/outbox/outbox-acts';
import { actOn } from '../../sync/outbox-sender';
import { ReactionRow } from '../reactions/ReactionRow';
import { toggleReaction } from '../reactions/Reactions';
import { isSavedNow, toggleSaved, useIsSaved } from '../saved/toggle-saved';
import { markUnread } from '../thread/mark-unread';
import { actingOn, type MessageItem } from '../thread/thread.select';
import { replyTo } from './reply-to';

interface MessageActsProps {
  item: MessageItem;
  own: boolean;
  onLeave: () => void;
}

/** Pins or unpins a message for both members. */
const togglePin = (otherId: number, seq: number, isPinned: boolean): void =>
  actOn({ receiver_id: otherId, seq, message: null }, { verb: isPinned ? 'unpin' : 'pin', text: '' });

const copy = async (text: string, done: string) => {
  if (await copyText(text)) toast.success(done);
  else toast.error('Failed to copy');
};

/** The menu of a message. */
export function MessageActs({ item, own, onLeave }: MessageActsProps) {
  const react = actingOn(item, 'react', own);
  const row = react && item.kind === 'stored' && (
    <ReactionRow
      message={item.message}
      me={own ? item.message.sender_id : item.message.receiver_id}
      onLeave={onLeave}
      onMore={() => setActing(react)}
    />
  );
  const isAnswerable = item.kind === 'stored' && !item.message.deleted_at;
  const reply = isAnswerable ? [{ label: 'Reply', onChoose: () => void replyTo(item, own) }] : [];
  const isSaved = useIsSaved(item, own);
  return (
    <MenuItems
      items={[...reply, ...(own ? ownActs(item, isSaved) : othersActs(item, isSaved))]}
      onLeave={onLeave}
      first={row}
    />
  );
}

function ownActs(item: MessageItem, isSaved: boolean) {
  const [edit, remove] = [actingOn(item, 'edit'), actingOn(item, 'delete')];
  return [
    ...(edit ? [{ label: 'Edit', onChoose: () => setActing(edit) }] : []),
    ...sharedActs(item, true, isSaved),
    ...(remove ? [{ label: 'Delete…', onChoose: () => setActing(remove) }] : []),
  ];
}

function othersActs(item: MessageItem, isSaved: boolean) {
  if (item.kind === 'pending') return [];
  const { sender_id, seq } = item.message;
  const report = () => reportDialog.open({ kind: 'message', id: sender_id, seq });
  return [
    ...sharedActs(item, false, isSaved),
    { label: 'Mark as unread from here', onChoose: () => markUnread(sender_id, seq) },
    { label: 'Report…', onChoose: report },
  ];
}

function sharedActs(item: MessageItem, own: boolean, isSaved: boolean) {
  if (item.kind === 'pending')
    return [{ label: 'Copy text', onChoose: () => copy(item.pending.content, 'Text copied') }];
  const { sender_id, receiver_id, seq, content, deleted_at, pinned } = item.message;
  const [me, other] = own ? [sender_id, receiver_id] : [receiver_id, sender_id];
  const link = `${window.location.origin}${messagePath(other, seq, me)}`;
  return [
    ...(deleted_at ? [] : [{ label: 'Copy text', onChoose: () => copy(content, 'Text copied') }]),
    { label: 'Copy link', onChoose: () => copy(link, 'Link copied') },
    ...(deleted_at
      ? []
      : [
          { label: pinned ? 'Unpin' : 'Pin', onChoose: () => togglePin(other, seq, Boolean(pinned)) },
          { label: isSaved ? 'Remove from saved' : 'Save', onChoose: () => toggleSaved(other, seq, isSaved) },
        ]),
  ];
}

/** Runs a shortcut of one key on a message's menu button; `R` is in `reply-to.ts`. */
export function actByKey(key: string, item: MessageItem, own: boolean): void {
  if (item.kind === 'pending') return;
  const { sender_id, receiver_id, seq, deleted_at, pinned } = item.message;
  const letter = key.toLowerCase();
  if (letter === 'u' && !own) markUnread(sender_id, seq);
  const otherId = own ? receiver_id : sender_id;
  const quick = emojiAtHand()[Number(key) - 1];
  if (quick && !deleted_at) toggleReaction(item.message, quick, own ? sender_id : receiver_id);
  if (letter === 's' && !deleted_at) toggleSaved(otherId, seq, isSavedNow(otherId, seq));
  if (letter === 'p' && !deleted_at) togglePin(otherId, seq, Boolean(pinned));
}
