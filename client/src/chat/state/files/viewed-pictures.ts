import type { Attachment } from '@sangam/shared/chat/attachments';
import { createDialogStore } from '../../../core/store/dialog';

/** A message's pictures, and the id of the one that was pressed. */
export interface ViewedPictures {
  messageId: number;
  /** The other member who sent it; null for the reader's own. */
  senderId: number | null;
  pictures: readonly Attachment[];
  first: string;
}

/**
 * The picture viewer. The conversation shows it rather than the message, whose row is unmounted once it is off the
 * screen.
 */
export const pictureViewer = createDialogStore<ViewedPictures>();
