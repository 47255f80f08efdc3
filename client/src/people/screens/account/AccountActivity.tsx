import type { OwnAuditKind } from '@sangam/shared/core/audit';
import { isolate } from '@sangam/shared/core/isolate';
import { isKeyOf } from '@sangam/shared/core/keys-of';
import { removablePartWords, reportReasonWords } from '@sangam/shared/core/reports';
import type { AccountEntry } from '@sangam/shared/people/account';
import { providerNames } from '@sangam/shared/people/account-messages';
import { type Ref, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { errorText } from '../../../core/api/errors';
import { hasFailed } from '../../../core/store/loadable';
import { wireLabel } from '../../../lib/wire-label';
import { Card } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Skeleton } from '../../../ui/page/Skeleton';
import { WhenLoaded } from '../../../ui/page/WhenLoaded';
import { TimeAgo } from '../../../ui/TimeAgo';
import { loadAccountActivity, loadEarlierActivity, useAccountActivity } from '../../state/account';

const showMore = async (): Promise<string | null> => {
  const answer = await loadEarlierActivity();
  return answer.ok ? null : errorText(answer.error, 'Failed to load account activity');
};

const HASH = '#activity';
const hashOf = ({ id }: AccountEntry): string => `${HASH}-${id}`;

/** The account's events of the last year (R2.21). The address may name an event (`#activity-7`) or the list (`#activity`) to scroll to. */
export function AccountActivity() {
  const activity = useAccountActivity();
  const { hash, key } = useLocation();
  const { data } = activity;
  const heading = useRef<HTMLHeadingElement>(null);
  const named = useRef<HTMLLIElement>(null);
  const shownKey = useRef<string | null>(null);
  // Fetches the list again, since the address may name an entry that is newer than it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again with each navigation
  useEffect(() => {
    void loadAccountActivity();
  }, [key]);
  useEffect(() => {
    if (!hash.startsWith(HASH) || data === null || shownKey.current === key) return;
    const isListed = hash === HASH || data.entries.some((entry) => hashOf(entry) === hash);
    // Scroll only once: when older entries load, the reader may be reading elsewhere.
    if (isListed) shownKey.current = key;
    const target = named.current ?? heading.current;
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [hash, key, data]);
  return (
    <Card className="grid gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-base">
          Account activity
        </h2>
        <p className="text-muted text-sm">The last 12 months. If you don’t recognize an entry, change your password.</p>
      </div>
      <WhenLoaded
        data={data}
        failed={hasFailed(activity)}
        what="account activity"
        skeleton={<Skeleton className="h-32" />}
        onRetry={loadAccountActivity}
      >
        {({ entries, has_more }) => (
          <>
            <ul aria-label="Account activity" className="grid divide-y divide-line">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} ref={hashOf(entry) === hash ? named : undefined} />
              ))}
            </ul>
            {has_more && <ShowMore what="activity" busy={false} onMore={showMore} />}
          </>
        )}
      </WhenLoaded>
    </Card>
  );
}

/** `ref`: set for the entry that the address names. */
function Entry({ entry, ref }: { entry: AccountEntry; ref?: Ref<HTMLLIElement> | undefined }) {
  const from = entry.by_other ? ['A moderator'] : [entry.device, entry.network].filter((part) => part !== null);
  return (
    <li ref={ref} tabIndex={ref ? -1 : undefined} className={cx('py-3', ref && '-mx-3 rounded-md bg-hover px-3')}>
      <p className="font-medium text-sm">{activityWords(entry)}</p>
      {entry.details.words !== undefined && (
        <blockquote className="wrap-anywhere my-1 whitespace-pre-wrap border-line border-l-2 pl-3">
          {entry.details.words}
        </blockquote>
      )}
      {isKeyOf(whatNow, entry.kind) && (
        <p className="text-sm">
          {whatNow[entry.kind]} Do you think this is a mistake?{' '}
          <Link to="/support" className="underline underline-offset-2 hover:no-underline">
            Contact support
          </Link>
        </p>
      )}
      <p className="wrap-anywhere text-muted text-sm">
        <TimeAgo time={entry.at} />
        {from.map((part) => ` · ${part}`)}
      </p>
    </li>
  );
}

/** Says what may follow from a moderator's decision against the member. */
const whatNow = {
  'member:warned': 'If it happens again, your account may be suspended.',
  'page:removed': 'You can add something else in your profile. If it happens again, your account may be suspended.',
  'project:hidden': 'You can still edit it, but only a moderator can show it again.',
} as const satisfies Partial<Record<OwnAuditKind, string>>;

const ways: Partial<Record<string, string>> = {
  password: 'Signed in with a password',
  'sign-up': 'Account created',
  social: 'Signed in through Google or GitHub',
};

/** "picture and headline" */
const listed = new Intl.ListFormat('en');

const because = (reason: AccountEntry['details']['reason']): string =>
  reason === undefined ? '' : ` (${wireLabel(reportReasonWords, reason)})`;

const words: Record<OwnAuditKind, (details: AccountEntry['details']) => string> = {
  'session:begun': ({ way = 'password' }) => ways[way] ?? 'Signed in',
  'session:refused': () => 'Sign-in failed: wrong password',
  'session:ended': ({ ended = 1 }) => (ended === 1 ? 'Logged out a device' : `Logged out ${ended} devices`),
  'password:changed': () => 'Password changed',
  'account:deleted': () => 'Account deletion requested',
  'account:restored': () => 'Account deletion cancelled by signing in',
  'data:exported': () => 'Data downloaded',
  'email:changed': () => 'Email address changed',
  'password:reset': () => 'Password set by a reset link',
  'password:removed': () => 'Password removed because the address was never confirmed',
  'member:warned': ({ reason }) => `Warning from a moderator${because(reason)}`,
  'page:removed': ({ parts = [], reason }) =>
    `A moderator removed your ${listed.format(parts.map((part) => wireLabel(removablePartWords, part)))}${because(reason)}`,
  'member:suspended': ({ reason }) => `Account suspended${because(reason)}`,
  'member:restored': () => 'Suspension lifted',
  'suspension:ended': () => 'Suspension ended',
  'project:hidden': ({ title = '', reason }) => `Project hidden: ${isolate(title)}${because(reason)}`,
  'project:shown': ({ title = '' }) => `Project shown again: ${isolate(title)}`,
  'moderator:added': () => 'You became a moderator',
  'moderator:removed': () => 'You’re no longer a moderator',
  'provider:linked': ({ provider = 'google' }) => `Sign-in with ${wireLabel(providerNames, provider)} added`,
  'provider:unlinked': ({ provider = 'google' }) => `Sign-in with ${wireLabel(providerNames, provider)} removed`,
};

/** The text of an entry; a general text for kinds that this version doesn't know. */
export const activityWords = ({ kind, details }: AccountEntry): string =>
  isKeyOf(words, kind) ? words[kind](details) : 'Your account was changed';
