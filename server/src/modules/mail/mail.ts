export { type Mailer, wasRefused } from './mailer.js';
export { addressTakenMail, confirmEmailMail, newEmailMail, type OutgoingMail, resetLinkMail } from './mails.js';
export { MAILS_AT_ONCE, type MemberMails } from './member-mails.js';
