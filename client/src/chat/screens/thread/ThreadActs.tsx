import { isArchived } from '@sangam/shared/chat/archived';
import { isolate } from '@sangam/shared/core/isolate';
import toast from 'react-hot-toast/headless';
import { useIsBlocked } from '../../../contact/state/blocks';
import { useMessageRequest } from '../../../contact/state/message-requests';
import { actFailureText } from '../../../core/api/errors';
import { type ConversationKey, chatPath, conversationPath } from '../../../lib/links/chat-link';
import { copyText } from '../../../lib/text/copy-text';
import { muteConversation } from '../../../notices/state/change-choices';
import { inviteDialog } from '../../../requests/state/invite-dialog';
import { reportDialog } from '../../../trust/state/report-dialog';
import { MenuItems } from '../../../ui/overlay/MenuItems';
import { useConversations, useUnreadIn } from '../../state/conversations';
import { useKind } from '../../state/kinds';
import { idIn } from '../../state/known-conversations';
import { useOutbox } from '../../state/outbox/outbox';
import { searchDialog } from '../../state/search-dialog';
import { useTeam } from '../../state/teams';
import { useThreads } from '../../state/thread/threads';
import { markLastUnread } from '../../sync/mark-unread';
import { shownConversations } from '../thread-items/shown-acts';
import { archiveConversation, unarchiveConversation } from './archive';

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
    const error = await muteConversation(conversation, !muted);
    if (error) toast.error(actFailureText(error, 'Failed to change notifications'));
    else toast.success(muted ? 'Conversation unmuted' : 'Conversation muted');
  };
  const copyLink = async (path: string) => {
    if (await copyText(window.location.origin + path)) toast.success('Link copied');
    else toast.error('Failed to copy. Copy this page’s address instead.');
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
        // A conversation without messages has neither an id nor files.
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
              { label: `Copy link to ${isolate(name)}`, onChoose: () => copyLink(chatPath(otherId)) },
              { label: `Block ${isolate(name)}…`, onChoose: onBlock, needsServer: true, isDestructive: true },
            ]),
        ...(otherId === null
          ? [{ label: 'Copy link', onChoose: () => copyLink(conversationPath(conversation)) }]
          : [
              {
                label: `Report ${isolate(name)}…`,
                onChoose: () => reportDialog.open({ kind: 'member', id: otherId, name }),
                needsServer: true,
              },
            ]),
      ]}
      onLeave={onLeave}
    />
  );
}

/** Whether this member has archived the conversation. If it is below the loaded list, its thread says so, as of the last fetch. */
function useIsArchived(key: ConversationKey | null): boolean {
  const direct = useConversations(({ list }) => list.data?.find((item) => item.key === key));
  const listed = useTeam(key) ?? direct;
  const acts = useOutbox((state) => state.acts);
  const until = useThreads(({ byId }) => (key === null ? undefined : byId[key]?.mark?.archived_until));
  const [shown] = listed === undefined ? [] : shownConversations([listed], acts);
  return shown === undefined ? until !== undefined : isArchived(shown);
}
