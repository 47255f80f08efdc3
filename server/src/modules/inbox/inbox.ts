export type { NewNotification } from './queries.js';
export { type InboxUpdate, updateInboxes } from './update.js';
