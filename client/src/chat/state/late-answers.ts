import type { CallAnswer, CallName } from '@sangam/shared/app/calls';
import type { AnswerReview } from '../../core/api/client';
import { keyOf, type Naming } from './known-conversations';
import { isLost } from './teams';

const isAccessible = (naming: Naming): boolean => !isLost(keyOf(naming));

/**
 * Removes from answers the data of conversations that the member lost while the call was in flight. Parts of a refresh aren't listed: their
 * stores compare versions and do so themselves.
 */
const reviews: { readonly [N in CallName]?: (answer: CallAnswer<N>) => CallAnswer<N> } = {
  'GET /api/search/messages': (answer) => ({
    ...answer,
    data: {
      ...answer.data,
      messages: answer.data.messages.filter(({ conversation_id, other_id: memberId }) =>
        isAccessible({ conversation_id, memberId }),
      ),
    },
  }),
  'GET /api/messages/saved': (answer) => ({
    ...answer,
    data: {
      ...answer.data,
      saved: answer.data.saved.filter(({ conversation_id, user_id: memberId }) =>
        isAccessible({ conversation_id, memberId }),
      ),
    },
  }),
};

const notFound = { kind: 'server', status: 404, code: 'NOT_FOUND', message: '' } as const;

/** Whether a call was about a conversation that the member has lost. Its answer is replaced by the one that the call would get now. */
const isAboutLost = (params: unknown): boolean =>
  typeof params === 'object' &&
  params !== null &&
  'conversationId' in params &&
  typeof params.conversationId === 'number' &&
  !isAccessible({ conversation_id: params.conversationId });

export const withoutLost: AnswerReview = (name, params, answer) =>
  isAboutLost(params) ? { ok: false, error: notFound } : { ok: true, value: reviews[name]?.(answer) ?? answer };
