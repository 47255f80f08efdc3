export type { JoinRequestsService } from './service.js';
