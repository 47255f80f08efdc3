import toast from 'react-hot-toast';
import { useIsBlocked } from '../../../contact/state/blocks';
import { type ConversationKey, chatPath } from '../../../lib/links/chat-link';
import { copyText } from '../../../lib/text/copy-text';
import { muteConversation } from '../../../notices/state/change-choices';
import { reportDialog } from '../../../trust/state/report-dialog';
import { MenuItems } from '../../../ui/overlay/MenuItems';
import { useConversations } from '../../state/conversations';
import { searchDialog } from '../../state/search-dialog';
import { markLastUnread } from './mark-unread';

interface ThreadActsProps {
  conversation: ConversationKey;
  /** The other member of a direct conversation. */
  otherId: number | null;
  name: string;
  muted: boolean;
  onBlock: () => void;
  onLeave: () => void;
}

/** The menu of a conversation. */
export function ThreadActs({ conversation, otherId, name, muted, onBlock, onLeave }: ThreadActsProps) {
  const isBlocked = useIsBlocked(otherId ?? 0);
  const isRead = useConversations(({ list }) => list.data?.find(({ key }) => key === conversation)?.unread_count === 0);
  const toggle = async () => {
    if (await muteConversation(conversation, !muted))
      toast.success(muted ? 'Conversation unmuted' : 'Conversation muted');
    else toast.error('Failed to change notifications');
  };
  const copyLink = async (id: number) => {
    if (await copyText(`${window.location.origin}${chatPath(id)}`)) toast.success('Link copied');
    else toast.error('Failed to copy');
  };
  return (
    <MenuItems
      items={[
        ...(otherId === null
          ? []
          : [
              {
                label: 'Search in conversation…',
                onChoose: () => searchDialog.open({ in: { id: otherId, name } }),
              },
            ]),
        ...(isRead ? [{ label: 'Mark as unread', onChoose: () => markLastUnread(conversation) }] : []),
        { label: muted ? 'Unmute conversation' : 'Mute conversation', onChoose: toggle },
        ...(isBlocked || otherId === null
          ? []
          : [
              { label: `Copy link to ${name}`, onChoose: () => copyLink(otherId) },
              { label: `Block ${name}…`, onChoose: onBlock },
            ]),
        ...(otherId === null
          ? []
          : [{ label: `Report ${name}…`, onChoose: () => reportDialog.open({ kind: 'member', id: otherId, name }) }]),
      ]}
      onLeave={onLeave}
    />
  );
}
