import toast from 'react-hot-toast';
import { useIsBlocked } from '../../../contact/state/blocks';
import { chatPath } from '../../../lib/links/chat-link';
import { copyText } from '../../../lib/text/copy-text';
import { muteConversation } from '../../../notices/state/change-choices';
import { reportDialog } from '../../../trust/state/report-dialog';
import { MenuItems } from '../../../ui/overlay/MenuItems';
import { useConversations } from '../../state/conversations';
import { searchDialog } from '../../state/search-dialog';
import { markLastUnread } from './mark-unread';

interface ThreadActsProps {
  otherId: number;
  name: string;
  muted: boolean;
  onBlock: () => void;
  onLeave: () => void;
}

/** The menu of a conversation. */
export function ThreadActs({ otherId, name, muted, onBlock, onLeave }: ThreadActsProps) {
  const isBlocked = useIsBlocked(otherId);
  const isRead = useConversations(({ list }) => list.data?.find(({ id }) => id === otherId)?.unread_count === 0);
  const toggle = async () => {
    if (await muteConversation(otherId, !muted)) toast.success(muted ? 'Conversation unmuted' : 'Conversation muted');
    else toast.error('Failed to change notifications');
  };
  const copyLink = async () => {
    if (await copyText(`${window.location.origin}${chatPath(otherId)}`)) toast.success('Link copied');
    else toast.error('Failed to copy');
  };
  return (
    <MenuItems
      items={[
        { label: 'Search in conversation…', onChoose: () => searchDialog.open({ in: { id: otherId, name } }) },
        ...(isRead ? [{ label: 'Mark as unread', onChoose: () => markLastUnread(otherId) }] : []),
        { label: muted ? 'Unmute conversation' : 'Mute conversation', onChoose: toggle },
        ...(isBlocked
          ? []
          : [
              { label: `Copy link to ${name}`, onChoose: copyLink },
              { label: `Block ${name}…`, onChoose: onBlock },
            ]),
        { label: `Report ${name}…`, onChoose: () => reportDialog.open({ kind: 'member', id: otherId, name }) },
      ]}
      onLeave={onLeave}
    />
  );
}
