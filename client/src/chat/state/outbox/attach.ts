import { chatLimits } from '@sangam/shared/chat/limits';
import { isPictureType } from '@sangam/shared/core/picture-formats';
import { cleanLine, firstChars, isBlank } from '@sangam/shared/core/text';
import toast from 'react-hot-toast/headless';
import { nowMs } from '../../../lib/clock';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { uuid } from '../../../lib/uuid';
import { type Attached, dropForgotten, storeFile } from '../files/chosen-files';
import { cancelUpload, isRefused, upload, useUploads } from '../files/uploads';
import { allAttached, attachedTo, setAttached } from './drafts';
import { useOutbox } from './outbox';

const MEGABYTE = 1024 ** 2;
/** A longer name is cut in a toast. */
const NAME_SHOWN_CHARS = 60;

/**
 * Attaches files to a conversation's draft and starts their upload. Files that are too large or too many are left out
 * with a toast; then it returns false.
 */
export async function attachFiles(conversation: ConversationKey, files: readonly File[]): Promise<boolean> {
  const before = attachedTo(conversation);
  const small = files.filter(({ size }) => size > 0 && size <= chatLimits.attachmentMaxBytes);
  const taken = small.slice(0, chatLimits.attachmentsMax - before.length);
  if (small.length < files.length)
    toast.error(refusal(files.filter((file) => !small.includes(file))), { id: 'attach' });
  else if (taken.length < small.length)
    toast.error(`A message can have at most ${chatLimits.attachmentsMax} files.`, { id: 'attach' });
  const chosen = await Promise.all(taken.map(async (file) => ({ file, shown: await show(file) })));
  // Other files may have been attached in the meantime.
  const left = Math.max(0, chatLimits.attachmentsMax - attachedTo(conversation).length);
  let room = STORED_MAX_BYTES - bytesOf(allAttached());
  for (const { file, shown } of chosen.slice(0, left)) {
    room -= file.size;
    const { id, name } = shown;
    void storeFile({ id, name, uploadId: uuid(), content: file, chosenAtMs: nowMs() }, room >= 0);
  }
  setAttached(conversation, [...attachedTo(conversation), ...chosen.slice(0, left).map(({ shown }) => shown)]);
  startUploads(conversation);
  const named = useOutbox.getState().items.flatMap((item) => item.attachments ?? []);
  void dropForgotten(new Set([...named, ...allAttached()].map(({ id }) => id)));
  return chosen.slice(0, left).length === files.length;
}

/** Returns the toast's text: which files were left out, and why. */
function refusal(files: readonly File[]): string {
  const [file, second] = files;
  const tooLarge = `larger than ${chatLimits.attachmentMaxBytes / MEGABYTE} MB`;
  if (file === undefined || second !== undefined)
    return `${files.length} files are empty or ${tooLarge}, so they weren’t attached.`;
  return `“${firstChars(file.name, NAME_SHOWN_CHARS)}” is ${file.size === 0 ? 'empty' : tooLarge}, so it wasn’t attached.`;
}

/** All drafts together store this much for a reload; files beyond it exist only while the page is open. */
const STORED_MAX_BYTES = 200 * MEGABYTE;
const bytesOf = (files: readonly Attached[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Starts the uploads of a draft's files that haven't begun in this page, as after a reload. */
export function startUploads(conversation: ConversationKey): void {
  for (const { id } of attachedTo(conversation))
    if (!useUploads.getState()[id]) void upload(id).then(() => markRefused(conversation, id));
}

/** Marks a file that the server rejected. If the server accepts it after a reload, it is no longer marked. */
function markRefused(conversation: ConversationKey, id: string): void {
  const state = useUploads.getState()[id];
  const file = attachedTo(conversation).find((one) => one.id === id);
  if (!state || !file || Boolean(file.isRefused) === isRefused(state)) return;
  const { isRefused: _, ...rest } = file;
  const marked: Attached = isRefused(state) ? { ...rest, isRefused: true } : rest;
  setAttached(
    conversation,
    attachedTo(conversation).map((one) => (one.id === id ? marked : one)),
  );
}

async function show(file: File): Promise<Attached> {
  const attached = { id: uuid(), name: nameOf(file), bytes: file.size };
  if (!isPictureType(file.type)) return { ...attached, isPicture: false };
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
export async function detachFile(conversation: ConversationKey, id: string): Promise<void> {
  setAttached(
    conversation,
    attachedTo(conversation).filter((one) => one.id !== id),
  );
  await cancelUpload(id);
}
