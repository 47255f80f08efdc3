/** The parts of trust that the application builds on. */

export { findHiding } from './hiding/queries.js';
export { moderatedLetter } from './moderation/emails.js';
export { suspendedLetter, suspensionEndedLetter } from './suspension/emails.js';
