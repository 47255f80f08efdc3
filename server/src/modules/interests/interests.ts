export type { InterestsService } from './service.js';
