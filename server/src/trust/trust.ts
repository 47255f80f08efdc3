/** The parts of trust that the application builds on. */
export { moderatedLetter } from './moderation/notifications-and-mails.js';
export { findHiddenReason } from './moderation/queries.js';
export { suspendedLetter, suspensionEndedLetter } from './suspension/mails.js';
