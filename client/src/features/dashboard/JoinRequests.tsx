import { Inbox } from 'lucide-react';
import { loadIncoming, useRequests } from '../../stores/requests';
import { Badge } from '../../ui/Badge';
import { ButtonLink } from '../../ui/ButtonLink';
import { Card } from '../../ui/Card';
import { EmptyState } from '../../ui/EmptyState';
import { Loading, Skeleton } from '../../ui/Skeleton';
import { IncomingRequest } from './IncomingRequest';
import { Section } from './Section';
import { Unavailable } from './Unavailable';
import { useArrivals } from './use-arrivals';

/** Who wants to join the member's projects. Live: a new one is lit for a moment, a decided one leaves. */
export function JoinRequests() {
  const { data, status } = useRequests((state) => state.incoming);
  const arrived = useArrivals(data);
  const count = data?.length ?? 0;
  return (
    <Section title="Join requests" aside={<WaitingCount count={count} />}>
      {data === null && status === 'error' && <Unavailable what="Join requests" onRetry={loadIncoming} />}
      {data === null && status !== 'error' && (
        <Loading label="Loading join requests">
          <Card className="grid gap-3">
            <Skeleton className="h-10 w-56 max-w-full" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-9 w-40" />
          </Card>
        </Loading>
      )}
      {data !== null && count === 0 && (
        <Card flush>
          <EmptyState
            icon={Inbox}
            title="Nobody is waiting for you"
            action={
              <ButtonLink to="/projects" size="sm">
                Browse projects
              </ButtonLink>
            }
          >
            Requests to join your projects arrive here, live.
          </EmptyState>
        </Card>
      )}
      <ul className="grid gap-3">
        {data?.map((item) => (
          <li key={item.id}>
            <IncomingRequest request={item} fresh={arrived.has(item.id)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function WaitingCount({ count }: { count: number }) {
  return (
    <p role="status" className="flex items-center gap-2">
      <span className="sr-only">{count === 1 ? '1 request is waiting' : `${count} requests are waiting`}</span>
      <Badge count={count} />
    </p>
  );
}
