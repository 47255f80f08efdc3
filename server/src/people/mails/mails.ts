import { type ReportReason, reportReasonWords } from '@sangam/shared/core/reports';
import { escapeHtml } from '../../platform/lib/escape-html.js';

/** What a moderator did to an account. */
export const moderatorActs = ['warned', 'suspended', 'restored'] as const;
type ModeratorAct = (typeof moderatorActs)[number];

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

interface Content {
  subject: string;
  paragraphs: string[];
  button: { label: string; link: string };
  closing: string;
}

// Mails about accounts hold nothing that a member typed: a made-up name must not turn them into an advertisement.
function compose(to: string, { subject, paragraphs, button, closing }: Content): OutgoingMail {
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

/** The reset link (R2.8: valid for 1 hour). */
export const resetLinkMail = (to: string, publicUrl: string, token: string): OutgoingMail =>
  compose(to, {
    subject: 'Reset your Sangam password',
    paragraphs: ['Somebody, probably you, asked to reset the password of your Sangam account.'],
    button: { label: 'Choose a new password', link: `${publicUrl}/reset-password?token=${token}` },
    closing:
      'The link works once, for one hour, and only the newest one does. If you did not ask for it, ignore this mail: your password stays as it is.',
  });

/** The link that proves a new member's address (R2.20). */
export const confirmEmailMail = (to: string, publicUrl: string, token: string): OutgoingMail =>
  compose(to, {
    subject: 'Confirm your email address',
    paragraphs: ['Somebody, probably you, has a Sangam account with this address. Confirm that it is yours.'],
    button: { label: 'Confirm address', link: `${publicUrl}/verify-email?token=${token}` },
    closing:
      'The link works for 24 hours, and only the newest one does. If you have no Sangam account, ignore this mail: nobody is confirmed without it.',
  });

/** The link that makes this address the account's (R2.22). */
export const newEmailMail = (to: string, publicUrl: string, token: string): OutgoingMail =>
  compose(to, {
    subject: 'Confirm your new email address',
    paragraphs: ['Somebody, probably you, wants to use this address for their Sangam account from now on.'],
    button: { label: 'Use this address', link: `${publicUrl}/verify-email?token=${token}` },
    closing: 'The link works for 24 hours. If you did not ask for it, ignore this mail: nothing changes.',
  });

/** Instead of that link, where the address has an account of its own. */
export const addressTakenMail = (to: string, publicUrl: string): OutgoingMail =>
  compose(to, {
    subject: 'This address has a Sangam account',
    paragraphs: [
      'Somebody, probably you, wants to use this address for another Sangam account. It has one already, so nothing was changed.',
    ],
    button: { label: 'Sign in', link: `${publicUrl}/login` },
    closing: 'An address can have one account. If you did not ask for this, there is nothing to do.',
  });

/** Warns the present address before another takes its place. */
export const emailChangeAskedMail = (to: string, publicUrl: string): OutgoingMail =>
  compose(to, {
    subject: 'Your Sangam address is about to change',
    paragraphs: [
      'Somebody, probably you, asked to use another email address for your Sangam account. It changes once that address is confirmed.',
    ],
    button: { label: 'Go to the settings', link: `${publicUrl}/settings` },
    closing: `If this was not you, choose a new password now. That stops the change: ${publicUrl}/forgot-password`,
  });

/** Tells the address of before that it is no longer the account's. */
export const emailChangedMail = (to: string, publicUrl: string): OutgoingMail =>
  compose(to, {
    subject: 'Your Sangam address was changed',
    paragraphs: ['Your Sangam account has another email address now. Nothing more is mailed to this one.'],
    button: { label: 'Go to the settings', link: `${publicUrl}/settings` },
    closing:
      'If this was not you, sign in where you still are signed in, change the password, and write to whoever runs this Sangam.',
  });

/** Tells a member of a sign-in on a device that never signed in to the account before (R2.23). */
export const newSignInMail = (
  to: string,
  publicUrl: string,
  { device, network, at }: { device: string | null; network: string | null; at: string },
): OutgoingMail =>
  compose(to, {
    subject: 'New sign-in to your Sangam account',
    paragraphs: [
      'Somebody, probably you, signed in to your Sangam account on a device that we have not seen before.',
      `${device ?? 'Unknown device'}, ${network === null ? '' : `address ${network}, `}${at}`,
    ],
    button: { label: 'See your devices', link: `${publicUrl}/settings` },
    closing: `If this was not you, sign that device out there, and choose a new password: ${publicUrl}/forgot-password`,
  });

/** Tells a member of another way to sign in to their account (R2.26). */
export const providerLinkedMail = (to: string, publicUrl: string, provider: string): OutgoingMail =>
  compose(to, {
    subject: `You can sign in to Sangam with ${provider}`,
    paragraphs: [
      `Somebody, probably you, linked an account of ${provider} to your Sangam account. It signs in from now on.`,
    ],
    button: { label: 'See your sign-ins', link: `${publicUrl}/settings` },
    closing: `If this was not you, unlink it there, and choose a new password: ${publicUrl}/forgot-password`,
  });

/** Tells a member that a way to sign in has gone (R2.26). */
export const providerUnlinkedMail = (to: string, publicUrl: string, provider: string): OutgoingMail =>
  compose(to, {
    subject: `You sign in to Sangam with ${provider} no more`,
    paragraphs: [
      `Somebody, probably you, unlinked ${provider} from your Sangam account. It does not sign in any more.`,
    ],
    button: { label: 'See your sign-ins', link: `${publicUrl}/settings` },
    closing: `If this was not you, choose a new password now: ${publicUrl}/forgot-password`,
  });

/** Confirms that the account is to be deleted, and says how to keep it (R2.24). */
export const accountDeletedMail = (to: string, publicUrl: string, until: string): OutgoingMail =>
  compose(to, {
    subject: 'Your Sangam account will be deleted',
    paragraphs: [
      `You asked for your Sangam account to be deleted. Until ${until} you can come back: sign in, and choose Come back.`,
      'Every device was signed out. Your projects are closed, and your seats, requests and interest have ended.',
    ],
    button: { label: 'Sign in', link: `${publicUrl}/login` },
    closing: `If this was not you, choose a new password now, and come back: ${publicUrl}/forgot-password`,
  });

/** Notifies the owner of a reset, in case it was not theirs. */
export const passwordChangedMail = (to: string, publicUrl: string): OutgoingMail =>
  compose(to, {
    subject: 'Your Sangam password was changed',
    paragraphs: ['The password of your Sangam account was just changed, and every device was signed out.'],
    button: { label: 'Sign in', link: `${publicUrl}/login` },
    closing: `If this was not you, reset your password now: ${publicUrl}/forgot-password`,
  });

/** Notifies the owner that a sign-in through a provider removed the password of an account never verified before. */
export const passwordRemovedMail = (to: string, publicUrl: string, provider: string): OutgoingMail =>
  compose(to, {
    subject: `You now sign in to Sangam with ${provider}`,
    paragraphs: [
      `You signed in with ${provider}. Your account had a password, but nobody had ever confirmed this address with it, so the password was removed and every other device was signed out.`,
    ],
    button: { label: 'Set a new password', link: `${publicUrl}/forgot-password` },
    closing: `You can keep signing in with ${provider} without one.`,
  });

/** What a moderator did; the reason is of a closed list. */
export const moderatedMail = (
  to: string,
  publicUrl: string,
  { act, reason }: { act: ModeratorAct; reason: ReportReason | null },
): OutgoingMail => {
  const because = reason === null ? '' : ` Reason: ${reportReasonWords[reason]}.`;
  const said = {
    warned: {
      subject: 'A moderator warned you',
      text: `A moderator of Sangam looked at a report about you, and warns you.${because}`,
      closing: 'If it goes on, your account may be suspended.',
    },
    suspended: {
      subject: 'Your Sangam account is suspended',
      text: `A moderator of Sangam has suspended your account: nobody can sign in with it, and others do not see you.${because}`,
      closing: 'If you think that this is wrong, answer to whoever runs this Sangam.',
    },
    restored: {
      subject: 'You can use Sangam again',
      text: 'A moderator of Sangam has lifted the suspension of your account.',
      closing: 'Your projects are shown again, too.',
    },
  }[act];
  return compose(to, {
    subject: said.subject,
    paragraphs: [said.text],
    button: { label: 'Open Sangam', link: `${publicUrl}/login` },
    closing: said.closing,
  });
};
