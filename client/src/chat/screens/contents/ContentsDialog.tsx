import type { ConversationKey } from '../../../lib/links/chat-link';
import { Dialog } from '../../../ui/overlay/Dialog';
import { ContentsTabs } from './ContentsTabs';

interface ContentsDialogProps {
  conversation: ConversationKey;
  /** The conversation's name. */
  name: string;
  onClose: () => void;
}

/** Shows the files and links of a conversation. */
export const ContentsDialog = ({ conversation, name, onClose }: ContentsDialogProps) => (
  <Dialog open onOpenChange={onClose} title="Files and links" description={name}>
    <ContentsTabs conversation={conversation} onLeave={onClose} />
  </Dialog>
);
