export { createNewsFollower, type FollowerDeps, type NewsFollower } from './follow.js';
export type { Changed, Topic } from './topics.js';
export { findUnread, type Unread } from './unread.js';
export { isUnread } from './unread.queries.js';
