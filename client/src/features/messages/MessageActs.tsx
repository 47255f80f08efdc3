import type { Message } from '@sangam/shared/contract/messages';
import toast from 'react-hot-toast';
import { messagePath } from '../../lib/chat-link';
import { copyText } from '../../lib/copy-text';
import { setReportDialog } from '../../stores/report-dialog';
import { MenuItems } from '../../ui/MenuItems';

interface MessageActsProps {
  message: Message;
  own: boolean;
  onLeave: () => void;
}

/** What one can do with a message. */
export function MessageActs({ message, own, onLeave }: MessageActsProps) {
  const [me, other] = own ? [message.sender_id, message.receiver_id] : [message.receiver_id, message.sender_id];
  const copy = async (text: string, done: string) => {
    if (await copyText(text)) toast.success(done);
    else toast.error('Failed to copy');
  };
  const report = () => setReportDialog({ kind: 'message', id: other, seq: message.seq });
  return (
    <MenuItems
      items={[
        { label: 'Copy text', onChoose: () => copy(message.content, 'Text copied') },
        {
          label: 'Copy link',
          onChoose: () => copy(`${window.location.origin}${messagePath(other, message.seq, me)}`, 'Link copied'),
        },
        ...(own ? [] : [{ label: 'Report…', onChoose: report }]),
      ]}
      onLeave={onLeave}
    />
  );
}
