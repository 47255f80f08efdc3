export type { Mailer } from './mailer.js';
export { passwordChangedMail, passwordRemovedMail, resetLinkMail } from './mails.js';
