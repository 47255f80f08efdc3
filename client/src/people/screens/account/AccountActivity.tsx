import type { AccountEntry } from '@sangam/shared/people/account';
import { useEffect } from 'react';
import { errorText } from '../../../core/api/errors';
import { hasFailed } from '../../../core/store/loadable';
import { Card } from '../../../ui/Card';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { TimeAgo } from '../../../ui/TimeAgo';
import { loadAccountActivity, loadEarlierActivity, useAccountActivity } from '../../state/account-activity';
import { activityWords } from './activity-words';

const showMore = async (): Promise<string | null> => {
  const answer = await loadEarlierActivity();
  return answer.ok ? null : errorText(answer.error, 'Failed to load account activity');
};

/** What happened to the account in the last year (R2.21). */
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
        <p className="text-muted text-sm">The last year. If something here was not you, change your password.</p>
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
