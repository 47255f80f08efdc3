import type { AuditDetails, AuditKind } from '@sangam/shared/core/audit';
import { removablePartWords, reportReasonWords } from '@sangam/shared/core/reports';
import type { AccountEntry } from '@sangam/shared/people/account';
import { useEffect } from 'react';
import { errorText } from '../../../core/api/errors';
import { hasFailed } from '../../../core/store/loadable';
import { Card } from '../../../ui/Card';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { TimeAgo } from '../../../ui/TimeAgo';
import { loadAccountActivity, loadEarlierActivity, useAccountActivity } from '../../state/account';
import { providerNames } from '../../state/social-sign-in';

const showMore = async (): Promise<string | null> => {
  const answer = await loadEarlierActivity();
  return answer.ok ? null : errorText(answer.error, 'Failed to load account activity');
};

/** The account's events of the last year (R2.21). */
export function AccountActivity() {
  const activity = useAccountActivity();
  useEffect(() => {
    void loadAccountActivity();
  }, []);
  const { data } = activity;
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-base">Account activity</h2>
        <p className="text-muted text-sm">The last 12 months. If you don’t recognize an entry, change your password.</p>
      </div>
      {hasFailed(activity) ? (
        <LoadFailed message="Failed to load account activity" onRetry={loadAccountActivity} />
      ) : data === null ? (
        <Loading label="Loading account activity">
          <Skeleton className="h-32" />
        </Loading>
      ) : (
        <>
          <ul aria-label="Account activity" className="grid divide-y divide-line">
            {data.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
          {data.has_more && <ShowMore what="activity" busy={false} onMore={showMore} />}
        </>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: AccountEntry }) {
  const from = entry.by_other ? ['A moderator'] : [entry.device, entry.network].filter((part) => part !== null);
  return (
    <li className="py-3">
      <p className="font-medium">{activityWords(entry)}</p>
      <p className="wrap-anywhere text-muted text-sm">
        <TimeAgo time={entry.at} />
        {from.map((part) => ` · ${part}`)}
      </p>
    </li>
  );
}

const ways: Record<AuditDetails['session:begun']['way'], string> = {
  password: 'Signed in with a password',
  'sign-up': 'Account created',
  social: 'Signed in through Google or GitHub',
};

const because = (reason: AccountEntry['details']['reason']): string =>
  reason === undefined ? '' : ` (${reportReasonWords[reason]})`;

const words: Record<AuditKind, (details: AccountEntry['details']) => string> = {
  'session:begun': ({ way = 'password' }) => ways[way],
  'session:refused': () => 'Sign-in failed: wrong password',
  'session:ended': ({ ended = 1 }) => (ended === 1 ? 'Logged a device out' : `Logged ${ended} devices out`),
  'password:changed': () => 'Password changed',
  'account:deleted': () => 'Account deletion requested',
  'account:restored': () => 'Account deletion canceled by signing in',
  'data:exported': () => 'Data downloaded',
  'email:changed': () => 'Email address changed',
  'password:reset': () => 'Password set by a reset link',
  'password:removed': () => 'Password removed because the address was never confirmed',
  'report:read': () => 'A report was read',
  'report:context': () => 'A report was read',
  'report:dismissed': () => 'A report was dismissed',
  'member:warned': ({ reason }) => `Warning${because(reason)}`,
  'page:removed': ({ parts = [], reason }) =>
    `A moderator removed your ${parts.map((part) => removablePartWords[part]).join(', ')}${because(reason)}`,
  'member:suspended': ({ reason }) => `Account suspended${because(reason)}`,
  'member:restored': () => 'Suspension lifted',
  'suspension:ended': () => 'Suspension ended',
  'project:hidden': ({ title = '', reason }) => `Project hidden: ${title}${because(reason)}`,
  'project:shown': ({ title = '' }) => `Project shown again: ${title}`,
  'moderator:added': () => 'You became a moderator',
  'moderator:removed': () => 'You are no longer a moderator',
  'provider:linked': ({ provider = 'google' }) => `Sign-in with ${providerNames[provider]} added`,
  'provider:unlinked': ({ provider = 'google' }) => `Sign-in with ${providerNames[provider]} removed`,
};

/** The text of an entry; a general one for kinds that this version does not know. */
const activityWords = ({ kind, details }: AccountEntry): string =>
  Object.hasOwn(words, kind) ? words[kind as AuditKind](details) : 'Your account was changed';
