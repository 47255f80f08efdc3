export { endPendingInterests } from './ends.js';
export type { InterestsService } from './service.js';
