import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { systemClock } from '../lib/clock.js';
import { escapeHtml } from '../lib/escape-html.js';
import type { Timings } from '../timings.js';

export interface Mailer {
  /**
   * Resolves to true once the mail server has accepted the mail, or its file is written, and to false if the mail may not be sent
   * to its address. Throws otherwise. A mail that is sent again with the same `key` gets the same Message-ID, by which mailboxes
   * recognize it.
   */
  send(mail: OutgoingMail, key?: string): Promise<boolean>;
  close(): void;
}

interface Transport {
  send(mail: OutgoingMail, key?: string): Promise<void>;
  close(): void;
}

/**
 * True for a failure that rules out that the mail was accepted: a refusal, or no connection. A connection that broke later may have
 * lost only the answer.
 */
export function wasRefused(error: unknown): boolean {
  const { responseCode, syscall, code } = error as { responseCode?: unknown; syscall?: unknown; code?: unknown };
  return typeof responseCode === 'number' || syscall === 'connect' || code === 'EDNS';
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'publicUrl'>;

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
    async send(mail, key) {
      if (mail.purpose === undefined && !(await isConfirmed(mail.to))) return false;
      await transport.send(mail, key);
      return true;
    },
    close: transport.close,
  };
}

// Mails come from our templates alone: the library must neither read files nor fetch addresses.
const message = (
  { to, subject, text, html, unsubscribe }: OutgoingMail,
  { mailFrom, publicUrl }: MailConfig,
  key?: string,
) => ({
  from: mailFrom,
  headers: {
    // Keeps auto-responders from answering.
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe === undefined
      ? {}
      : {
          'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
  },
  ...(key === undefined ? {} : { messageId: `<${key}@${new URL(publicUrl).hostname}>` }),
  to: { name: '', address: to },
  subject,
  text,
  html,
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
    async send(mail, key) {
      await transport.sendMail(message(mail, config, key));
    },
    close: () => transport.close(),
  };
}

function createFileTransport(config: MailConfig, log: Logger): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const folder = join(config.dataDir, 'mail');
  return {
    async send(mail, key) {
      const { message: raw } = await transport.sendMail(message(mail, config, key));
      const file = join(folder, `${systemClock.nowMs()}-${randomBytes(4).toString('hex')}.eml`);
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

/** Why a mail may reach an address that is not confirmed: it confirms the address, or is about the account's password. */
type MailPurpose = 'confirmation' | 'password';

/** A composed mail. */
export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Lets the mail reach an address that is not confirmed. None for all other mails. */
  purpose?: MailPurpose;
  /** The mail's main link, for the log of a server without SMTP. */
  link: string;
  /** The address where one click, by a person or a mail program (RFC 8058), ends such mails; none for mails about the account. */
  unsubscribe?: string;
}

/** How many mails of one kind a server sends concurrently. */
export const MAILS_AT_ONCE = 4;

export interface MailContent {
  subject: string;
  paragraphs: string[];
  button: { label: string; link: string };
  closing: string;
  purpose?: MailPurpose;
}

/**
 * Composes a mail with one button, as text and as HTML. Mails about accounts contain no text that a member typed: otherwise a
 * made-up name could turn them into an advertisement.
 */
export function compose(to: string, { subject, paragraphs, button, closing, purpose }: MailContent): OutgoingMail {
  const text = [...paragraphs, `${button.label}: ${button.link}`, closing, '— Sangam'].join('\n\n');
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
  const html =
    '<!doctype html><html lang="en"><body style="margin:0;background:#f4f4f5">' +
    '<div style="max-width:32rem;margin:0 auto;padding:2rem 1.5rem;font:16px/1.5 system-ui,sans-serif;color:#18181b">' +
    `<h1 style="font-size:1.25rem">${escapeHtml(subject)}</h1>${body}` +
    `<p style="margin:1.5rem 0"><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:.75rem 1.25rem;` +
    `border-radius:.5rem;background:#4338ca;color:#fff;text-decoration:none">${escapeHtml(button.label)}</a></p>` +
    `<p style="font-size:.875rem;word-break:break-all">${escapeHtml(button.link)}</p>` +
    `<p style="font-size:.875rem;color:#52525b">${escapeHtml(closing)}</p></div></body></html>`;
  return { to, subject, text, html, link: button.link, ...(purpose === undefined ? {} : { purpose }) };
}
