import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { Inbox } from 'lucide-react';
import { useRef } from 'react';
import { showMoreOf, useList } from '../../core/store/list';
import { hasFailed } from '../../core/store/loadable';
import { useFocusKept } from '../../lib/hooks/use-focus-kept';
import { useHeldArrivals } from '../../lib/hooks/use-held-arrivals';
import { useStillRows } from '../../lib/hooks/use-still-rows';
import { useMarkRowsRead } from '../../notices/screens/mark-rows-read';
import { newMembersRead } from '../../requests/screens/incoming/IncomingRequest';
import { MoreRequests, PendingCount, RequestRows } from '../../requests/screens/incoming/RequestRows';
import { RequestsAside } from '../../requests/screens/incoming/RequestsAside';
import { useDeadlineOrder } from '../../requests/state/deadline-order';
import { incomingRequests } from '../../requests/state/requests';
import { Card } from '../../ui/Card';
import { EmptyState } from '../../ui/page/EmptyState';
import { RowsFailedCard } from '../../ui/page/RowsFailed';
import { DASHBOARD_MAX } from '../../ui/page/row-counts';
import { Loading, Skeleton } from '../../ui/page/Skeleton';
import { Section } from './Section';
import { AllRows } from './WorkSection';

const none: readonly JoinRequest[] = [];
const showMore = showMoreOf(incomingRequests, 'Failed to load join requests');

/** The join requests for the member's projects that need an answer next. */
export const JoinRequests = () => <AllJoinRequests title="Join requests" max={DASHBOARD_MAX} />;

interface AllJoinRequestsProps {
  title: string;
  /** The maximum number of rows shown. */
  max?: number;
  /** Singular and plural of new requests; leave out if the title is long. */
  words?: readonly [string, string];
}

/** Join requests for the member's projects. Live: the heading offers new requests; a decided one shows its outcome before it disappears. */
export function AllJoinRequests({ title, max = Number.POSITIVE_INFINITY, words }: AllJoinRequestsProps) {
  const listed = useList(incomingRequests);
  const { data, total, hasMore, loadingMore } = listed;
  const failed = hasFailed(listed);
  const arrived = useArrivals(data);
  const list = useFocusKept();
  const arrivals = useHeldArrivals(data, list);
  const isCut = max < (total ?? 0);
  const shown = arrivals.shown ?? none;
  const byDeadline = useDeadlineOrder();
  const inOrder = byDeadline(shown);
  const rows = useStillRows(inOrder.slice(0, max), list);
  useMarkRowsRead(list, rows, 'requests');
  return (
    <Section
      title={title}
      count={<PendingCount count={total ?? 0} />}
      aside={
        <RequestsAside
          waiting={rows.length < max ? arrivals.waiting : 0}
          words={words}
          requests={inOrder}
          list={incomingRequests}
        />
      }
    >
      {failed && <RowsFailedCard what="join requests" onRetry={incomingRequests.load} />}
      {data === null && !failed && <RequestSkeleton />}
      {data !== null && rows.length === 0 && <NoRequests waiting={arrivals.waiting} />}
      <RequestRows
        rows={rows}
        row={({ id }) => ({ fresh: arrived.has(id) })}
        list={list}
        foot={isCut && <AllRows to="/work#requests">All join requests</AllRows>}
      />
      {rows.length > 0 && <p className="mt-3 text-muted text-sm">{newMembersRead}</p>}
      {hasMore && !isCut && <MoreRequests busy={loadingMore} onMore={showMore} />}
    </Section>
  );
}

function RequestSkeleton() {
  return (
    <Loading label="Loading join requests">
      <Card className="grid gap-3">
        <Skeleton className="h-10 w-full max-w-56" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-9 w-full max-w-40" />
      </Card>
    </Loading>
  );
}

function NoRequests({ waiting }: { waiting: number }) {
  return (
    <Card flush>
      <EmptyState icon={Inbox} title={waiting > 0 ? 'New requests' : 'No pending requests'}>
        Requests to join your projects appear here.
      </EmptyState>
    </Card>
  );
}

const noIds: ReadonlySet<number> = new Set();

/** Returns the ids added since the list was first shown. */
function useArrivals(list: readonly { id: number }[] | null): ReadonlySet<number> {
  const first = useRef<ReadonlySet<number> | null>(null);
  if (list === null) return noIds;
  first.current ??= new Set(list.map((item) => item.id));
  const known = first.current;
  return new Set(list.map((item) => item.id).filter((id) => !known.has(id)));
}
