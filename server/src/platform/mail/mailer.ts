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
   * Resolves to true once the mail server has accepted the mail, or its file is written, and to false if the mail may not be sent
   * to its address. Throws otherwise. A mail that is sent again with the same `key` gets the same Message-ID, by which mailboxes
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
 * True for a failure that rules out that the mail was accepted: a refusal, or no connection. A connection that broke later may have
 * lost only the answer.
 */
export function wasRefused(error: unknown): boolean {
  const { responseCode, syscall, code } = fieldsOf(error);
  return typeof responseCode === 'number' || syscall === 'connect' || code === 'EDNS';
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl' | 'operator'>;

/**
 * Sends through SMTP_URL; without it, each mail is a file in DATA_DIR/mail. An address that nobody has confirmed may belong to a
 * stranger, so it gets mails with a `purpose` only, whatever was queued (R2.20).
 */
export function createMailer(
  config: MailConfig,
  deps: { log: Logger; timings: Timings['mail']; isConfirmed: (address: string) => Promise<boolean> },
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

// Mails come from our templates alone: the library must neither read files nor fetch addresses.
const message = (letter: Letter, config: MailConfig, key?: string) => ({
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

function createSmtpTransport(url: string, config: MailConfig, { smtpTimeoutMs }: Timings['mail']): Transport {
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

function createFileTransport(config: MailConfig, log: Logger): Transport {
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
        'SMTP_URL is not set; a mail was written',
      );
    },
    close: () => transport.close(),
  };
}

/** How many mails of one kind a server sends concurrently. */
export const MAILS_AT_ONCE = 4;
