/** The parts of requests that other subjects build on. */
export { createEndInterests, endPendingInterests } from './interests/ends.js';
export type { InterestsService } from './interests/service.js';
export { createEndRequests, endPendingRequests } from './join-requests/ends.js';
export type { JoinRequestsService } from './join-requests/service.js';
