import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { createFolder } from '../data-dir.js';
import { systemClock } from '../lib/clock.js';
import type { Timings } from '../timings.js';
import type { Letter } from './letter.js';
import { LOGO_ID, logo } from './logo.js';
import { renderLetter } from './render.js';

export interface Mailer {
  /**
   * Resolves to true once the mail server has accepted the email, or its file is written, and to false if the email may not be sent
   * to its address. Throws otherwise. An email that is sent again with the same `key` gets the same Message-ID, by which mailboxes
   * recognize it.
   */
  send(letter: Letter, key?: string): Promise<boolean>;
  close(): void;
}

interface Transport {
  send(letter: Letter, key?: string): Promise<void>;
  close(): void;
}

/**
 * True for a failure that rules out that the email was accepted: a refusal, or no connection. A connection that broke later may have
 * lost only the answer.
 */
export function wasRefused(error: unknown): boolean {
  const { responseCode, syscall, code } = fieldsOf(error);
  return typeof responseCode === 'number' || syscall === 'connect' || code === 'EDNS';
}

type EmailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl' | 'operator'>;

/**
 * Sends through SMTP_URL; without it, each email is a file in DATA_DIR/mail. An address that nobody has confirmed may belong to a
 * stranger, so it gets emails with a `purpose` only, whatever was queued (R2.20).
 */
export function createMailer(
  config: EmailConfig,
  deps: { log: Logger; timings: Timings['email']; isConfirmed: (address: string) => Promise<boolean> },
): Mailer {
  const { log, timings, isConfirmed } = deps;
  const transport =
    config.smtpUrl === null ? createFileTransport(config, log) : createSmtpTransport(config.smtpUrl, config, timings);
  return {
    async send(letter, key) {
      if (letter.purpose === undefined && !(await isConfirmed(letter.to))) return false;
      await transport.send(letter, key);
      return true;
    },
    close: transport.close,
  };
}

// Emails come from our templates alone: the library must neither read files nor fetch addresses.
const message = (letter: Letter, config: EmailConfig, key?: string) => ({
  from: config.mailFrom,
  headers: {
    // Keeps auto-responders from answering.
    'Auto-Submitted': 'auto-generated',
    ...(letter.unsubscribe === undefined
      ? {}
      : {
          'List-Unsubscribe': { prepared: true, value: `<${letter.unsubscribe}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
  },
  ...(key === undefined ? {} : { messageId: `<${key}@${new URL(config.publicUrl).hostname}>` }),
  // Mail servers refuse a domain's final dot, which earlier versions stored.
  to: { name: '', address: letter.to.replace(/\.$/u, '') },
  ...renderLetter(letter, config),
  attachments: [
    {
      cid: LOGO_ID,
      filename: 'sangam.png',
      content: logo,
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
    },
  ],
  disableFileAccess: true,
  disableUrlAccess: true,
});

function createSmtpTransport(url: string, config: EmailConfig, { smtpTimeoutMs }: Timings['email']): Transport {
  const transport = createTransport({
    url,
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
  });
  return {
    async send(letter, key) {
      await transport.sendMail(message(letter, config, key));
    },
    close: () => transport.close(),
  };
}

function createFileTransport(config: EmailConfig, log: Logger): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const folder = join(config.dataDir, 'mail');
  return {
    async send(letter, key) {
      const { message: raw } = await transport.sendMail(message(letter, config, key));
      const file = join(folder, `${systemClock.nowMs()}-${randomBytes(4).toString('hex')}.eml`);
      await createFolder(folder);
      await writeFile(file, raw, { mode: 0o600 });
      log.info(
        { to: letter.to, subject: letter.subject, link: letter.button.href, file },
        'SMTP_URL is not set; an email was written',
      );
    },
    close: () => transport.close(),
  };
}

/** How many emails of one kind a server sends concurrently. */
export const EMAILS_AT_ONCE = 4;
