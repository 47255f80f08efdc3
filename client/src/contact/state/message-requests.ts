import type { HeldRequest } from '@sangam/shared/contact/calls';
import { createTable, type Moment } from '../../core/store/table';

/** Conversations that a stranger has begun, by their id; null once one is like any other. */
export const messageRequests = createTable<{ id: number; request: HeldRequest | null }>();

/** Whether what this member writes is held apart: in a list of its own, and told by nothing. */
export const isHeldApart = (id: number): boolean => Boolean(messageRequests.get(id)?.request);

export const useMessageRequest = (id: number): HeldRequest | null =>
  messageRequests.use(({ byId }) => byId[id]?.request ?? null);

/** Takes the marks of an answer. Only those that are held apart need a place, and those that were. */
export const mergeMessageRequests = (
  answered: readonly { id: number; request?: HeldRequest | undefined }[],
  asked: Moment,
): void =>
  messageRequests.merge(
    answered.flatMap(({ id, request = null }) => (request || messageRequests.get(id) ? [{ id, request }] : [])),
    asked,
  );
