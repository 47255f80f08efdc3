export type { NewNotification } from './queries.js';
export { updateInboxes } from './update.js';
