export { recordChange } from './changes.queries.js';
export type { MessagesService } from './service.js';
