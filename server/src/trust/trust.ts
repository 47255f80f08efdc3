/** The parts of trust that the application builds on. */

export { findHiding } from './hiding/queries.js';
export { moderatedLetter } from './moderation/mails.js';
export { suspendedLetter, suspensionEndedLetter } from './suspension/mails.js';
