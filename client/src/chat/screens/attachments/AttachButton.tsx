import { Paperclip } from 'lucide-react';
import { type DragEvent, useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { create } from 'zustand';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { IconButton } from '../../../ui/button/IconButton';

/** Opens the browser's file chooser; several files can be chosen at once. */
export function AttachButton({ onFiles }: { onFiles: (files: FileList) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    // It arrives while the member chooses.
    loadFiles().catch(() => undefined);
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

/** Names of chosen files that aren't in the draft yet: while their code loads, and the pictures' sizes are read. */
const useArriving = create<Readonly<Record<ConversationKey, readonly string[]>>>(() => ({}));
const none: readonly string[] = [];
export const useArrivingFiles = (conversation: ConversationKey): readonly string[] =>
  useArriving((all) => all[conversation]) ?? none;

const loadFiles = () => import('./AttachedFiles');

/** Attaches files to a conversation's draft. The code for that loads with the first file. */
export function takeFiles(conversation: ConversationKey, files: Iterable<File>): void {
  // Copies the list before its owner empties it.
  const chosen = [...files];
  useArriving.setState({ [conversation]: chosen.map(({ name }) => name) });
  loadFiles()
    .then(
      ({ attachChosen }) => attachChosen(conversation, chosen),
      () => toast.error('You can attach files once you’re online.', { id: 'attach' }),
    )
    .finally(() => useArriving.setState({ [conversation]: none }));
}

/** Lists files before they are in the draft, each in the place that it has there. */
export const ArrivingFiles = ({ names }: { names: readonly string[] }) => (
  <ul aria-label="Attached" className={attachedList}>
    {[...new Set(names)].map((name) => (
      <li key={name} className={attachedItem}>
        <span className="size-11 shrink-0 rounded-md bg-hover" />
        <span className="min-w-0 flex-1 text-sm">
          <bdi className="block truncate">{name}</bdi>
          <span
            role="progressbar"
            aria-label={`Uploading ${name}`}
            className="mt-1.5 block h-1.5 rounded-full bg-hover motion-safe:animate-pulse"
          />
        </span>
      </li>
    ))}
  </ul>
);

export const attachedList = 'flex max-h-36 flex-wrap gap-2 overflow-y-auto pb-2';
export const attachedItem = 'flex w-60 shrink-0 items-center gap-2 rounded-lg border border-line bg-raised p-1.5';

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
