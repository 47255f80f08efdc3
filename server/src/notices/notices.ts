/** The parts of notices that the application builds on. */

export { hasMuted } from './choices/queries.js';
export type { Unread } from './unread-changes/unread-words.js';
export { composeUnreadEmail } from './unread-emails/email-text.js';
export { nextSteps } from './unread-emails/next-steps.js';
