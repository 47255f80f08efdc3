export { type Mailer, wasRefused } from './mailer.js';
export { confirmEmailMail, type OutgoingMail, resetLinkMail } from './mails.js';
export { MAILS_AT_ONCE, type MemberMails } from './member-mails.js';
