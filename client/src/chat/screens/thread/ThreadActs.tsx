import toast from 'react-hot-toast/headless';
import { useIsBlocked } from '../../../contact/state/blocks';
import { useMessageRequest } from '../../../contact/state/message-requests';
import { type ConversationKey, chatPath, conversationPath } from '../../../lib/links/chat-link';
import { copyText } from '../../../lib/text/copy-text';
import { muteConversation } from '../../../notices/state/change-choices';
import { inviteDialog } from '../../../requests/state/invite-dialog';
import { reportDialog } from '../../../trust/state/report-dialog';
import { MenuItems } from '../../../ui/overlay/MenuItems';
import { useUnreadIn } from '../../state/conversations';
import { useKind } from '../../state/kinds';
import { idIn } from '../../state/known-conversations';
import { searchDialog } from '../../state/search-dialog';
import { useThreads } from '../../state/thread/threads';
import { archiveConversation, unarchiveConversation } from './archive';
import { markLastUnread } from './mark-unread';
import { useIsArchived } from './use-is-archived';

interface ThreadActsProps {
  conversation: ConversationKey;
  /** The other member of a direct conversation. */
  otherId: number | null;
  name: string;
  muted: boolean;
  onBlock: () => void;
  onContents: () => void;
  /** Closes the conversation. */
  onClose: () => void;
  onLeave: () => void;
}

/** The menu of a conversation. */
export function ThreadActs({
  conversation,
  otherId,
  name,
  muted,
  onBlock,
  onContents,
  onClose,
  onLeave,
}: ThreadActsProps) {
  const isBlocked = useIsBlocked(otherId ?? 0);
  const { isMutable } = useKind(conversation);
  const isRead = useUnreadIn(conversation) === 0;
  const archived = useIsArchived(conversation);
  const isRequest = useMessageRequest(otherId ?? 0) !== null;
  const hasMessages = useThreads(({ byId }) => (byId[conversation]?.lastSeq ?? 0) > 0);
  const archiving = archived
    ? { label: 'Unarchive conversation', onChoose: () => unarchiveConversation(conversation) }
    : {
        label: 'Archive conversation',
        onChoose: () => {
          archiveConversation(conversation);
          onClose();
        },
      };
  const toggle = async () => {
    if (await muteConversation(conversation, !muted))
      toast.success(muted ? 'Conversation unmuted' : 'Conversation muted');
    else toast.error('Failed to change notifications');
  };
  const copyLink = async (path: string) => {
    if (await copyText(window.location.origin + path)) toast.success('Link copied');
    else toast.error('Failed to copy');
  };
  return (
    <MenuItems
      items={[
        {
          label: 'Search in conversation…',
          onChoose: () =>
            searchDialog.open({
              in: otherId === null ? { conversationId: idIn(conversation) ?? 0, name } : { id: otherId, name },
            }),
        },
        // One without a message has neither an id nor files.
        ...(idIn(conversation) === null ? [] : [{ label: 'Files and links…', onChoose: onContents }]),
        ...(isRead && hasMessages ? [{ label: 'Mark as unread', onChoose: () => markLastUnread(conversation) }] : []),
        ...(hasMessages && !isRequest ? [archiving] : []),
        ...(isMutable
          ? [{ label: muted ? 'Unmute conversation' : 'Mute conversation', onChoose: toggle, needsServer: true }]
          : []),
        ...(isBlocked || otherId === null
          ? []
          : [
              {
                label: 'Invite to a project…',
                onChoose: () => inviteDialog.open({ id: otherId, name }),
                needsServer: true,
              },
              { label: `Copy link to ${name}`, onChoose: () => copyLink(chatPath(otherId)) },
              { label: `Block ${name}…`, onChoose: onBlock, needsServer: true },
            ]),
        ...(otherId === null
          ? [{ label: 'Copy link', onChoose: () => copyLink(conversationPath(conversation)) }]
          : [
              {
                label: `Report ${name}…`,
                onChoose: () => reportDialog.open({ kind: 'member', id: otherId, name }),
                needsServer: true,
              },
            ]),
      ]}
      onLeave={onLeave}
    />
  );
}
