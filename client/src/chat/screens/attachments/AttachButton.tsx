import { Paperclip } from 'lucide-react';
import { type DragEvent, useRef } from 'react';
import toast from 'react-hot-toast';
import { IconButton } from '../../../ui/button/IconButton';

/** Chooses pictures and files, several at once. */
export function AttachButton({ onFiles }: { onFiles: (files: FileList) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon={Paperclip} label="Attach pictures or files" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-hidden
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles(currentTarget.files);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Attaches files to what one writes to a member. The code for that is loaded with the first file. */
export function takeFiles(otherId: number, files: FileList): void {
  // Before the list is emptied by who gave it.
  const chosen = [...files];
  import('../../state/files/attach').then(
    ({ attachFiles }) => attachFiles(otherId, chosen),
    () => toast.error('Files cannot be attached without a connection yet.', { id: 'attach' }),
  );
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** What takes files that are dropped on it. Elsewhere, the browser would open them in place of the page. */
export const dropTarget = (otherId: number) => ({
  onDragOver: (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    // No composer: nothing can be sent here.
    if (event.currentTarget.querySelector('textarea')) takeFiles(otherId, event.dataTransfer.files);
  },
});
