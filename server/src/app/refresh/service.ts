import { createHash } from 'node:crypto';
import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { RefreshAnswer } from '@sangam/shared/app/refresh';
import type { MessagesService } from '../../chat/messages/service.js';
import type { SavedMessages } from '../../chat/saved/saved.js';
import type { ChoicesService } from '../../notices/choices/service.js';
import type { InboxService } from '../../notices/notifications/service.js';
import type { Sessions } from '../../people/sign-in/sessions.js';
import type { Authenticate, Member } from '../../platform/lib/member.js';
import type { InterestsService } from '../../requests/interests/service.js';
import type { JoinRequestsService } from '../../requests/join-requests/service.js';
import { VERSIONS, type Versions } from './queries.js';

type Query = CallQuery<'GET /api/refresh'>;
type Answer = CallAnswer<'GET /api/refresh'>['data'];
type Part = Exclude<keyof Answer, 'inbox' | 'inbox_version' | 'choices' | 'saved'>;
type DataOf<P extends Part> = NonNullable<Answer[P]>['data'];

/** Who asks, and how their lists stood when their session was checked. */
export type RefreshingMember = Member & { read: Versions };

export interface RefreshService {
  /** Checks the session and reads the versions in one statement: nearly always that is all that a refresh asks. */
  authenticate: Authenticate<RefreshingMember>;
  /** The parts that are new to a client that holds these versions; none when nothing has changed. */
  refresh(member: RefreshingMember, query: Query): Promise<Answer>;
}

/** A client that holds an answer of another shape holds nothing that this server knows. */
const SHAPE = createHash('sha256').update(JSON.stringify(RefreshAnswer)).digest('base64url').slice(0, 8);

const emptyInbox: NonNullable<Answer['inbox']> = { items: [], has_more: false, total: 0, unread: 0, version: 0 };

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
  sessions: Sessions;
  messages: MessagesService;
  joinRequests: JoinRequestsService;
  interests: InterestsService;
  inbox: InboxService;
  choices: ChoicesService;
  savedMessages: SavedMessages;
}): RefreshService {
  const { sessions, messages, joinRequests, interests, inbox, choices, savedMessages } = deps;

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
    authenticate: sessions.authenticateReading<Versions>(VERSIONS),
    // The versions were read before the lists: what changes in between is answered once too often, and never missed.
    async refresh({ id, read }, query) {
      const [messagesVersion, requestsVersion, inboxVersion, choicesVersion, savedVersion] = read;
      const answer: Answer = { inbox_version: inboxVersion };
      const fill = async <P extends Part>(part: P, counted: number): Promise<void> => {
        const version = `${SHAPE}.${id}.${counted}`;
        if (query[part] === version) return;
        const data = counted === 0 ? empty[part] : await readers[part](id, query[`${part}_limit`]);
        Object.assign(answer, { [part]: { version, data } });
      };
      const fillInbox = async (): Promise<void> => {
        if (query.inbox === inboxVersion) return;
        answer.inbox = inboxVersion === 0 ? emptyInbox : await inbox.list(id, firstPage(query.inbox_limit));
      };
      const fillChoices = async (): Promise<void> => {
        if (query.choices === choicesVersion) return;
        answer.choices = choicesVersion === 0 ? choices.initial : await choices.get(id);
      };
      const fillSaved = async (): Promise<void> => {
        if (query.saved === savedVersion) return;
        answer.saved = savedVersion === 0 ? { version: 0, conversations: [] } : await savedMessages.numbers(id);
      };
      await Promise.all([
        fill('conversations', messagesVersion),
        fill('bell', messagesVersion),
        fill('incoming_requests', requestsVersion),
        fill('my_requests', requestsVersion),
        fill('incoming_interests', requestsVersion),
        fillInbox(),
        fillChoices(),
        fillSaved(),
      ]);
      return answer;
    },
  };
}
