/** The parts of people that other subjects build on. */

export { isConfirmedAddress } from './address/queries.js';
export { timeForMember, timeIn } from './emails/account-emails.js';
export { accountLetters } from './emails/email-texts.js';
export { DAY, ID, isDay, parseFitCursor, writeFitCursor } from './fit-cursor.js';
export { hasHours, toWindow } from './hours/service.js';
export { readSharedHours, type SharedHoursWith } from './hours/shared-hours.queries.js';
export { keepForReport } from './picture/queries.js';
export type { PicturesService } from './picture/service.js';
export type { PresenceService } from './presence/service.js';
export type { SelectContacts } from './profile/contacts.queries.js';
export { findNames, lockUser } from './profile/queries.js';
export type { UsersService } from './profile/service.js';
export { removeParts } from './remove-parts.js';
export type { Prove } from './sign-in/proof.js';
export { originOf, type SessionOrigin } from './sign-in/session-origin.js';
export type { Sessions } from './sign-in/sessions.js';
export { findDeletion, isInactiveMember } from './users/lifecycle.queries.js';
export { findRecipient, findTimeZone, type Recipient } from './users/recipients.queries.js';
export { spellingConditions } from './users/spellings.queries.js';
