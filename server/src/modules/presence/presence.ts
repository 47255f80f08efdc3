export type { PresenceService } from './service.js';
