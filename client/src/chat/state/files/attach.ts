import { chatLimits } from '@sangam/shared/chat/limits';
import { cleanLine, firstChars, isBlank } from '@sangam/shared/core/text';
import toast from 'react-hot-toast';
import { nowMs } from '../../../lib/clock';
import { uuid } from '../../../lib/uuid';
import { type Attached, attachedTo, setAttached } from '../outbox/drafts';
import { useOutbox } from '../outbox/outbox';
import { dropForgotten, storeFile } from './chosen-files';
import { cancelUpload, isRefused, upload, useUploads } from './uploads';

/** Types that browsers show and the server re-encodes as pictures. */
const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

const MEGABYTE = 1024 ** 2;

/**
 * Attaches files to the draft for a member and starts their upload. Files that are too large or too many are left out
 * with a toast.
 */
export async function attachFiles(otherId: number, files: readonly File[]): Promise<void> {
  const before = attachedTo(otherId);
  const small = files.filter(({ size }) => size > 0 && size <= chatLimits.attachmentMaxBytes);
  const taken = small.slice(0, chatLimits.attachmentsMax - before.length);
  if (small.length < files.length)
    toast.error(`A file can be at most ${chatLimits.attachmentMaxBytes / MEGABYTE} MB, and not empty.`, {
      id: 'attach',
    });
  else if (taken.length < small.length)
    toast.error(`A message can have at most ${chatLimits.attachmentsMax} files.`, { id: 'attach' });
  const chosen = await Promise.all(taken.map(async (file) => ({ file, shown: await show(file) })));
  // Other files may have been attached meanwhile.
  setAttached(
    otherId,
    [...attachedTo(otherId), ...chosen.map(({ shown }) => shown)].slice(0, chatLimits.attachmentsMax),
  );
  for (const { file, shown } of chosen) {
    await storeFile({ id: shown.id, name: shown.name, uploadId: uuid(), content: file, chosenAtMs: nowMs() });
    void upload(shown.id).then(() => markRefused(otherId, shown.id));
  }
  const named = useOutbox.getState().items.flatMap((item) => item.attachments ?? []);
  void dropForgotten(new Set([...named, ...attachedTo(otherId)].map(({ id }) => id)));
}

function markRefused(otherId: number, id: string): void {
  const state = useUploads.getState()[id];
  if (!state || !isRefused(state)) return;
  const marked = attachedTo(otherId).map((one) => (one.id === id ? { ...one, isRefused: true as const } : one));
  setAttached(otherId, marked);
}

async function show(file: File): Promise<Attached> {
  const attached = { id: uuid(), name: nameOf(file), bytes: file.size };
  if (!pictureTypes.includes(file.type)) return { ...attached, isPicture: false };
  try {
    const { width, height } = await createImageBitmap(file);
    return { ...attached, isPicture: true, width, height };
  } catch {
    return { ...attached, isPicture: true };
  }
}

/** Cleans the name as the server does. Browsers name pasted pictures themselves. */
function nameOf({ name }: File): string {
  const cleaned = cleanLine(name);
  return isBlank(cleaned) ? 'file' : firstChars(cleaned, chatLimits.attachmentNameMaxChars);
}

/** Removes a file from the draft. */
export async function detachFile(otherId: number, id: string): Promise<void> {
  setAttached(
    otherId,
    attachedTo(otherId).filter((one) => one.id !== id),
  );
  await cancelUpload(id);
}
