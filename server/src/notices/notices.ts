/** The parts of notices that the application builds on. */

export { hasMuted } from './choices/queries.js';
export type { Unread } from './unread-changes/unread-words.js';
export { composeUnreadMail } from './unread-mail/mail-text.js';
export { nextSteps } from './unread-mail/next-steps.js';
