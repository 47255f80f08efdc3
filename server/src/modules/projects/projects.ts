export type { OpenLine } from './edit.js';
export { confirmProject } from './listing.js';
export type { ProjectsService } from './service.js';
export { publishUpdate } from './updates.js';
