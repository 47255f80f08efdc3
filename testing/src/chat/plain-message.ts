import type { PendingMessage } from '@sangam/server/chat/messages/pending-message';

/** The other fields of a message to be stored, for tests of a writer that aren't about them: plain text, which needs no checks. */
export const plainMessage = {
  // The message never waits too long.
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
