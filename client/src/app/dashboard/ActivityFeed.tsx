import type { Activity } from '@sangam/shared/app/dashboard';
import { dayMs } from '@sangam/shared/core/limits';
import { Award, Inbox, type LucideIcon, MessageCircle, Plus, Rocket, Target, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { errorText } from '../../core/api/errors';
import { useList } from '../../core/store/list';
import { hasFailed } from '../../core/store/loadable';
import { useHeldArrivals } from '../../lib/hooks/use-held-arrivals';
import { chatPath } from '../../lib/links/chat-link';
import { incomingInterests } from '../../requests/state/interests';
import { receivedInvitations } from '../../requests/state/invitations';
import { incomingRequests } from '../../requests/state/requests';
import { Card } from '../../ui/Card';
import { cx } from '../../ui/cx';
import { CardFoot, footLook } from '../../ui/page/CardFoot';
import { EmptyState } from '../../ui/page/EmptyState';
import { RowsFailedCard } from '../../ui/page/RowsFailed';
import { ShowMore } from '../../ui/page/ShowMore';
import { ShowNew } from '../../ui/page/ShowNew';
import { Loading, Skeleton } from '../../ui/page/Skeleton';
import { TimeAgo, useNow } from '../../ui/TimeAgo';
import { Section } from '../work/Section';
import { loadActivity, loadMoreActivity, useDashboard } from './dashboard-store';
import { useMissed } from './missed';
import { withoutRepeated } from './repeated-activity';

const icons: Partial<Record<string, LucideIcon>> = { Plus, Users, MessageCircle, Award, Rocket, Target };

const fetchMore = async (): Promise<string | null> => {
  const answer = await loadMoreActivity();
  return answer.ok ? null : errorText(answer.error, 'Failed to load activity');
};

/** The loaded activity, newest first, without lines that repeat other sections. Null before the first answer. */
function useLines(): Activity[] | null {
  const data = useDashboard((state) => state.activity.data);
  const requests = (useList(incomingRequests).data ?? []).map(({ project_id, user_id }) => ({
    project_id,
    member_id: user_id,
  }));
  const interests = (useList(incomingInterests).data ?? []).map(({ project_id, requester_id }) => ({
    project_id,
    member_id: requester_id,
  }));
  const invitations = (useList(receivedInvitations).data ?? []).map(({ project_id, creator_id }) => ({
    project_id,
    member_id: creator_id,
  }));
  const missed = useMissed();
  return data && withoutRepeated(data.lines, { requests, interests, invitations, missed });
}

/** Returns the number of the feed's lines; 1 while they are unknown, or if only older ones are left to load. */
export function useActivityCount(): number {
  const hasMore = useDashboard((state) => state.activity.data?.hasMore === true);
  const lines = useLines();
  return lines === null || (lines.length === 0 && hasMore) ? 1 : lines.length;
}

/** Recent activity, newest first, without lines that repeat other sections. */
export function ActivityFeed() {
  const activity = useDashboard((state) => state.activity);
  const { data } = activity;
  const place = useRef<HTMLUListElement>(null);
  const hasMore = data?.hasMore === true;
  const found = useLines();
  // If other sections show all the fetched lines, the feed loads older ones.
  const bareAt = found?.length === 0 && hasMore ? data.lines.length : 0;
  const calm = useHeldArrivals(bareAt > 0 ? null : found, place);
  const lines = calm.shown;
  const count = useCountThisWeek(lines, hasMore);
  /** The number of fetched lines at which fetching older ones failed. */
  const [failedAt, setFailedAt] = useState(0);
  useEffect(() => {
    if (bareAt > 0) void loadMoreActivity().then(({ ok }) => setFailedAt(ok ? 0 : bareAt));
  }, [bareAt]);
  const isStuck = bareAt > 0 && failedAt === bareAt;
  return (
    <Section
      title="Recent activity"
      aside={
        <>
          <ShowNew waiting={calm.waiting} />
          {/* A narrow column has room for either the button or the count. */}
          {count !== null && calm.waiting === 0 && <span className="tabular text-faint text-sm">{count}</span>}
        </>
      }
    >
      {hasFailed(activity) || isStuck ? (
        <RowsFailedCard what="activity" onRetry={isStuck ? loadMoreActivity : loadActivity} />
      ) : (
        <Card flush>
          {lines === null && <FeedSkeleton />}
          {lines?.length === 0 && !hasMore && (
            <EmptyState icon={Inbox} title="No activity yet">
              Activity from you and your teams appears here.
            </EmptyState>
          )}
          <ul ref={place} className="divide-y divide-line">
            {lines?.map((item) => (
              <ActivityRow key={item.id} item={item} />
            ))}
          </ul>
          {hasMore && (
            <CardFoot>
              <ShowMore {...footLook} what="activity" busy={false} onMore={fetchMore} />
            </CardFoot>
          )}
        </Card>
      )}
    </Section>
  );
}

/** “5 this week”: the lines of the last seven days, with a plus if Show more may load more of them. Null if there are none. */
function useCountThisWeek(lines: readonly Activity[] | null, hasMore: boolean): string | null {
  const weekAgo = useNow() - 7 * dayMs;
  if (lines === null) return null;
  const recent = lines.filter(({ time }) => Date.parse(time) > weekAgo).length;
  if (recent === 0) return null;
  return `${recent}${hasMore && recent === lines.length ? '+' : ''} this week`;
}

/** The link of an activity. Lines written by earlier versions have none. */
const pathOf = ({ project_id, user_id }: Activity): string | null => {
  if (project_id) return `/projects/${project_id}`;
  return user_id ? chatPath(user_id) : null;
};

function ActivityRow({ item }: { item: Activity }) {
  const path = pathOf(item);
  const look = 'flex gap-3 px-4 py-3';
  return (
    <li>
      {path === null ? (
        <div className={look}>
          <ActivityLine item={item} />
        </div>
      ) : (
        <Link to={path} className={cx(look, 'transition-colors hover:bg-hover')}>
          <ActivityLine item={item} />
        </Link>
      )}
    </li>
  );
}

function ActivityLine({ item }: { item: Activity }) {
  const Icon = icons[item.icon] ?? Target;
  return (
    <>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <span className="min-w-0 flex-1 text-sm">
        <span className="line-clamp-3">{item.message}</span>
        <TimeAgo time={item.time} className="block text-faint text-xs" />
      </span>
    </>
  );
}

function FeedSkeleton() {
  return (
    <Loading label="Loading activity" className="grid gap-4 p-4">
      {[1, 2, 3].map((key) => (
        <Skeleton key={key} className="h-8 w-full" />
      ))}
    </Loading>
  );
}
