export { createEndInterests, endBlockedInterests } from './end-between.js';
export { endPendingInterests, moveInterests } from './ends.js';
export type { InterestsService } from './service.js';
