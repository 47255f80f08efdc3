import toast from 'react-hot-toast/headless';
import { type ConversationKey, messagePath } from '../../../lib/links/chat-link';
import { copyText } from '../../../lib/text/copy-text';
import { reportDialog } from '../../../trust/state/report-dialog';
import { MenuItems } from '../../../ui/overlay/MenuItems';
import { mostUsedEmoji, QUICK_REACTIONS } from '../../state/emoji';
import { openDialog } from '../../state/outbox/message-dialog';
import { countSeen, readersIn, useTeamInfo } from '../../state/team/team-infos';
import { markUnread } from '../../sync/mark-unread';
import { ReactionRow } from '../reactions/ReactionRow';
import { toggleReaction } from '../reactions/Reactions';
import { actOnSaved, isSavedNow, useIsSaved } from '../saved/act-on-saved';
import { dialogOn, type MessageItem } from '../thread-items/thread.select';
import { actOnPin } from './act-on-pin';
import { replyTo } from './reply-to';
import { seenWords } from './seen-words';

interface MessageMenuItemsProps {
  item: MessageItem;
  conversation: ConversationKey;
  own: boolean;
  me: number;
  onLeave: () => void;
}

const copy = async (text: string, done: string) => {
  if (await copyText(text)) toast.success(done);
  else toast.error('Failed to copy. Select the text and copy it yourself.');
};

/** The items of a message's menu. */
export function MessageMenuItems({ item, conversation, own, me, onLeave }: MessageMenuItemsProps) {
  const react = dialogOn(item, conversation, 'react');
  const row = react && item.kind === 'stored' && (
    <ReactionRow
      message={item.message}
      conversation={conversation}
      me={me}
      onLeave={onLeave}
      onMore={() => openDialog(react)}
    />
  );
  const isAnswerable = item.kind === 'stored' && !item.message.deleted_at;
  const reply = isAnswerable ? [{ label: 'Reply', onChoose: () => void replyTo(item, conversation) }] : [];
  const isSaved = useIsSaved(item, conversation);
  const seen = own ? dialogOn(item, conversation, 'seen') : null;
  const readers = readersIn(useTeamInfo(conversation), me);
  const words = item.kind === 'stored' ? seenWords(countSeen(readers, item.message.seq), readers.length) : '';
  return (
    <MenuItems
      items={[
        ...reply,
        ...(seen && readers.length > 0 ? [{ label: `${words}…`, onChoose: () => openDialog(seen) }] : []),
        ...(own ? ownActs : othersActs)(item, conversation, isSaved),
      ]}
      onLeave={onLeave}
      first={row}
    />
  );
}

function ownActs(item: MessageItem, conversation: ConversationKey, isSaved: boolean) {
  const [edit, remove] = [dialogOn(item, conversation, 'edit'), dialogOn(item, conversation, 'delete')];
  return [
    ...(edit ? [{ label: 'Edit', onChoose: () => openDialog(edit) }] : []),
    ...sharedActs(item, conversation, isSaved),
    ...(remove ? [{ label: 'Delete…', onChoose: () => openDialog(remove), isDestructive: true }] : []),
  ];
}

function othersActs(item: MessageItem, conversation: ConversationKey, isSaved: boolean) {
  if (item.kind === 'pending') return [];
  const { seq } = item.message;
  const report = () => reportDialog.open({ kind: 'message', conversation, seq });
  return [
    ...sharedActs(item, conversation, isSaved),
    { label: 'Mark as unread from here', onChoose: () => markUnread(conversation, seq) },
    { label: 'Report…', onChoose: report, needsServer: true },
  ];
}

function sharedActs(item: MessageItem, conversation: ConversationKey, isSaved: boolean) {
  if (item.kind === 'pending')
    return [{ label: 'Copy text', onChoose: () => copy(item.pending.content, 'Text copied') }];
  const { seq, content, deleted_at, pinned } = item.message;
  const link = `${window.location.origin}${messagePath(conversation, seq)}`;
  return [
    ...(deleted_at ? [] : [{ label: 'Copy text', onChoose: () => copy(content, 'Text copied') }]),
    { label: 'Copy link', onChoose: () => copy(link, 'Link copied') },
    ...(deleted_at
      ? []
      : [
          {
            label: pinned ? 'Unpin' : 'Pin',
            onChoose: () => actOnPin(pinned ? 'unpin' : 'pin', conversation, item.message),
          },
          {
            label: isSaved ? 'Remove from saved' : 'Save',
            onChoose: () => actOnSaved(isSaved ? 'unsave' : 'save', conversation, item.message),
          },
        ]),
  ];
}

/** Runs a single-key shortcut pressed on a message's menu button, except `R`. */
export function actByKey(
  key: string,
  item: MessageItem,
  { conversation, own, me }: Pick<MessageMenuItemsProps, 'conversation' | 'own' | 'me'>,
): void {
  if (item.kind === 'pending') return;
  const { seq, deleted_at, pinned } = item.message;
  if (key === 'u' && !own) markUnread(conversation, seq);
  const quick = mostUsedEmoji().slice(0, QUICK_REACTIONS)[Number(key) - 1];
  if (quick && !deleted_at) toggleReaction(item.message, conversation, quick, me);
  if (key === 's' && !deleted_at)
    actOnSaved(isSavedNow(conversation, seq) ? 'unsave' : 'save', conversation, item.message);
  if (key === 'p' && !deleted_at) actOnPin(pinned ? 'unpin' : 'pin', conversation, item.message);
}
