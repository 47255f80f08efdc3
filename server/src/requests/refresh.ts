import type { RefreshParts } from '../platform/refresh.js';
import type { InterestsService } from './interests/service.js';
import type { JoinRequestsService } from './join-requests/service.js';

/** Triggers count every change to the requests that a member sees (migration 0038). */
const REQUESTS_VERSION = 'coalesce((SELECT version FROM request_versions WHERE user_id = s.user_id), 0)';

export const requestsRefresh = ({
  joinRequests,
  interests,
}: {
  joinRequests: JoinRequestsService;
  interests: InterestsService;
}): Pick<RefreshParts, 'incoming_requests' | 'my_requests' | 'incoming_interests'> => ({
  incoming_requests: {
    version: REQUESTS_VERSION,
    initial: { requests: [], has_more: false, total: 0 },
    read: joinRequests.incoming,
  },
  my_requests: {
    version: REQUESTS_VERSION,
    initial: { requests: [], has_more: false, total: 0 },
    read: joinRequests.mine,
  },
  incoming_interests: {
    version: REQUESTS_VERSION,
    initial: { connections: [], has_more: false, total: 0 },
    read: interests.incoming,
  },
});
