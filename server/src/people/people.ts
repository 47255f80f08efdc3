/** The parts of people that other subjects build on. */
export type { OutgoingMail } from './mails/mails.js';
export { MAILS_AT_ONCE, type MemberMails } from './mails/member-mails.js';
export type { PresenceService } from './presence/service.js';
export type { AddressPolicy } from './profile/present.js';
export { findEmail, isAway, lockUser } from './profile/queries.js';
export { originOf, type SessionOrigin } from './sign-in/origin.js';
export type { Sessions } from './sign-in/sessions.js';
