import { chatLimits } from '@sangam/shared/chat/limits';
import { firstChars } from '@sangam/shared/core/text';
import toast from 'react-hot-toast/headless';

/** A longer name is cut in a toast. */
const NAME_SHOWN_CHARS = 60;

/** Says which files were not attached, and why. */
export const tellRefused = (files: readonly File[]): void => void toast.error(refusal(files), { id: 'attach' });

function refusal(files: readonly File[]): string {
  const [file, second] = files;
  const tooLarge = `larger than ${chatLimits.attachmentMaxBytes / 1024 ** 2} MB`;
  if (file === undefined || second !== undefined)
    return `${files.length} files are empty or ${tooLarge}, so they weren’t attached.`;
  return `“${firstChars(file.name, NAME_SHOWN_CHARS)}” is ${file.size === 0 ? 'empty' : tooLarge}, so it wasn’t attached.`;
}
