export type { NewNotification } from './queries.js';
export type { InboxService } from './service.js';
export { dropUnreadFrom, type InboxUpdate, updateInboxes } from './update.js';
