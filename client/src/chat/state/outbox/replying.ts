import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../lib/storage';
import { draftListeners, replyKeyOf, tellOfDrafts } from './drafts';

/** The number of the message that the draft to a member answers; null for none. It survives what the draft survives. */
const readReply = (otherId: number): number | null => {
  const seq = Number(readStored(replyKeyOf(otherId)));
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null;
};

export function setReply(otherId: number, seq: number | null): void {
  writeStored(replyKeyOf(otherId), seq === null ? null : String(seq));
  tellOfDrafts();
}

/** The same, as it stands. */
export const useReply = (otherId: number): number | null =>
  useSyncExternalStore(draftListeners, () => readReply(otherId));
