/** The parts of trust that the application builds on. */
export { moderatedLetter } from './moderation/mails.js';
export { findHiding } from './moderation/queries.js';
export { suspendedLetter, suspensionEndedLetter } from './suspension/mails.js';
