import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import type { OutgoingMail } from './mails.js';

export interface Mailer {
  /** Resolves once the mail server has taken the mail, or its file is written. Throws after the last try. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

const SMTP_TIMEOUT_MS = 10_000;
/** Waits before the second and the third try, in milliseconds. */
const RETRY_AFTER_MS = [1_000, 5_000];

/** Mail through SMTP_URL; without it, each mail is a file in DATA_DIR/mail. */
export const createMailer = (config: MailConfig, log: Logger): Mailer =>
  config.smtpUrl === null ? createFileMailer(config, log) : createSmtpMailer(config.smtpUrl, config.mailFrom, log);

// What is in a mail comes from our templates alone; nothing may make the library read a file or fetch an address.
const message = ({ to, subject, text, html }: OutgoingMail, from: string) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  disableFileAccess: true,
  disableUrlAccess: true,
});

function createSmtpMailer(url: string, from: string, log: Logger): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  return {
    async send(mail) {
      for (const retryAfterMs of RETRY_AFTER_MS) {
        try {
          return void (await transport.sendMail(message(mail, from)));
        } catch (error) {
          log.warn({ err: error, subject: mail.subject }, 'the mail server did not take a mail; trying again');
          await wait(retryAfterMs, undefined, { ref: false });
        }
      }
      await transport.sendMail(message(mail, from));
    },
    close: () => transport.close(),
  };
}

function createFileMailer(config: MailConfig, log: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const folder = join(config.dataDir, 'mail');
  return {
    async send(mail) {
      const { message: raw } = await transport.sendMail(message(mail, config.mailFrom));
      const file = join(folder, `${Date.now()}-${randomBytes(4).toString('hex')}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, raw, { mode: 0o600 });
      log.info(
        { to: mail.to, subject: mail.subject, link: mail.link, file },
        'SMTP_URL is not set; a mail was written',
      );
    },
    close: () => transport.close(),
  };
}
