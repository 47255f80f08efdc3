import { escapeHtml } from '../lib/escape-html.js';

/** A composed mail. */
export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link that the mail is about, for the log of a server without SMTP. */
  link: string;
  /** Where one click, of a person or of a mail program (RFC 8058), ends mails like it; none for those about the account. */
  unsubscribe?: string;
}

/** How many mails of one kind a server sends at the same time. */
export const MAILS_AT_ONCE = 4;

/** The parts of a mail. */
export interface MailContent {
  subject: string;
  paragraphs: string[];
  button: { label: string; link: string };
  closing: string;
}

/**
 * Composes a mail with one button, as text and as HTML. Mails about accounts contain nothing that a member typed: otherwise a
 * made-up name could turn them into an advertisement.
 */
export function compose(to: string, { subject, paragraphs, button, closing }: MailContent): OutgoingMail {
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
  return { to, subject, text, html, link: button.link };
}
