import { isolate } from '@sangam/shared/core/isolate';
import { X } from 'lucide-react';
import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { IconButton } from '../../../ui/button/IconButton';
import { followRenamed, keyNow } from '../../state/known-conversations';

interface Arriving {
  files: readonly File[];
  /** Resolves to false if a file was left out. */
  areAll: Promise<boolean>;
}
/** Chosen files that aren't in the draft yet, because code is loading or the sizes of pictures are being read. */
const useArriving = create<Partial<Record<ConversationKey, Arriving>>>(() => ({}));
onReset(() => useArriving.setState({}, true));
export const useArrivingFiles = (conversation: ConversationKey) => useArriving((all) => all[conversation]);

followRenamed((from, to) => {
  const arriving = useArriving.getState()[from];
  if (arriving) useArriving.setState({ [from]: undefined, [to]: arriving });
});

export const arrivingIn = (conversation: ConversationKey) => useArriving.getState()[keyNow(conversation)];

/** Adds these files to those shown as arriving, until `taken` resolves: to true if all are in the draft. */
export function showArriving(conversation: ConversationKey, chosen: readonly File[], taken: Promise<boolean>): void {
  const before = arrivingIn(conversation);
  const areAll = Promise.all([before?.areAll, taken]).then((all) => !all.includes(false));
  useArriving.setState({ [keyNow(conversation)]: { files: [...(before?.files ?? []), ...chosen], areAll } });
  const isLatest = () => arrivingIn(conversation)?.areAll === areAll;
  void areAll.finally(() => isLatest() && useArriving.setState({ [keyNow(conversation)]: undefined }));
}

/** Removes the arriving files with this name. Text that was to be sent with them stays in the field. */
export function removeArriving(conversation: ConversationKey, name: string): void {
  const arriving = arrivingIn(conversation);
  if (arriving === undefined) return;
  const files = arriving.files.filter((file) => file.name !== name);
  useArriving.setState({ [keyNow(conversation)]: files.length > 0 ? { ...arriving, files } : undefined });
}

interface ArrivingFilesProps {
  files: readonly { name: string }[];
  onRemove?: (name: string) => void;
}

/** Lists files that aren't in the draft yet, in the places that they will have there. */
export const ArrivingFiles = ({ files, onRemove }: ArrivingFilesProps) => (
  <ul aria-label="Attached" className={attachedList}>
    {[...new Set(files.map(({ name }) => name))].map((name) => (
      <li key={name} className={attachedItem}>
        <span className="size-11 shrink-0 rounded-md bg-hover" />
        <span className="min-w-0 flex-1 text-sm">
          <bdi className="block truncate">{name}</bdi>
          <span
            role="progressbar"
            aria-label={`Uploading ${isolate(name)}`}
            className="mt-1.5 block h-1.5 rounded-full bg-hover motion-safe:animate-pulse"
          />
        </span>
        {onRemove && <IconButton icon={X} label={`Remove ${isolate(name)}`} onClick={() => onRemove(name)} />}
      </li>
    ))}
  </ul>
);

export const attachedList = 'flex max-h-36 flex-wrap gap-2 overflow-y-auto pb-2';
export const attachedItem = 'flex w-60 shrink-0 items-center gap-2 rounded-lg border border-line bg-raised p-1.5';
