import type { Letter } from '../../platform/email/letter.js';
import type { Recipient } from '../users/recipients.queries.js';

const newPassword = (publicUrl: string) => ({
  label: 'Choose a new password',
  href: `${publicUrl}/forgot-password?mailed`,
});

/** Returns the letter for a member who is suspended or has asked for deletion, and so can't open the settings. */
export const withoutSettings = (letter: Letter, publicUrl: string): Letter =>
  letter.button.href.startsWith(`${publicUrl}/settings/`)
    ? {
        ...letter,
        button: { label: 'Sign in', href: `${publicUrl}/login` },
        closing: { text: 'Wasn’t this you?', link: newPassword(publicUrl) },
      }
    : letter;

/** The emails about a member's account. */
export const accountLetters = {
  /** The link that confirms a new member's address (R2.20). */
  confirmEmail: (reader: Recipient, publicUrl: string, token: string): Letter => ({
    ...reader,
    purpose: 'confirmation',
    subject: 'Confirm your email address',
    paragraphs: ['A Sangam account was created with this address. Confirm that the address is yours.'],
    button: { label: 'Confirm address', href: `${publicUrl}/verify-email?token=${token}` },
    closing: {
      text: 'The link works for 24 hours, and only the newest one works. If you didn’t create an account, ignore this email. The address stays unconfirmed.',
    },
  }),

  /** The link that makes this address the account's (R2.22). */
  newEmail: (reader: Recipient, publicUrl: string, token: string): Letter => ({
    ...reader,
    purpose: 'confirmation',
    subject: 'Confirm your new email address',
    paragraphs: ['To use this address for your Sangam account, confirm that it’s yours.'],
    button: { label: 'Confirm address', href: `${publicUrl}/verify-email?token=${token}` },
    closing: {
      text: 'The link works for 24 hours. If you didn’t ask for it, ignore this email and nothing will change.',
    },
  }),

  /** Sent instead of `newEmail` if the address has an account already. */
  addressTaken: (reader: Recipient, publicUrl: string): Letter => ({
    ...reader,
    subject: 'This address has a Sangam account',
    paragraphs: [
      'Another Sangam account tried to switch to this address. It already belongs to your account, so nothing has changed.',
    ],
    button: { label: 'Sign in', href: `${publicUrl}/login` },
    closing: { text: 'An address can have only one account. If this wasn’t you, ignore this email.' },
  }),

  /** The reset link (R2.8: valid for 1 hour). */
  resetLink: (reader: Recipient, publicUrl: string, token: string): Letter => ({
    ...reader,
    purpose: 'password',
    subject: 'Reset your Sangam password',
    paragraphs: ['We received a request to reset the password of your Sangam account.'],
    button: { label: 'Choose a new password', href: `${publicUrl}/reset-password?token=${token}` },
    closing: {
      text: 'The link works once, for one hour, and only the newest one works. If you didn’t request it, ignore this email. Your password won’t change.',
    },
  }),

  /** To the current address, before a new one replaces it. */
  emailChangeAsked: (reader: Recipient, publicUrl: string): Letter => ({
    ...reader,
    subject: 'Your Sangam email address is about to change',
    paragraphs: [
      'A new email address was entered for your Sangam account. It replaces this one if it is confirmed within 24 hours.',
    ],
    button: { label: 'Open settings', href: `${publicUrl}/settings/account` },
    closing: { text: 'Wasn’t this you? A new password cancels the change.', link: newPassword(publicUrl) },
  }),

  /** To the old address, after the change: for seven days its link undoes it (R2.22). */
  emailChanged: (reader: Recipient, publicUrl: string, token: string): Letter => ({
    ...reader,
    subject: 'Your Sangam email address was changed',
    paragraphs: [
      'Your Sangam account now has another email address, and this address gets no more emails.',
      'Wasn’t this you? Undo the change. You’ll choose a new password, which logs out every device.',
    ],
    button: { label: 'Undo the change', href: `${publicUrl}/verify-email?token=${token}&undo` },
    closing: {
      text: 'The link works for 7 days. If you changed the address, ignore this email.',
    },
    why: 'You’re receiving this email because this address belonged to a Sangam account.',
  }),

  /** After a sign-in on a device that never signed in to the account before (R2.23). `origin`: device and network. */
  newSignIn: (reader: Recipient, publicUrl: string, origin: string, time: string): Letter => ({
    ...reader,
    subject: 'New sign-in to your Sangam account',
    paragraphs: [`A new device signed in to your Sangam account on ${time}.`, origin],
    button: { label: 'See your devices', href: `${publicUrl}/settings/devices` },
    closing: {
      text: 'Wasn’t this you? A new password logs out every device.',
      link: newPassword(publicUrl),
    },
  }),

  /** After a provider was linked (R2.26). */
  providerLinked: (reader: Recipient, publicUrl: string, provider: string): Letter => ({
    ...reader,
    subject: `You can now sign in to Sangam with ${provider}`,
    paragraphs: [`A ${provider} account was linked to your Sangam account.`],
    button: { label: 'See your sign-ins', href: `${publicUrl}/settings/account` },
    closing: {
      text: 'Wasn’t this you? Unlink it in your settings. A new password logs out every device.',
      link: newPassword(publicUrl),
    },
  }),

  /** After a provider was unlinked (R2.26). */
  providerUnlinked: (reader: Recipient, publicUrl: string, provider: string): Letter => ({
    ...reader,
    subject: `You can no longer sign in to Sangam with ${provider}`,
    paragraphs: [`A ${provider} account was unlinked from your Sangam account.`],
    button: { label: 'See your sign-ins', href: `${publicUrl}/settings/account` },
    closing: { text: 'Wasn’t this you?', link: newPassword(publicUrl) },
  }),

  /** After a request for deletion: how to keep the account (R2.24). */
  accountDeleted: (reader: Recipient, publicUrl: string, until: string): Letter => ({
    ...reader,
    subject: 'Your Sangam account will be deleted',
    paragraphs: [
      `We received a request to delete your Sangam account. To keep it, sign in before ${until} and choose Restore account.`,
      'Every device was logged out. Your requests, interest and seats in teams have ended. Each of your unfinished projects is offered to its team for 7 days, and closes if nobody accepts.',
    ],
    button: { label: 'Sign in to keep it', href: `${publicUrl}/login` },
    closing: {
      text: 'Wasn’t this you? Sign in with a new password to keep the account.',
      link: newPassword(publicUrl),
    },
  }),

  /** After a changed or reset password, in case it wasn't the member. */
  passwordChanged: (reader: Recipient, publicUrl: string): Letter => ({
    ...reader,
    purpose: 'password',
    subject: 'Your Sangam password was changed',
    paragraphs: ['The password of your Sangam account was changed, and all other devices were logged out.'],
    button: { label: 'Sign in', href: `${publicUrl}/login` },
    closing: {
      text: 'Wasn’t this you?',
      link: { label: 'Reset password', href: newPassword(publicUrl).href },
    },
  }),

  /** After a sign-in through a provider removed the password of an account whose address was never verified. */
  passwordRemoved: (reader: Recipient, publicUrl: string, provider: string): Letter => ({
    ...reader,
    purpose: 'password',
    subject: 'Your Sangam password was removed',
    paragraphs: [
      `You signed in with ${provider}. Your password was set before this address was confirmed, so we removed it and logged out all other devices.`,
    ],
    button: { label: 'Set a new password', href: `${publicUrl}/forgot-password?mailed` },
    closing: { text: `You can keep signing in with ${provider} without a password.` },
  }),
};
