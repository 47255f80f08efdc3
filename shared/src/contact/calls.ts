import type { HttpCall } from '../core/http-call.js';
import { UserIdParams } from '../core/schemas.js';
import * as blocks from './blocks.js';
import * as knocks from './contact-limits.js';
import * as messageRequests from './message-requests.js';

/** Blocks, message requests, and contact limits. */
export const contactCalls = {
  'GET /api/knocks': {
    tag: 'messages',
    summary: 'How many requests and messages may still be sent before an answer',
    access: 'member',
    query: knocks.KnocksQuery,
    answer: knocks.KnocksAnswer,
  },

  'GET /api/blocks': {
    tag: 'account',
    summary: 'Whom the member has blocked',
    access: 'member',
    answer: blocks.BlocksAnswer,
  },
  'PUT /api/blocks/:userId': {
    tag: 'account',
    summary: 'Block a member',
    access: 'member',
    params: UserIdParams,
    answer: blocks.BlockChangeAnswer,
  },
  'DELETE /api/blocks/:userId': {
    tag: 'account',
    summary: 'End a block',
    access: 'member',
    params: UserIdParams,
    answer: blocks.BlockChangeAnswer,
  },

  'PUT /api/messages/requests/:userId': {
    tag: 'messages',
    summary: 'Accept or ignore a message request',
    access: 'member',
    params: UserIdParams,
    body: messageRequests.MessageRequestBody,
    answer: messageRequests.MessageRequestAnswer,
  },
} as const satisfies Record<string, HttpCall>;
