import type { CallAnswer } from '@sangam/shared/app/calls';
import { request } from '../../core/api/client';
import type { ApiError, Result } from '../../core/api/errors';
import { mapResult } from '../../core/store/loadable';

type Answer = CallAnswer<'GET /api/refresh'>['data'];
/** The parts of a refresh that have versions of their own; the inbox, the choices and the saved messages count their changes themselves. */
export type Parts = Omit<Answer, 'inbox' | 'inbox_version' | 'choices' | 'saved'>;
export type DataOf<P extends keyof Parts> = NonNullable<Parts[P]>['data'];

/** The server does not know the refresh, or not what this page asks with it: in a rolling update it may be older than the page. */
export const isOlderServer = (error: ApiError): boolean =>
  error.kind === 'server' && (error.status === 404 || error.status === 400);

const dataOf = <Data>(answer: Result<{ data: Data }>): Result<Data> => mapResult(answer, ({ data }) => data);

/** The call of each part alone, which every server knows. */
export const singleCalls: { [P in keyof Parts]-?: (limit: number) => Promise<Result<DataOf<P>>> } & {
  inbox: (limit: number) => Promise<Result<NonNullable<Answer['inbox']>>>;
} = {
  conversations: async (limit) => dataOf(await request('GET /api/messages/conversations', { query: { limit } })),
  async bell(limit) {
    const [count, list] = await Promise.all([
      request('GET /api/messages/unread-count'),
      request('GET /api/messages/notifications', { query: { limit } }),
    ]);
    return count.ok ? mapResult(list, ({ data }) => ({ ...count.value.data, ...data })) : count;
  },
  incoming_requests: async (limit) => dataOf(await request('GET /api/project-requests/incoming', { query: { limit } })),
  my_requests: async (limit) => dataOf(await request('GET /api/project-requests/mine', { query: { limit } })),
  incoming_interests: async (limit) =>
    dataOf(await request('GET /api/projects/connections/incoming', { query: { limit } })),
  inbox: async (limit) => dataOf(await request('GET /api/inbox', { query: { limit } })),
};
