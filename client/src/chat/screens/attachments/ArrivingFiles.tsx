import { create } from 'zustand';
import type { ConversationKey } from '../../../lib/links/chat-link';

/** Names of chosen files that aren't in the draft yet: while their code loads, and the pictures' sizes are read. */
const useArriving = create<Readonly<Record<ConversationKey, readonly string[]>>>(() => ({}));
const none: readonly string[] = [];
export const useArrivingFiles = (conversation: ConversationKey): readonly string[] =>
  useArriving((all) => all[conversation]) ?? none;

/** Shows these files as arriving, in place of those shown before. */
export const showArriving = (conversation: ConversationKey, files: readonly File[]): void =>
  useArriving.setState({ [conversation]: files.map(({ name }) => name) });

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
