import { Paperclip } from 'lucide-react';
import { type DragEvent, useRef } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { importOnce } from '../../../lib/loading/load-part';
import { retry } from '../../../lib/retry';
import { IconButton } from '../../../ui/button/IconButton';
import { showArriving } from './ArrivingFiles';

/** Opens the browser's file chooser; several files can be chosen at once. */
export function AttachButton({ onFiles }: { onFiles: (files: FileList) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    // Loads while the member chooses.
    void loadFiles();
    input.current?.click();
  };
  return (
    <>
      <IconButton icon={Paperclip} label="Attach pictures or files" onClick={choose} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-hidden
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles(currentTarget.files);
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

const loadFiles = importOnce(() => import('./AttachedFiles'));

/** The pause between tries to load the code. */
const RELOAD_MS = 5_000;

/** Attaches files to a conversation's draft, with code that loads for the first file. Until it has loaded, Send waits for them. */
export function takeFiles(conversation: ConversationKey, files: Iterable<File>): void {
  // Copied, since the owner of the list empties it.
  const chosen = [...files];
  const taken = retry(loadFiles, { until: (part) => part !== null, pausesMs: [RELOAD_MS] }).then(
    (part) => part?.attachChosen(conversation, chosen) ?? false,
  );
  showArriving(conversation, chosen, taken);
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Accepts dropped files, which the browser would otherwise open in place of the page. */
export const dropTarget = (conversation: ConversationKey) => ({
  onDragOver: (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    // Without a composer, nothing can be sent here.
    if (event.currentTarget.querySelector('textarea')) takeFiles(conversation, event.dataTransfer.files);
  },
});
