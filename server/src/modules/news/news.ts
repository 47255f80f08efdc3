export type { Changed, Topic } from './topics.js';
export { findUnread, type Unread } from './unread.js';
