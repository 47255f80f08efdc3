import type { DragEvent } from 'react';
import toast from 'react-hot-toast';

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
