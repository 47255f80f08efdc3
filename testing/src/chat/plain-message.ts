import type { PendingMessage } from '@sangam/server/chat/messages/pending-message';

/** The fields of a message to be stored, for tests of a writer that are not about them: plain words, which nothing has to check. */
export const plainMessage = {
  // It never waits too long.
  received_ms: Number.POSITIVE_INFINITY,
  sender_name: '',
  sender_presence: 'active',
  client_id: null,
  content: 'Hi',
  attachment_ids: null,
  reply_to: null,
  project_id: null,
  mentions: null,
  origin: null,
  is_unchecked: false,
  respond: () => undefined,
} satisfies Partial<PendingMessage>;
