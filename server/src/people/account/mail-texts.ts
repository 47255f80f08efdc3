import { compose, type OutgoingMail } from '../../platform/mail/compose.js';

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
