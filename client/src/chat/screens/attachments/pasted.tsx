import toast from 'react-hot-toast/headless';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { Button } from '../../../ui/button/Button';
import { takeFiles } from './AttachButton';

const SHOWN_MS = 8_000;

/** Offers to attach the picture of something that was pasted as text, such as cells of a spreadsheet. */
export function offerAsPicture(conversation: ConversationKey, files: readonly File[]): void {
  toast(
    ({ id }) => (
      <span className="flex items-center gap-2">
        Pasted as text
        <Button
          size="sm"
          onClick={() => {
            toast.dismiss(id);
            takeFiles(conversation, files);
          }}
        >
          Attach as picture
        </Button>
      </span>
    ),
    { id: 'pasted', duration: SHOWN_MS },
  );
}
