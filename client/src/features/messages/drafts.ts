import { readStored, writeStored } from '../../lib/storage';
import { currentUserId } from '../../stores/session';

const keyOf = (otherId: number): string => `draft:${currentUserId() ?? 0}:${otherId}`;

/** What was written to somebody and not sent yet; it survives leaving the conversation and a reload. */
export const readDraft = (otherId: number): string => readStored(keyOf(otherId)) ?? '';

export const writeDraft = (otherId: number, text: string): void => {
  writeStored(keyOf(otherId), text === '' ? null : text);
};
