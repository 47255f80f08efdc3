import { useEffect } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { DialogLoading, TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import { pictureViewer } from '../../state/files/viewed-pictures';

const PictureViewer = lazyPart(() => import('./PictureViewer'), 'PictureViewer');

/** The viewer of one message's pictures, while it is open. It closes when the conversation is left. */
export function ViewedPictures({ conversation }: { conversation: ConversationKey }) {
  const viewed = pictureViewer.use();
  useEffect(() => pictureViewer.close, []);
  return (
    viewed && (
      <TakesKeyboard onLeave={pictureViewer.close} fallback={<DialogLoading />}>
        <PictureViewer conversation={conversation} viewed={viewed} />
      </TakesKeyboard>
    )
  );
}
