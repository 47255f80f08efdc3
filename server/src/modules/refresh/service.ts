import { createHash } from 'node:crypto';
import type { CallAnswer, CallQuery } from '@sangam/shared/contract/calls';
import { RefreshAnswer } from '@sangam/shared/contract/refresh';
import type { RunStatement } from '../../db/connections.js';
import type { InterestsService } from '../interests/interests.js';
import type { JoinRequestsService } from '../join-requests/join-requests.js';
import type { MessagesService } from '../messages/messages.js';
import { findVersions } from './queries.js';

type Query = CallQuery<'GET /api/refresh'>;
type Answer = CallAnswer<'GET /api/refresh'>['data'];
type Part = Exclude<keyof Answer, 'inbox_version'>;
type DataOf<P extends Part> = NonNullable<Answer[P]>['data'];

export interface RefreshService {
  /** The parts that are new to a client that holds these versions; none when nothing has changed. */
  refresh(userId: number, query: Query): Promise<Answer>;
}

/** A client that holds an answer of another shape holds nothing that this server knows. */
const SHAPE = createHash('sha256').update(JSON.stringify(RefreshAnswer)).digest('base64url').slice(0, 8);

/** What the parts answer to a member who was never written to, and about whose projects nobody has asked. */
const empty: { [P in Part]-?: DataOf<P> } = {
  conversations: { conversations: [], has_more: false },
  bell: { unread_count: 0, unread_version: 0, notifications: [], has_more: false },
  incoming_requests: { requests: [], has_more: false, total: 0 },
  my_requests: { requests: [], has_more: false, total: 0 },
  incoming_interests: { connections: [], has_more: false, total: 0 },
};

const firstPage = (limit: number | undefined) => (limit === undefined ? {} : { limit });

export function createRefreshService(deps: {
  run: RunStatement;
  messages: MessagesService;
  joinRequests: JoinRequestsService;
  interests: InterestsService;
}): RefreshService {
  const { run, messages, joinRequests, interests } = deps;

  const readers: { [P in Part]-?: (userId: number, limit: number | undefined) => Promise<DataOf<P>> } = {
    conversations: (userId, limit) => messages.conversations(userId, firstPage(limit)),
    bell: async (userId, limit) => {
      const [count, list] = await Promise.all([
        messages.unreadCount(userId),
        messages.notifications(userId, firstPage(limit)),
      ]);
      return { ...count, ...list };
    },
    incoming_requests: (userId, limit) => joinRequests.incoming(userId, firstPage(limit)),
    my_requests: (userId, limit) => joinRequests.mine(userId, firstPage(limit)),
    incoming_interests: (userId, limit) => interests.incoming(userId, firstPage(limit)),
  };

  return {
    async refresh(userId, query) {
      // Before the lists: what changes in between is answered once too often, and never missed.
      const versions = await findVersions(run, userId);
      const answer: Answer = { inbox_version: versions.inbox };
      const fill = async <P extends Part>(part: P, counted: number): Promise<void> => {
        const version = `${SHAPE}.${userId}.${counted}`;
        if (query[part] === version) return;
        const data = counted === 0 ? empty[part] : await readers[part](userId, query[`${part}_limit`]);
        Object.assign(answer, { [part]: { version, data } });
      };
      await Promise.all([
        fill('conversations', versions.messages),
        fill('bell', versions.messages),
        fill('incoming_requests', versions.requests),
        fill('my_requests', versions.requests),
        fill('incoming_interests', versions.requests),
      ]);
      return answer;
    },
  };
}
