import type { MessageRequestState } from '@sangam/shared/contact/calls';
import { createTable, type Moment } from '../../core/store/table';

/** Pending message requests by the stranger's id; null once the conversation is accepted. */
export const messageRequests = createTable<{ id: number; request: MessageRequestState | null }>();

/** Whether this member's messages are a pending message request: listed separately, without notifications. */
export const isMessageRequest = (id: number): boolean => Boolean(messageRequests.get(id)?.request);

export const useMessageRequest = (id: number): MessageRequestState | null =>
  messageRequests.use(({ byId }) => byId[id]?.request ?? null);

/** Merges the marks of an answer. Only conversations that are or were pending get a row. */
export const mergeMessageRequests = (
  answered: readonly { id: number; request?: MessageRequestState | undefined }[],
  startedAt: Moment,
): void =>
  messageRequests.merge(
    answered.flatMap(({ id, request = null }) => (request || messageRequests.get(id) ? [{ id, request }] : [])),
    startedAt,
  );
