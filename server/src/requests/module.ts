import type { ContactLimits } from '../contact/contact.js';
import type { Module, Platform, RefreshParts } from '../platform/module.js';
import { requestDeadlineHandler } from './acts/kind.js';
import { createJoinRequestsService } from './acts/service.js';
import { requestsAlready } from './already.js';
import { endBetweenHandler } from './block-hooks.js';
import { interestDeadlineHandler } from './interests/kind.js';
import { createInterestsService } from './interests/service.js';
import { deliverQueuedHandler } from './invitations/deliver.js';
import { invitationDeadlineHandler, invitationLapseHandler } from './invitations/kind.js';
import { createInvitationsService } from './invitations/service.js';
import { requestsLive } from './live.js';
import { requestsExport } from './member-data.queries.js';
import { requestsCalls } from './routes.js';
import { seatOfferEndHandler, waitHandler } from './waitlist/timers.js';

/** The version of a member's requests: triggers count every change that the member sees (migration 0038). */
const version = 'coalesce((SELECT version FROM request_versions WHERE user_id = s.user_id), 0)';

/** Join requests, interest, invitations, the waitlist and seat offers. */
export function createRequests(platform: Platform, { contactLimits }: { contactLimits: ContactLimits }) {
  const interests = createInterestsService({ ...platform, contactLimits });
  const invitations = createInvitationsService({ ...platform, contactLimits });
  const joinRequests = createJoinRequestsService({ ...platform, contactLimits });
  const needingAnswer = (userId: number, range: { limit?: number }) =>
    joinRequests.incoming(userId, { ...range, waitlist: 'no' });
  const noRequests = { requests: [], has_more: false, total: 0 };
  const noInvitations = { invitations: [], has_more: false, total: 0 };
  const noInterests = { connections: [], has_more: false, total: 0 };
  return {
    interests,
    invitations,
    joinRequests,
    calls: requestsCalls({ joinRequests, interests, invitations, limits: platform.limits }),
    already: requestsAlready(platform.db, platform.clock),
    live: requestsLive,
    refresh: {
      incoming_requests: { version, initial: noRequests, read: needingAnswer },
      my_requests: { version, initial: noRequests, read: joinRequests.mine },
      incoming_interests: { version, initial: noInterests, read: interests.incoming },
      my_invitations: { version, initial: noInvitations, read: invitations.received },
    } satisfies Partial<RefreshParts>,
    exportPart: requestsExport,
    jobs: [
      ...[
        requestDeadlineHandler,
        interestDeadlineHandler,
        invitationDeadlineHandler,
        invitationLapseHandler,
        deliverQueuedHandler,
      ],
      ...[seatOfferEndHandler, waitHandler, endBetweenHandler],
    ].map((createPart) => createPart(platform)),
  } satisfies Module & Record<string, unknown>;
}
