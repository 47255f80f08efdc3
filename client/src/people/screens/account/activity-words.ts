import type { AuditDetails, AuditKind } from '@sangam/shared/core/audit';
import { reportReasonWords } from '@sangam/shared/core/reports';
import type { AccountEntry } from '@sangam/shared/people/account';
import { providerNames } from './provider-names';

const ways: Record<AuditDetails['session:begun']['way'], string> = {
  password: 'Signed in with the password',
  'sign-up': 'Account created',
  social: 'Signed in through Google or GitHub',
};

const because = (reason: AccountEntry['details']['reason']): string =>
  reason === undefined ? '' : ` (${reportReasonWords[reason]})`;

const words: Record<AuditKind, (details: AccountEntry['details']) => string> = {
  'session:begun': ({ way = 'password' }) => ways[way],
  'session:ended': ({ ended = 1 }) => (ended === 1 ? 'Signed a device out' : `Signed ${ended} devices out`),
  'password:changed': () => 'Password changed',
  'account:deleted': () => 'Deletion of the account asked for',
  'account:restored': () => 'Came back before the account was deleted',
  'email:changed': () => 'Email address changed',
  'password:reset': () => 'Password set by a mailed link',
  'password:removed': () => 'Password removed, since the address was never confirmed',
  'report:dismissed': () => 'A report was dismissed',
  'member:warned': ({ reason }) => `Warning${because(reason)}`,
  'member:suspended': ({ reason }) => `Account suspended${because(reason)}`,
  'member:restored': () => 'Suspension lifted',
  'project:hidden': ({ title = '', reason }) => `Project hidden: ${title}${because(reason)}`,
  'project:shown': ({ title = '' }) => `Project shown again: ${title}`,
  'moderator:added': () => 'You are a moderator now',
  'moderator:removed': () => 'You are no moderator any more',
  'provider:linked': ({ provider = 'google' }) => `Sign-in with ${providerNames[provider]} added`,
  'provider:unlinked': ({ provider = 'google' }) => `Sign-in with ${providerNames[provider]} removed`,
};

/** What an entry of the account's activity says; of kinds that this version does not know, that something changed. */
export const activityWords = ({ kind, details }: AccountEntry): string =>
  Object.hasOwn(words, kind) ? words[kind as AuditKind](details) : 'Your account was changed';
