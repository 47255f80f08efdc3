export type { OpenLine } from './edit.js';
export type { ProjectsService } from './service.js';
export { publishUpdate } from './updates.js';
