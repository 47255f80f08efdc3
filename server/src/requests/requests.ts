/** The parts of requests that other subjects build on. */
export { createEndInterests, endBlockedInterests } from './interests/end-between.js';
export { endPendingInterests, moveInterests } from './interests/ends.js';
export { createEndRequests, endBlockedRequests } from './join-requests/end-between.js';
export { endPendingRequests, endSeatRequest } from './join-requests/ends.js';
export { moveRequests, swapSeatRequests } from './join-requests/moves.js';
export { removedFrom, toTeam } from './join-requests/notifications.js';
export { lockLine, settleLine } from './waitlist/line.js';
