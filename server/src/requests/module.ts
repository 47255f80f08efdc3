import type { ContactLimits } from '../contact/contact.js';
import type { Module, Platform } from '../platform/module.js';
import { interestCalls } from './interests/routes.js';
import { createInterestsService } from './interests/service.js';
import { deadlineHandler } from './join-requests/deadline.js';
import { joinRequestCalls } from './join-requests/routes.js';
import { createJoinRequestsService } from './join-requests/service.js';
import { requestsLive } from './live.js';
import { requestsExport } from './member-data.queries.js';
import { requestsRefresh } from './refresh.js';
import { seatOfferEndHandler } from './waitlist/offer-clock.js';

/** Join requests, interest, the waitlist and seat offers. */
export function createRequests(
  { db, bus, clock, limits }: Platform,
  { contactLimits }: { contactLimits: ContactLimits },
) {
  const interests = createInterestsService({ db, bus, clock, contactLimits });
  const joinRequests = createJoinRequestsService({ db, bus, clock, contactLimits });
  return {
    interests,
    joinRequests,
    calls: { ...joinRequestCalls({ joinRequests, limits }), ...interestCalls({ interests, limits }) },
    live: requestsLive,
    refresh: requestsRefresh({ joinRequests, interests }),
    exportPart: requestsExport,
    jobs: [deadlineHandler({ db, bus, clock }), seatOfferEndHandler({ db, bus, clock })],
  } satisfies Module & Record<string, unknown>;
}
