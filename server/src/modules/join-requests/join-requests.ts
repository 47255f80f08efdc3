export { createEndRequests, endBlockedRequests } from './end-between.js';
export { endPendingRequests, endSeatRequest } from './ends.js';
export { lockLine, settleLine } from './line.js';
export { moveRequests, swapSeatRequests } from './moves.js';
export { removedFrom, toTeam } from './notifications.js';
export type { JoinRequestsService } from './service.js';
