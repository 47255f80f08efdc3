/** The parts of requests that other subjects build on. */
export { createEndInterests } from './interests/end-between.js';
export { endPendingInterests } from './interests/ends.js';
export type { InterestsService } from './interests/service.js';
export { createEndRequests } from './join-requests/end-between.js';
export { endPendingRequests } from './join-requests/ends.js';

export type { JoinRequestsService } from './join-requests/service.js';
