export type { Mailer } from './mailer.js';
export { resetLinkMail } from './mails.js';
export { MAILS_AT_ONCE, type MemberMails } from './member-mails.js';
