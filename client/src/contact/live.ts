import type { contactServerEvents } from '@sangam/shared/contact/events';
import type { Live } from '../core/realtime/live';
import { refresh } from '../core/realtime/refresh';
import type { Notice } from '../notices/state/notice';
import { messageRequests } from './state/message-requests';
import { applyBlock } from './sync/apply-block';

/** The subject contact's part of the live application. */
export const contactLive = {
  events: {
    'block:changed'(change) {
      applyBlock(change);
      void refresh('gap');
    },
    'message-request:changed': ({ user_id, request }) => messageRequests.upsert({ id: user_id, request }),
  },
} satisfies Live<Notice, keyof typeof contactServerEvents>;
